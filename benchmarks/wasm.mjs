// How long the engine takes to the first comparison of the packaged table weka, and to the next, under Node:
//   make bench-wasm
// Each line is a stage and its seconds; run on an idle machine.

import { execFileSync } from "node:child_process";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const CHECKOUT = resolve(HERE, "..");
const said = execFileSync(
  process.execPath,
  [`${CHECKOUT}/tests/wasm/run.mjs`, `${HERE}/wasm.py`],
  { encoding: "utf8" },
);
process.stdout.write(said);
