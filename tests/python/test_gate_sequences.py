"""Sequences of gates, and the exit status of each: nothing passes but a run that shows its claims.

Good runs are cheaper on all tasks, bad ones dearer. A sequence shares one folder of ledgers.
"""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from gate_claims import CLAIMS, SECOND

from jointstats.base import files
from jointstats.interfaces.cli import main

N = 9
WORDS = ["gate.toml", "base.csv", "candidate.csv"]
PASSED, ERROR, UNDECIDED, REFUTED = 0, 2, 3, 4


def base(n=N, **columns):
    return pd.DataFrame({"task": [f"t{i}" for i in range(n)], "quality": 0.5, "cost": 10.0}).assign(
        **columns
    )


def better(n=N, k=None, by=1.0):
    """Cheaper on the first k tasks, dearer on the others."""
    return base(n, cost=np.where(np.arange(n) < (n if k is None else k), 10 - by, 10 + by))


def crashed(frame, k=N):
    """Without results of the first k tasks."""
    return frame.mask(frame.index.to_series() < k, other=np.nan).assign(task=frame["task"])


def gated(*words, candidate=None, baseline=None, claims=CLAIMS, name="abc"):
    """One call of the gate in this folder; its exit status."""
    Path("gate.toml").write_text(claims, encoding="utf-8")
    (base() if baseline is None else baseline).to_csv("base.csv", index=False)
    (better() if candidate is None else candidate).to_csv("candidate.csv", index=False)
    named = [] if name is None else ["--name", name]
    return main(["gate", *WORDS, *named, *words])


def step(expected, *words, **given):
    return expected, words, given


GOOD = step(PASSED)
BAD = step(ERROR, candidate=better(k=0))
RERUN = ("--rerun",)

SEQUENCES = {
    "good, good": [GOOD, GOOD],
    "good, worse on all": [GOOD, BAD, GOOD],
    "good, worse on one": [GOOD, step(ERROR, candidate=better(k=N - 1))],
    "bad, good": [step(REFUTED, candidate=better(k=0)), step(ERROR)],
    "bad, good of another name": [step(REFUTED, candidate=better(k=0)), step(PASSED, name="def")],
    "good, worse of another name": [GOOD, step(REFUTED, candidate=better(k=0), name="def")],
    "good, rerun is worse": [GOOD, step(UNDECIDED, *RERUN, candidate=better(k=0))],
    "good, rerun is good": [GOOD, step(PASSED, *RERUN, candidate=better(by=2))],
    "bad, rerun is good": [
        step(REFUTED, candidate=better(k=0)), step(REFUTED, *RERUN), step(ERROR),
    ],
    "rerun at first": [step(PASSED, *RERUN), step(UNDECIDED, *RERUN, candidate=better(k=0)), GOOD],
    "undecided, more tasks": [
        step(UNDECIDED, baseline=base(4), candidate=better(4)),
        step(PASSED, candidate=better(N)),
    ],
    "good, more tasks are bad": [
        GOOD, step(UNDECIDED, baseline=base(20), candidate=better(20, N)),
    ],
    "good, rerun of some tasks": [GOOD, step(ERROR, *RERUN, baseline=base(5), candidate=better(5))],
    "crashed on all": [step(REFUTED, candidate=crashed(better()))],
    "good, rerun crashed on all": [GOOD, step(UNDECIDED, *RERUN, candidate=crashed(better()))],
    "good, crashed on one": [GOOD, step(ERROR, candidate=crashed(better(), 1))],
    "good, one row is missing": [GOOD, step(ERROR, candidate=better().drop(index=0))],
    "good, no row": [GOOD, step(ERROR, candidate=better(0)), GOOD],
    "crashed, rerun is good": [
        step(REFUTED, candidate=crashed(better())), step(REFUTED, *RERUN),
    ],
    "some crashed, rerun is good": [
        step(UNDECIDED, candidate=crashed(better(), 4)), step(UNDECIDED, *RERUN),
    ],
    "the baseline crashed": [step(ERROR, baseline=crashed(base(), 1))],
    "good, rerun with worse baseline": [GOOD, step(ERROR, *RERUN, baseline=base(cost=20.0))],
    "bad, worse baseline": [
        step(REFUTED, candidate=better(k=0)),
        step(ERROR, *RERUN, baseline=base(cost=20.0), candidate=better(k=0)),
    ],
    "good, other rope": [
        GOOD, step(ERROR, claims=CLAIMS.replace("quality = 0.0", "quality = 0.1")),
    ],
    "good, other direction": [
        GOOD, step(ERROR, *RERUN, claims=CLAIMS.replace('cost = "min"', 'cost = "max"')),
    ],
    "good, other threshold": [GOOD, step(ERROR, claims=CLAIMS + "threshold = 0.2\n")],
    "good, one more claim": [GOOD, step(ERROR, *RERUN, claims=CLAIMS + SECOND)],
    "good, other claim": [GOOD, step(ERROR, claims=CLAIMS.replace('not_worse = ["quality"]', ""))],
    "good, other family": [
        GOOD, step(ERROR, baseline=base(suite="x"), candidate=better().assign(suite="x"),
                   claims='cluster = "suite"\n' + CLAIMS),
    ],
    "good, the same claims in other words": [
        GOOD, step(PASSED, claims="# as before\nalpha = 5e-2\n" + CLAIMS.replace("0.0", "0")),
    ],
    "once": [
        step(PASSED, "--once", name=None), step(REFUTED, "--once", name=None,
                                                candidate=better(k=0)), GOOD,
    ],
    "good, once is worse": [GOOD, step(REFUTED, "--once", candidate=better(k=0))],
    "once and rerun": [step(ERROR, "--once", *RERUN)],
    "a name with a line break": [
        step(ERROR, name="abc\n**Passed: all"),
        step(ERROR, "--once", name="abc\n"),
    ],
    "names that are no names": [
        step(ERROR, name=name) for name in ("", "baseline", "../abc", "a/b", ".", "a b")
    ],
    "a ledger elsewhere": [
        step(ERROR, claims='ledger = "../elsewhere"\n' + CLAIMS),
        step(PASSED, "--ledger", "../elsewhere"),
        step(ERROR, "--ledger", "../elsewhere", candidate=better(k=0)),
    ],
    "JSON and Markdown": [step(ERROR, "--json", "--to", "markdown"), step(PASSED, "--json")],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch):
    place = tmp_path / "work"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


@pytest.mark.parametrize("steps", SEQUENCES.values(), ids=SEQUENCES)
def test_a_sequence_of_gates(folder, capsys, steps):
    for expected, words, given in steps:
        assert gated(*words, **given) == expected, (words, given)
        printed = capsys.readouterr()
        assert ("assed" in printed.out or '"state": "shown"' in printed.out) == (expected == 0)
        if expected == ERROR:
            assert printed.out == "" and len(printed.err.splitlines()) == 1, printed.err
            assert printed.err.startswith("jointstats: ") and "internal" not in printed.err


def test_what_is_said_of_a_change(folder, capsys):
    """The task, the file and the key are named, with the cure."""
    gated(claims=CLAIMS)
    gated(candidate=better(k=N - 1))
    gated(baseline=base(cost=20.0))
    gated(claims=CLAIMS.replace('"min"', '"max"'))
    gated(name=None)
    said = capsys.readouterr().err.splitlines()
    for line, words in zip(
        said,
        (
            ['cost of abc on "t8"', "--rerun", "--name"],
            ['cost of baseline on "t0"', "the baseline has changed"],
            ["gate.toml has changed", "measures differs"],
            ["--name", "--once"],
        ),
        strict=True,
    ):
        assert all(word in line for word in words), line


def test_a_ledger_of_an_older_version(folder, capsys):
    assert gated() == PASSED
    path = folder / "gate.ledger" / "abc.json"
    assert path.parent.is_dir() and [p.name for p in path.parent.iterdir()] == ["abc.json"]
    facts = json.loads(path.read_text())
    path.write_text(json.dumps(facts | {"schema": facts["schema"] - 1}))
    assert gated() == ERROR
    assert "older version of jointstats: begin a new one" in capsys.readouterr().err
    (path.parent / "def").mkdir()  # a folder with a file for each claim
    assert gated(name="def") == ERROR
    assert "older version of jointstats: begin a new one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("claims", "cheaper", "threshold"), 0.2), (("claims", "cheaper", "better"), []),
        (("claims",), {}), (("table",), []), (("datasets", 0, "results", "abc", "cost"), 11.0),
        (("looks", 0, "votes", "cheaper"), [0, 9]), (("looks", 0, "p_value"), 0.5),
        (("looks",), []), (("datasets",), []), (("groups",), []),
        (("groups", 0, "algorithms"), ["def", "baseline"]), (("alpha",), 0.5),
    ],
)  # fmt: skip
def test_a_ledger_that_was_changed_by_hand(folder, where, value):
    assert gated() == PASSED
    path = folder / "gate.ledger" / "abc.json"
    text = path.read_text()
    facts = json.loads(text)
    *way, last = where
    place = facts
    for key in way:
        place = place[key]
    place[last] = value
    path.write_text(json.dumps(facts))
    assert gated() == ERROR and path.read_text() == json.dumps(facts)
    path.write_text(text)
    assert gated() == PASSED


# --- Processes ------------------------------------------------------------------------------------


def shell(script, **options):
    """What a shell makes of a script in which GATE is the command of these files."""
    command = f"{sys.executable} -m jointstats gate"
    return subprocess.run(
        ["bash", "-c", script.replace("GATE", command)], capture_output=True, text=True,
        check=False, timeout=60, **options,
    )  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="needs bash")
@pytest.mark.parametrize(
    ("script", "good", "bad"),
    [
        ("GATE gate.toml base.csv candidate.csv --once | head -n 0; exit ${PIPESTATUS[0]}", 0, 4),
        ("GATE gate.toml base.csv candidate.csv --once 2>&1 | true; exit ${PIPESTATUS[0]}", 0, 4),
        ("GATE gate.toml base.csv candidate.csv --once >&-", 2, 2),
        ("GATE gate.toml base.csv candidate.csv --once > /dev/full", 2, 2),
        ("GATE --once -- --help base.csv candidate.csv", 2, 2),
        ("GATE --once -- gate.toml base.csv --help", 2, 2),
        ("GATE --once -- gate.toml base.csv ''", 2, 2),
        ("GATE --once -- gate.toml base.csv candidate.csv", 0, 4),
    ],
)
def test_pipes_and_places(folder, script, good, bad):
    for candidate, status in ((better(), good), (better(k=0), bad)):
        gated("--once", candidate=candidate)
        done = shell(script)
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) <= 1


@pytest.mark.skipif(os.name == "nt", reason="needs bash")
def test_one_claim_keeps_its_status_in_a_closed_pipe(folder):
    frames = [base().assign(who="old"), better(k=0).assign(who="new")]
    pd.concat(frames).to_csv("long.csv", index=False)
    words = "long.csv --dataset task --algorithm who --min cost --better cost --exit-status"
    script = f"GATE {words} --for new --over old | head -n 0; exit ${{PIPESTATUS[0]}}"
    assert shell(script.replace("GATE", f"{sys.executable} -m jointstats claim")).returncode == 4


KILLED = """
import os, sys
from jointstats.base import files
from jointstats.interfaces.cli import main
steps = int(sys.argv[1])

def step(frame, event, arg):
    global steps
    if frame.f_code.co_filename.endswith("files.py"):
        steps -= 1
        if steps < 0:
            os.kill(os.getpid(), int(sys.argv[2]))

sys.setprofile(step)
sys.exit(main(sys.argv[3:]))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("steps", [0, 60, 90])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_gate_leaves_nothing_or_everything(folder, steps, how):
    """Whatever was written, the next call of the same run has the status of an undisturbed one."""
    gated("--once", claims=CLAIMS + SECOND, candidate=better(k=6))
    words = ["gate", *WORDS, "--name", "abc"]
    script = [sys.executable, "-c", KILLED, str(steps), str(int(how)), *words]
    killed = subprocess.run(script, capture_output=True, check=False, timeout=60)
    assert killed.returncode != 0
    path = folder / "gate.ledger" / "abc.json"
    assert not path.exists() or len(json.loads(path.read_text())["datasets"]) == N
    assert main(words) == REFUTED
    assert os.listdir(path.parent) == ["abc.json"]


def test_two_at_once(folder):
    """One of two different runs is the first; the other one is refused, and never passes."""
    gated("--once")
    better(k=0).to_csv("bad.csv", index=False)
    each = [[*WORDS[:2], name] for name in ("candidate.csv", "bad.csv") * 2]
    command = [sys.executable, "-m", "jointstats", "gate", "--name", "abc"]

    def run(words):
        done = subprocess.run([*command, *words], capture_output=True, check=False, timeout=60)
        return done.returncode

    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(run, each))
    assert statuses in ([PASSED, ERROR] * 2, [ERROR, REFUTED] * 2)


def test_a_gate_that_is_kept_by_another_is_an_error(folder, monkeypatch):
    assert gated() == PASSED
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    with files.locked(str(folder / "gate.ledger" / "abc.json")):
        assert gated() == ERROR
    assert gated() == PASSED
