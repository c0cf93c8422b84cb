// Run a Python program in the engine of build/engine, under Node:
//   node tests/wasm/run.mjs [--packages=NAME,NAME] PROGRAM.py [ARGUMENT ...]
// The checkout is mounted as /checkout and is the working folder; the exit code is the program's.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const CHECKOUT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const ENGINE = `${CHECKOUT}/build/engine`;
const PACKAGES = ["numpy", "scipy", "pandas", "networkx"];

const seconds = {}; // of each stage
async function timed(stage, work) {
  const start = performance.now();
  const done = await work();
  seconds[stage] = (performance.now() - start) / 1000;
  return done;
}

const given = process.argv.slice(2);
const extra = given[0]?.startsWith("--packages=") ? given.shift().slice(11).split(",") : [];
const [program] = given;

const { loadPyodide } = await import(pathToFileURL(`${ENGINE}/pyodide.mjs`));
const python = await timed("engine", () => loadPyodide({ indexURL: `${ENGINE}/` }));
await timed("packages", () =>
  python.loadPackage([...PACKAGES, ...extra], { messageCallback() {}, checkIntegrity: true }));
python.FS.mkdir("/checkout");
python.FS.mount(python.FS.filesystems.NODEFS, { root: CHECKOUT }, "/checkout");

python.globals.set("GIVEN", python.toPy(given));
python.globals.set("SECONDS", python.toPy(seconds));
python.globals.set("SOURCE", readFileSync(program, "utf8"));
try {
  process.exitCode = python.runPython(`
import os, sys
sys.path.insert(0, "/checkout")
sys.dont_write_bytecode = True  # the checkout is not written to
os.chdir("/checkout")
os.environ["WASM_SECONDS"] = __import__("json").dumps(SECONDS)
sys.argv = GIVEN
code = 0
try:
    exec(compile(SOURCE, sys.argv[0], "exec"), {"__name__": "__main__", "__file__": sys.argv[0]})
except SystemExit as ended:
    code = ended.code
code if isinstance(code, int) else int(code is not None)
`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
