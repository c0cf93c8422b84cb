"""Families of data sets have one vote each; tables keep them, runs and unknown results."""

import inspect
import json
import math
import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from crossing import as_r_sends
from scipy.stats import binom, binomtest

import jointstats as js
from jointstats import errors
from jointstats.claims.pair_votes import Evidence
from jointstats.evidence import outcomes, scores
from jointstats.evidence import votes as votes_kernel
from jointstats.interfaces import bridge
from jointstats.interfaces.cli import main
from jointstats.table.intake import voting_table

WAYS = {"x": "max", "y": "min"}


def frame(rows):
    """A against B: a family, and a word of "+" and "-" of A on x and on y, for each data set."""
    sign = {"+": 1.0, "-": -1.0}
    return pd.DataFrame([
        {"d": f"d{i}", "f": family, "a": name,
         "x": sign[word[0]] * (name == "A"), "y": -sign[word[1]] * (name == "A")}
        for i, (family, word) in enumerate(rows)
        for name in "AB"
    ])  # fmt: skip


ROLES = {"dataset": "d", "algorithm": "a", "measures": WAYS}

# p is divided among statements, q agrees; the others have a data set each.
ROWS = [("p", "++"), ("p", "++"), ("p", "+-"), ("q", "--"), ("q", "--")]
ROWS += [(f"r{i}", "++") for i in range(9)]


def test_one_data_set_in_every_family_is_the_plain_test():
    data = frame([(f"f{i}", word) for i, (_, word) in enumerate(ROWS)])
    for test in (js.glrt_test, js.bayes_test, js.sign_test):
        plain, alone = (test(data, **ROLES, **more).to_dict() for more in ({}, {"cluster": "f"}))
        plain["call"] = alone["call"] = None
        assert plain == alone and plain["n_families"] is None


def better_on_all(table, **roles):
    """A new test: votes for A on all measures, against, neither, of how many, and the p-value."""
    evidence = Evidence.of(voting_table(table, **roles))

    def score(seen):
        there = (seen != scores.UNKNOWN).all(axis=-1)
        return np.where(there, np.where((seen == outcomes.BETTER).all(axis=-1), 1, -1), 0).astype(
            np.int8
        )

    cast = evidence.votes(score, np.array([[0, 1]]))[0]
    return cast.tolist(), evidence.units.n, float(votes_kernel.tail(cast[0], cast[1]))


def test_a_new_test_has_votes_of_families_without_knowing_of_them():
    source = inspect.getsource(better_on_all)
    assert "famil" not in source and "cluster" not in source
    assert better_on_all(frame(ROWS), **ROLES) == ([11, 3, 0], 14, binomtest(
        11, 14, alternative="greater").pvalue)  # fmt: skip
    votes, n, p = better_on_all(frame(ROWS), **ROLES, cluster="f")
    assert (votes, n) == ([10, 1, 0], 11)
    assert p == pytest.approx(binomtest(10, 11, alternative="greater").pvalue)
    # One of p's results is missing: the two others are divided, and p votes for neither.
    gap = frame(ROWS)
    gap.loc[0, "x"] = np.nan
    assert better_on_all(gap, **ROLES, cluster="f", missing="unknown")[:2] == ([9, 1, 1], 11)


def test_the_statements_of_a_family_weigh_one_in_all():
    result = js.glrt_test(frame(ROWS), **ROLES, cluster="f")
    assert (result.n, result.n_families) == (14, 11)
    counts = {json.dumps(row.order): row.count for row in result.statements}
    exact = [Fraction(2, 3) + 9, Fraction(1, 3), 1]
    assert sorted(counts.values()) == pytest.approx(sorted(map(float, exact)))
    assert [row.share for row in result.statements] == [
        pytest.approx(float(x) / 11) for x in (exact[0], exact[2], exact[1])
    ]
    # The counts of divided families are rounded down: 9 against 1, not 9.67.
    assert result.p_value == pytest.approx(binomtest(9, 10).pvalue)
    assert result.p_value_worst == result.p_value and result.decided
    assert "(9.67 of 11 families, the next on 1; exact p = 0.0215" in result.verdict
    whole = js.glrt_test(frame(ROWS[3:]), **ROLES, cluster="f")
    assert whole.p_value == pytest.approx(binomtest(9, 10).pvalue)


def test_the_bayesian_test_takes_the_same_weights_and_rounding():
    counts = js.statement_counts(frame(ROWS), **ROLES, cluster="f")
    result = js.bayes_test(counts)
    first, seen = result.statements[0], float(9 + 2 / 3)
    assert (first.count, first.share) == (pytest.approx(seen), pytest.approx((seen + 0.25) / 12))
    # The bound of the default rule: all prior mass 1 on the rival, of 9 against 1.
    assert result.decisive == pytest.approx(1 - binom.sf(8, 10, 0.5))
    assert js.bayes_test(frame(ROWS), **ROLES, cluster="f").probability == result.probability
    assert result.method == "exact" and first.mcse == 0


def test_counts_keep_their_families_on_every_way():
    table = js.results_table(frame(ROWS), **ROLES, cluster="f")
    counts = js.statement_counts(table)
    assert counts.families == ("p", "q", *(f"r{i}" for i in range(9)))
    assert (counts.n, counts.n_families, counts.n_units) == (14, 11, 11)
    on_x = js.statement_counts(table.select(measures=["x"]))
    marginal = counts.select(measures=["x"])
    assert marginal.families == counts.families
    assert marginal.weights == pytest.approx(on_x.weights)
    assert marginal.weights == pytest.approx([10, 1])
    turned = counts.select(algorithms=["B", "A"])
    assert sorted(turned.weights) == pytest.approx(sorted(counts.weights))
    first = js.statement_counts(frame(ROWS[:5]), **ROLES, cluster="f")
    second = js.statement_counts(frame(ROWS[5:]), **ROLES, cluster="f")
    both = first + second
    assert both.families == counts.families
    assert both.weights == pytest.approx(counts.weights)


def test_more_algorithms_and_ties_share_families_alike():
    rng = np.random.default_rng(3)
    values = {name: rng.integers(0, 3, (9, 2)).astype(float) for name in "ABC"}
    names = [f"d{i}" for i in range(9)]
    table = js.results_table(values, measures=WAYS, datasets=names,
                             cluster=dict(zip(names, "aabbbcdef", strict=True)))  # fmt: skip
    whole = js.statement_counts(table)
    by_hand = {}
    for family in "abcdef":
        own = [i for i, name in enumerate("aabbbcdef") if name == family]
        part = js.statement_counts({name: x[own] for name, x in values.items()}, measures=WAYS)
        for code, weight in zip(map(tuple, part.codes.tolist()), part.weights, strict=True):
            by_hand[code] = by_hand.get(code, 0) + weight / len(own)
    found = dict(zip(map(tuple, whole.codes.tolist()), whole.weights, strict=True))
    assert found == pytest.approx(by_hand)
    assert (whole.alone, whole.possible) == (None, None)


def test_the_sign_test_counts_votes():
    data = frame([*ROWS, ("s", "+-"), ("s", "-+")])  # s is divided on each measure
    result = js.sign_test(data, **ROLES, cluster="f")
    assert (result.n, result.n_families) == (16, 12)
    (on_x, on_y) = result.tests
    assert (on_x.wins_a, on_x.wins_b, on_x.ties) == (10, 1, 1)
    assert (on_y.wins_a, on_y.wins_b, on_y.ties) == (10, 1, 1)
    assert on_x.p_value == pytest.approx(binomtest(10, 11).pvalue) and on_x.method == "exact"
    assert on_x.median_low is on_x.cliffs_low is None and on_x.median_difference is not None
    assert result.to_dict()["n_families"] == 12


def test_pairwise_tests_know_how_many_families_vote():
    for test in ("glrt", "bayes", "sign"):
        result = js.pairwise_tests(frame(ROWS), test=test, **ROLES, cluster="f")
        assert result.n_families == 11
        assert "11 families" in " ".join(result.summary().split())


@pytest.mark.parametrize("test", [js.wilcoxon_test, js.friedman_test, js.network_test])
def test_a_test_that_takes_data_sets_for_independent_says_so(test):
    rows = {"only": ["A", "B"]}
    data = pd.concat([frame(ROWS), frame(ROWS).query("a == 'A'").assign(a="C", x=0.3, y=0.2)])
    if test is js.friedman_test:
        rows = {}
        warnings.filterwarnings("ignore", "The p-values are approximate")
    with pytest.warns(errors.JointStatsWarning, match="14 data sets are of 11 families, and this"):
        test(data, **ROLES, cluster="f", **rows)


def test_missing_results_of_families_only_take_decisions_away_in_the_bayesian_test():
    data = frame([*ROWS, ("t", "++")])
    data.loc[data.index[-1], "y"] = np.nan
    result, complete = (
        js.bayes_test(data, **ROLES, cluster="f", missing=way) for way in ("unknown", "drop")
    )
    assert result.probability == complete.probability and result.n == complete.n
    assert result.unknown.probability_lowest <= result.unknown.probability_highest
    assert result.decided and result.decisive <= complete.decisive


def test_the_command_line_takes_the_column(tmp_path, capsys):
    frame(ROWS).to_csv(tmp_path / "r.csv", index=False)
    words = [str(tmp_path / "r.csv"), "--dataset", "d", "--algorithm", "a", "--max", "x",
             "--min", "y", "--cluster", "f", "--json"]  # fmt: skip
    assert main(["test", "glrt", *words]) == 0
    assert json.loads(capsys.readouterr().out)["n_families"] == 11


BOTH = {"acc": "max", "secs": "min"}
CV = {"runs": "fold", "run_kind": "cv", "test_share": 0.1}


def runs_of(n=4, runs=3):
    """Accuracy and seconds of A, B and C on n data sets, two to a family."""
    rng = np.random.default_rng(3)
    return pd.DataFrame(
        [
            {"data": f"d{d}", "kin": f"k{d // 2}", "by": by, "fold": f"f{j}",
             "acc": rng.normal(), "secs": rng.normal()}
            for d in range(n) for by in "ABC" for j in range(runs)
        ]
    )  # fmt: skip


def table_of_runs(df=None, **keywords):
    df = runs_of() if df is None else df
    return js.results_table(df, dataset="data", algorithm="by", measures=BOTH, **keywords)


def test_runs_are_kept_beside_their_mean():
    df = runs_of()
    made = table_of_runs(df, **CV)
    assert made.aggregate == "mean"
    assert made.all_runs.values.shape == (4, 2, 3, 3)
    assert (made.all_runs.names, made.all_runs.kind) == (("f0", "f1", "f2"), "cv")
    for row in df.itertuples():
        d, a, j = (int(row.data[1]), "ABC".index(row.by), int(row.fold[1]))
        assert made.all_runs.values[d, :, a, j].tolist() == [row.acc, row.secs]
    averaged = table_of_runs(df, aggregate="mean")
    assert made.values.tobytes() == averaged.values.tobytes()


def test_a_run_that_an_algorithm_lacks_is_unknown():
    df = runs_of()
    df = df[~((df.data == "d1") & (df.by == "A") & (df.fold == "f2"))]
    made = table_of_runs(df, min_folds=2, **CV)
    assert np.isnan(made.all_runs.values[1, :, 0, 2]).all()
    assert np.isnan(made.all_runs.values).sum() == 2
    two = df[(df.data == "d1") & (df.by == "A")]["acc"]
    assert made.values[1, 0, 0] == math.fsum(two) / 2


def test_the_bridge_carries_all_of_it():
    df = runs_of()
    df.loc[(df.data == "d1") & (df.by == "A"), "acc"] = np.nan
    made = table_of_runs(df, missing="unknown", cluster="kin", **CV)
    text, flat = bridge.pack(made)
    again = bridge.unpack(as_r_sends(text), np.array(flat))
    assert (again.families, again.missing) == (made.families, "unknown")
    assert again.all_runs.values.tobytes() == made.all_runs.values.tobytes()
    facts = ("datasets", "names", "kind", "test_share")
    assert [getattr(again.all_runs, f) for f in facts] == [getattr(made.all_runs, f) for f in facts]
    assert again.incomplete.tobytes() == made.incomplete.tobytes()


def test_at_the_command_line(tmp_path, capsys):
    from jointstats.interfaces.cli import main

    path = tmp_path / "runs.csv"
    runs_of(n=12).to_csv(path, index=False)
    roles = ["--dataset", "data", "--algorithm", "by", "--max", "acc", "--min", "secs"]
    kept = ["--runs", "fold", "--run-kind", "cv", "--test-share", "0.1", "--cluster", "kin"]
    assert main(["test", "sign", str(path), *roles, *kept, "--exclude", "C"]) == 0
    said = capsys.readouterr()
    assert "A and B" in said.out
    assert "C" not in said.out.split("\n")[0]
    for more, fault in (
        (["--exclude", "Z"], "Z"),
        (["--exclude", "C", "--only", "A"], "--only or --exclude"),
    ):
        assert main(["test", "sign", str(path), *roles, *more]) == 2
        assert fault in capsys.readouterr().err
