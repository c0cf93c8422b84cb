"""What runs in the reader's browser: python docs/site/live.py OUTPUT [--engine FOLDER].

Writes the page ``try.html`` and the folder ``live/`` into OUTPUT: the worker, the package as a
wheel, and ``engine.json``, which names every file of the engine with its SHA-256. Without --engine
the engine comes from the address where Pyodide's makers publish it; with it (a folder that `make
engine` has made) what is needed is copied into OUTPUT/engine, and nothing comes from elsewhere.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jointstats.interfaces.app.server import assets, policy

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "live"
# The engine as it is published: sizes and SHA-256 of its files. Written by --pin.
PINNED = HERE / "engine.json"
PUBLIC = "https://cdn.jsdelivr.net/pyodide/v{version}/full/"

RUNTIME = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
# What is imported; what these depend on comes along.
ROOTS = ("numpy", "scipy", "pandas", "networkx")
# In Pyodide's own distribution networkx is packed anew, and asks for more than the package uses.
NETWORKX_OF_PYODIDE = "fc86ae678fdbab25783d543290dfd2fea8f9cc5161cdb4e61ce2687de57665bb"

FOOT = """<footer><p><a href="index.html">jointstats: documentation, lectures</a></p></footer>
"""

Settings = dict[str, Any]


def described(path: Path) -> Settings:
    """A file as the worker wants it."""
    data = path.read_bytes()
    return {"name": path.name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def engine_of(folder: Path) -> Settings:
    """The engine in a folder: its files, and a lock file of these alone."""
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = lock["packages"]
    packages["networkx"]["depends"] = []
    kept = {name: packages[name] for name in sorted(closure(ROOTS, packages))}
    names = (*RUNTIME, *(package["file_name"] for package in kept.values()))
    files = [described(folder / name) for name in names]
    small = {"info": lock["info"], "packages": kept}
    return {"files": files, "packages": list(ROOTS), "lock": small}


def closure(names: Iterable[str], packages: Settings) -> set[str]:
    """Packages with all that they depend on."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += packages[name]["depends"]
    return found


def as_published(engine: Settings) -> Settings:
    """The engine of a folder as Pyodide's makers publish it: the same files, but for networkx."""
    made = json.loads(json.dumps(engine))
    entry = made["lock"]["packages"]["networkx"]
    entry["sha256"] = NETWORKX_OF_PYODIDE
    for file in made["files"]:
        if file["name"] == entry["file_name"]:
            file["sha256"] = NETWORKX_OF_PYODIDE
    return made


def wheel(folder: Path) -> Path:
    """The package as a wheel, the same bytes for the same sources."""
    with tempfile.TemporaryDirectory() as copy:
        # Without rbridge (no R in a browser), and without what editors, servers and people read.
        ignored = shutil.ignore_patterns("__pycache__", "*.pyi", "*.md", "server.py")
        shutil.copytree(ROOT / "jointstats", Path(copy) / "jointstats", ignore=ignored)
        for name in assets():
            (Path(copy) / "jointstats" / "interfaces" / "app" / name).unlink(missing_ok=True)
        for name in ("pyproject.toml", "LICENSE"):
            shutil.copy(ROOT / name, copy)
        (Path(copy) / "README.md").write_text("jointstats, in a browser\n", encoding="utf-8")
        build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir"]
        done = subprocess.run(
            [*build, str(folder), copy], capture_output=True, text=True, check=False,
            env=os.environ | {"SOURCE_DATE_EPOCH": "1600000000"},
        )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"The wheel cannot be built: {done.stderr[-2000:]}")
    return max(folder.glob("jointstats-*.whl"), key=lambda path: path.stat().st_mtime)


def write(output: Path, engine: Path | None = None, package: Path | None = None) -> Path:
    """Write ``live/`` (and ``engine/``) into a folder; the settings' file.

    Parameters
    ----------
    output : Path
    engine : Path, optional
        A folder that `make engine` has made. Default: the published engine.
    package : Path, optional
        A wheel that has been built already.
    """
    live = output / "live"
    live.mkdir(parents=True, exist_ok=True)
    for path in SCRIPTS.iterdir():
        shutil.copy(path, live)
    write_page(output)
    built = shutil.copy(package, live) if package else wheel(live)
    if engine is None:
        made = json.loads(PINNED.read_text(encoding="utf-8"))
        address = PUBLIC.format(version=made["lock"]["info"]["version"])
    else:
        made, address = engine_of(engine), "../engine/"
        copy_engine(made, engine, output / "engine")
    settings = {"address": address, "engine": made, "wheel": described(Path(built))}
    target = live / "engine.json"
    target.write_text(json.dumps(settings), encoding="utf-8")
    return target


def write_page(output: Path) -> None:
    """The page of `jointstats app` as ``try.html``, its files in ``live/``, with another engine."""
    files = assets()
    html = files.pop("index.html").decode("utf-8")
    for before, after in (
        ("<title>", f'<meta http-equiv="Content-Security-Policy" content="{rules()}">\n<title>'),
        ('href="style.css"', 'href="live/style.css"'),
        ('src="page.js"', 'src="live/page.js"'),
        ('data-engine="engine-server.js"', 'data-engine="live/engine-worker.js"'),
        ("</body>", f"{FOOT}</body>"),
    ):
        if html.count(before) != 1:
            raise RuntimeError(f"The page of jointstats app has no single {before} any more.")
        html = html.replace(before, after)
    (output / "try.html").write_text(html, encoding="utf-8")
    for name, data in files.items():
        if name != "engine-server.js":
            (output / "live" / name).write_bytes(data)


def rules() -> str:
    """What the page may load, as far as a page can restrict it: its own files alone."""
    said = policy("worker-src 'self'").split("; ")
    return "; ".join(rule for rule in said if not rule.startswith("frame-ancestors"))


def copy_engine(made: Settings, source: Path, target: Path) -> None:
    """The files that are needed, and no others."""
    target.mkdir(parents=True, exist_ok=True)
    for file in made["files"]:
        shutil.copy(source / file["name"], target)


def main() -> None:
    """Write what runs in the browser, or the pins of the published engine."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("output", type=Path, nargs="?", help="folder of the site")
    parser.add_argument("--engine", type=Path, help="a folder that `make engine` has made")
    parser.add_argument("--pin", action="store_true", help=f"write {PINNED.name} from --engine")
    said = parser.parse_args()
    if said.engine and not (said.engine / "pyodide-lock.json").is_file():
        parser.error(f"there is no engine in {said.engine}: make engine brings it")
    if said.pin:
        text = json.dumps(as_published(engine_of(said.engine)), indent=1)
        PINNED.write_text(text + "\n", encoding="utf-8")
    else:
        write(said.output, said.engine)


if __name__ == "__main__":
    main()
