"""Runs as evidence: certainty of single data sets, what they lean to, what they add to the rest."""

import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import jointstats as js
from jointstats.kernels.joint.dirichlet import probability_largest
from jointstats.kernels.joint.runs import run_weights
from jointstats.labelled.joint import runs
from jointstats.presentation.cli.main import main
from jointstats.presentation.figures.of import figure

STUDY = Path(__file__).parents[2] / "studies" / "runs"
SHORT = ("run", "page", "shown")  # names that modules of other studies have, too
for name in SHORT:
    sys.modules.pop(name, None)
sys.path.insert(0, str(STUDY))

import run as study  # noqa: E402
import shown as leaders_shown  # noqa: E402

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


# --- Certainty of single data sets ----------------------------------------------------------------


def test_one_measure_by_hand():
    rows = frame(1, n=10, runs=3)
    found = js.run_certainty(table(rows, {"accuracy": "max"}))
    wide = rows.pivot_table(index=["data", "run"], columns="method", values="accuracy")
    d = (wide["A"] - wide["B"]).unstack()[["r0", "r1", "r2"]]
    by_hand = run_weights(d.to_numpy()[:, :, None], prior_scale="learned")
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
        assert row.averaged is None and not row.differs
        assert row.sd["accuracy"] == pytest.approx(np.sqrt(s2[i]), rel=1e-12)


def test_points_are_as_many_as_take_no_more_than_a_second(monkeypatch):
    assert runs._points(10, np.array([3.0, 2.0])) == 512
    assert runs._points(2000, np.array([3.0, 3.0])) == 111  # 2 million over 2000 × 9
    assert runs._points(10**6, np.array([2.0])) == 64
    made = table(frame(3), rope={"accuracy": 0.5})
    monkeypatch.setattr(runs, "_EVALUATED", 8 * 6 * 70)
    few, more = (
        run_weights(runs.differences(made), [0.5, 0], prior_scale="learned", points=n).probability
        for n in (70, 512)
    )
    assert np.array_equal(runs.pair_runs(made).probability, few)
    assert not np.array_equal(few, more)


def test_the_sums_are_those_of_the_rows():
    found = js.run_certainty(table(frame(2, n=20, noise=1.5)))
    listed = [list(row.probabilities.values()) for row in found.datasets]
    assert listed == [sorted(one, reverse=True) for one in listed] and max(map(len, listed)) > 2
    p = np.array([row.probability for row in found.datasets])
    averaged = np.array([row.probability_averaged for row in found.datasets])
    (pair,) = found.pairs
    assert (pair.n_sure, pair.n_probable, pair.n_open) == (
        (p >= 0.95).sum(), ((p < 0.95) & (p >= 0.8)).sum(), (p < 0.8).sum()
    )  # fmt: skip
    assert pair.n == 20 == found.n
    assert pair.expected_wrong == pytest.approx((1 - averaged).sum())
    assert pair.n_differ == sum(row.differs for row in found.datasets)
    for row in found.datasets:
        assert sum(row.probabilities.values()) == pytest.approx(1, abs=0.004)
        assert max(row.probabilities.values()) == row.probability
        assert row.probabilities[row.averaged or row.statement] == row.probability_averaged
        assert row.differs == (row.probability_averaged < row.probability)


def test_folds_that_share_training_cases_are_less_sure():
    rows = frame(3, runs=10, noise=2.0)
    apart = js.run_certainty(table(rows))
    folds = js.run_certainty(table(rows, run_kind="cv", test_share=0.1))
    assert folds.expected_wrong > apart.expected_wrong
    assert (folds.run_kind, folds.test_share, folds.n_runs) == ("cv", 0.1, 10)
    assert "10 runs of cross-validation, each tested on 10.0 % of" in str(folds)
    assert "10 runs, independent" in str(apart)


def test_exchanging_and_directions():
    rows = frame(4)
    found = js.run_certainty(table(rows))
    other = js.run_certainty(table(rows).select(algorithms=["B", "A"]))
    for x, y in zip(found.datasets, other.datasets, strict=True):
        assert x.probability == pytest.approx(y.probability, abs=1e-9)
        assert x.order == y.order
    turned = rows.assign(time=-rows["time"])
    again = js.run_certainty(table(turned, {"accuracy": "max", "time": "max"}))
    assert [row.probability for row in again.datasets] == [
        row.probability for row in found.datasets
    ]


def test_a_rope_has_an_outcome_of_its_own():
    rows = frame(5, noise=0.1, shift=0.0)
    found = js.run_certainty(table(rows, rope={"accuracy": 50.0}))
    for row in found.datasets:
        assert row.order["accuracy"] == [["A", "B"]]
        both = sum(p for said, p in row.probabilities.items() if "equal on accuracy" in said)
        assert both == pytest.approx(1, abs=0.002)
    split = js.run_certainty(table(rows, rope={"accuracy": 50.0}), ties="split")
    assert all(row.order["accuracy"] in (["A", "B"], ["B", "A"]) for row in split.datasets)
    assert all(row.averaged == "a tie" and row.order_averaged is None for row in split.datasets)
    with pytest.raises(js.errors.OptionError, match="needs a rope where runs are uncertain"):
        js.run_certainty(table(rows), ties="equal")


def test_identical_runs_are_certain():
    rows = frame(6, runs=1)
    same = pd.concat([rows, rows.assign(run="again")])
    found = js.run_certainty(table(same))
    assert found.n_sure == found.n and found.n_open == 0
    assert found.expected_wrong == pytest.approx(0, abs=1e-9)


def test_pairs_are_answered_although_no_data_set_has_all_three():
    rows = frame(6, methods="ABC", n=6)
    lacking = {f"d{d}": "ABC"[d % 3] for d in range(6)}
    rows = rows[rows["method"] != rows["data"].map(lacking)]
    found = js.run_certainty(table(rows, missing="unknown"))
    assert [(row.a, row.b, row.n) for row in found.pairs] == [
        ("B", "C", 2), ("B", "A", 2), ("C", "A", 2),
    ]  # fmt: skip
    assert (found.n, found.n_dropped, len(found.datasets)) == (6, 0, 6)
    with pytest.raises(js.errors.MissingValuesError, match="No data set is left"):
        js.run_certainty(table(rows, missing="drop"))


def test_every_pair_or_those_of_the_control():
    rows = frame(7, methods="ABC")
    found = js.run_certainty(table(rows))
    assert [(row.a, row.b) for row in found.pairs] == [("A", "B"), ("A", "C"), ("B", "C")]
    assert len(found.datasets) == 24
    assert [(row.a, row.b) for row in found.datasets[::8]] == [("A", "B"), ("A", "C"), ("B", "C")]
    only = js.run_certainty(table(rows), control="C")
    assert [(row.a, row.b) for row in only.pairs] == [("C", "A"), ("C", "B")]
    assert only.n_sure == sum(row.n_sure for row in found.pairs if "C" in (row.a, row.b))
    alone = js.run_certainty(table(rows, only=["A", "B"]))
    assert alone.datasets == found.datasets[:8]
    assert "24 statements (3 pairs × 8 data sets)" in found.verdict


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda x: x[x["run"] == "r0"], "The spread of runs needs a data set with at least two"),
        (lambda x: x[~((x["data"] == "d1") & (x["method"] == x["run"].map(
            {"r0": "A", "r1": "B", "r2": "A", "r3": "B"})))],
         'On data set "d1" no run has results of both A and B'),
    ],
)  # fmt: skip
def test_runs_that_tell_nothing(spoil, says):
    with pytest.raises(js.JointStatsError, match=says):
        js.run_certainty(table(spoil(frame(8))))


def test_without_runs_it_says_how_a_table_keeps_them():
    results = js.load_dataset("example1")
    for call in (js.run_certainty, lambda t: js.bayes_test(t, runs_as="uncertain")):
        with pytest.raises(js.errors.OptionError, match=r'keeps no runs.*runs="fold"'):
            call(results)


def test_text_figure_and_frame():
    found = js.run_certainty(table(frame(9, n=14, noise=1.5)))
    text = str(found)
    assert "of 14 data sets" in text and "4 rows that are surer" in text
    content = figure(found)
    values = [row.value for row in content.rows]
    assert values == sorted(values) and len(values) == 12
    assert list(found.to_frame()["dataset"]) == [f"d{i}" for i in range(14)]
    many = js.run_certainty(table(frame(9, methods="ABC")))
    assert "A against B" in {row.label for row in figure(many).rows}
    assert "A" in str(many) and json.dumps(many.to_dict())


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
        assert any("the averages answer" in text for text in found.warnings)
        said = found.to_dict()
        for key in ("call", "warnings"):
            plain.pop(key, None), said.pop(key)
        assert said == plain


def test_probability_of_the_most_probable_statement_by_enumeration():
    rows = frame(11, n=6, runs=3)
    results = table(rows, {"accuracy": "max"})
    found = js.bayes_test(results, runs_as="uncertain")
    wide = rows.pivot_table(index=["data", "run"], columns="method", values="accuracy")
    d = (wide["A"] - wide["B"]).unstack().to_numpy()[:, :, None]
    w = run_weights(d, prior_scale="learned").weights
    total, p, expected = 0.0, 0.0, 0.0
    for shown in np.ndindex(*(2,) * 6):
        k = 6 - sum(shown)  # for A; a Beta(1/2, 1/2) prior
        mass = np.prod([w[i, s] for i, s in enumerate(shown)])
        mass *= np.prod(0.5 + np.arange(k)) * np.prod(0.5 + np.arange(6 - k))
        total += mass
        p += mass * probability_largest([k + 0.5, 6 - k + 0.5])[0]
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
    assert found.probability > 0.95 and found.verdict.startswith(
        "Leaning, not shown: by the runs, B is better"
    )
    assert js.bayes_test(results).decided  # the same statement, by the averages
    few = js.bayes_test(table(frame(12, n=3, shift=0.1)), runs_as="uncertain")
    assert few.verdict.startswith("Open: by the runs, ")
    assert "the runs lean from 0.95" in figure(found).scale.threshold_label
    assert figure(found, "shares").notes


def test_runs_lean_from_the_level_itself():
    results = table(frame(12, n=7, shift=1.0), {"accuracy": "max"})
    p = js.bayes_test(results, runs_as="uncertain").probability
    assert 0.5 < p < 1  # so that 1 - (1 - p) is p again
    for alpha, leans in ((1 - p, True), (1 - p - 1e-12, False)):
        said = js.bayes_test(results, runs_as="uncertain", alpha=alpha).verdict
        assert said.startswith("Leaning" if leans else "Open")


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


def test_counts_that_stand_for_all_are_as_frequent_as_they_are_probable():
    from types import SimpleNamespace

    from jointstats.labelled.joint.uncertain import _standing_for_all

    rare = np.full(256, 0.5 / 256)
    for probability in (np.append(rare, 0.5), np.append(0.5, rare)):
        places, share = _standing_for_all(SimpleNamespace(probability=probability))
        number = np.bincount(places, weights=share, minlength=257)
        assert number[probability.argmax()] == 0.5 and number.sum() == 1
        assert (number[probability < 0.5] <= 1 / 128).all()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"rule": "probability"}, "runs lean, they decide nothing"),
        ({"question": "best"}, 'goes with question="orderings" only'),
        ({"question": "each"}, 'goes with runs_as="averages" only'),
    ],
)
def test_what_runs_do_not_answer(options, says):
    with pytest.raises(js.errors.OptionError, match=says):
        js.bayes_test(table(frame(14)), runs_as="uncertain", **options)
    with pytest.raises(js.errors.OptionError, match=r"is about two algorithms.*pairwise_tests"):
        js.bayes_test(table(frame(14, methods="ABC")), runs_as="uncertain")


def test_pairs():
    results = table(frame(15, methods="ABC", n=8, shift=2.0))
    found = js.pairwise_tests(results, runs_as="uncertain")
    assert [row.rule for row in found.pairs] == ["runs"] * 3
    assert not any(row.decided for row in found.pairs)
    one = js.bayes_test(results.select(algorithms=["A", "B"]), runs_as="uncertain")
    assert found.pairs[0].probability == one.probability
    leaning = sum(row.probability >= 0.95 for row in found.pairs)
    assert f"lean to a statement on {leaning} of 3 pairs" in found.verdict
    assert leaning > 0 and not found.warnings
    kept = js.pairwise_tests(
        frame(15, methods="ABC", n=8, shift=2.0), **ROLES, measures=MEASURES, runs="run",
        run_kind="independent", runs_as="uncertain",
    )  # fmt: skip
    assert kept.pairs == found.pairs


# --- What runs add to a comparison ----------------------------------------------------------------


def test_a_comparison_says_how_sure_its_pairs_are():
    rows = frame(16, methods="ABC", n=25, noise=2.0, shift=1.5)
    plain = js.compare_algorithms(rows, measures=MEASURES, aggregate="mean", **ROLES)
    found = js.compare_algorithms(table(rows))
    certain = js.run_certainty(table(rows))
    by_pair = {(row.a, row.b): row for row in certain.pairs}
    for row in (*found.wins, *found.open):
        assert row.n_sure == by_pair[row.a, row.b].n_sure
    assert found.wins
    said = next(line for line in found.findings if "the runs leave open" in line)
    first = max(found.wins, key=lambda row: by_pair[row.a, row.b].n_open)
    assert f"on {by_pair[first.a, first.b].n_open}" in said
    (one,) = (row for row in (*found.wins, *found.open) if (row.a, row.b) == ("A", "B"))
    assert f"({one.n_sure} sure)" in found.summary() and "sure)" not in plain.summary()
    assert found.verdict == plain.verdict  # shown by the averages all the same
    # All else is as without the runs.
    both = [
        [{**dict(row), "n_sure": None} for row in (*one.wins, *one.open)] for one in (plain, found)
    ]
    assert both[0] == both[1]
    assert [line for line in found.findings if line != said] == list(plain.findings)


def test_two_algorithms_and_runs_that_tell_nothing():
    rows = frame(17, n=25, noise=2.5, shift=1.5)
    found = js.compare_algorithms(table(rows))
    (pair,) = js.run_certainty(table(rows)).pairs
    line = next(line for line in found.findings if "the runs leave open" in line)
    assert line.startswith(f"On {pair.n_open} of 25 data sets the runs leave open")
    single = js.compare_algorithms(table(rows[rows["run"] == "r0"]))
    assert any("at least two runs" in text for text in single.warnings)
    assert single.wins[0].n_sure is None if single.wins else single.open[0].n_sure is None


# --- Command line ---------------------------------------------------------------------------------


def test_the_command_line(tmp_path, capsys):
    path = tmp_path / "runs.csv"
    rows = frame(18, methods="ABC")
    rows.to_csv(path, index=False)
    how = [str(path), "--dataset", "data", "--algorithm", "method", "--max", "accuracy", "--min",
           "time", "--runs", "run", "--run-kind", "independent"]  # fmt: skip
    assert main(["runs", *how, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["pairs"] == js.run_certainty(table(rows)).to_dict()["pairs"]
    assert main(["test", "bayes", *how, "--only", "A", "B", "--runs-as", "uncertain"]) == 0
    assert "by the runs, " in capsys.readouterr().out
    assert main(["runs", *how[:-4]]) == 2


# --- The study ------------------------------------------------------------------------------------


def test_lines_of_the_study_are_made_again():
    rows = study.page.read(STUDY / "results.csv")
    assert len(rows) == len(list(study.designs()))
    assert {row["tables"] for row in rows} == {str(study.TABLES)}
    about = next(x for x in study.designs() if (x["runs"], x["noise"]) == (10, 0.5))
    made = study.study(about, study.TABLES, study.Largest())
    (kept,) = (row for row in rows if all(row[key] == str(about[key]) for key in about))
    assert kept["function"] == made.pop("function")
    for name, value in made.items():
        if name not in about:
            assert float(kept[name]) == pytest.approx(float(value), rel=1e-6, abs=2e-3), name


def test_the_study_says_what_it_found():
    rows = study.page.read(STUDY / "results.csv")
    written = (STUDY / "README.md").read_text(encoding="utf-8")
    for part in study.page.written(rows, "", study.EDGES).split("\n\n")[3:]:
        assert part.strip() in written


def test_wrong_leaders_of_mean_results_are_counted_again():
    rows = study.page.read(leaders_shown.FILE)
    assert len(rows) == len(list(study.designs()))
    for about, kept in list(zip(study.designs(), rows, strict=True))[::60]:
        assert {name: str(value) for name, value in leaders_shown.shown(about).items()} == kept
