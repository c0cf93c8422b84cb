"""One process at a time changes a ledger: nothing is lost, and who waits in vain is told why."""

import json
import os
import socket
import subprocess
import sys
import time
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path

import pytest

import jointstats as js
from jointstats import errors
from jointstats.base import files

sys.path.insert(0, str(Path(__file__).parent.parent))
from fuzz import killing

# What the ledgers say of their claims is tested elsewhere.
pytestmark = pytest.mark.filterwarnings("ignore:The claim was written down together with")

WAYS = {"accuracy": "max", "time": "min"}
EACH = 5  # data sets that each of two processes adds, one by one

# Forked processes need not import everything again; elsewhere they are new ones.
PROCESSES = get_context("fork" if "fork" in get_all_start_methods() else "spawn")


def write_often(name, ledger, gate):
    """Add data sets one by one, slowly between reading and writing: the other one's chance."""

    def late(path, content, write=files.write):
        time.sleep(0.005)
        write(path, content)

    files.write = late
    asked = {"a": "B", "b": "A", "better": ["time"]}
    values = {"A": [[1.0, 2.0]], "B": [[2.0, 1.0]]}
    gate.wait(30)
    for i in range(EACH):
        js.watch_claim(ledger, values, **asked, measures=WAYS, datasets=[f"{name}{i}"])


@pytest.mark.filterwarnings("ignore")
def test_two_processes_lose_nothing(tmp_path):
    ledger, gate = str(tmp_path / "ledger.json"), PROCESSES.Barrier(2)
    # Both find the lock of a process that was killed.
    Path(f"{ledger}.lock").write_text(f"process 1 on {socket.gethostname()}", encoding="utf-8")
    running = [PROCESSES.Process(target=write_often, args=(name, ledger, gate)) for name in "xy"]
    for one in running:
        one.start()
    for one in running:
        one.join(60)
    assert [one.exitcode for one in running] == [0, 0]
    known = json.loads(Path(ledger).read_text(encoding="utf-8"))
    names = [one["dataset"] for one in known["datasets"]]
    assert sorted(names) == sorted(f"{who}{i}" for who in "xy" for i in range(EACH))
    assert [one["n"] for one in known["looks"]] == list(range(1, 2 * EACH + 1))
    result = js.watch_claim(ledger)
    assert result.n == result.yes == 2 * EACH and result.decided
    assert sorted(os.listdir(tmp_path)) == ["ledger.json"]


def claim(path, n, **options):
    table = js.results_table({"A": [[1.0, 2.0]] * n, "B": [[2.0, 1.0]] * n}, measures=WAYS)
    return js.watch_claim(path, table, "B", "A", better=["time"], **options)


def test_who_waits_in_vain_is_told_why(tmp_path, monkeypatch):
    path = str(tmp_path / "ledger.json")
    claim(path, 3)
    before = Path(path).read_bytes()
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    with files.locked(path), pytest.raises(errors.LedgerError) as caught:
        claim(path, 4)
    said = str(caught.value)
    assert f"process {os.getpid()} on " in said and "\n" not in said
    assert "within 0.05 seconds: call again when that one is done" in said
    assert said.endswith(f"delete the file {os.path.realpath(path)}.lock.")
    assert Path(path).read_bytes() == before
    # The cure works on what a killed process of another host has left.
    lock = Path(f"{path}.lock")
    lock.write_text("process 7 on another.example", encoding="utf-8")
    with pytest.raises(errors.LedgerError, match=r"is kept by process 7 on another\.example,"):
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


# --- What a killed process leaves behind ----------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills copies of this process")
def test_after_a_kill_the_next_look_is_in_time_and_nothing_stays():
    """At every eleventh step of locking and writing; `make fuzz TARGETS=kills` takes them all."""
    steps = range(1, killing.STEPS, 11)
    killing.die({"kills": [{"step": step} for step in steps]})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a copy of this process")
def test_the_steps_of_a_look_end_before_the_last_of_the_test(tmp_path):
    ledger = str(tmp_path / "ledger.json")
    assert killing.killed(ledger, 2, step=1)
    assert not killing.killed(ledger, 2, step=killing.STEPS)


PROCESS = """
import os, sys, time
from jointstats.base import files
with files.locked(sys.argv[1]):
    print("kept", flush=True)
    time.sleep(60)
"""


def test_a_lock_is_kept_while_its_process_runs_and_no_longer(tmp_path, monkeypatch):
    path = str(tmp_path / "ledger.json")
    other = subprocess.Popen([sys.executable, "-c", PROCESS, path], stdout=subprocess.PIPE)
    try:
        assert other.stdout.readline() == b"kept" + os.linesep.encode()
        monkeypatch.setattr(files, "PATIENCE", 0.1)
        with pytest.raises(errors.LedgerError, match=f"kept by process {other.pid} on "):
            claim(path, 2)
    finally:
        other.kill()
        other.communicate()
    assert os.listdir(tmp_path) == ["ledger.json.lock"]
    assert claim(path, 2).n == 2
    assert os.listdir(tmp_path) == ["ledger.json"]


def test_a_lock_without_a_name_is_kept_only_as_long_as_signing_takes(tmp_path, monkeypatch):
    path, lock = str(tmp_path / "ledger.json"), tmp_path / "ledger.json.lock"
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    lock.touch()
    with pytest.raises(errors.LedgerError, match="is kept by another process, and was not free"):
        claim(path, 2)
    for age in (1, -3600):  # the clock may have been set back
        lock.touch()
        os.utime(lock, (time.time() - age,) * 2)
        assert claim(path, 2).n == 2 and not lock.exists()


def test_what_is_no_lock_of_ours_stays(tmp_path, monkeypatch):
    path, lock = str(tmp_path / "ledger.json"), tmp_path / "ledger.json.lock"
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    for text in (f"I am on {socket.gethostname()}", f"process 1 on {socket.gethostname()}.else"):
        lock.write_text(text, encoding="utf-8")
        with pytest.raises(errors.LedgerError, match="is kept by"):
            claim(path, 2)
        assert lock.read_text(encoding="utf-8") == text


def test_where_the_system_cannot_keep_a_lock_its_file_does(tmp_path, monkeypatch):
    fcntl = pytest.importorskip("fcntl")

    def flock(held, how):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    path = str(tmp_path / "ledger.json")
    with files.locked(path), pytest.raises(errors.LedgerError, match="is kept by process"):
        claim(path, 2)
    assert claim(path, 2).n == 2
    Path(f"{path}.lock").write_text(f"process 1 on {socket.gethostname()}", encoding="utf-8")
    with pytest.raises(errors.LedgerError, match="is kept by process 1 on"):
        claim(path, 3)


def test_a_process_removes_no_lock_but_its_own(tmp_path):
    path, lock = str(tmp_path / "ledger.json"), tmp_path / "ledger.json.lock"
    with files.locked(path):
        lock.unlink()  # by hand
        lock.write_text("process 1 on another", encoding="utf-8")
    assert lock.read_text(encoding="utf-8") == "process 1 on another"
    lock.unlink()
    with files.locked(path):
        lock.unlink()
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(os.name == "nt", reason="acts as Windows does")
def test_windows_removes_the_lock_of_a_process_that_has_ended(tmp_path, monkeypatch):
    """There an open file cannot be removed, which is how a running process keeps its lock."""
    monkeypatch.setattr(files, "fcntl", None)
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    path, lock = str(tmp_path / "ledger.json"), tmp_path / "ledger.json.lock"
    lock.write_text(f"process 1 on {socket.gethostname()}", encoding="utf-8")
    assert claim(path, 2).n == 2 and not lock.exists()
    unlink, running = os.unlink, [True]

    def refused(name):
        if running and os.fspath(name) == str(lock):
            raise PermissionError(13, "is being used by another process")
        unlink(name)

    monkeypatch.setattr(files.os, "unlink", refused)
    lock.write_text(f"process 1 on {socket.gethostname()}", encoding="utf-8")
    with pytest.raises(errors.LedgerError, match="is kept by process 1 on"):
        claim(path, 3)
    running.clear()
    assert claim(path, 3).n == 3 and not lock.exists()


def test_unfinished_files_of_this_ledger_alone_are_removed(tmp_path, monkeypatch):
    """Those that a process leaves that is killed before it puts its file in place."""
    ledgers = [tmp_path / name for name in ("ledger.json", "ledger.js", "ledger", "x" * 60 + ".a",
                                            "x" * 60 + ".b", "[ab]*.json")]  # fmt: skip

    def never(*names):
        raise SystemExit

    left = {}
    for ledger in ledgers:
        before = set(os.listdir(tmp_path))
        with monkeypatch.context() as patch, pytest.raises(SystemExit):
            patch.setattr(files.os, "replace", never)
            patch.setattr(Path, "unlink", lambda path, missing_ok: None)
            files.write(ledger, b"half")
        (left[ledger],) = set(os.listdir(tmp_path)) - before
    for ledger in ledgers:
        with files.locked(str(ledger)):
            here = {name for name in os.listdir(tmp_path) if name.endswith(".part")}
            left.pop(ledger)
            assert here == set(left.values())


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

    monkeypatch.setattr(files.socket, "gethostname", no_name)
    with pytest.raises(OSError, match="No space"), files.locked(str(tmp_path / "ledger.json")):
        raise AssertionError("not reached")
    assert os.listdir(tmp_path) == []


def test_reading_waits_for_nobody(tmp_path):
    path = str(tmp_path / "ledger.json")
    claim(path, 2)
    with files.locked(path):
        assert js.watch_claim(path).n == 2


def test_who_writes_a_claim_down_waits(tmp_path, monkeypatch):
    path = str(tmp_path / "ledger.json")
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    with files.locked(path), pytest.raises(errors.LedgerError, match="is kept by"):
        js.watch_claim(path, None, "B", "A", better=["time"], measures=WAYS)


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="needs links")
def test_a_link_and_its_ledger_are_kept_together(tmp_path, monkeypatch):
    path, link = tmp_path / "ledger.json", tmp_path / "link.json"
    claim(str(path), 2)
    link.symlink_to(path)
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    with files.locked(str(link)), pytest.raises(errors.LedgerError, match="is kept by"):
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
