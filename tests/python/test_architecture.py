"""The house: rooms and floors, a light import, one version, a wheel that works."""

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from functools import cache
from pathlib import Path

import pytest
from house import PACKAGE, SUBJECTS, dotted, floor, modules

import jointstats as js

ROOT = Path(__file__).resolve().parents[2]


@cache
def nodes(path):
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path):
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


LOADERS = ("import_module", "__import__")


def imports_by_string(nodes):
    """Names given to `import_module` and the like; `*` for what stands in a string's braces."""
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        called = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if called not in LOADERS:
            continue
        said = node.args[0] if node.args else node.keywords[0].value
        parts = said.values if isinstance(said, ast.JoinedStr) else [said]
        yield "".join(str(p.value) if isinstance(p, ast.Constant) else "*" for p in parts)


def ours(path):
    """The modules of the package that a module imports; what only types need is left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in typing:
            names = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            yield from names & MODULES.keys()


MODULES = {dotted(path): path for path in PACKAGE.rglob("*.py")}
# Which rooms a room may import; a subject takes the results of other subjects, not their words.
BEFORE = {
    "evidence": set(),
    "base": {"evidence"},
    "table": {"evidence", "base"},
    "drawing": {"evidence", "base", "table"},
    **{subject: {"evidence", "base", "table", "drawing", *SUBJECTS} for subject in SUBJECTS},
}


# A network result is a joint result: its figures extend those of the joint tests.
EXTENDS = {("network.figures", "joint.figures")}


def against(path):
    """The modules that a module imports against the rules of the rooms."""
    room = path.relative_to(PACKAGE).parts[0]
    for name in ours(path):
        other = name.split(".")[1]
        words = other != room and other in SUBJECTS and floor(MODULES[name]) in ("words", "figure")
        if name.count(".") > 1 and (words or other not in BEFORE[room] | {room}):
            yield dotted(path).removeprefix("jointstats."), name.removeprefix("jointstats.")


@pytest.mark.parametrize("room", BEFORE)
def test_a_room_imports_rooms_before_it_and_no_words_of_other_subjects(room):
    for path in (PACKAGE / room).rglob("*.py"):
        assert set(against(path)) <= EXTENDS, path


def test_no_module_is_imported_by_a_string():
    found = {}
    for path in PACKAGE.rglob("*.py"):
        said = set(imports_by_string(nodes(path)))
        if names := {name for name in said if name.startswith((".", "*", "jointstats"))}:
            found[path.relative_to(PACKAGE).as_posix()] = names
    assert found == {
        "__init__.py": {"jointstats.*", "jointstats.base.errors"},  # public names
        "base/facts.py": {"jointstats.*"},  # words and figures, which results name
        "interfaces/__init__.py": {"jointstats.*"},  # presenters of results
        "interfaces/bridge/host.py": {"*"},  # packages that a call needs, by the other language
        "interfaces/figures.py": {"*"},  # the module of a kind of figure
    }


def test_results_reach_what_shows_them_through_one_table_only():
    # Whoever fills the table is the package itself, when it is imported.
    filled = [
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "presenters.update(" in path.read_text(encoding="utf-8")
    ]
    assert filled == ["interfaces/__init__.py"]


def test_modules_have_one_subject():
    for path in modules("test", "words", "kernel", "figure", "drawing"):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= 410, f"{path.name} has {lines} lines: split it by subject"


def test_kernels_know_numpy_scipy_and_kernels_only():
    allowed = {"numpy", "scipy", "jointstats", *sys.stdlib_module_names}
    for path in modules("kernel"):
        outside = {name.split(".")[0] for name in imports(path)} - allowed
        assert not outside, f"{path.name} imports {outside}"
        assert {floor(MODULES[name]) for name in ours(path)} <= {"kernel"}, path


def test_import_loads_nothing_heavy():
    code = "import sys, jointstats; print([m for m in sys.modules if m.split('.')[0] in " \
           "('scipy', 'networkx', 'matplotlib', 'pandas', 'numpy')])"  # fmt: skip
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_every_public_name_exists_and_is_documented():
    for name in js.__all__:
        value = getattr(js, name)
        assert name == "__version__" or len(value.__doc__) > 40, name
    assert set(js.__all__) <= set(dir(js))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = js.no_such_name


def test_one_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert js.__version__ == version
    assert re.search(r"^Version: (.*)$", (ROOT / "DESCRIPTION").read_text(), re.M)[1] == version
    assert re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.M)[1] == version
    assert (ROOT / "NEWS.md").read_text().startswith(f"# jointstats {version}\n")


def test_no_assert_in_package_code():
    for path in PACKAGE.rglob("*.py"):
        assert not any(isinstance(node, ast.Assert) for node in nodes(path)), path.name


def test_the_wheel_of_the_sdist_works_on_its_own(tmp_path):
    # Built as released: sdist first, the wheel from it, installed beside nothing but dependencies.
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    wheel = next(tmp_path.glob("*.whl"))
    page = "jointstats/interfaces/app"
    files = {"rbridge/r/result.R", "jointstats/py.typed", "jointstats/__init__.pyi"}
    files |= {f"{page}/{name}" for name in ("index.html", "page.js", "app.css")}
    assert files <= set(zipfile.ZipFile(wheel).namelist())
    venv.create(tmp_path / "env", with_pip=False, system_site_packages=False)
    python = tmp_path / "env" / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-deps", wheel],
        check=True,
        env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"},
    )  # fmt: skip
    # The dependencies come from this environment: downloading them again would test the network.
    site = json.loads(subprocess.run(
        [sys.executable, "-c", "import json, numpy, pathlib; "
         "print(json.dumps(str(pathlib.Path(numpy.__file__).parents[1])))"],
        capture_output=True, text=True, check=True).stdout)  # fmt: skip
    purelib = next((tmp_path / "env" / "lib").glob("python*/site-packages"))
    (purelib / "dependencies.pth").write_text(site + "\n")
    command = tmp_path / "env" / "bin" / "jointstats"
    run = subprocess.run(
        [command, "test", "glrt", "@example1", "--json"],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["p_value"] == 0.5078125
    where = subprocess.run(
        [python, "-c", "import jointstats; print(jointstats.__file__)"],
        capture_output=True, text=True, cwd=tmp_path, check=True,
    ).stdout  # fmt: skip
    assert str(tmp_path) in where


def test_no_two_functions_of_r_have_one_name():
    # In R the later file would silently win.
    defined = re.compile(r"^([\w.]+) <- function\b", re.M)
    names = [
        n for p in sorted((ROOT / "R").glob("*.R")) for n in defined.findall(p.read_text("utf-8"))
    ]
    assert {name for name in names if names.count(name) > 1} == set()


def test_every_file_that_is_no_module_is_packaged():
    said = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"][
        "package-data"
    ]
    for path in (path for path in PACKAGE.rglob("*") if path.is_file()):
        if path.suffix not in (".py", ".pyc"):
            folder = ".".join(("jointstats", *path.parent.relative_to(PACKAGE).parts))
            assert any(path.match(pattern) for pattern in said.get(folder, ())), path
