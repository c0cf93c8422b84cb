"""The packaged results tables: each CSV file against its JSON description, and the numbers."""

import json
import re
from importlib.resources import files
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

FOLDER = Path(str(files("jointstats.datasets")))
STUDY = Path(__file__).parents[2] / "studies" / "weka"
CLASSIFIERS = ["AODE", "Bagging", "BayesNet", "J48graft", "Logistic", "NaiveBayes", "RandomForest"]
WEKA_MEASURES = {
    "accuracy": "max",
    "f_measure": "max",
    "auc": "max",
    "kappa": "max",
    "rmse": "min",
    "mae": "min",
    "fpr": "min",
    "training_time": "min",
}
PAPERS_SIX = ["accuracy", "f_measure", "auc", "kappa", "rmse", "mae"]
NAMES = sorted(path.name.removesuffix(".json") for path in FOLDER.glob("*.json"))
UNIT_INTERVAL = {"f_measure", "auc", "rmse", "mae", "fpr"}
# Size of the data set and of its first class, as their sources document them.
FOLD_SETS = {
    "breast-w": (699, 458),
    "credit-g": (1000, 700),
    "diabetes": (768, 500),
    "gbsg": (686, 299),
    "ionosphere": (351, 126),
    "sonar": (208, 111),
    "vote": (435, 267),
    "wdbc": (569, 212),
}


def description(name: str) -> dict:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def csv_path(name: str) -> Path:
    (path,) = [p for p in FOLDER.iterdir() if p.name in (f"{name}.csv", f"{name}.csv.gz")]
    return path


def table(name: str) -> pd.DataFrame:
    return pd.read_csv(csv_path(name))


@pytest.fixture(scope="module")
def weka() -> pd.DataFrame:
    return table("weka")


@pytest.fixture(scope="module")
def folds() -> pd.DataFrame:
    return table("weka_folds")


def test_every_csv_has_a_json_and_the_reverse():
    csv_names = {re.sub(r"\.csv(\.gz)?$", "", p.name) for p in FOLDER.glob("*.csv*")}
    assert csv_names == set(NAMES)
    assert csv_names >= {"example1", "pnn", "weka", "weka_folds"}


@pytest.mark.parametrize("name", NAMES)
def test_json_describes_the_csv(name):
    facts, df = description(name), table(name)
    assert facts["name"] == name
    for text in ("title", "description", "source", "licence"):
        assert facts[text].strip()
    keys = [facts[role] for role in ("dataset", "algorithm", "run", "fold") if role in facts]
    measures = facts["measures"]
    assert list(df.columns) == keys + list(measures)
    assert set(measures.values()) <= {"max", "min"}
    assert set(facts.get("rope", {})) <= set(measures)
    assert all(width > 0 for width in facts.get("rope", {}).values())
    assert set(facts.get("default_measures", measures)) <= set(measures)


@pytest.mark.parametrize("name", NAMES)
def test_grid_is_complete_without_duplicates(name):
    facts, df = description(name), table(name)
    keys = [facts[role] for role in ("dataset", "algorithm", "run", "fold") if role in facts]
    assert not df.duplicated(keys).any()
    assert len(df) == np.prod([df[key].nunique() for key in keys])
    assert np.isfinite(df[list(facts["measures"])].to_numpy(dtype=float)).all()


@pytest.mark.parametrize("name", ["weka", "weka_folds"])
def test_values_are_in_range(name):
    df = table(name)
    for measure in UNIT_INTERVAL | {"accuracy"}:
        assert df[measure].between(0, 1).all(), measure
    assert df["kappa"].between(-1, 1).all()
    assert (df["training_time"] >= 0).all()
    # RMSE of the class probabilities is never below their MAE.
    assert (df["rmse"] >= df["mae"] - 1e-12).all()


def test_example1_is_the_papers():
    df = table("example1").pivot(index="dataset", columns="algorithm")
    better = np.stack(
        [df["accuracy"]["B"] > df["accuracy"]["A"], df["time"]["B"] < df["time"]["A"]]
    )
    codes = 2 * better[0] + better[1]
    assert np.bincount(codes, minlength=4).tolist() == [1, 2, 3, 6]
    assert df.loc["D01"].tolist() == [85, 84, 8, 9]
    assert df["accuracy"].sum().tolist() == [1096, 1102]
    assert df["time"].sum().tolist() == [162, 158]


def test_pnn_is_the_papers():
    df = table("pnn").pivot(index="dataset", columns="algorithm")
    assert sorted(df.index) == ["BUPA", "IRIS", "PIMA", "WINE"]
    assert df["accuracy"]["New"].sum() == pytest.approx(338.5)
    assert df["accuracy"]["State of art"].sum() == pytest.approx(322.0)
    assert df["complexity"]["New"].sum() == pytest.approx(117.3)
    assert df["complexity"]["State of art"].sum() == pytest.approx(147.7)
    assert description("pnn")["measures"] == {"accuracy": "max", "complexity": "min"}
    assert "higher values are better" in description("pnn")["description"]


def test_weka_has_51_data_sets_and_the_papers_seven_classifiers(weka):
    assert weka["dataset"].nunique() == 51
    assert sorted(weka["algorithm"].unique()) == CLASSIFIERS
    assert description("weka")["measures"] == WEKA_MEASURES
    assert description("weka")["default_measures"] == PAPERS_SIX


def test_training_time_comes_in_ticks(weka, folds):
    """Ticks are 0.01 s in a fold; the mean of a hundred folds moves by the rope."""
    for df, name in ((weka, "weka"), (folds, "weka_folds")):
        tick = description(name)["rope"]["training_time"]
        ticks = df["training_time"] / tick
        np.testing.assert_allclose(ticks, ticks.round(), rtol=0, atol=1e-6)
        assert (ticks.round() == 1).any()


def test_no_measure_repeats_another(weka):
    """The weighted true positive rate is the accuracy; nothing shipped is redundant like that."""
    correlation = np.corrcoef(weka[list(WEKA_MEASURES)].to_numpy().T)
    assert np.abs(correlation - np.eye(len(correlation))).max() < 1 - 1e-6


def test_equal_accuracies_are_equal_floats(weka):
    """Differences are ties or real: one instance more in one of 100 folds moves 1e-7 or more."""
    for _, column in weka.groupby("dataset")["accuracy"]:
        gaps = np.diff(np.sort(column.to_numpy()))
        assert ((gaps == 0) | (gaps > 1e-7)).all()


def test_folds_cover_the_binary_data_sets(folds):
    assert set(folds["dataset"]) == set(FOLD_SETS)
    assert sorted(folds["algorithm"].unique()) == CLASSIFIERS
    assert sorted(folds["run"].unique()) == list(range(1, 11))
    assert sorted(folds["fold"].unique()) == list(range(1, 11))


def test_folds_partition_each_data_set_in_the_same_way_for_all(folds):
    counts = folds[["dataset", "algorithm", "run", "fold"]].assign(
        total=folds[["tp", "fp", "tn", "fn"]].sum(axis=1), positives=folds["tp"] + folds["fn"]
    )
    per_run = counts.groupby(["dataset", "algorithm", "run"])[["total", "positives"]].sum()
    for name, (n, positives) in FOLD_SETS.items():
        assert (per_run.loc[name] == [n, positives]).all(axis=None), name
    spread = counts.groupby(["dataset", "run", "fold"])[["total", "positives"]].nunique()
    assert (spread == 1).all(axis=None)


def test_fold_measures_follow_from_the_counts(folds):
    """Accuracy, kappa, weighted F and weighted FPR, written out from the confusion matrix."""
    tp, fp, tn, fn = (folds[c].to_numpy(dtype=float) for c in ("tp", "fp", "tn", "fn"))
    n, pos, neg = tp + fp + tn + fn, tp + fn, fp + tn
    accuracy = (tp + tn) / n
    chance = (pos * (tp + fp) + neg * (tn + fn)) / n**2
    f_pos, f_neg = 2 * tp / (2 * tp + fp + fn), 2 * tn / (2 * tn + fp + fn)
    expected = {
        "accuracy": accuracy,
        "kappa": (accuracy - chance) / (1 - chance),
        "f_measure": (pos * f_pos + neg * f_neg) / n,
        "fpr": (pos * fp / neg + neg * fn / pos) / n,
    }
    for measure, values in expected.items():
        np.testing.assert_allclose(folds[measure], values, rtol=0, atol=1e-9, err_msg=measure)


def test_weka_is_the_mean_of_the_folds(weka, folds):
    means = folds.groupby(["dataset", "algorithm"])[list(WEKA_MEASURES)].mean()
    shipped = weka.set_index(["dataset", "algorithm"]).loc[means.index, list(WEKA_MEASURES)]
    np.testing.assert_allclose(shipped, means, rtol=0, atol=1e-12)


def test_gzip_header_holds_no_time_and_no_name():
    header = csv_path("weka_folds").read_bytes()[:10]
    assert header[:2] == b"\x1f\x8b"
    assert header[3] == 0, "flags: no file name"
    assert header[4:8] == b"\0\0\0\0", "modification time"
    assert csv_path("weka_folds").stat().st_size < 1_000_000


def test_readme_tells_the_provenance_of_every_data_set(weka):
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([\w-]+) \|.*\| `([0-9a-f]{64})` \|$", readme, flags=re.M))
    assert set(rows) == set(weka["dataset"])
    assert len(set(rows.values())) == len(rows), "two data sets are the same file"
    sets = pd.read_csv(STUDY / "sets.csv", index_col="dataset")
    assert rows == sets["sha256"].to_dict()
    assert (sets["n"] >= 50).all()
    assert "not their data" in readme
    assert "3.6.14" in readme
