"""Prove a release: what a stranger gets is built of the last commit, installed and tried.

Run by ``make release-check``. Everything is made of an export of the last commit, twice; installed
into empty environments, where nothing of this folder can be seen; and asked for known numbers
(`release_proof.py`, `release_proof.R`). What was proven lies in ``build/release/dist``.

Every line that it prints begins with ``ok`` or ``--`` (was not done, and why). The first thing that
does not hold ends it with a sentence.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "release"
TOOLS = Path(__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = PROJECT["version"]
SUPPORTED = ("3.11", "3.12", "3.13")
PACKAGES = ("jointstats", "rbridge")  # what of the repository a wheel carries
# Of the sdist besides the packages: what setuptools makes, and what pyproject.toml names.
IN_SDIST = {"LICENSE", "PKG-INFO", "README.md", "pyproject.toml", "setup.cfg"}


def main() -> None:
    """Run what was asked for."""
    said = _arguments()
    os.umask(0o022)  # the same modes in every archive, whoever makes it
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    if changed := _git("status", "--porcelain"):
        print(f"--  not committed, so not part of it: {len(changed.splitlines())} files")
    source = exported("source")
    tools = builders()
    wheel, sdist = built(source, tools)
    check_wheel(wheel)
    check_sdist(sdist)
    if not said.quick:
        check_reproducible(tools, wheel, sdist)
        check_as_published(source, wheel, sdist)
    first = check_installed(pythons(said.pythons), wheel, sdist, quick=said.quick)
    if said.r:
        check_r(source, first)
    print(f"Proven: {', '.join(sorted(path.name for path in (PLACE / 'dist').iterdir()))}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pythons", nargs="+", metavar="3.X", help="only these (default: all)")
    parser.add_argument("--quick", action="store_true", help="one wheel, one installation")
    parser.add_argument("--no-r", dest="r", action="store_false", help="without the R package")
    return parser.parse_args()


def failed(sentence: str) -> NoReturn:
    """End it with what does not hold."""
    raise SystemExit(f"NOT RELEASABLE: {sentence}")


def run(
    command: Sequence[str | Path],
    where: Path = PLACE,
    also: Mapping[str, str] | None = None,
    errors_too: bool = False,
) -> str:
    """What a command prints; its failure is the release's."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "RETICULATE_PYTHON", "MAKEFLAGS", "MAKELEVEL")
    inherited = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [str(word) for word in command], cwd=where, env=inherited | dict(also or {}), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT if errors_too else subprocess.PIPE,
        check=False,
    )  # fmt: skip
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-3000:]
        failed(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{said}")
    return done.stdout


def _git(*words: str) -> str:
    return run(["git", *words], ROOT).strip()


# --- Building -------------------------------------------------------------------------------------


def epoch() -> str:
    """The time of the last commit: the time of every file that is built of it."""
    return _git("log", "-1", "--format=%ct")


def exported(name: str) -> Path:
    """The last commit, and nothing else, in a folder of its own."""
    folder = PLACE / name
    folder.mkdir()
    run(["git", "archive", "--format=tar", f"--output={PLACE / 'export.tar'}", "HEAD"], ROOT)
    with tarfile.open(PLACE / "export.tar") as archive:
        archive.extractall(folder, filter="tar")
    (PLACE / "export.tar").unlink()
    return folder


def builders() -> Path:
    """A Python with what builds the package, of known versions and hashes."""
    python = environment(Path(sys.executable), "builders")
    pins = ROOT / "requirements" / "build.txt"
    _pip(python, "--require-hashes", "--only-binary=:all:", "-r", pins)
    return python


def built(source: Path, python: Path, into: str = "dist") -> tuple[Path, Path]:
    """The wheel and the sdist, the former made of the latter."""
    folder = PLACE / into
    when = {"SOURCE_DATE_EPOCH": epoch()}
    run([python, "-m", "build", "--no-isolation", "--outdir", folder, source], also=when)
    wheel, sdist = next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))
    repack(sdist, int(epoch()))
    return wheel, sdist


def repack(path: Path, when: int) -> None:
    """The same archive with the commit's time on everything, nobody's name, and in order."""
    with tarfile.open(path) as archive:
        members = [(member, archive.extractfile(member)) for member in archive.getmembers()]
        held = [(member, file.read() if file else None) for member, file in members]
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for member, content in sorted(held, key=lambda pair: pair[0].name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = when, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            archive.addfile(member, io.BytesIO(content) if content is not None else None)
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=when))


# --- What they hold -------------------------------------------------------------------------------


def committed(*folders: str) -> set[str]:
    """The files of the commit in some folders, also behind links to folders."""
    source = PLACE / "source"
    return {
        Path(place, name).relative_to(source).as_posix()
        for folder in folders
        for place, _, names in os.walk(source / folder, followlinks=True)
        for name in names
    }


def same(what: str, present: Iterable[str], expected: Iterable[str]) -> None:
    """Refuse files too many and files too few."""
    present, expected = set(present), set(expected)
    if present != expected:
        lacking, stray = sorted(expected - present)[:5], sorted(present - expected)[:5]
        failed(f"{what} lacks {lacking or 'nothing'} and has besides {stray or 'nothing'}.")


def check_wheel(wheel: Path) -> None:
    """The packages as they are committed, the licence and the metadata: nothing else."""
    about = f"jointstats-{VERSION}.dist-info"
    metadata_files = {
        f"{about}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")
    }
    metadata_files |= {f"{about}/top_level.txt", f"{about}/licenses/LICENSE"}
    code = committed(*PACKAGES)
    with zipfile.ZipFile(wheel) as archive:
        same(wheel.name, archive.namelist(), code | metadata_files)
        changed = [n for n in code if archive.read(n) != (PLACE / "source" / n).read_bytes()]
        metadata = archive.read(f"{about}/METADATA").decode()
    if changed:
        failed(f"{wheel.name} has another {changed[0]} than the commit.")
    for line in ("License-Expression: MIT", f"Version: {VERSION}"):
        if line not in metadata:
            failed(f"the metadata of {wheel.name} lack {line!r}.")
    print(f"ok  {wheel.name}: {len(code)} files as committed, licence; {size(wheel)}")


def check_sdist(sdist: Path) -> None:
    """The same of the sdist."""
    with tarfile.open(sdist) as archive:
        names = {
            member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()
        }
    names = {name for name in names if not name.startswith("jointstats.egg-info/")}
    same(sdist.name, names, committed(*PACKAGES) | IN_SDIST)
    print(f"ok  {sdist.name}: the same files, and what builds them; {size(sdist)}")


def size(path: Path) -> str:
    """Of a file, in megabytes."""
    return f"{path.stat().st_size / 1e6:.2f} MB"


def check_reproducible(python: Path, *files: Path) -> None:
    """Built again elsewhere, the files are the same to the last byte."""
    again = built(exported("again"), python, "dist-again")
    for first, second in zip(files, again, strict=True):
        if first.read_bytes() != second.read_bytes():
            failed(f"{first.name} built twice is not the same.")
    print("ok  built twice of two exports: the same bytes")


def check_as_published(source: Path, *files: Path) -> None:
    """What the package index and citation tools would say of it."""
    python = environment(Path(sys.executable), "publishers")
    _pip(python, "twine", "cffconvert")
    run([python, "-m", "twine", "check", "--strict", *files])
    print("ok  twine check --strict")
    tool = python.parent / "cffconvert"
    run([tool, "--validate", "--infile", source / "CITATION.cff"])
    print("ok  cffconvert --validate of CITATION.cff")


# --- Installed where nothing else is --------------------------------------------------------------


def pythons(only: Sequence[str] | None) -> dict[str, Path]:
    """The interpreters that are here, of those that are supported."""
    paths = {}
    for version in only or SUPPORTED:
        homes = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
        named = shutil.which(f"python{version}")
        running = ".".join(map(str, sys.version_info[:2])) == version
        path = Path(sys.executable) if running else homes[-1] if homes else named and Path(named)
        if path:
            paths[version] = path
        else:
            print(f"--  Python {version} is not here: not tried")
    return paths or failed("none of the supported Pythons is here.")


def environment(python: Path, name: str) -> Path:
    """The Python of an empty virtual environment."""
    folder = PLACE / "environments" / name
    if Path(sys.executable) == python:
        venv.create(folder, with_pip=True, symlinks=True)
    else:
        run([python, "-m", "venv", folder])
    return folder / "bin" / "python"


def _pip(python: Path, *words: str | Path) -> None:
    quiet = ("-q", "--disable-pip-version-check", "--no-input")
    run([python, "-I", "-m", "pip", "install", *quiet, *words])


def check_installed(
    interpreters: Mapping[str, Path], wheel: Path, sdist: Path, *, quick: bool
) -> Path:
    """Installed with what it depends on, in empty environments; the first of them."""
    lines = []
    for version, python in interpreters.items():
        for kind, file in [("wheel", wheel)] if quick else [("wheel", wheel), ("sdist", sdist)]:
            lines.append(environment(python, f"{version}-{kind}"))
            _pip(lines[-1], file)
            prove(lines[-1], "alone")
            print(f"ok  Python {version}, the {kind} alone: known answers, every extra refused")
    if quick:
        return lines[0]
    version, python = next(iter(interpreters.items()))
    oldest = environment(python, f"{version}-oldest")
    _pip(oldest, wheel, *(f"{n.replace('>=', '==')}.*" for n in PROJECT["dependencies"]))
    prove(oldest, "alone")
    print(f"ok  Python {version} with the oldest that it asks for: {versions(oldest)}")
    for extra in ("plot", "all"):
        python = environment(interpreters[version], f"{version}-{extra}")
        _pip(python, f"{wheel}[{extra}]")
        prove(python, extra)
        print(f"ok  Python {version}, the wheel with [{extra}]: known answers, a figure, a report")
    return lines[0]


def prove(python: Path, what: str) -> str:
    """What `release_proof.py` says there, in a folder where nothing else is."""
    place = python.parents[1] / "elsewhere"
    place.mkdir()
    shutil.copy(TOOLS / "release_proof.py", place)
    return run([python, "-I", "release_proof.py", what], place, {"MPLBACKEND": "agg"})


def versions(python: Path) -> str:
    """Of what the package depends on."""
    code = (
        "import importlib.metadata as m, sys; "
        "print(*(f'{name} {m.version(name)}' for name in sys.argv[1:]), sep=', ')"
    )
    names = [re.split(r"[^\w-]", requirement)[0] for requirement in PROJECT["dependencies"]]
    return run([python, "-I", "-c", code, *names]).strip()


# --- The R package --------------------------------------------------------------------------------


def check_r(source: Path, python: Path) -> None:
    """Built as released, installed into an empty library, and asked what Python was asked."""
    if not shutil.which("Rscript"):
        print("--  R is not here: its package is not tried")
        return
    (source / ".venv").symlink_to(Path(sys.prefix))
    ready = ["-o", ".venv/bin/python", "-o", ".venv/docs.stamp"]
    run(["make", "-C", source, *ready, "r-release"], errors_too=True)
    tarball = source / "build" / "r" / "release" / f"jointstats_{VERSION}.tar.gz"
    check_tarball(tarball)
    shutil.copy(tarball, PLACE / "dist")
    library = PLACE / "library"
    library.mkdir()
    run(["R", "CMD", "INSTALL", f"--library={library}", tarball], errors_too=True)
    place = PLACE / "r-elsewhere"
    place.mkdir()
    shutil.copy(TOOLS / "release_proof.R", place)
    there = {"R_LIBS": str(library), "RETICULATE_PYTHON": str(python), "LC_ALL": "C.UTF-8"}
    in_r = run(["Rscript", "--vanilla", "release_proof.R"], place, there)
    in_python = run([python, "-I", "release_proof.py", "numbers"], python.parents[1] / "elsewhere")
    if in_r.split() != in_python.split():
        failed(f"R and Python answer differently.\nR:\n{in_r}\nPython:\n{in_python}")
    numbers = len(in_python.splitlines())
    print(f"ok  R, an empty library, the wheel's Python: {numbers} lines as Python prints them")


def check_tarball(tarball: Path) -> None:
    """R code, help, the core without its caches, and the built lectures."""
    with tarfile.open(tarball) as archive:
        names = {
            member.name.partition("/")[2]: member
            for member in archive.getmembers()
            if member.isfile()
        }
    core = {name.removeprefix("inst/python/") for name in names if name.startswith("inst/python/")}
    same(f"the core in {tarball.name}", core, committed("jointstats"))
    for folder in ("R", "man", "vignettes"):
        held = {name for name in names if name.startswith(f"{folder}/")}
        same(f"{folder}/ in {tarball.name}", held, committed(folder))
    lectures = [name for name in names if re.fullmatch(r"inst/doc/[^/]+\.html", name)]
    if len(lectures) != len([name for name in committed("vignettes") if name.endswith(".Rmd")]):
        failed(f"{tarball.name} has {len(lectures)} built lectures.")
    known = ("R", "man", "inst", "tests", "vignettes", "build")
    top = {name for name in names if name.partition("/")[0] not in known}
    same(f"the top of {tarball.name}", top, {"DESCRIPTION", "LICENSE", "NAMESPACE", "NEWS.md"})
    print(f"ok  {tarball.name}: {len(names)} files, {len(lectures)} lectures; {size(tarball)}")


if __name__ == "__main__":
    main()
