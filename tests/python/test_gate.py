"""The gate: what passes, what is refused, what reruns change, and the exit status."""

import json
import math
import os
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from gate_claims import CLAIMS, SECOND
from scipy import integrate, stats

import jointstats as js
from jointstats import errors
from jointstats.claims.gate import file as gate_file
from jointstats.claims.gate import gate, words
from jointstats.interfaces.cli import main

ROOT = Path(__file__).parents[2]


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
        options = {"name": None if "once" in options else "candidate"} | options
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
    outcome = gated(results(signs), once=True)
    (claim,) = outcome.claims
    k, n = signs.count("+"), len(signs)
    assert (outcome.state, claim.state, claim.yes, claim.no) == (state, state, k, n - k)
    assert claim.p_value == pytest.approx(stats.binom.sf(k - 1, n, 0.5), rel=1e-12)
    assert claim.p_value_below == pytest.approx(stats.binom.cdf(k, n, 0.5), rel=1e-12)


def test_only_a_ledger_says_how_many_more_tasks(gated):
    frames = results("+" * 7 + "---")
    looks = [gated(frames, once=True), gated(frames)]
    assert ["more task" in words.text(look) for look in looks] == [False, True]


@pytest.mark.parametrize("signs", ["+" * 8 + "--", "+" + "-" * 9])
def test_a_ledger_bets(gated, signs):
    (claim,) = gated(results(signs)).claims
    k, n = signs.count("+"), len(signs)
    assert claim.p_value == pytest.approx(anytime_p(k, n), rel=1e-6)
    assert claim.p_value_below == pytest.approx(anytime_p(n - k, n), rel=1e-6)


def test_a_rerun_of_another_candidate_passes_only_by_both(gated):
    """The first results of a task count for the ledger, and the run has to show its claims too."""
    first = gated(results("+" * 11))
    assert (first.state, first.n_changed) == ("shown", 0)
    assert gated(results("+" * 11)) == first  # the same results: nothing changes
    with pytest.raises(errors.LedgerError, match='as cost of candidate on "t8", and this'):
        gated(results("+" * 8 + "---"))
    bad = gated(results("+" * 4 + "-" * 7), rerun=True)
    (claim,) = bad.claims
    assert (bad.state, bad.n_changed) == ("undecided", 7)
    assert (claim.yes, claim.no, claim.run_yes, claim.run_no) == (11, 0, 4, 7)
    assert claim.run_p_value == pytest.approx(stats.binom.sf(3, 11, 0.5), rel=1e-12)
    assert "this run alone does not show it (4 of 11 tasks)" in words.text(bad)
    assert "7 tasks of this run have other results than first." in words.text(bad)
    assert gated(results("+" * 11), rerun=True).state == "shown"
    more = gated(results("+" * 17), rerun=True)
    assert (more.n, more.claims[0].yes) == (17, 17)
    with pytest.raises(errors.LedgerError, match='lacks the task "t11"'):
        gated(results("+" * 11), rerun=True)
    bad = gated(results("-" * 11), name="other")
    assert bad.state == "refuted"  # has a separate ledger
    better = gated(results("+" * 11), name="other", rerun=True)
    assert (better.state, better.claims[0].yes) == ("refuted", 0)


def test_a_task_that_crashed_first_has_crashed(gated):
    base, candidate = results("+" * 9)
    crashed = candidate.assign(cost=np.where(candidate.index < 4, np.nan, candidate.cost))
    first = gated((base, crashed))
    assert (first.state, first.n_failed, first.claims[0].yes) == ("undecided", 4, 5)
    with pytest.raises(errors.LedgerError, match="has a failed run as cost of candidate"):
        gated((base, candidate))
    again = gated((base, candidate), rerun=True)
    assert (again.state, again.n_failed, again.n_changed) == ("undecided", 0, 4)
    assert (again.claims[0].yes, again.claims[0].run_yes) == (5, 9)


def test_the_ledger_bets_as_that_of_a_claim_written_down_in_advance(gated, tmp_path):
    """The same votes and p-values as `watch_claim`, look after look."""
    path, both = str(tmp_path / "claim.json"), {}
    claim = {"not_worse": ["quality"], "better": ["cost"]}
    about = {"measures": {"quality": "max", "cost": "min"}, "rope": {"quality": 0.0}}
    js.watch_claim(path, None, "candidate", "baseline", **claim, **about)
    for signs in ("+" * 8, "+" * 8 + "--+-", "+" * 8 + "--+-" + "+" * 9):
        frames = results(signs)
        both["watch"] = js.watch_claim(
            path,
            pd.concat(
                [f.assign(who=w) for f, w in zip(frames, ("baseline", "candidate"), strict=True)]
            ),
            dataset="task",
            algorithm="who",
        )
        (both["gate"],) = gated(frames).claims
        for name in ("yes", "no", "p_value", "p_value_below"):
            assert getattr(both["gate"], name) == getattr(both["watch"], name)


def test_all_claims_pass_each_at_its_level_and_are_refuted_with_a_correction(gated):
    outcome = gated(results("b" * 5), CLAIMS + SECOND, once=True)
    assert outcome.state == "shown"  # both at 1/32, which Holm's correction would double
    assert {claim.p_value for claim in outcome.claims} == {1 / 32}
    assert (
        "at most 5 % if tasks are independent draws and the claims were named in advance"
    ) in words.text(outcome)
    outcome = gated(results("+" * 4 + "b"), CLAIMS + SECOND, once=True)
    states = {claim.name: claim.state for claim in outcome.claims}
    assert states == {"cheaper": "undecided", "better": "undecided"}  # 1/32 is alone no more
    outcome = gated(results("+" * 5), CLAIMS + SECOND, once=True)
    refuted = {claim.name: claim.p_value_below for claim in outcome.claims}["better"]
    assert (outcome.state, refuted) == ("undecided", 1 / 32)
    outcome = gated(results("+" * 6), CLAIMS + SECOND, once=True)
    assert {claim.name: claim.state for claim in outcome.claims} == {
        "cheaper": "shown", "better": "refuted",
    }  # fmt: skip
    assert outcome.state == "refuted"


def test_what_the_candidate_lacks_counts_as_its_worst(gated):
    base, candidate = results("+" * 6)
    candidate.loc[1, "cost"] = np.nan
    outcome = gated((base, candidate.drop(index=0)), once=True)
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
    outcome = gated(frames, 'cluster = "suite"\n' + CLAIMS, once=True)
    assert (outcome.n_families, outcome.claims[0].yes, outcome.claims[0].no) == (3, 2, 1)
    assert "annot be shown with 3 families, but with 5" in words.text(outcome)


ATTEMPTS = """
dataset = "task"
min_folds = 2
[measures]
resolved = "max"
cost = "min"
[rope]
resolved = 0.34
[claims.replace]
not_worse = ["resolved"]
better = ["cost"]
"""


@pytest.mark.parametrize(
    "rule", ['aggregate = "mean"\n', 'runs = "attempt"\nrun_kind = "independent"\n']
)
def test_a_failed_attempt_is_no_failed_task(gated, rule):
    """Three attempts at each of 14 tasks, of which one of each side failed."""
    base = pd.DataFrame(
        {"task": np.repeat([f"t{i}" for i in range(14)], 3), "attempt": [0, 1, 2] * 14,
         "resolved": [1.0, 1.0, 0.0] * 14, "cost": 0.4}
    )  # fmt: skip
    candidate = base.assign(cost=0.1)
    base.loc[4, ["resolved", "cost"]] = np.nan
    candidate.loc[30, ["resolved", "cost"]] = np.nan
    outcome = gated((base, candidate), rule + ATTEMPTS, once=True)
    (claim,) = outcome.claims
    # The means of resolved are 2/3, of "t1" 1/2 for the baseline, of "t10" 1/2 for the candidate.
    assert (outcome.state, outcome.n, outcome.n_failed, claim.yes) == ("shown", 14, 0, 14)
    with pytest.raises(errors.MissingValuesError, match='has no resolved on "t1"'):
        gated((base, candidate), rule + ATTEMPTS.replace("min_folds = 2", ""), once=True)


def test_what_one_candidate_spends_is_said(gated):
    said = words.text(gated(results("+" * 9), name="7adc0ffee"))
    assert "Each other candidate, such as each commit, has another 5 %." in said
    assert "each rerun has another 5 %." in words.text(gated(results("+" * 9), once=True))


def test_names_are_escaped_in_markdown(gated):
    base, candidate = results("+" * 9)
    name = "a|b*c_`<d>[e]"
    frames = [frame.rename(columns={"cost": name}) for frame in (base, candidate)]
    claims = CLAIMS.replace("cost =", f"'{name}' =").replace('["cost"]', f"['{name}']")
    said = words.markdown(gated(frames, claims, once=True))
    assert r"better on a\|b\*c\_\`\<d\>\[e\]" in said
    assert said.startswith("**Passed: the claim is shown for candidate.")


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


# --- Means, and ties ------------------------------------------------------------------------------


def test_a_pass_whose_mean_is_worse_says_so(gated):
    """Thirty tasks are as good and cheaper; on ten, the quality is lost."""
    base, candidate = results("+" * 30 + "w" * 10)
    outcome = gated((base, candidate), once=True)
    assert outcome.state == "shown"
    assert outcome.means["quality"] == pytest.approx((0.5 - 0.1 * 10 / 40, 0.5))
    assert outcome.means["cost"] == pytest.approx((9.0, 10.0))
    said = words.text(outcome)
    assert "Means, which no claim is about: quality 0.475 (baseline 0.500), cost 9.00" in said
    assert "Caution: cheaper is shown, but the mean is worse on quality." in said
    assert "Caution" not in words.text(gated(results("+" * 40), once=True))


def test_equal_numbers_without_a_rope_are_named_with_the_cure(gated):
    claims = CLAIMS.replace("[rope]\nquality = 0.0\n", "")
    outcome = gated(results("+" * 40), claims, once=True)
    assert outcome.state == "undecided" and outcome.n_unknown == {"quality": 40}
    cure = "a table [rope] with a line such as quality = 0."
    assert cure in words.text(outcome)
    assert cure not in words.text(gated(results("+" * 40), once=True))


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
        ('alpha = "0.05"\n' + CLAIMS, "alpha must be a number, without quotation marks"),
        ('min_folds = "2"\n' + CLAIMS, "min_folds must be a number"),
        (CLAIMS.replace("0.0", '"0.0"'), "quality must be a number"),
        (CLAIMS + 'threshold = "0.5"\n', "threshold must be a number"),
        (CLAIMS + 'at_least = "1"\n', "at_least must be a number"),
        ("runs = 3\n" + CLAIMS, "runs must be text"),
        ("alpha = true\n" + CLAIMS, "alpha"),
        ("alpha = nan\n" + CLAIMS, "alpha"),
        ("a = " + "[" * 5000 + "]" * 5000, "nested too deep"),
        ('ledger = "../kept"\n' + CLAIMS, "not below the folder of this file"),
        ('ledger = "/kept"\n' + CLAIMS, "not below the folder of this file"),
        ('ledger = "~/kept"\n' + CLAIMS, "not below the folder of this file"),
        (CLAIMS.replace("not_worse", "equal"), "needs a rope"),
        (CLAIMS.replace('["quality"]', "{quality = 0.01}"), r"a line of \[rope\], such as quality"),
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
        assert gate_file.read(str(path), "/elsewhere").ledger == Path("/elsewhere")


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


def test_a_claim_test_has_the_same_status(files):
    files("+")
    frames = results("+" * 9 + "-")
    long = pd.concat([frames[0].assign(who="base"), frames[1].assign(who="new")])
    long.to_csv("long.csv", index=False)
    claim = ["claim", "long.csv", "--dataset", "task", "--algorithm", "who", "--min", "cost",
             "--better", "cost", "--exit-status"]  # fmt: skip
    assert main([*claim, "--for", "new", "--over", "base"]) == 0
    assert main([*claim, "--for", "base", "--over", "new"]) == 4
    long[(long.task < "t3") | (long.task == "t9")].to_csv("long.csv", index=False)
    assert main([*claim, "--for", "new", "--over", "base"]) == 3


def test_a_program_s_files_say_which_column_is_which(files, tmp_path):
    output = ROOT / "tests/python/formats/lm-eval/output"
    Path("gate.toml").write_text('[measures]\n"acc" = "max"\n[claims.better]\nbetter = ["acc"]\n')
    small, large = (
        str(next((output / name).glob("results_*"))) for name in ("toy__small", "toy__large")
    )
    assert main(["gate", "gate.toml", small, large, "--once"]) in (3, 4)
    assert main(["gate", "gate.toml", str(output), large, "--once"]) == 2  # holds several models


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
    assert len(lines) <= 30
    script = textwrap.dedent("\n".join(lines[lines.index("      run: |") + 1 :]))
    summary = tmp_path / "summary.md"
    variables = {
        "CLAIMS": "gate.toml", "BASELINE": "base.csv", "CANDIDATE": "candidate.csv",
        "COMMIT": "7adc0ffee", "RERUN": "", "RUNNER_TEMP": str(tmp_path),
        "GITHUB_STEP_SUMMARY": str(summary), "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    assert run_step(script, command, **variables).returncode == status
    assert "| claim | holds on | p | |" in summary.read_text()
    assert "7adc0ffee" in summary.read_text()
    assert os.listdir("gate.ledger") == ["7adc0ffee.json"]
    if status:
        return
    for changed in ({"CLAIMS": "--help"}, {"CANDIDATE": ""}, {"COMMIT": ""}):
        assert run_step(script, command, **variables | changed).returncode == 2
    (command / "jointstats").write_text("#!/bin/sh\nexit 0\n")  # no outcome line: no pass
    assert run_step(script, command, **variables).returncode == 1


def test_the_action_names_the_head_of_a_change_and_installs_beside_the_project():
    text = (ROOT / "action.yml").read_text()
    assert "github.event.pull_request.head.sha || " in text
    assert 'python3 -m venv "$RUNNER_TEMP/jointstats"' in text


def test_the_entry_of_the_hook(files, command):
    files("+" * 9)
    lines = (ROOT / ".pre-commit-hooks.yaml").read_text().splitlines()
    (entry,) = [line.split("entry: ")[1] for line in lines if "entry: " in line]
    done = run_step(f"{entry} gate.toml base.csv candidate.csv", command, PYTHONPATH=str(ROOT))
    assert done.returncode == 0, done.stderr
    assert not Path("gate.ledger").exists()  # a hook that changes files fails


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
