"""The house: three layers, a light import, one version, runnable examples, a wheel that works."""

import ast
import doctest
import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import tomllib
import venv
import warnings
import zipfile
from pathlib import Path

import numpy as np
import pytest

import jointstats as js

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(js.__file__).parent
LAYERS = ("kernels", "labelled", "presentation")


def modules():
    return [m.name for m in pkgutil.walk_packages([str(PACKAGE)], "jointstats.")]


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_layers_to_its_left(layer):
    later = LAYERS[LAYERS.index(layer) + 1 :]
    for path in (PACKAGE / layer).rglob("*.py"):
        wrong = [n for n in imports(path) if n.startswith(tuple(f"jointstats.{x}" for x in later))]
        assert not wrong, f"{path.name} imports {wrong}"


def test_kernels_know_numpy_and_scipy_only():
    allowed = {"numpy", "scipy", "jointstats", *sys.stdlib_module_names}
    for path in (PACKAGE / "kernels").rglob("*.py"):
        outside = {name.split(".")[0] for name in imports(path)} - allowed
        assert not outside, f"{path.name} imports {outside}"


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
    assert f"jointstats {version}" in (ROOT / "NEWS.md").read_text()


@pytest.mark.parametrize("name", modules())
def test_docstring_examples_run(name):
    if name.endswith(("plot", "bridge")):
        pytest.importorskip("matplotlib")
    module = importlib.import_module(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        failed, _ = doctest.testmod(
            module, extraglobs={"np": np}, optionflags=doctest.NORMALIZE_WHITESPACE
        )
    assert failed == 0


def test_no_assert_in_package_code():
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert not any(isinstance(node, ast.Assert) for node in ast.walk(tree)), path.name


def test_the_wheel_of_the_sdist_works_on_its_own(tmp_path):
    # Built as released: sdist first, the wheel from it, installed beside nothing but dependencies.
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    wheel = next(tmp_path.glob("*.whl"))
    assert "rbridge/r/result.R" in zipfile.ZipFile(wheel).namelist()
    venv.create(tmp_path / "env", with_pip=True, system_site_packages=False)
    python = tmp_path / "env" / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "install", "-q", "--no-deps", str(wheel)], check=True,
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
    assert json.loads(run.stdout)["p_value_exact"] == 0.5078125
    where = subprocess.run(
        [python, "-c", "import jointstats; print(jointstats.__file__)"],
        capture_output=True, text=True, cwd=tmp_path, check=True,
    ).stdout  # fmt: skip
    assert str(tmp_path) in where
