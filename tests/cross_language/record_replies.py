"""Record replies of the core for the R tests that must run without Python (make replies).

Every declared test is recorded, under the name that its results give in ``test``.
"""

from __future__ import annotations

import json
import math
import tempfile
from contextlib import chdir
from pathlib import Path

import jointstats
from jointstats.base import declare
from jointstats.interfaces import bridge

FOLDER = Path(__file__).parents[1] / "testthat" / "replies"


def values():
    """What is recorded, by name: the inputs, and a result of every test that is declared."""
    table = jointstats.load_dataset("example1")
    three = jointstats.results_table(
        {
            "A": [[0.90, 3.0], [0.80, 2.0], [0.70, 1.0], [0.95, 5.0], [0.60, 4.0]],
            "B": [[0.91, 2.0], [0.82, 1.5], [0.71, 0.5], [0.94, 4.0], [0.65, 3.0]],
            "C": [[0.85, 1.0], [0.81, 3.0], [0.60, 2.0], [0.90, 6.0], [0.61, 3.5]],
        },
        measures={"accuracy": "max", "time": "min"},
    )
    folds = jointstats.results_table(
        jointstats.load_frame("weka_folds"),
        algorithm="algorithm", measures={"accuracy": "max"}, run="run", fold="fold",
        dataset="dataset", of="vote", only=["AODE", "Logistic"],
    )  # fmt: skip
    # What a test is asked for, if not the table of two algorithms and no options.
    asked = {
        "pairwise_tests": ([three], {"test": "glrt"}),
        "leaderboard": ([three], {}),
        "sensitivity": ([jointstats.compare_algorithms(table)], {}),
        "break_even": ([three, "B", "A"], {"scale": "ratio"}),
        "claim_test": ([three, "B", "A"], {"not_worse": ["accuracy"], "better": ["time"]}),
        "watch_claim": (
            ["claim.json", three, "B", "A"],
            {"not_worse": ["accuracy"], "better": ["time"]},
        ),
        "network_test": ([three], {}),
        "friedman_test": ([three], {"post_hoc": "none"}),
        "corrected_t_test": ([folds], {}),
        "hotelling_test": ([three], {"only": ["A", "B"]}),
        "manova_test": ([three], {"draws": 99, "rng": 1}),
        "mardia_test": ([three], {"draws": 99, "rng": 1}),
        "learn_measures": ([table], {"apply": table}),
        "plan_datasets": ([[0.7, 0.3]], {"n": [20, 50]}),
        "simulate_roc": ([], {"cases": 20, "tests": ["glrt", "bayes"]}),
    }
    made = {"table": table, "folds": folds, "counts": jointstats.statement_counts(table)}
    for name in declare.catalogue():
        data, options = asked.get(name, ([table], {}))
        with tempfile.TemporaryDirectory() as folder, chdir(folder):  # for what is written
            result = getattr(jointstats, name)(*data, **options)
        made[result.test] = result
    # Practically equal on accuracy, on most data sets.
    values = {
        "A": [[0.90, 3.0], [0.80, 2.0], [0.70, 1.0]],
        "B": [[0.91, 2.0], [0.81, 1.5], [0.9, 2]],
    }
    ways = {"accuracy": "max", "time": "min"}
    made["ties"] = jointstats.bayes_test(values, measures=ways, rope={"accuracy": 0.02})
    made["three_outcomes"] = jointstats.bayes_sign_test(
        values, measures=ways, rope={"accuracy": 0.02, "time": 0.1}
    )
    return made


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, value in values().items():
        text, numbers = bridge.pack(value)
        plain = [None if math.isnan(x) else x for x in numbers]
        reply = json.dumps({"json": text, "numbers": plain}, ensure_ascii=False)
        (FOLDER / f"{name}.json").write_text(reply + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
