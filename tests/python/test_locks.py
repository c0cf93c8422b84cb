"""One process at a time changes a ledger: nothing is lost, and who waits in vain is told why."""

import json
import os
import subprocess
import sys
import time
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path

import pytest

import jointstats as js
from jointstats.labelled import errors, files, locks

WAYS = {"accuracy": "max", "time": "min"}
EACH = 5  # data sets that each of two processes adds, one by one

# Forked processes need not import everything again; elsewhere they are new ones.
PROCESSES = get_context("fork" if "fork" in get_all_start_methods() else "spawn")


def write_often(name, look, ledger, gate):
    """Add data sets one by one, slowly between reading and writing: the other one's chance."""

    def late(path, content, write=files.write):
        time.sleep(0.005)
        write(path, content)

    files.write = late
    claim = {"a": "B", "b": "A", "better": ["time"]}
    asked = claim if look == "watch_claim" else {"only": ["A", "B"]}
    values = {"A": [[1.0, 2.0]], "B": [[2.0, 1.0]]}
    gate.wait(30)
    for i in range(EACH):
        getattr(js, look)(ledger, values, **asked, measures=WAYS, datasets=[f"{name}{i}"])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("look", ["watch_claim", "watch_leader"])
def test_two_processes_lose_nothing(tmp_path, look):
    ledger, gate = str(tmp_path / "ledger.json"), PROCESSES.Barrier(2)
    running = [
        PROCESSES.Process(target=write_often, args=(name, look, ledger, gate)) for name in "xy"
    ]
    for one in running:
        one.start()
    for one in running:
        one.join(60)
    assert [one.exitcode for one in running] == [0, 0]
    known = json.loads(Path(ledger).read_text(encoding="utf-8"))
    names = [one["dataset"] for one in known["datasets"]]
    assert sorted(names) == sorted(f"{who}{i}" for who in "xy" for i in range(EACH))
    assert [one["n"] for one in known["looks"]] == list(range(1, 2 * EACH + 1))
    result = getattr(js, look)(ledger)
    assert result.n == result.count == 2 * EACH and result.decided
    assert sorted(os.listdir(tmp_path)) == ["ledger.json"]


def claim(path, n, **options):
    table = js.results_table_matrices({"A": [[1.0, 2.0]] * n, "B": [[2.0, 1.0]] * n}, measures=WAYS)
    return js.watch_claim(path, table, "B", "A", better=["time"], **options)


def test_who_waits_in_vain_is_told_why(tmp_path, monkeypatch):
    path = str(tmp_path / "ledger.json")
    claim(path, 3)
    before = Path(path).read_bytes()
    monkeypatch.setattr(locks, "PATIENCE", 0.05)
    with locks.locked(path), pytest.raises(errors.LedgerError) as caught:
        claim(path, 4)
    said = str(caught.value)
    assert f"process {os.getpid()} on " in said and "\n" not in said
    assert "within 0.05 seconds: call again when that one is done" in said
    assert said.endswith(f"delete the file {os.path.realpath(path)}.lock.")
    assert Path(path).read_bytes() == before
    # The cure works on what a killed process has left.
    lock = Path(f"{path}.lock")
    lock.write_text("", encoding="utf-8")
    with pytest.raises(errors.LedgerError, match="is kept by another process"):
        claim(path, 4)
    lock.unlink()
    assert claim(path, 4).n == 4


def test_who_waits_gets_its_turn(tmp_path):
    path, lock = str(tmp_path / "ledger.json"), tmp_path / "ledger.json.lock"
    code = "import os, sys, time; time.sleep(0.2); os.unlink(sys.argv[1])"
    lock.write_text("process 1 on another", encoding="utf-8")
    other = subprocess.Popen([sys.executable, "-S", "-c", code, str(lock)])
    start = time.monotonic()
    assert claim(path, 2).n == 2
    assert time.monotonic() - start > 0.1
    assert other.wait(timeout=10) == 0 and not lock.exists()


def test_a_call_that_fails_keeps_nobody_away(tmp_path):
    path = str(tmp_path / "ledger.json")
    claim(path, 2)
    with pytest.raises(errors.LedgerError, match="alpha"):
        claim(path, 3, alpha=0.1)
    assert os.listdir(tmp_path) == ["ledger.json"]
    assert claim(path, 3).n == 3


def test_a_lock_that_cannot_be_signed_does_not_stay(tmp_path, monkeypatch):
    def no_name():
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(locks.socket, "gethostname", no_name)
    with pytest.raises(OSError, match="No space"), locks.locked(str(tmp_path / "ledger.json")):
        raise AssertionError("not reached")
    assert os.listdir(tmp_path) == []


def test_reading_waits_for_nobody(tmp_path):
    path = str(tmp_path / "ledger.json")
    claim(path, 2)
    with locks.locked(path):
        assert js.watch_claim(path).n == 2


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="needs links")
def test_a_link_and_its_ledger_are_kept_together(tmp_path, monkeypatch):
    path, link = tmp_path / "ledger.json", tmp_path / "link.json"
    claim(str(path), 2)
    link.symlink_to(path)
    monkeypatch.setattr(locks, "PATIENCE", 0.05)
    with locks.locked(str(link)), pytest.raises(errors.LedgerError, match="is kept by"):
        claim(str(path), 3)
    assert claim(str(link), 3).n == 3 and link.is_symlink()


def test_windows_keeps_a_file_that_is_read_from_being_replaced_for_a_moment(tmp_path, monkeypatch):
    path, refused, replace = tmp_path / "file", [], os.replace

    def busy(*names):
        if len(refused) < 3:
            refused.append(names)
            raise PermissionError(13, "is being used by another process")
        replace(*names)

    monkeypatch.setattr(os, "replace", busy)
    monkeypatch.setattr(files, "READERS", 5.0)
    files.write(path, b"new")
    assert path.read_bytes() == b"new" and len(refused) == 3
    monkeypatch.setattr(files, "READERS", 0.0)
    refused.clear()
    with pytest.raises(PermissionError):
        files.write(path, b"newer")
    assert path.read_bytes() == b"new" and os.listdir(tmp_path) == ["file"]
