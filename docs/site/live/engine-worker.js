// The engine of the page "try" (what an engine is: engine.js): Python in a worker of the visitor's browser.
import { EngineFault, WorkerEngine } from "./worker-engine.js";

const worker = new WorkerEngine(new URL(".", import.meta.url).href);

export const engine = {
  where: "browser",
  worker,

  start: (onProgress) => worker.start(onProgress),

  async ask(request, bytes, onProgress) {
    try {
      return await worker.ask(request, bytes, onProgress);
    } catch (error) {
      if (!(error instanceof EngineFault)) throw error;
      // After these the table has to be opened again, which the page does by itself.
      const lost = ["stopped", "memory", "broken"].includes(error.kind);
      return { error: error.message, about: lost ? "stopped" : "engine" };
    }
  },

  async cancel() {
    worker.cancel();
  },
};
