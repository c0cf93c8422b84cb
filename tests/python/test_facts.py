"""Facts of a table: every result has them, whatever it shows of them."""

import warnings
from dataclasses import fields, replace

import numpy as np
import pytest

import jointstats as js
from jointstats.base.facts import Facts

MEASURES = {"x": "max", "y": "min"}


def values(n=9, l=2):
    rng = np.random.default_rng(1)
    return {name: rng.normal(size=(n, 2)) for name in "ABCD"[:l]}


TESTS = {
    "compare": js.compare_algorithms,
    "leaderboard": js.leaderboard,
    "claim": lambda table: js.claim_test(table, "A", "B", better=["x"], not_worse=["y"]),
    "glrt": js.glrt_test,
    "bayes": js.bayes_test,
    "network": js.network_test,
    "sign": js.sign_test,
    "wilcoxon": js.wilcoxon_test,
    "bayes_sign": js.bayes_sign_test,
    "hotelling": js.hotelling_test,
    "mardia": js.mardia_test,
    "pairwise": lambda table: js.pairwise_tests(table, test="glrt"),
    "friedman": js.friedman_test,
    "quade": js.quade_test,
    "manova": js.manova_test,
}
SEVERAL = ("friedman", "quade", "manova")


@pytest.fixture(scope="module", params=TESTS)
def made(request):
    table = js.results_table(values(l=3 if request.param in SEVERAL else 2), measures=MEASURES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nine data sets are few for Mardia's test
        return table, TESTS[request.param](table)


def test_every_result_keeps_its_table(made):
    table, result = made
    assert result.data.values.tolist() == table.values.tolist()
    assert result.data.datasets == table.datasets
    assert (result.algorithms, result.measures) == (table.algorithms, table.measures)
    assert (result.n, result.n_dropped) == (table.n, 0)
    assert "data" not in result.to_dict() and "facts" not in result.to_dict()


def test_a_result_shows_facts_under_their_names(made):
    _, result = made
    shown = {field.name for field in fields(result) if not field.init} - {"verdict", "findings"}
    assert {"algorithms", "measures", "n", "n_dropped"} <= shown
    for name in shown:
        assert getattr(result, name) == getattr(result.facts, name)
        assert name not in vars(result)


def test_a_changed_result_does_not_evaluate_its_words(made, monkeypatch):
    def never(result):
        raise AssertionError("Words were made.")

    monkeypatch.setattr("jointstats.base.facts.words_of", never)
    changed = replace(made[1], call={"function": "another"})
    assert changed.call == {"function": "another"} and changed != made[1]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_counts_know_what_their_table_knew():
    counts = js.statement_counts(
        {"A": [[1, 1], [2, 2], [3, 1]], "B": [[1, 0], [1, 1], [2, 2]]},
        measures={"x": "max", "y": "max"},
    )
    assert counts.facts == Facts(
        algorithms=("A", "B"),
        measures={"x": "max", "y": "max"},
        n=3,
        n_tied=1,
        ties={"x": 1, "y": 0},
        tie_rules={"x": "split", "y": "split"},
        rope={"x": 0.0, "y": 0.0},
    )
    assert counts.facts.tie_share == pytest.approx(1 / 3)
    assert replace(counts, n=0).facts.tie_share == 0.0
    assert js.glrt_test(counts).data is None


# --- What a text notes of the table ---------------------------------------------------------------


def with_gaps(missing):
    gaps = values(l=3)
    gaps["A"][2, 0] = gaps["B"][5, 1] = np.nan
    return js.results_table(gaps, measures=MEASURES, missing=missing)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "test", [js.sign_test, js.bayes_sign_test, js.friedman_test, TESTS["pairwise"]]
)
def test_every_test_notes_failed_runs(test):
    text = " ".join(test(with_gaps("worst")).summary().split())
    assert "2 failed runs ranked below all results." in text


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pairs_name_the_data_sets_that_all_leave_out():
    text = " ".join(TESTS["pairwise"](with_gaps("drop")).summary().split())
    assert "2 data sets left out: 3 (x of A is missing) and 6 (y of B is missing)." in text
    assert "This is right only if results are missing independently of all results." in text


def test_sensitivity_notes_what_the_result_does():
    families = {str(i + 1): "abc"[i // 3] for i in range(9)}
    table = js.results_table(values(), measures=MEASURES, cluster=families)
    text = js.sensitivity(js.glrt_test(table), factors=["level"]).summary()
    assert "The data sets come in 3 families" in " ".join(text.split())
