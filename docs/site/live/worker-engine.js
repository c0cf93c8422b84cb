// An engine in the reader's browser: a worker that computes with the package itself, started at the first question.
//
//   const engine = new WorkerEngine("live/");             the folder of engine.json and worker.js
//   const reply = await engine.ask(request, bytes, (now) => ...);
//   engine.cancel();                                      what runs ends with a fault of kind "stopped"
//
// `onProgress` gets {text, share}: at once, then with every stage, and several times a second while files come.
// Whatever goes wrong is an EngineFault, whose message is a sentence for the reader.

export class EngineFault extends Error {
  constructor(kind, sentence, detail = "") {
    super(sentence);
    Object.assign(this, { name: "EngineFault", kind, detail });
  }
}

const INSTALLED = "With Python installed, pip install jointstats does the same without a browser.";
const called = (url) => url.split("/").at(-1);
const from = (url) => (new URL(url).host === location.host ? "this site" : new URL(url).host);

const SENTENCES = {
  network: (url, detail) =>
    `${called(url)} could not be loaded from ${from(url)}${/^status/.test(detail) ? ` (${detail})` : ""}. ` +
    "Is there a network, and may this browser reach that address?",
  differs: (url) =>
    `${called(url)} from ${from(url)} is not the file that this page was made with (its SHA-256 differs), so nothing of it ` +
    "was run. Reload the page; if that does not help, write to the owner of this site.",
  "network-or-differs": (url) =>
    `${called(url)} could not be loaded from ${from(url)}, or is not the file that this page was made with; nothing of it was ` +
    "run. Is there a network?",
  memory: () =>
    `The browser has no more memory for this. Close other tabs, or leave out algorithms, measures or data sets. ${INSTALLED}`,
  old: (lacks) =>
    `This browser is too old to compute: it lacks ${lacks}. Any browser of the last three years will do. ${INSTALLED}`,
  file: () =>
    "Browsers do not compute in pages that were opened as files. In the folder of this page run python -m http.server, and " +
    "open http://localhost:8000 instead.",
  stopped: () => "Stopped.",
  broken: (_, detail) => `The engine failed${detail ? ` (${detail})` : ""}. It is started anew with the next question.`,
};
const faultOf = ({ kind, of = "", detail = "" }) => new EngineFault(kind, SENTENCES[kind](of, detail), detail);

const NEEDED = {
  WebAssembly: "WebAssembly", Worker: "workers", ReadableStream: "streams", BigInt64Array: "64-bit numbers",
};

// Why no engine can run here, as a fault; null if one can.
export function obstacle() {
  if (location.protocol === "file:") return faultOf({ kind: "file" });
  const lacks = Object.keys(NEEDED).filter((name) => typeof self[name] === "undefined");
  return lacks.length ? faultOf({ kind: "old", of: lacks.map((name) => NEEDED[name]).join(", ") }) : null;
}

export class WorkerEngine {
  constructor(base) {
    this.base = new URL(base, document.baseURI).href;
    this.settings = null; // what engine.json holds
    this.worker = null;
    this.ready = false;
    this.waiting = new Map();
    this.number = 0;
    this.seconds = {}; // of the last start and answer, by stage
  }

  // The files of the engine and their addresses.
  async known() {
    if (this.settings) return this.settings;
    const url = new URL("engine.json", this.base).href;
    let reply;
    try {
      reply = await fetch(url);
    } catch (error) {
      throw faultOf({ kind: "network", of: url, detail: String(error) });
    }
    if (!reply.ok) throw faultOf({ kind: "network", of: url, detail: `status ${reply.status}` });
    return (this.settings = await reply.json());
  }

  // Loads the engine, if that has not been done.
  start(onProgress = () => {}) {
    return this.send({ what: "wake" }, onProgress);
  }

  // The package's reply to a request about some bytes (see the package's interfaces/app/desk.py), as objects.
  async ask(request, bytes = null, onProgress = () => {}) {
    const data = bytes instanceof Blob ? new Uint8Array(await bytes.arrayBuffer()) : bytes && new Uint8Array(bytes);
    return JSON.parse(await this.send({ what: "ask", request: JSON.stringify(request), bytes: data }, onProgress));
  }

  // A cell of Python, in the names that earlier cells have made; see interfaces/app/lesson.py.
  async run(code, onProgress = () => {}) {
    return JSON.parse(await this.send({ what: "run", code }, onProgress));
  }

  // Ends what runs, and says how. Where the page is isolated (its server sends the two headers for that), Python itself is
  // interrupted, and keeps what it has; elsewhere the worker is ended, and the next question starts another one, from files
  // that the browser has kept.
  cancel() {
    if (!this.waiting.size) return "idle";
    if (this.ready && this.interrupt) {
      new Uint8Array(this.interrupt)[0] = 2;
      return "interrupted";
    }
    const sentence = this.ready
      ? "Stopped. The engine was ended for it, and starts again with the next question."
      : "Stopped. The engine is loaded with the next question.";
    this.end(new EngineFault("stopped", sentence));
    return "ended";
  }

  async send(message, onProgress) {
    const fault = obstacle();
    if (fault) throw fault;
    const id = ++this.number;
    const kept = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, onProgress }));
    onProgress({ text: this.ready ? "Computing" : "Loading the engine", share: null });
    kept.catch(() => {});
    try {
      await this.begin();
    } catch (error) {
      this.end(error);
    }
    if (this.waiting.has(id)) {
      if (this.interrupt) new Uint8Array(this.interrupt)[0] = 0;
      this.worker.postMessage({ ...message, id });
    }
    return kept;
  }

  async begin() {
    const { engine, address, wheel } = await this.known();
    if (this.worker) return;
    const worker = new Worker(new URL("worker.js", this.base).href);
    worker.onmessage = ({ data }) => worker === this.worker && this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      const detail = event.message || "its script could not be loaded";
      if (worker === this.worker) this.end(faultOf({ kind: "broken", detail }));
    };
    this.worker = worker;
    this.interrupt = self.crossOriginIsolated ? new SharedArrayBuffer(1) : null;
    const { base, interrupt } = this;
    worker.postMessage({ what: "start", engine, address: new URL(address, base).href, wheel, base, interrupt });
  }

  hear(data) {
    if (data.what === "progress") {
      this.waiting.forEach(({ onProgress }) => onProgress(told(data)));
    } else if (data.what === "started") {
      this.ready = true;
      this.seconds = { ...data.seconds };
    } else if (data.what === "answer") {
      this.seconds.answer = data.seconds;
      this.waiting.get(data.id).resolve(data.answer);
      this.waiting.delete(data.id);
    } else if (data.what === "fault") {
      const fault = faultOf(data);
      // After these nothing in the worker can be relied on.
      if (data.id === undefined || data.kind === "broken" || data.kind === "memory") {
        this.end(fault);
      } else {
        this.waiting.get(data.id).reject(fault);
        this.waiting.delete(data.id);
      }
    }
  }

  end(fault) {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    waiting.forEach(({ reject }) => reject(fault));
  }
}

const MEGABYTE = 1e6;
const inMegabytes = (size) => (size / MEGABYTE).toFixed(0);

function told({ stage, loaded, total, share }) {
  if (!total || loaded >= total) return { text: stage, share: share ?? null };
  return { text: `${stage}: ${inMegabytes(loaded)} of ${inMegabytes(total)} MB`, share: loaded / total };
}
