"""Layouts of real files and tools, each with its source: read right, or refused with the cure.

The columns are those of the source; the numbers are invented here, and the same in all of them.
"""

import json
import re
from itertools import product

import numpy as np
import pytest

import jointstats as js
from jointstats.base import errors

DATASETS, MODELS = ("m4", "etth", "m5"), ("chronos", "naive")
# By hand: data set, measure (an error, seconds), model.
CUBE = np.array([[[0.9, 1.1], [7.0, 0.5]], [[0.8, 1.0], [9.0, 0.4]], [[1.3, 1.2], [80.0, 2.0]]])
CELLS = [
    (d, m, *CUBE[i, :, j]) for (i, d), (j, m) in product(enumerate(DATASETS), enumerate(MODELS))
]
BOTH = {"error": "min", "seconds": "min"}


def csv(header, rows):
    return "\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n"


def written(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def of_model(model):
    return [cell for cell in CELLS if cell[1] == model]


# Files of a layout, what is read of them, with which words, and the names of the two measures.
LAYOUTS = {
    # SalesforceAIResearch/gift-eval, results/MODEL/all_results.csv
    "GIFT-Eval": (
        {f"results/{m}/all_results.csv": csv(
            "dataset,model,eval_metrics/MASE[0.5],eval_metrics/seconds,domain,num_variates",
            [(d, "x", e, s, "Sales", 1) for d, _, e, s in of_model(m)]) for m in MODELS},
        "results/{algorithm}/all_results.csv", {"dataset": "dataset"},
        ("eval_metrics/MASE[0.5]", "eval_metrics/seconds")),
    # autogluon/fev, benchmarks/chronos_zeroshot/results/MODEL.csv
    "fev": (
        {f"results/{m}.csv": csv(
            "model_name,dataset_path,horizon,eval_metric,task_name,test_error,inference_time_s",
            [(m, "autogluon/x", 24, "MASE", d, e, s) for d, _, e, s in of_model(m)])
         for m in MODELS},
        "results", {"dataset": "task_name", "algorithm": "model_name"},
        ("test_error", "inference_time_s")),
    # Nixtla/nixtla, experiments/amazon-chronos/results/results_all.csv
    "metrics in rows": (
        {"results_all.csv": csv("dataset,metric,model,value", [
            (d, name, m, x) for d, m, e, s in CELLS for name, x in (("mase", e), ("time", s))])},
        "results_all.csv",
        {"dataset": "dataset", "algorithm": "model", "metric": "metric", "value": "value"},
        ("mase", "time")),
    # hfawaz/dl-4-tsc, results/results-ucr-128.csv: a row for each iteration
    "dl-4-tsc": (
        {"results.csv": csv("classifier_name,archive_name,dataset_name,iteration,error,duration", [
            (m, "UCR", d, i, e + (i - 1) / 8, s) for d, m, e, s in CELLS for i in (0.0, 1.0, 2.0)
        ])},
        "results.csv",
        {"dataset": "dataset_name", "algorithm": "classifier_name", "runs": "iteration",
         "run_kind": "independent"},
        ("error", "duration")),
    # Minqi824/ADBench, result/AUCROC_….csv: a first column without a name
    "ADBench": (
        {"AUCROC.csv": csv("," + ",".join(MODELS), [
            (f"\"('{d}', 0.0, 1)\"", *CUBE[i, 0]) for i, d in enumerate(DATASETS)])},
        "AUCROC.csv", {"dataset": ""}, ("AUCROC",)),
    # transformers, Trainer.save_metrics: all_results.json in each output_dir
    "transformers": (
        {f"out/{m}/{d}/all_results.json": json.dumps(
            {"epoch": 3.0, "eval_loss": e, "eval_runtime": s, "eval_samples": 10})
         for d, m, e, s in CELLS},
        "out/{algorithm}/{dataset}/all_results.json", {}, ("eval_loss", "eval_runtime")),
    # mlr3, fwrite(bmr$aggregate(...)): learners with a dot in their names
    "mlr3": (
        {"bmr.csv": csv("nr,task_id,learner_id,resampling_id,iters,classif.ce,time_train", [
            (i, d, m, "cv", 10, e, s) for i, (d, m, e, s) in enumerate(CELLS)])},
        "bmr.csv", {"dataset": "task_id", "algorithm": "learner_id"},
        ("classif.ce", "time_train")),
    # tidymodels, collect_metrics() of a workflow set with the task added
    "tidymodels": (
        {"metrics.csv": csv("task,wflow_id,.config,.metric,.estimator,mean,n,std_err", [
            (d, m, "Model1", name, "standard", x, 5, 0.01)
            for d, m, e, s in CELLS for name, x in (("rmse", e), ("seconds", s))])},
        "metrics.csv",
        {"dataset": "task", "algorithm": "wflow_id", "metric": ".metric", "value": "mean"},
        ("rmse", "seconds")),
    # yzhao062/pyod, benchmark.py: properties of the data sets next to the algorithms
    "PyOD": (
        {"roc.csv": csv("Data,#Samples,# Dimensions,Outlier Perc," + ",".join(MODELS), [
            (d, 100 + i, 9 + i, 3.5 + i, *CUBE[i, 0]) for i, d in enumerate(DATASETS)])},
        "roc.csv", {"dataset": "Data", "only": list(MODELS)}, ("roc",)),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYOUTS)
def test_files_of_this_layout_are_read_right(name, tmp_path, monkeypatch):
    files, given, roles, measures = LAYOUTS[name]
    monkeypatch.chdir(written(tmp_path, files))
    table = js.read_results(given, measures=dict.fromkeys(measures, "min"), **roles)
    d = [next(i for i, dataset in enumerate(table.datasets) if key in dataset) for key in DATASETS]
    a = [table.algorithms.index(model) for model in MODELS]
    expected = CUBE[:, : len(measures)]
    assert np.allclose(table.values[d][:, :, a], expected, rtol=1e-14)
    assert table.values.shape == expected.shape


@pytest.mark.parametrize("name", [*LAYOUTS])
def test_the_proposal_reads_the_same_numbers(name, tmp_path, monkeypatch):
    files, given, _, measures = LAYOUTS[name]
    monkeypatch.chdir(written(tmp_path, files))
    with pytest.raises(errors.RolesError) as caught:
        js.read_results(given)
    calls = re.findall("(?m)^  (read_results.*)$", str(caught.value))
    # No measure has a name, ce has no direction, and an iteration is not named as a run.
    assert bool(calls) != (name in ("ADBench", "PyOD", "mlr3", "dl-4-tsc"))
    if not calls:
        return
    table = eval(f"js.{calls[0]}", {"js": js})
    for j, measure in enumerate(measures):
        if measure in table.measures:
            values = table.select(measures=[measure], algorithms=MODELS).values[:, 0]
            d = [table.datasets.index(name) for name in DATASETS]
            assert np.allclose(values[d], CUBE[:, j], rtol=1e-14)
            assert table.measures[measure] == "min"
    assert {*table.measures} == {*measures}


# --- Refused, with the cure ---


def test_panels_and_steps_are_not_averaged_in_silence(tmp_path, monkeypatch):
    # mirkobunse/critdd, docs/source/2d_example.csv; online-ml/river, benchmarks/…/regression.csv
    monkeypatch.chdir(tmp_path)
    for column, values in (("diagram", ["one", "two"]), ("step", [11, 22])):
        rows = [(d, m, e + i / 8, v) for d, m, e, _ in CELLS for i, v in enumerate(values)]
        (tmp_path / "r.csv").write_text(csv(f"dataset,method,loss,{column}", rows))
        roles = {"dataset": "dataset", "algorithm": "method", "measures": {"loss": "min"}}
        with pytest.raises(errors.DuplicateRowsError, match="2 rows for data set"):
            js.read_results("r.csv", **roles)
        with pytest.raises(errors.RolesError, match=f'Decide on "{column}"'):
            js.read_results("r.csv")


def test_columns_that_describe_data_sets_are_named(tmp_path, monkeypatch):
    files, given, _, _ = LAYOUTS["PyOD"]
    monkeypatch.chdir(written(tmp_path, files))
    table = js.read_results(given, dataset="Data", measures={"roc": "max"})
    assert table.notes[0].startswith('"#Samples", "# Dimensions" are read as algorithms. If such a')
