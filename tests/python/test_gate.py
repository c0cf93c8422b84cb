"""The gate: what passes, what is refused, what reruns change, and the exit status."""

import json
import math
import os
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import integrate, stats

import jointstats as js
from jointstats import errors
from jointstats.labelled.joint import gate, gate_file
from jointstats.presentation.cli import main
from jointstats.words import gate as words

ROOT = Path(__file__).parents[2]
CLAIMS = """
dataset = "task"
[measures]
quality = "max"
cost = "min"
[rope]
quality = 0.0
[claims.cheaper]
not_worse = ["quality"]
better = ["cost"]
"""
SECOND = '[claims.better]\nbetter = ["quality"]\n'


def results(signs, start=0, cost=10.0):
    """Baseline and candidate: "+" is as good and cheaper, "-" dearer, "w" worse, "b" better."""
    tasks = [f"t{start + i}" for i in range(len(signs))]
    base = pd.DataFrame({"task": tasks, "quality": 0.5, "cost": cost})
    step = {"+": (0, -1), "-": (0, 1), "w": (-0.1, -1), "b": (0.1, -1)}
    moved = np.array([step[sign] for sign in signs])
    return base, base.assign(quality=base.quality + moved[:, 0], cost=base.cost + moved[:, 1])


@pytest.fixture
def gated(tmp_path):
    """Write the claims; a function that asks the gate of frames."""

    def ask(frames, claims=CLAIMS, **options):
        path = tmp_path / "gate.toml"
        path.write_text(claims)
        return gate.gate(gate_file.read(str(path)), *frames, **options)

    return ask


def anytime_p(yes, n):
    """1 over the e-value by quadrature: stakes spread by an arcsine law over shares above 1/2."""
    stake, _ = integrate.quad(
        lambda t: (2 * math.sin(t) ** 2) ** yes * (2 * math.cos(t) ** 2) ** (n - yes),
        math.pi / 4, math.pi / 2,
    )  # fmt: skip
    return min(1.0, 1 / (stake / (math.pi / 4)))


@pytest.mark.parametrize(
    ("signs", "state"),
    [("+" * 9 + "-", "shown"), ("+" * 7 + "---", "undecided"), ("+" + "-" * 9, "refuted")],
)
def test_a_single_look_is_the_exact_binomial_test(gated, signs, state):
    outcome = gated(results(signs), ledger=False)
    (claim,) = outcome.claims
    k, n = signs.count("+"), len(signs)
    assert (outcome.state, claim.state, claim.yes, claim.no) == (state, state, k, n - k)
    assert claim.p_value == pytest.approx(stats.binom.sf(k - 1, n, 0.5), rel=1e-12)
    assert claim.p_value_below == pytest.approx(stats.binom.cdf(k, n, 0.5), rel=1e-12)


def test_only_a_ledger_says_how_many_more_tasks(gated):
    looks = [gated(results("+" * 7 + "---"), ledger=ledger) for ledger in (False, True)]
    assert ["more task" in words.text(look) for look in looks] == [False, True]


@pytest.mark.parametrize("signs", ["+" * 8 + "--", "+" + "-" * 9])
def test_a_ledger_bets(gated, signs):
    (claim,) = gated(results(signs)).claims
    k, n = signs.count("+"), len(signs)
    assert claim.p_value == pytest.approx(anytime_p(k, n), rel=1e-6)
    assert claim.p_value_below == pytest.approx(anytime_p(n - k, n), rel=1e-6)


def test_repeating_the_same_tasks_changes_nothing(gated):
    first = gated(results("+" * 8 + "---"))
    again = gated(results("+" * 11))  # other results of the same tasks
    assert again.claims == first.claims
    assert (first.n_repeated, again.n_repeated) == (0, 11)
    more = gated(results("+" * 12, start=5))  # of these, six are known
    assert (more.n, more.n_repeated, more.claims[0].yes) == (17, 6, 14)
    assert gated(results("+" * 11), name="other").claims[0].yes == 11  # has its own ledger


def test_the_ledger_is_that_of_a_claim_written_down_in_advance(gated, tmp_path):
    gated(results("+" * 8))
    result = js.watch_claim(str(tmp_path / "gate.ledger" / "candidate" / "cheaper.json"))
    assert (result.beforehand, result.yes, result.algorithms) == (
        True,
        8,
        ("candidate", "baseline"),
    )


def test_all_claims_pass_each_at_its_level_and_are_refuted_with_a_correction(gated):
    outcome = gated(results("b" * 5), CLAIMS + SECOND, ledger=False)
    assert outcome.state == "shown"  # both at 1/32, which Holm's correction would double
    assert {claim.p_value for claim in outcome.claims} == {1 / 32}
    assert (
        "at most 5 % if tasks are independent draws and the claims were named in advance"
    ) in words.text(outcome)
    outcome = gated(results("+" * 4 + "b"), CLAIMS + SECOND, ledger=False)
    states = {claim.name: claim.state for claim in outcome.claims}
    assert states == {"cheaper": "undecided", "better": "undecided"}  # 1/32 is alone no more
    outcome = gated(results("+" * 5), CLAIMS + SECOND, ledger=False)
    refuted = {claim.name: claim.p_value_below for claim in outcome.claims}["better"]
    assert (outcome.state, refuted) == ("undecided", 1 / 32)
    outcome = gated(results("+" * 6), CLAIMS + SECOND, ledger=False)
    assert {claim.name: claim.state for claim in outcome.claims} == {
        "cheaper": "shown", "better": "refuted",
    }  # fmt: skip
    assert outcome.state == "refuted"


def test_what_the_candidate_lacks_counts_as_its_worst(gated):
    base, candidate = results("+" * 6)
    candidate.loc[1, "cost"] = np.nan
    outcome = gated((base, candidate.drop(index=0)), ledger=False)
    assert (outcome.n, outcome.n_failed, outcome.claims[0].yes) == (6, 2, 4)
    assert "2 tasks without a result of candidate count as its worst." in words.text(outcome)


def test_what_the_baseline_lacks_is_refused(gated):
    base, candidate = results("+" * 6)
    with pytest.raises(errors.MissingValuesError, match='has no quality on "t2"'):
        gated((base.drop(index=[2, 3]), candidate))


def test_families_of_tasks_vote(gated):
    base, candidate = results("+++---+++")
    family = [f"f{i // 3}" for i in range(9)]
    frames = base.assign(suite=family), candidate.assign(suite=family)
    outcome = gated(frames, 'cluster = "suite"\n' + CLAIMS, ledger=False)
    assert (outcome.n_families, outcome.claims[0].yes, outcome.claims[0].no) == (3, 2, 1)
    assert "annot be shown with 3 families, but with 5" in words.text(outcome)


@pytest.mark.parametrize("anytime", [False, True])
@pytest.mark.parametrize(("yes", "no"), [(7, 3), (9, 1), (20, 15), (5, 5), (0, 4)])
def test_how_many_tasks_more(yes, no, anytime):
    def p(k, n):
        return anytime_p(k, n) if anytime else stats.binom.sf(k - 1, n, 0.5)

    share = yes / (yes + no)
    wanted = None
    if share > 0.5:
        wanted = next(m for m in range(10_000)
                      if p(math.floor(yes + m * share + 0.5), yes + no + m) <= 0.05)  # fmt: skip
    assert gate.tasks_needed(yes, no, 0.5, 0.05, anytime=anytime) == wanted


def test_the_fewest_tasks():
    assert gate.fewest_tasks(0.5, 0.05, anytime=False) == 5
    assert gate.fewest_tasks(0.5, 0.05, anytime=True) == next(
        n for n in range(1, 20) if anytime_p(n, n) <= 0.05
    )


# --- The file of the claims -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("measures = 3", r"needs a table \[measures\]"),
        ('[measures]\ncost = "min"', r"needs a table \[claims.cheaper\]"),
        (CLAIMS.replace("better", "beter"), 'has "beter"; known here are better'),
        (CLAIMS.replace('"min"', '"low"'), "cost"),
        (CLAIMS.replace('["cost"]', '["price"]'), 'no measure .* "price"'),
        (CLAIMS.replace("cheaper", '"a/b"'), "letters, digits"),
        ("alpha = 2\n" + CLAIMS, "alpha"),
        ("ledger = 3\n" + CLAIMS, "ledger must be text"),
        ("[[", "is not TOML"),
        (CLAIMS + "at_least = 0\n", "at_least"),
        (CLAIMS.replace("not_worse", "equal"), "needs a rope"),
    ],
)
def test_what_the_file_cannot_say(tmp_path, text, message):
    path = tmp_path / "gate.toml"
    path.write_text(text)
    with pytest.raises(js.JointStatsError, match=message):
        gate_file.read(str(path))


def test_a_ledger_elsewhere_or_none(tmp_path):
    path = tmp_path / "gate.toml"
    for line, place in (
        ("", tmp_path / "gate.ledger"), ('ledger = "kept"\n', tmp_path / "kept"),
        ("ledger = false\n", None),
    ):  # fmt: skip
        path.write_text(line + CLAIMS)
        assert gate_file.read(str(path)).ledger == place


# --- The command, and what runs it ----------------------------------------------------------------


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Write claims and results, and work there; a function that writes others."""
    monkeypatch.chdir(tmp_path)
    Path("gate.toml").write_text(CLAIMS)

    def write(signs):
        for frame, name in zip(results(signs), ("base.csv", "candidate.csv"), strict=True):
            frame.to_csv(name, index=False)

    return write


WORDS = ["gate", "gate.toml", "base.csv", "candidate.csv"]


@pytest.mark.parametrize(
    ("signs", "status"), [("+" * 9 + "-", 0), ("+" * 6 + "----", 3), ("-" * 9, 4)]
)
def test_the_exit_status(files, capsys, signs, status):
    files(signs)
    assert main([*WORDS, "--once"]) == status
    assert (
        capsys.readouterr().out.split(":")[0] == ["Passed", "", "", "Undecided", "Refused"][status]
    )
    assert main([*WORDS, "--once", "--json"]) == status
    state = ["shown", "", "", "undecided", "refuted"][status]
    assert json.loads(capsys.readouterr().out)["state"] == state


def test_bad_input_has_a_status_of_its_own(files, capsys):
    files("+++")
    assert main([*WORDS[:3], "none.csv"]) == 2
    assert main([*WORDS, "--name", "baseline"]) == 2
    pd.DataFrame({"name": [1]}).to_csv("candidate.csv")
    assert main(WORDS) == 2
    said = capsys.readouterr().err
    assert "There is no file none.csv" in said
    assert "task" in said.splitlines()[-1]


def test_a_claim_test_has_the_same_status(files):
    files("+")
    frames = results("+" * 9 + "-")
    long = pd.concat([frames[0].assign(who="base"), frames[1].assign(who="new")])
    long.to_csv("long.csv", index=False)
    claim = ["claim", "long.csv", "--dataset", "task", "--algorithm", "who", "--min", "cost",
             "--better", "cost", "--exit-status"]  # fmt: skip
    assert main([*claim, "--for", "new", "--over", "base"]) == 0
    assert main([*claim, "--for", "base", "--over", "new"]) == 4
    long[long.task < "t6"].to_csv("long.csv", index=False)
    long[(long.task < "t3") | (long.task == "t9")].to_csv("long.csv", index=False)
    assert main([*claim, "--for", "new", "--over", "base"]) == 3


def test_a_program_s_files_say_which_column_is_which(files, tmp_path):
    output = ROOT / "tests/python/formats/lm-eval/output"
    Path("gate.toml").write_text('[measures]\n"acc" = "max"\n[claims.better]\nbetter = ["acc"]\n')
    small, large = (
        str(next((output / name).glob("results_*"))) for name in ("toy__small", "toy__large")
    )
    assert main(["gate", "gate.toml", small, large]) in (3, 4)
    assert main(["gate", "gate.toml", str(output), large]) == 2  # holds several models


def run_step(script, place, **variables):
    """What a runner of GitHub does with a step of "shell: bash"."""
    environment = {**os.environ, **variables, "PATH": f"{place}:{os.environ['PATH']}"}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def command(tmp_path):
    """A folder with the command ``jointstats`` of this checkout."""
    place = tmp_path / "bin"
    place.mkdir()
    run = place / "jointstats"
    run.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m jointstats "$@"\n')
    run.chmod(0o755)
    return place


@pytest.mark.parametrize(("signs", "status"), [("+" * 9, 0), ("-" * 9, 4)])
def test_the_step_of_the_action(files, command, tmp_path, signs, status):
    files(signs)
    lines = (ROOT / "action.yml").read_text().splitlines()
    assert len(lines) <= 15
    script = lines[-1].strip().removeprefix("run: ")
    summary = tmp_path / "summary.md"
    done = run_step(script, command, CLAIMS="gate.toml", BASELINE="base.csv",
                    CANDIDATE="candidate.csv", GITHUB_STEP_SUMMARY=str(summary),
                    PYTHONPATH=str(ROOT))  # fmt: skip
    assert done.returncode == status
    assert "| claim | holds on | p | |" in summary.read_text()


def test_the_entry_of_the_hook(files, command):
    files("+" * 9)
    lines = (ROOT / ".pre-commit-hooks.yaml").read_text().splitlines()
    (entry,) = [line.split("entry: ")[1] for line in lines if "entry: " in line]
    done = run_step(f"{entry} gate.toml base.csv candidate.csv", command, PYTHONPATH=str(ROOT))
    assert done.returncode == 0, done.stderr


def test_the_page_of_claims_shows_what_the_gate_prints(tmp_path, monkeypatch, capsys):
    page = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    claims, printed = (page.split(f"```{kind}\n")[1].split("```")[0] for kind in ("toml", "text"))
    monkeypatch.chdir(tmp_path)
    Path("gate.toml").write_text(claims, encoding="utf-8")
    weka = js.load_frame("weka")
    for file, name in (("baseline.csv", "J48graft"), ("candidate.csv", "AODE")):
        one = weka[weka["algorithm"] == name]
        one[["dataset", "auc", "training_time"]].to_csv(file, index=False)
    assert main(printed.split("\n")[0].split()[2:]) == 3
    assert capsys.readouterr().out.splitlines() == printed.splitlines()[1:]
    assert main(["gate", "gate.toml", "baseline.csv", "candidate.csv", "--once"]) == 0
    assert "p = 0.00230" in page and "(p = 0.00230)" in capsys.readouterr().out
