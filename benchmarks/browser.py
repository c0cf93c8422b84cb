"""The page that computes by itself, in Chromium: seconds to the first answer, and sizes.

    make engine && python benchmarks/browser.py

The first answer is a comparison of the packaged table weka. Cold: nothing is kept by the browser.
Again: the same browser opens the page a second time. Next: one more answer in the same page. Files
come from this machine: what a network needs comes on top.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
sys.path.insert(0, str(Path(__file__).parents[1] / "docs" / "site"))
import live
from driver import chromium
from serving import serving

ENGINE = Path(__file__).parents[1] / "build" / "engine"
# Seconds since the page was opened, by what has been done.
ASKED = """(async () => {
  const since = {}, passed = (what) => { since[what] = performance.now() / 1000; };
  const { engine } = await import(new URL("live/engine-worker.js", location.href).href);
  await engine.start();
  passed("ready");
  const { table } = await engine.ask({ ask: "open", packaged: "weka" });
  passed("open");
  const asked = { ask: "compare", roles: table.known.roles, settings: {} };
  const { answer } = await engine.ask(asked);
  if (!answer.verdict) throw new Error("no answer");
  passed("first answer");
  const { files, python, packages } = engine.worker.seconds;
  const before = since["first answer"];
  await engine.ask(asked);
  passed("next");
  since.next -= before;
  const report = performance.now() / 1000;
  await engine.ask({ ask: "report" });
  since.report = performance.now() / 1000 - report;
  return { files, python, packages, ...since };
})()"""
STAGES = {
    "files": "files loaded and compared",
    "python": "Python started",
    "packages": "packages unpacked",
    "ready": "package imported",
    "open": "table opened",
    "first answer": "first answer",
    "next": "next answer, alone",
    "report": "report with its figures, alone",
}


def main() -> None:
    """Print sizes, and a row of seconds for every stage."""
    if not (ENGINE / "manifest.json").exists():
        print("NOT RUN: make engine brings build/engine")
        return
    with TemporaryDirectory() as name:
        folder = Path(name)
        live.write(folder, ENGINE)
        print_sizes(folder)
        (folder / "bare.html").write_text(
            '<!doctype html><title>Bare</title><link rel="icon" href="data:,">', encoding="utf-8"
        )
        with serving(folder) as (address, _), chromium() as browser:
            found = []
            for _ in range(2):
                browser.go("about:blank")
                browser.go(address + "bare.html")
                found.append(browser.promise(f"await {ASKED}", 300))
    print("seconds                            cold    again")
    for key, what in STAGES.items():
        cold, again = (one[key] for one in found)
        print(f"{what:<32}{cold:>7.1f}{again:>9.1f}")


def print_sizes(folder: Path) -> None:
    """Megabytes of what a visitor loads."""
    page = sum(path.stat().st_size for path in (folder / "live").iterdir())
    engine = live.engine_of(ENGINE)["files"]
    sizes = {
        "page with the package": page + (folder / "try.html").stat().st_size,
        "engine": sum(file["size"] for file in engine),
    }
    print("MB as files: " + ", ".join(f"{name} {size / 1e6:.1f}" for name, size in sizes.items()))


if __name__ == "__main__":
    main()
