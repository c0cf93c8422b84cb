// The worker in which the package computes: Python for browsers (Pyodide), its packages, and jointstats.
//
// Every file is fetched once, compared with the SHA-256 that the page names, and handed to Pyodide from memory; Pyodide's
// own requests get those files and nothing else. So nothing runs here that was not compared, and nothing that runs here
// reaches another host.
//
// in:  {what: "start", engine, address, wheel, base, interrupt}, then {what: "wake" | "ask" | "run", id, ...}
// out: {what: "progress", stage, loaded, total, share}, {what: "started", seconds}, {what: "answer", id, answer, seconds},
//      {what: "fault", id, kind, of, detail}; `id` is missing if the engine could not be started.
"use strict";

const INSIDE = "https://engine.invalid/"; // where Pyodide believes its files to be
const fetchFromNetwork = self.fetch.bind(self);
const files = new Map(); // name -> promise of checked bytes
let pyodide, bench, engine, address, started;

class Fault extends Error {
  constructor(kind, of, detail = "") {
    super(`${kind}: ${of} ${detail}`);
    Object.assign(this, { kind, of, detail });
  }
}

// --- Files: fetched, compared, kept ---

const progress = { stage: "", loaded: 0, total: 0, told: 0 };

function tell(stage, now = true) {
  if (stage) progress.stage = stage;
  const time = performance.now();
  if (!now && time - progress.told < 100) return;
  progress.told = time;
  const { loaded, total } = progress;
  self.postMessage({ what: "progress", stage: progress.stage, loaded, total });
}

// What the package tells of a long computation.
self.hear = (text, share) => self.postMessage({ what: "progress", stage: text, share });

const hex = (buffer) => Array.from(new Uint8Array(buffer), (b) => b.toString(16).padStart(2, "0")).join("");
const base64 = (text) => btoa(text.match(/../g).map((two) => String.fromCharCode(parseInt(two, 16))).join(""));

async function fetched(url, file, cache) {
  // Where the page was not loaded safely, there is no crypto.subtle; then the browser itself compares.
  const options = self.crypto?.subtle ? { cache } : { integrity: `sha256-${base64(file.sha256)}` };
  let response;
  try {
    response = await fetchFromNetwork(url, { ...options, credentials: "omit" });
  } catch (error) {
    throw new Fault(options.integrity ? "network-or-differs" : "network", url, String(error));
  }
  if (!response.ok) throw new Fault("network", url, `status ${response.status}`);
  const parts = [];
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      progress.loaded += value.length;
      tell("", false);
    }
  } catch (error) {
    throw new Fault("network", url, String(error));
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  if (!options.integrity && hex(await self.crypto.subtle.digest("SHA-256", bytes)) !== file.sha256) {
    progress.loaded -= bytes.length;
    throw new Fault("differs", url);
  }
  return bytes;
}

// What was kept by the browser is as good as new, for it is compared; if it differs, it is fetched anew.
async function checked(base, file) {
  const url = new URL(file.name, base).href;
  try {
    return await fetched(url, file, "force-cache");
  } catch (error) {
    if (error.kind !== "differs") throw error;
    return await fetched(url, file, "reload");
  }
}

function begin(base, wanted) {
  for (const file of wanted) {
    if (files.has(file.name)) continue;
    progress.total += file.size;
    const bytes = checked(base, file);
    bytes.catch(() => {}); // whoever awaits it gets the fault
    files.set(file.name, bytes);
  }
}

self.fetch = async (what) => {
  const url = String(what?.url ?? what);
  const name = url.slice(INSIDE.length);
  if (!url.startsWith(INSIDE) || !files.has(name)) throw new TypeError(`${url} is none of the engine's files.`);
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(await files.get(name), { headers: { "Content-Type": type } });
};

async function script(name) {
  const url = URL.createObjectURL(new Blob([await files.get(name)], { type: "text/javascript" }));
  importScripts(url);
  URL.revokeObjectURL(url);
}

// --- The start ---

async function start(settings) {
  ({ engine, address } = settings);
  const clock = performance.now();
  const seconds = {};
  const passed = (stage) => (seconds[stage] = (performance.now() - clock) / 1000);
  tell("Loading the engine");
  files.set("pyodide-lock.json", Promise.resolve(new TextEncoder().encode(JSON.stringify(engine.lock))));
  begin(address, engine.files);
  begin(settings.base, [settings.wheel]);
  const everything = Promise.all(files.values()).then(() => passed("files"));
  everything.catch(() => {});
  await script("pyodide.js");
  await script("pyodide.asm.js");
  const options = {
    indexURL: INSIDE,
    lockFileURL: `${INSIDE}pyodide-lock.json`,
    env: { HOME: "/home/pyodide", JOINTSTATS_PROGRESS: "no" },
    stdout: () => {},
    stderr: () => {},
  };
  // A file that cannot be had ends the start at once; Pyodide would tell of it in words of its own.
  pyodide = await Promise.race([loadPyodide(options), everything.then(() => new Promise(() => {}))]);
  passed("python");
  await everything;
  tell("Unpacking the packages");
  await packages(engine.packages);
  pyodide.unpackArchive(await files.get(settings.wheel.name), "wheel");
  passed("packages");
  if (settings.interrupt) pyodide.setInterruptBuffer(new Uint8Array(settings.interrupt));
  bench = pyodide.runPython(BENCH);
  passed("package");
  files.clear();
  return seconds;
}

async function packages(names) {
  const failed = [];
  await pyodide.loadPackage(names, { messageCallback: () => {}, errorCallback: (said) => failed.push(said) });
  const lacking = names.filter((name) => !pyodide.loadedPackages[name]);
  if (lacking.length) throw new Fault("broken", lacking.join(", "), failed.join(" "));
}

const BENCH = `
import importlib

class Bench:
    def __init__(self):
        importlib.invalidate_caches()
        self.desk = self.lesson = None

    def open(self):
        from js import hear
        from jointstats.interfaces.app.desk import Desk
        self.desk = self.desk or Desk(lambda now: hear(now["text"], now["share"]))

    def ask(self, request, data):
        self.open()
        return self.ended(lambda: self.desk.answer(request, data.to_bytes() if data else None))

    def run(self, code):
        from jointstats.interfaces.app.lesson import Lesson
        self.lesson = self.lesson or Lesson()
        return self.ended(lambda: self.lesson.run(code))

    def ended(self, work):
        try:
            return "answer", work()
        except KeyboardInterrupt:
            return "stopped", ""
        except MemoryError:
            return "memory", ""

Bench()
`;

// --- Questions ---

const DOES = {
  ask: ({ request, bytes }) => bench.ask(request, bytes?.length ? bytes : null),
  run: ({ code }) => bench.run(code),
  wake: () => (bench.open(), null),
};

async function answered(message) {
  tell(message.what === "wake" ? "Starting the package" : "Computing");
  const made = DOES[message.what](message);
  if (made === null) return "";
  const [how, answer] = made.toJs();
  made.destroy();
  if (how !== "answer") throw new Fault(how, "");
  return answer;
}

// What a failure is, whoever noticed it.
function kindOf(error) {
  if (error instanceof Fault) return error;
  const said = String(error);
  if (/KeyboardInterrupt/.test(said)) return new Fault("stopped", "");
  if (/out of memory|memory access|WebAssembly\.Memory|Array buffer allocation|MemoryError/i.test(said)) {
    return new Fault("memory", "", said);
  }
  return new Fault("broken", "", said.trim().split("\n").at(-1));
}

const queue = { last: Promise.resolve() };

self.onmessage = ({ data }) => {
  queue.last = queue.last.then(async () => {
    const fault = (error) => {
      const { kind, of, detail } = kindOf(error);
      self.postMessage({ what: "fault", id: data.id, kind, of, detail });
    };
    try {
      if (data.what === "start") {
        started = start(data);
        self.postMessage({ what: "started", seconds: await started });
      } else {
        await started;
        const clock = performance.now();
        const answer = await answered(data);
        self.postMessage({ what: "answer", id: data.id, answer, seconds: (performance.now() - clock) / 1000 });
      }
    } catch (error) {
      fault(error);
    }
  });
};
