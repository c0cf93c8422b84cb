"""Measures from confusion counts in a frame: values, directions, and 0/0 that is named."""

import warnings

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.table import kernel_confusion


def counts(**more):
    return pd.DataFrame({"tp": [40, 0], "fp": [10, 0], "tn": [45, 90], "fn": [5, 10], **more})


def test_values_by_hand():
    made = js.measures_from_confusion(
        counts().iloc[:1], ["tpr", "fpr", "precision", "f1", "accuracy", "kappa", "mcc"]
    )
    expected = [40 / 45, 10 / 55, 0.8, 80 / 95, 0.85, 0.7, (40 * 45 - 50) / np.sqrt(6187500)]
    np.testing.assert_allclose(made.iloc[0, 4:].astype(float), expected, rtol=1e-12)
    assert made.attrs["measures"]["fpr"] == "min" and made.attrs["measures"]["kappa"] == "max"


def test_undefined_ratios_are_missing_and_named():
    with pytest.warns(js.JointStatsWarning, match=r"precision in row 2, mcc in row 2") as caught:
        made = js.measures_from_confusion(counts(), ["precision", "tpr", "mcc"])
    assert "tpr" not in str(caught[0].message).split(".")[0]
    assert np.isnan(made["precision"][1]) and made["tpr"][1] == 0
    assert caught[0].filename == __file__  # the caller's line
    made["who"], made["data"] = ["A", "B"], "d"
    with pytest.raises(js.errors.MissingValuesError, match="precision of B"):
        js.results_table(made, dataset="data", algorithm="who", measures={"precision": "max"})


def test_other_columns_and_the_input_are_left_alone():
    frame = counts(who=["A", "B"]).rename(columns={"tp": "True +", "fn": 7})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = js.measures_from_confusion(frame, "tpr", tp="True +", fn="7")
    assert list(made) == ["True +", "fp", "tn", 7, "who", "tpr"]
    assert "tpr" not in frame


def test_every_measure_by_default():
    made = js.measures_from_confusion(counts().iloc[:1])
    assert list(made.columns[4:]) == list(kernel_confusion.FORMULAS)
    assert made.iloc[0, 4:].notna().all()


def test_from_counts_to_a_test():
    rng = np.random.default_rng(1)
    rows = [
        {"fold": f, "who": who, "tp": 50 - fn, "fn": fn, "fp": fp, "tn": 60 - fp}
        for f in range(10)
        for who, shift in (("A", 0), ("B", 6))
        for fn, fp in [(rng.integers(3, 9) + shift, rng.integers(10, 16) - shift)]
    ]
    made = js.measures_from_confusion(pd.DataFrame(rows), ["error", "tpr", "fpr"])
    roles = {"fold": "fold", "algorithm": "who", "correction": "nadeau-bengio"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        joint = js.hotelling_test(made, measures={"tpr": "max", "fpr": "min"}, **roles)
        alone = js.hotelling_test(made, measures={"error": "min"}, **roles)
    # The same number of errors of two kinds: only the two together tell the algorithms apart.
    assert joint.decided and not alone.decided


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"measures": ["auc"]}, kernel_confusion.UnknownMeasureError, 'no measure "auc"'),
        ({"tp": "TP"}, js.errors.ColumnError, '"TP"'),
        ({"frame": counts(tpr=[1, 2])}, js.errors.ColumnError, '"tpr" already'),
        (
            {"frame": counts().assign(fp=[-1, 2])},
            kernel_confusion.InvalidCountError,
            "not negative",
        ),
        ({"frame": counts().assign(fp=["many", "2"])}, js.errors.InvalidValueError, "row 1"),
        ({"frame": [[1, 2, 3, 4]]}, js.errors.InvalidValueError, "data frame"),
    ],
)
def test_bad_input_is_named(change, error, words):
    options = dict(change)
    frame = options.pop("frame", counts())
    with pytest.raises(error, match=words):
        js.measures_from_confusion(frame, **options)


def test_a_missing_count_gives_a_missing_measure_without_a_warning():
    frame = counts().iloc[:1].astype(float)
    frame.loc[0, "fn"] = np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = js.measures_from_confusion(frame, ["tpr", "fpr"])
    assert made["tpr"].isna().all() and made["fpr"].notna().all()
