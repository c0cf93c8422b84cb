"""Result files of tsml-eval and result tables of aeon, as these packages have them."""

from pathlib import Path

import numpy as np
import pytest

import jointstats as js
from jointstats.table.formats.catalogue import FORMATS
from jointstats.table.formats.format import Source

FORMAT = FORMATS["tsml"]

FOLDER = Path(__file__).parent / "formats" / "tsml"
SHARE = {"test_share": 0.5}


def third_line(kind, algorithm, dataset, resample):
    path = FOLDER / kind / algorithm / "Predictions" / dataset / f"testResample{resample}.csv"
    return [float(cell) for cell in path.read_text().splitlines()[2].split(",")[:5]]


def test_accuracy_is_that_of_the_files_and_resamples_are_runs():
    table = js.read_results(FOLDER / "classification", **SHARE)
    assert table.measures == {"accuracy": "max"}
    assert table.datasets == ("Chinatown", "Trace")
    assert table.algorithms == ("1NN-DTW", "ROCKET")
    assert table.all_runs.kind == "cv"
    for i, dataset in enumerate(table.datasets):
        for j, algorithm in enumerate(table.algorithms):
            said = [third_line("classification", algorithm, dataset, r)[0] for r in (0, 1)]
            assert table.values[i, 0, j] == pytest.approx(np.mean(said), abs=1e-15)


def test_times_keep_the_unit_of_the_file_and_are_taken_when_asked_for():
    table = js.read_results(
        FOLDER / "classification",
        measures=["accuracy", "fit_time_milliseconds", "memory_usage"], **SHARE,
    )  # fmt: skip
    assert list(table.measures.values()) == ["max", "min", "min"]
    said = [third_line("classification", "ROCKET", "Trace", r) for r in (0, 1)]
    assert table.values[1, 1, 1] == np.mean([line[1] for line in said])
    assert table.values[1, 2, 1] == np.mean([line[4] for line in said])


def test_results_of_training_data_are_left_out_and_counted():
    table = js.read_results(FOLDER / "classification", **SHARE)
    assert "1 file is left out, with results of training data." in table.notes
    alone = FOLDER / "classification/ROCKET/Predictions/Trace/trainResample0.csv"
    with pytest.raises(js.errors.ReadError, match="training data only"):
        js.read_results(alone)


@pytest.mark.parametrize(
    ("kind", "measure", "way", "dataset", "algorithms"),
    [
        ("regression", "mean_squared_error", "min", "Covid3Month", ("1NN-DTW", "ROCKET")),
        ("forecasting", "mean_absolute_percentage_error", "min", "Airline",
         ("LinearRegression", "NaiveForecaster")),
    ],
)  # fmt: skip
def test_other_tasks_have_their_own_measure(kind, measure, way, dataset, algorithms):
    table = js.read_results(FOLDER / kind)
    assert table.measures == {measure: way}
    assert table.algorithms == algorithms
    assert table.datasets == (dataset,)
    runs = range(3) if kind == "regression" else range(1)
    for j, algorithm in enumerate(algorithms):
        said = [third_line(kind, algorithm, dataset, r)[0] for r in runs]
        assert table.values[0, 0, j] == pytest.approx(np.mean(said), abs=1e-15)


def test_tasks_are_not_mixed(tmp_path):
    for kind, at in (("classification", "1NN-DTW/Predictions/Trace"),
                     ("clustering", "KMeans/Predictions/Trace")):  # fmt: skip
        (tmp_path / at).mkdir(parents=True)
        file = FOLDER / kind / at / "testResample0.csv"
        (tmp_path / at / "testResample0.csv").write_bytes(file.read_bytes())
    with pytest.raises(js.errors.ReadError, match="results of classification and clustering"):
        js.read_results(tmp_path)


def test_a_file_of_the_java_program_is_read_in_its_own_unit():
    row = FORMAT.read(Source(FOLDER / "javaResultsFile.csv")).frame.iloc[0]
    assert [row["dataset"], row["algorithm"]] == ["BeetleFly", "ProximityForest"]
    assert [row["accuracy"], row["fit_time_nanoseconds"]] == [0.9, 51733074309]


def test_variants_are_told_apart_by_their_folders(tmp_path):
    for name, accuracy in (("ROCKET-1k", "0.4"), ("ROCKET-10k", "0.5")):
        folder = tmp_path / name / "Predictions" / "Trace"
        folder.mkdir(parents=True)
        text = f"Trace,ROCKET,TEST,0,MILLISECONDS,PREDICTIONS,x\nnone\n{accuracy},1,2,-1,-1,2\n"
        (folder / "testResample0.csv").write_text(text)
    assert js.read_results(tmp_path).algorithms == ("ROCKET-10k", "ROCKET-1k")


def test_the_first_line_says_what_was_run():
    def read(head):
        return FORMAT.read(sources(testResample0=f"{head}\nnone\n0.5,1,2,-1,7,2\n"))

    found = read("Trace,A,TEST,3,MILLISECONDS,PREDICTIONS")
    assert found.frame.iloc[0].to_dict() == {
        "dataset": "Trace", "algorithm": "A", "resample": "3", "accuracy": 0.5,
        "fit_time_milliseconds": 1.0, "predict_time_milliseconds": 2.0, "memory_usage": 7.0,
    }  # fmt: skip
    with pytest.raises(js.errors.ReadError, match="is not a result file of tsml-eval"):
        read('Trace,"A,TEST,0,MILLISECONDS,PREDICTIONS')


HEAD = "Trace,{name},TEST,{run},MILLISECONDS,PREDICTIONS\nnone\n"


def sources(**texts):
    """Files in memory, by their names without the ending."""
    return Source.of_memory({f"{name}.csv": text.encode() for name, text in texts.items()})


def test_files_and_tables_are_not_mixed():
    file, table = HEAD.format(name="A", run=0), "Resamples:,0,1\nTrace,0.5,0.6\n"
    with pytest.raises(js.errors.ReadError, match="holds tables of results and other files"):
        FORMAT.read(sources(a=file, b=table))


def test_what_was_measured_and_what_was_not():
    def read(*lines):
        texts = {f"a{i}": HEAD.format(name="AB"[i], run=i) + line for i, line in enumerate(lines)}
        return FORMAT.read(sources(**texts))

    found = read("0.5,1,2,-1,7\n", "-1,-1,3,-1,-1\n")
    assert found.roles == {
        "dataset": "dataset", "algorithm": "algorithm", "measures": {"accuracy": "max"},
        "runs": "resample", "run_kind": "cv",
    }  # fmt: skip
    assert found.notes == ("1 of 2 files failed: no value (-1) (1).",)
    costs = ["fit_time_milliseconds", "predict_time_milliseconds", "memory_usage"]
    assert dict(found.also) == dict.fromkeys(costs, "min")
    expected = [[0.5, 1, 2, 7], [np.nan, np.nan, 3, np.nan]]
    assert np.array_equal(found.frame[["accuracy", *costs]], expected, equal_nan=True)
    # Without the memory, or where nobody measured it, it is no measure.
    for line in ("0.5,1,2\n", "0.5,1,2,-1,-1\n"):
        alone = read(line)
        assert list(alone.also) == costs[:2] and "runs" not in alone.roles


def test_what_is_no_result_is_told_by_its_lines():
    for text in ("Trace,A,TEST,0,SECONDS,x\nnone\n1,2,3,4\n",
                 HEAD.format(name="A", run=0) + "0.5,1\n",
                 HEAD.format(name="A", run=0) + "0.5,one,2\n"):  # fmt: skip
        with pytest.raises(js.errors.ReadError, match="its third line must begin with the measure"):
            FORMAT.read(sources(a=text))
    for text in (HEAD.format(name="A", run=0)[:-6], "a,b\nnone\n1,2,3\n"):
        with pytest.raises(js.errors.ReadError, match=r"is not a result file of tsml-eval\.$"):
            FORMAT.read(sources(a=text))


def test_several_tables_are_joined_by_data_set_algorithm_and_resample():
    text = "folds:,0,1\nTrace,0.5,0.6\nX,0.1,0.2\n"
    found = FORMAT.read(sources(A_accuracy=text, A_logloss=text, B_accuracy=text, B_own=text))
    assert found.roles["measures"] == {"accuracy": "max", "logloss": "min"}
    assert found.undirected == ("own",) and found.roles["run_kind"] == "cv"
    frame = found.frame.set_index(["algorithm", "dataset", "resample"]).sort_index()
    assert frame.loc["A", "Trace", "1"].tolist() == ["0.6", "0.6", np.nan]
    assert len(frame) == 8 and frame.loc["A", "own"].isna().all()
    assert frame.loc[("B", "X", "1"), ["accuracy", "own"]].tolist() == ["0.2", "0.2"]
    alone = FORMAT.read(sources(A="resamples:,0\nTrace,0.5\n"))
    assert alone.undirected == ("value",) and "runs" not in alone.roles
    assert alone.frame["algorithm"].tolist() == ["A"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("folds:,0\nTrace,1,2\nX,1,2,3\n", "Expected 2 fields in line 2, saw 3"),
        ("folds:,0\nTrace,1\nX,2\nX,3\n", 'has "X" twice: leave one.'),
        ("folds:,0,1,0\nTrace,1,2,3\n", 'has 2 columns of the name "0": rename'),
    ],
)
def test_a_broken_table_is_refused_in_a_sentence(text, said):
    with pytest.raises(js.JointStatsError, match=said):
        FORMAT.read(sources(A_accuracy=text))


def test_tables_of_aeon_have_a_row_for_each_data_set_and_a_column_for_each_resample():
    table = js.read_results(FOLDER / "table", **SHARE)
    assert table.measures == {"accuracy": "max"}
    assert table.algorithms == ("FreshPRINCE", "HC2")
    assert (table.n, table.n_rows) == (112, 112 * 2 * 30)
    line = (FOLDER / "table" / "HC2_accuracy.csv").read_text().splitlines()[57].split(",")
    i = table.datasets.index(line[0])
    assert table.values[i, 0, 1] == pytest.approx(np.mean([float(x) for x in line[1:]]))


def test_the_rows_of_several_tables_have_numbers_of_their_own(tmp_path):
    for name in "AB":
        (tmp_path / f"{name}_accuracy.csv").write_text("folds:,0,1\nTrace,0.5,0.6\nX,0.1,0.2\n")
    found = FORMAT.read(Source([tmp_path / f"{name}_accuracy.csv" for name in "AB"]))
    assert found.frame.index.tolist() == list(range(8))
    assert found.frame["algorithm"].tolist() == ["A"] * 4 + ["B"] * 4
