"""Files of other programs, read by Python and by R: the same numbers, to the last bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import jointstats as js
from jointstats.interfaces import bridge
from jointstats.interfaces.bridge import spelling

FILES = Path(__file__).parents[1] / "python" / "formats"
TABLES = Path(__file__).with_name("tables")
WEKA = FILES / "weka" / "experiment.csv"
LM_EVAL = FILES / "lm-eval" / "output"
TSML = FILES / "tsml"
JMETAL = FILES / "jmetal"
PLAIN = {"dataset": "data", "algorithm": "method"}


def _of_trials(file, dataset, algorithm, measure):
    roles = {"dataset": dataset, "algorithm": algorithm, "measures": {measure: "max"}}
    return {"path": FILES / file, **roles, "missing": "worst"}


# What both read. A format gets its line here.
READ = [
    {"path": FILES / "sklearn" / "cross_validate.json"},
    {"path": WEKA, "measures": {"Percent_correct": "max", "UserCPU_Time_training": "min"}},
    {"path": TSML / "classification"},
    {"path": JMETAL / "QualityIndicatorSummary.csv", "metrics": JMETAL / "metrics.csv"},
    {"path": LM_EVAL},
    {"path": LM_EVAL, "measures": ["exact_match"], "filter": "strict-match"},
    {"path": FILES / "inspect" / "eval", "missing": "drop"},
    {"path": FILES / "amlb" / "results.csv", "missing": "worst", "test_share": 1 / 3},
    {"path": FILES / "tabarena" / "results.csv"},
    {"path": FILES / "mteb"},
    {"path": FILES / "helm"},
    {"path": FILES / "open-llm-leaderboard" / "contents.csv"},
    {"path": FILES / "opencompass", "measures": {"accuracy": "max"}, "missing": "worst"},
    {"path": FILES / "harbor", "missing": "worst"},
    _of_trials("mlflow/runs.csv", "params.dataset", "params.model", "metrics.accuracy"),
    _of_trials("optuna/trials.csv", "params_dataset", "params_model", "values_accuracy"),
    _of_trials("wandb/runs.csv", "dataset", "model", "accuracy"),
    {"path": FILES / "open-problems", "missing": "worst"},
    {"path": FILES / "omnibenchmark" / "out", "measures": {"ari": "max", "s": "min"}},
    {"path": TABLES / "percent.csv", **PLAIN, "measures": {"acc": "max", "secs": "min"}},
]
# What both refuse, each in its own spelling.
REFUSED = [
    {"path": WEKA},
    {"path": WEKA, "unit": "sample"},
    {"path": WEKA, "measures": {"Percent_correct": "max"}, "format": "wekka"},
    {"path": FILES / "amlb" / "results.csv"},
    {"path": FILES / "mlflow" / "runs.csv"},
    {"path": FILES / "opencompass"},
    {"path": LM_EVAL, "measures": ["exact_match"]},
    {"path": FILES / "inspect" / "eval", "unit": "samples"},
    {"path": FILES / "inspect" / "json"},
    {"path": FILES / "tabarena"},
    {"path": FILES / "nowhere.csv"},
    {"path": TABLES / "two_ways.csv", **PLAIN, "measures": {"acc": "max"}},
]


def numbers(texts):
    return np.array([float.fromhex(x) for x in texts])


def test_r_reads_the_same(read_by_r):
    for call, found in zip(READ, read_by_r(READ), strict=True):
        assert "error" not in found, found
        table = js.read_results(**call)
        assert found["measures"] == table.measures
        assert found["datasets"] == list(table.datasets)
        assert found["algorithms"] == list(table.algorithms)
        np.testing.assert_array_equal(numbers(found["values"]), table.values.ravel())
        assert found["notes"] == [spelling.for_r(one.parts) for one in table.notes]
        families = table.families or {}
        assert found["families"] == [families[name] for name in table.datasets if families]
        runs = [] if table.all_runs is None else table.all_runs.values.ravel()
        np.testing.assert_array_equal(numbers(found["runs"]), runs)


def test_r_refuses_the_same_in_its_own_spelling(read_by_r):
    for call, found in zip(REFUSED, read_by_r(REFUSED), strict=True):
        try:
            js.read_results(**call)
        except js.JointStatsError as error:
            assert found["error"] == f"jointstats_{bridge.snake_case(type(error))}"
            assert found["message"] == spelling.for_r(error.parts)
        else:
            raise AssertionError(f"Python read {call}")
