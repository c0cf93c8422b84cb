"""Runs as evidence: statements of single data sets, and what the runs lean to."""

import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import jointstats as js
from jointstats.kernels.joint import dirichlet
from jointstats.kernels.joint import runs as runs_kernel
from jointstats.labelled.wording import statement
from jointstats.presentation.cli.main import main
from jointstats.presentation.figures.of import figure

STUDY = Path(__file__).parents[2] / "studies" / "runs"
SHORT = ("run", "page", "shown")  # names that modules of other studies have, too
for name in SHORT:
    sys.modules.pop(name, None)
sys.path.insert(0, str(STUDY))

import run as study  # noqa: E402

sys.path.remove(str(STUDY))
for name in SHORT:
    sys.modules.pop(name, None)

ROLES = {"dataset": "data", "algorithm": "method"}
MEASURES = {"accuracy": "max", "time": "min"}


def frame(seed=0, n=8, runs=4, methods="AB", noise=1.0, shift=0.8):
    """Long rows: a row for each data set, method and run."""
    rng = np.random.default_rng(seed)
    rows = []
    for d in range(n):
        level = rng.normal(size=(len(methods), 2)) + shift * np.arange(len(methods))[:, None]
        for r in range(runs):
            for i, method in enumerate(methods):
                x = level[i] + noise * rng.normal(size=2)
                rows.append((f"d{d}", method, f"r{r}", 10 + x[0], 10 - x[1]))
    return pd.DataFrame(rows, columns=["data", "method", "run", "accuracy", "time"])


def table(rows, measures=MEASURES, **more):
    kept = {"runs": "run", "run_kind": "independent"} | more
    return js.results_table(rows, measures=measures, **ROLES, **kept)


def leaning(*args, **more):
    """What runs lean to; with few data sets the prior matters, and a warning says so."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The probability depends on the prior")
        return js.bayes_test(*args, runs_as="uncertain", **more)


# --- Statements of single data sets ---------------------------------------------------------------


def test_one_measure_by_hand():
    rows = frame(1, n=10, runs=3)
    found = leaning(table(rows, {"accuracy": "max"}))
    wide = rows.pivot_table(index=["data", "run"], columns="method", values="accuracy")
    d = (wide["A"] - wide["B"]).unstack()[["r0", "r1", "r2"]]
    by_hand = runs_kernel.run_weights(d.to_numpy()[:, :, None], prior_scale="learned")
    s2, df = by_hand.moderated.variance[:, 0], by_hand.moderated.df
    mean, scale = d.mean(axis=1).to_numpy(), by_hand.prior_scale[0]
    noise = s2 / 3
    moment = max((mean**2).mean() - noise.mean(), noise.mean() * np.sqrt(2 / 10))
    assert scale == pytest.approx(np.sqrt(moment), rel=1e-12)
    rng = np.random.default_rng(0)
    for i, row in enumerate(found.datasets):
        # delta ~ N(0, scale²), mean | delta, sigma² ~ N(delta, q noise): weigh draws of both.
        v = noise[i] * df[i] / rng.chisquare(df[i], 200_000) if np.isfinite(df[i]) else noise[i]
        weight = stats.norm.pdf(mean[i], 0, np.sqrt(scale**2 + v))
        shrunk = scale**2 / (scale**2 + v)
        p = (weight * stats.norm.cdf(mean[i] * np.sqrt(shrunk / v))).sum() / np.sum(weight)
        p = p if np.ndim(v) else float(stats.norm.cdf(mean[i] * np.sqrt(shrunk / v)))
        assert row.probability == pytest.approx(max(p, 1 - p), abs=3e-3)
        better = "A" if p > 0.5 else "B"
        assert row.order == {"accuracy": [better, "A" if better == "B" else "B"]}
        assert row.statement == f"{better} is better than {row.order['accuracy'][1]} on accuracy"
        assert row.runs == 3 and row.averaged is None


def test_what_the_averages_show_is_no_more_probable():
    made = table(frame(2, n=20, noise=1.5))
    found, values = leaning(made), made.oriented()
    assert [row.dataset for row in found.datasets] == list(made.datasets)
    assert {row.averaged is None for row in found.datasets} == {True, False}
    for row, (accuracy, time) in zip(found.datasets, values, strict=True):
        order = {
            name: ["A", "B"] if x[0] > x[1] else ["B", "A"]
            for name, x in (("accuracy", accuracy), ("time", time))
        }
        assert (row.averaged is None) == (order == row.order)
        assert row.averaged in (None, statement(order))
        assert (row.probability_averaged < row.probability) == (row.averaged is not None)


def test_folds_that_share_training_cases_are_less_sure():
    rows = frame(3, runs=10, noise=2.0)
    apart = leaning(table(rows)).datasets
    folds = leaning(table(rows, run_kind="cv", test_share=0.1)).datasets
    assert sum(row.probability_averaged for row in folds) < sum(
        row.probability_averaged for row in apart
    )


@pytest.mark.filterwarnings("ignore:The direction of", 'ignore:"time" is negative')
def test_exchanging_and_directions():
    rows = frame(4)
    found = leaning(table(rows))
    other = leaning(table(rows).select(algorithms=["B", "A"]))
    for x, y in zip(found.datasets, other.datasets, strict=True):
        assert x.probability == pytest.approx(y.probability, abs=1e-9)
        assert x.order == y.order
    turned = rows.assign(time=-rows["time"])
    again = leaning(table(turned, {"accuracy": "max", "time": "max"}))
    assert [row.probability for row in again.datasets] == [
        row.probability for row in found.datasets
    ]


def test_a_rope_has_an_outcome_of_its_own():
    rows = frame(5, noise=0.1, shift=0.0)
    found = leaning(table(rows, rope={"accuracy": 50.0}))
    assert all(row.order["accuracy"] == [["A", "B"]] for row in found.datasets)
    with pytest.warns(js.errors.TiesWarning, match="8 of 8 data sets have ties"):
        split = leaning(table(rows, rope={"accuracy": 50.0}), ties="split")
    assert all(row.order["accuracy"] in (["A", "B"], ["B", "A"]) for row in split.datasets)
    assert all(row.averaged == "a tie" for row in split.datasets)
    with pytest.raises(js.errors.OptionError, match="needs a rope where runs are uncertain"):
        leaning(table(rows), ties="equal")


def test_runs_that_the_two_do_not_share_tell_nothing():
    rows = frame(8)
    of_d1 = {"r0": "A", "r1": "B", "r2": "A", "r3": "B"}
    rows = rows[(rows["data"] != "d1") | (rows["method"] != rows["run"].map(of_d1))]
    with pytest.raises(js.JointStatsError, match='On data set "d1" no run has results of both A'):
        leaning(table(rows))


def test_without_runs_it_says_how_a_table_keeps_them():
    with pytest.raises(js.errors.OptionError, match=r'The table has no runs.*runs="fold"'):
        leaning(js.load_dataset("example1"))


# --- Statements to which runs lean ----------------------------------------------------------------


@pytest.mark.parametrize("prior", ["symmetric", "uniform", "imprecise", [0.5, 1.0, 1.5, 2.0]])
@pytest.mark.filterwarnings(
    "ignore:On no data set do runs", "ignore:The probability depends on the prior"
)
def test_identical_runs_and_single_ones_are_averaged_to_the_last_bit(prior):
    rows = frame(10, runs=1)
    for same in (rows, pd.concat([rows, rows.assign(run="again")])):
        results = table(same)
        plain = js.bayes_test(results, prior=prior).to_dict()
        found = js.bayes_test(results, prior=prior, runs_as="uncertain")
        assert any("the averages are used" in text for text in found.warnings)
        said = found.to_dict()
        assert found.datasets == ()
        for key in ("call", "warnings"):
            plain.pop(key, None), said.pop(key)
        assert said == plain


def test_probability_of_the_most_probable_statement_by_enumeration():
    rows = frame(11, n=6, runs=3)
    results = table(rows, {"accuracy": "max"})
    found = js.bayes_test(results, runs_as="uncertain")
    wide = rows.pivot_table(index=["data", "run"], columns="method", values="accuracy")
    d = (wide["A"] - wide["B"]).unstack().to_numpy()[:, :, None]
    w = runs_kernel.run_weights(d, prior_scale="learned").weights
    total, p, expected = 0.0, 0.0, 0.0
    for shown in np.ndindex(*(2,) * 6):
        k = 6 - sum(shown)  # for A; a Beta(1/2, 1/2) prior
        mass = np.prod([w[i, s] for i, s in enumerate(shown)])
        mass *= np.prod(0.5 + np.arange(k)) * np.prod(0.5 + np.arange(6 - k))
        total += mass
        p += mass * dirichlet.probability_largest([k + 0.5, 6 - k + 0.5])[0]
        expected += mass * k
    by_name = {row.order["accuracy"][0]: row for row in found.statements}
    assert by_name["A"].probability == pytest.approx(p / total, rel=1e-9)
    assert by_name["A"].count == pytest.approx(expected / total, rel=1e-9)
    assert found.method == "exact" and by_name["A"].mcse == 0


@pytest.mark.warns("The probability depends on the prior")
def test_runs_lean_and_decide_nothing():
    results = table(frame(12, n=30, shift=2.0))
    found = js.bayes_test(results, runs_as="uncertain")
    assert found.rule == "runs" and not found.decided and found.decisive is None
    assert found.probability > 0.95 and found.verdict.startswith('The runs lean to "B is better')
    assert js.bayes_test(results).decided  # the same statement, by the averages
    few = js.bayes_test(table(frame(12, n=3, shift=0.1)), runs_as="uncertain")
    assert few.verdict.startswith("The runs leave open which dominance statement is most common.")
    assert "the runs lean from 0.95" in figure(found).scale.threshold_label
    assert figure(found, "statements").notes


def test_runs_lean_from_the_level_itself():
    results = table(frame(12, n=7, shift=1.0), {"accuracy": "max"})
    p = js.bayes_test(results, runs_as="uncertain").probability
    assert 0.5 < p < 1  # so that 1 - (1 - p) is p again
    for alpha, leans in ((1 - p, True), (1 - p - 1e-12, False)):
        said = js.bayes_test(results, runs_as="uncertain", alpha=alpha).verdict
        assert said.startswith("The runs lean to" if leans else "The runs leave open")


@pytest.mark.parametrize("prior", ["symmetric", "imprecise"])
@pytest.mark.filterwarnings("ignore:The probability depends on the prior")
def test_the_sentence_has_the_probability_of_its_prior(prior):
    few = js.bayes_test(table(frame(12, n=3, shift=0.1)), runs_as="uncertain", prior=prior)
    lower = few.probability_lower
    assert f"{lower:.2f}" != f"{few.probability:.2f}"
    said = f"lower probability {lower:.2f}" if prior == "imprecise" else (
        f" with probability {few.probability:.2f}"
    )  # fmt: skip
    assert said in few.verdict


@pytest.mark.warns("The probability depends on the prior")
def test_many_statements_are_drawn_with_an_error():
    rows = frame(13, n=12, noise=2.0)
    results = table(rows, rope={"accuracy": 0.5, "time": 0.5})
    found = js.bayes_test(results, runs_as="uncertain")
    assert found.method == "monte_carlo"
    assert 0 < found.statements[0].mcse < 0.02
    assert f"{found.statements[0].probability:.5f}" not in str(found)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"rule": "probability"}, "runs lean and decide nothing"),
        ({"question": "best"}, 'needs question="orderings"'),
    ],
)
def test_what_runs_do_not_answer(options, says):
    with pytest.raises(js.errors.OptionError, match=says):
        js.bayes_test(table(frame(14)), runs_as="uncertain", **options)
    with pytest.raises(js.errors.OptionError, match=r"is about two algorithms.*pairwise_tests"):
        js.bayes_test(table(frame(14, methods="ABC")), runs_as="uncertain")


def test_pairs():
    results = table(frame(15, methods="ABC", n=8, shift=2.0))
    found = js.pairwise_tests(results, test="bayes", runs_as="uncertain")
    assert [row.rule for row in found.pairs] == ["runs"] * 3
    assert not any(row.decided for row in found.pairs)
    one = js.bayes_test(results.select(algorithms=["A", "B"]), runs_as="uncertain")
    assert found.pairs[0].probability == one.probability
    leaning = sum(row.probability >= 0.95 for row in found.pairs)
    assert f"{leaning} of 3 pairs lean to a statement" in found.verdict
    assert leaning > 0 and not found.warnings
    kept = js.pairwise_tests(
        frame(15, methods="ABC", n=8, shift=2.0), test="bayes", **ROLES, measures=MEASURES,
        runs="run", run_kind="independent", runs_as="uncertain",
    )  # fmt: skip
    assert kept.pairs == found.pairs


# --- Command line ---------------------------------------------------------------------------------


def test_the_command_line(tmp_path, capsys):
    path = tmp_path / "runs.csv"
    rows = frame(18, methods="ABC")
    rows.to_csv(path, index=False)
    how = [str(path), "--dataset", "data", "--algorithm", "method", "--max", "accuracy", "--min",
           "time", "--runs", "run", "--run-kind", "independent"]  # fmt: skip
    assert main(["test", "bayes", *how, "--only", "A", "B", "--runs-as", "uncertain"]) == 0
    assert "The runs le" in capsys.readouterr().out
    only = ["--only", "A", "B", "--runs-as", "uncertain"]
    assert main(["test", "bayes", *how[:-4], *only]) == 2


# --- The study ------------------------------------------------------------------------------------


def test_the_study_says_what_it_found():
    rows = study.page.read(STUDY / "results.csv")
    written = (STUDY / "README.md").read_text(encoding="utf-8")
    for part in study.page.written(rows, "", study.EDGES).split("\n\n")[3:]:
        assert part.strip() in written


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_runs_that_are_alike_in_both_directions_lean_to_no_statement():
    x = [0.1, 0.2, 0.4]
    rows = [(d, a, r, x[r] if (d == "p") == (a == "A") else 0.0)
            for d in "pq" for a in "AB" for r in range(3)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["d", "a", "r", "acc"])
    found = js.bayes_test(frame, dataset="d", algorithm="a", measures={"acc": "max"}, runs="r",
                          run_kind="independent", runs_as="uncertain")  # fmt: skip
    assert found.best is None and found.verdict.startswith("The runs lean to no statement")
