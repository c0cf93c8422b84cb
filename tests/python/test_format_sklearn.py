"""scikit-learn's results: what cross_validate returns, and files of it."""

import json
from pathlib import Path

import numpy as np
import pytest

import jointstats as js
from jointstats import errors
from jointstats.table.formats import catalogue, format

pytest.importorskip("sklearn")
from sklearn.datasets import load_iris, load_wine
from sklearn.model_selection import RepeatedKFold, ShuffleSplit, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

FORMAT = catalogue.FORMATS["sklearn"]

FILES = Path(__file__).parent / "formats" / "sklearn"
SCORERS = ["accuracy", "neg_log_loss"]
MODELS = {"tree": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()}
DATA = {"iris": load_iris(return_X_y=True), "wine": load_wine(return_X_y=True)}


@pytest.fixture(scope="module")
def scores():
    return {
        name: {
            key: cross_validate(one, *data, scoring=SCORERS, return_indices=True, cv=4)
            for key, one in MODELS.items()
        }
        for name, data in DATA.items()
    }


def without_indices(scores):
    return {key: value for key, value in scores.items() if key != "indices"}


def test_scores_by_data_set_and_algorithm_are_read_with_their_folds(scores):
    table = js.read_results(scores)
    assert table.measures == {"accuracy": "max", "log_loss": "min"}  # no clock that nobody named
    table = js.read_results(scores, measures=["accuracy", "log_loss", "fit_time"])
    assert table.measures == {"accuracy": "max", "log_loss": "min", "fit_time": "min"}
    assert table.datasets == ("iris", "wine") and table.algorithms == ("tree", "bayes")
    assert table.notes == ()
    runs = table.all_runs
    assert (runs.kind, runs.test_share) == ("cv", pytest.approx(0.25))
    for i, dataset in enumerate(DATA):
        for a, name in enumerate(MODELS):
            own = scores[dataset][name]
            assert runs.values[i, 0, a].tolist() == own["test_accuracy"].tolist()
            assert runs.values[i, 1, a].tolist() == (-own["test_neg_log_loss"]).tolist()
            assert runs.values[i, 2, a].tolist() == own["fit_time"].tolist()
    pairs = {(d, a): one for d, own in scores.items() for a, one in own.items()}
    assert js.read_results(pairs, format="sklearn").values.tolist() == table.values[:, :2].tolist()


def test_measures_are_chosen_by_name_and_directions_are_not_contradicted(scores):
    table = js.read_results(scores, measures=["score_time", "neg_log_loss"])
    assert table.measures == {"score_time": "min", "neg_log_loss": "max"}
    assert js.read_results(scores, measures={"accuracy": "max"}).measures == {"accuracy": "max"}
    with pytest.raises(errors.DirectionError, match="scikit-learn states that lower is better of"):
        js.read_results(scores, measures={"fit_time": "max"})


def test_folds_of_unknown_making_are_combined_and_that_is_said(scores):
    known = {d: {a: without_indices(x) for a, x in own.items()} for d, own in scores.items()}
    table = js.read_results(known)
    assert table.all_runs is None
    assert len(table.notes) == 1 and "test_share=" in table.notes[0]
    assert table.values.tolist() == js.read_results(scores).values.tolist()
    kept = js.read_results(known, test_share=0.25)
    assert kept.all_runs.test_share == 0.25 and kept.notes == ()
    assert js.read_results(known, aggregate="median").notes == ()
    for share in (0, 1, -0.1, 1.5):
        with pytest.raises(errors.OptionError, match="test_share"):
            js.read_results(known, test_share=share)


@pytest.mark.warns("The correction for overlapping")
def test_one_data_set_is_a_table_of_folds(scores):
    table = js.read_results(scores["wine"])
    assert isinstance(table, js.FoldTable) and (table.n_runs, table.n_folds) == (1, 4)
    differences = scores["wine"]["tree"]["test_accuracy"] - scores["wine"]["bayes"]["test_accuracy"]
    found = js.corrected_t_test(table, measure="accuracy").tests[0]
    # Nadeau & Bengio: the variance of the mean difference is (1/4 + 1/3) s².
    t = differences.mean() / np.sqrt((1 / 4 + 1 / 3) * differences.var(ddof=1))
    assert found.t == pytest.approx(t, rel=1e-12)
    bare = {name: without_indices(one) for name, one in scores["wine"].items()}
    with pytest.raises(errors.ReadError, match=r"The 4 folds are of one data set: .*"):
        js.read_results(bare)
    assert js.read_results(bare, test_share=0.25).values.tolist() == table.values.tolist()


def test_repeated_folds_are_told_apart_by_their_cases():
    cv = RepeatedKFold(n_splits=3, n_repeats=2, random_state=0)
    own = {a: cross_validate(m, *DATA["iris"], cv=cv, return_indices=True)
           for a, m in MODELS.items()}  # fmt: skip
    table = js.read_results(own)
    assert (table.n_runs, table.n_folds) == (2, 3)


def test_a_run_ends_where_a_case_is_tested_once_more():
    tests = [[0, 1], [2, 3], [4], [3, 0], [1, 2], [2, 5]]
    indices = {"test": tests, "train": [np.arange(8)] * 6}
    made = found({("iris", a): {"test_acc": [0.5] * 6, "indices": indices} for a in "ab"}).frame
    names = list(zip(made["run"], made["fold"], strict=True))[:6]
    assert names == [("1", "1"), ("1", "2"), ("1", "3"), ("2", "1"), ("2", "2"), ("3", "1")]


def test_different_folds_are_not_paired():
    def own(seed, one, data):
        cv = ShuffleSplit(n_splits=3, test_size=0.2, random_state=seed)
        return cross_validate(one, *data, cv=cv, return_indices=True)

    mixed = {d: {a: own(i, m, data) for i, (a, m) in enumerate(MODELS.items())}
             for d, data in DATA.items()}  # fmt: skip
    table = js.read_results(mixed)
    assert table.all_runs is None and "same folds" in table.notes[0]
    with pytest.raises(errors.ReadError, match="same splits"):
        js.read_results(mixed["iris"])
    shorter = {"tree": mixed["iris"]["tree"], "bayes": cross_validate(GaussianNB(), *DATA["iris"])}
    with pytest.raises(errors.ReadError, match=r'"bayes" has 5 folds, another algorithm 3'):
        js.read_results(shorter)


@pytest.mark.warns(r"\d+ of \d+ fits failed")
def test_failed_fits_are_counted(scores):
    bad = dict(scores["wine"]["bayes"])
    for key in ("test_accuracy", "test_neg_log_loss"):  # as error_score=nan leaves them
        bad[key] = np.array([np.nan, *bad[key][1:]])
    failing = {"iris": scores["iris"] | {"weak": scores["iris"]["bayes"]},
               "wine": scores["wine"] | {"weak": bad}}  # fmt: skip
    with pytest.raises(errors.MissingValuesError, match=r"1 of 24 fits failed: weak on wine .1"):
        js.read_results(failing)
    table = js.read_results(failing, missing="worst")
    assert table.n_failed == 1  # both scores, and the time that the failure took
    assert table.notes[0].startswith("1 of 24 fits failed")
    assert "note:       1 of 24 fits" in repr(table)
    with pytest.warns(js.JointStatsWarning, match="1 of 24 fits"):
        tested = js.sign_test(table)
    assert tested.warnings[0] == table.notes[0]
    assert table.notes[0] in js.compare_algorithms(table).to_dict()["warnings"]
    assert table.select(algorithms=["tree", "weak"]).notes == table.notes


def test_json_of_scores_is_read():
    path = FILES / "cross_validate.json"
    table = js.read_results(path, test_share=0.25)
    known = json.loads(path.read_text())
    for i, dataset in enumerate(table.datasets):
        for a, name in enumerate(table.algorithms):
            assert table.all_runs.values[i, 0, a].tolist() == known[dataset][name]["test_accuracy"]


@pytest.mark.parametrize(
    "given",
    [{}, {"a": 1}, {"svm": {"C": [1]}}, [1, 2], {"a": {"test_x": ["b"]}}, {"a": {"test_x": [[1]]}}],
)
def test_other_objects_are_refused(given):
    with pytest.raises(js.JointStatsError, match="of a known format"):
        js.read_results(given)
    with pytest.raises(errors.ReadError, match="holds nothing that scikit-learn's"):
        js.read_results(given, format="sklearn")
    with pytest.raises(errors.OptionError, match="test_share"):
        js.read_results(FILES / "cross_validate.json", test_share=2)


# --- Small dictionaries ---------------------------------------------------------------------------


def found(given, **options):
    return FORMAT.read(format.Source(given), **options)


def test_what_is_of_scikit_learn_is_recognised():
    scores = {"test_acc": [0.5, 1]}
    for given in ({"A": scores}, {("iris", "A"): scores}, {"iris": {"A": scores}},
                  {"A": {"test_acc": np.ones(2), "more": 1}},
                  {"A": {"test_acc": [None, 1], "estimator": object()}}):  # fmt: skip
        assert FORMAT.recognises(format.Source(given))
    for given in ({}, {"A": {}}, {"A": {"test_": [1]}}, {"A": {"test_acc": np.ones((2, 2))}},
                  {"A": {"test_acc": np.array(["a"])}}, {"A": {"acc": [1]}}, {"params": [1]},
                  {"split0_test_score": [1]}, {"A": {"test_acc": "ab"}}):  # fmt: skip
        assert not FORMAT.recognises(format.Source(given))


def test_names_are_of_algorithms_or_of_data_sets_and_algorithms():
    one, two = {"test_acc": [0.5, 1]}, {"test_acc": [0.25, 0]}
    by_pair = found({("iris", "A"): one, ("wine", "A"): two})
    nested = found({"iris": {"A": one}, "wine": {"A": two}})
    for made in (by_pair, nested):
        assert made.frame["dataset"].tolist() == ["iris", "iris", "wine", "wine"]
        assert made.frame["acc"].tolist() == [0.5, 1, 0.25, 0]
        assert made.roles["runs"] == "split" and made.roles["test_share"] is None
    bare = found({1.0: one, "B": two}, test_share=0.5)
    assert bare.frame["algorithm"].tolist() == ["1", "1", "B", "B"]
    assert bare.roles.items() >= {"run": "run", "fold": "fold"}.items()
    assert "dataset" not in bare.roles
    assert found({"iris": {"A": one}}, test_share=0.5).roles["dataset"] == "dataset"
    with pytest.raises(errors.ReadError, match=r'the dict has "A" on "iris" twice: give each'):
        found({("iris", "A"): one, "iris": {"A": two}})
    with pytest.raises(errors.ReadError, match=r'^"B" holds nothing that cross_validate makes'):
        found({"A": one, "B": 3})
    with pytest.raises(errors.ReadError, match=r'^"B" has 1 folds, another algorithm 2: give all'):
        found({"A": one, "B": {"test_acc": [1]}})
    with pytest.raises(errors.ReadError, match=r'^"B" has 1 folds on "iris", another algorithm 2'):
        found({("iris", "A"): one, ("iris", "B"): {"test_acc": [1]}})


def test_losses_are_turned_back_and_times_are_taken():
    one = {"test_neg_log_loss": [-1, -2], "test_acc": [1, 0], "test_text": ["a", "b"]}
    made = found({"A": one | {"fit_time": [3, 4], "score_time": [5, 6]}}, test_share=0.5)
    assert made.roles["measures"] == {"log_loss": "min", "acc": "max"}
    assert made.also == {"neg_log_loss": "max", "fit_time": "min", "score_time": "min"}
    assert made.frame["log_loss"].tolist() == [1, 2]
    assert made.frame["neg_log_loss"].tolist() == [-1, -2]


@pytest.mark.parametrize(
    ("one", "said"),
    [
        ({"test_a": [1, 2], "test_b": [1]}, '"test_b" has 1 values: every score needs one'),
        ({"test_a": [1, 2], "test_b": [1, 2, 3]}, '"test_b" has 3 values: every score needs one'),
        ({"test_a": [1, 2], "fit_time": [1]}, '"fit_time" has 1 values: one is needed'),
    ],
)
def test_scores_and_times_are_as_many_as_the_folds(one, said):
    with pytest.raises(errors.ReadError, match=said):
        found({"A": one}, test_share=0.5)


def test_a_fit_failed_where_some_score_is_missing():
    made = found({"A": {
        "test_a": [1, None, None, 4], "test_b": [1, 2, None, None], "fit_time": [1, 2, 3, 4],
        "score_time": [5] * 4,
    }}, test_share=0.25)  # fmt: skip
    for name, time in (("fit_time", [1, 2, np.nan, 4]), ("score_time", [5, 5, np.nan, 5])):
        assert np.array_equal(made.frame[name], time, equal_nan=True)  # no score took no time
    assert made.notes[0].startswith("3 of 4 fits failed")

    def said(names, datasets=(None,)):
        bad = {(d, n): {"test_a": [None, 1]} for d in datasets for n in names}
        good = {(d, "good"): {"test_a": [1, 1]} for d in datasets}
        given = bad | good if datasets[0] else {n: one for (_, n), one in (bad | good).items()}
        return found(given, test_share=0.5).notes[0]

    assert said("u") == "1 of 4 fits failed: u (1)."
    assert said("uv") == "2 of 6 fits failed: u (1); v (1)."
    assert said("u", ("iris", "wine")) == "2 of 8 fits failed: u on iris (1); u on wine (1)."


@pytest.mark.parametrize(
    ("number", "share", "names"),
    [
        (4, 0.5, "1.1 1.2 2.1 2.2"), (4, 0.25, "1.1 1.2 1.3 1.4"),
        (3, 0.35, "1.1 1.2 1.3"), (3, 0.36, "1.1 2.1 3.1"),  # as near as 0.02, and farther
        (3, 1 / 3, "1.1 1.2 1.3"), (2, 0.99, "1.1 2.1"), (3, 0.5, "1.1 2.1 3.1"),
    ],
)  # fmt: skip
def test_runs_of_folds_are_told_by_the_share(number, share, names):
    made = found({"A": {"test_acc": [0.5] * number}}, test_share=share).frame
    assert (made["run"].astype(str) + "." + made["fold"].astype(str)).tolist() == names.split()
