"""Comparisons and leaderboards measure by measure: the same counts, without names in columns."""

import pandas as pd
import pytest

import jointstats as js

WEKA = js.load_frame("weka").set_index(["dataset", "algorithm"])


@pytest.fixture(scope="module")
def weka():
    return js.compare_algorithms(js.load_dataset("weka"))


def test_a_row_for_each_pair_and_measure(weka):
    rows = weka.to_frame("measures")
    assert len(rows) == len(weka.pairs) * len(weka.measures)
    row = rows[(rows.a == "Bagging") & (rows.b == "RandomForest") & (rows.measure == "mae")].iloc[0]
    mae = WEKA["mae"].unstack()
    assert row.wins_a == (mae.Bagging < mae.RandomForest).sum()
    assert row.wins_b == (mae.Bagging > mae.RandomForest).sum()
    assert row.unknown == (mae.Bagging == mae.RandomForest).sum()
    pair = weka.pair("Bagging", "RandomForest")
    assert row.p == min(pair.p_a["mae"], pair.p_b["mae"])


def test_what_is_shown_names_the_better_one_and_practical_equality():
    data = [(f"d{i}", name, x, 1) for i in range(40) for name, x in (("A", 0.9), ("B", 0.1))]
    roles = {"columns": ["data", "method", "acc", "size"]}
    result = js.compare_algorithms(
        pd.DataFrame(data, **roles), dataset="data", algorithm="method",
        measures={"acc": "max", "size": "min"}, rope={"size": 1.0},
    )  # fmt: skip
    rows = result.to_frame("measures").set_index("measure")
    assert rows.shown["acc"] == "A better"
    assert rows.shown["size"] == "A not worse, B not worse, equal"
    assert rows.ties["size"] == 40


def test_a_row_for_each_algorithm_and_measure(weka):
    rows = weka.leaderboard.to_frame("measures").set_index(["algorithm", "measure"])
    assert len(rows) == len(weka.algorithms) * len(weka.measures)
    auc = WEKA["auc"].unstack()["AODE"]
    assert rows["median"]["AODE", "auc"] == pytest.approx(auc.median(), rel=1e-12)
    assert rows["sd"]["AODE", "auc"] == pytest.approx(auc.std(), rel=1e-12)


def test_groups_of_measures_have_rows_of_their_own():
    groups = {"quality": ["accuracy", "auc"]}
    result = js.compare_algorithms(js.load_dataset("weka"), groups=groups)
    assert list(result.to_frame("measures").measure[:2]) == ["quality", "f_measure"]
    board = result.leaderboard.to_frame("measures").set_index(["algorithm", "measure"])
    assert board.rank_low["AODE", "quality"] >= 1
    assert board.rank_low.isna()["AODE", "accuracy"]


def test_properties_of_algorithms_are_no_measures():
    board = pd.DataFrame({"model": ["A", "B"], "d1": [0.9, 0.8], "d2": [0.7, 0.9], "price": [1, 2]})
    result = js.compare_algorithms(
        board, algorithm="model", measures={"acc": "max"}, columns="{dataset}",
        per_algorithm={"price": "min"},
    )  # fmt: skip
    assert set(result.leaderboard.to_frame("measures").measure) == {"acc"}


def test_an_unknown_frame_is_an_error_with_the_names(weka):
    for result in (weka, weka.leaderboard):
        with pytest.raises(js.errors.OptionError, match="what must be one of"):
            result.to_frame("rows")
