"""A user's program, read by type checkers and never run: what they are to say stands in comments.

``# is TYPE`` behind `reveal_type`, without the type's module; ``# error`` behind what is wrong.
"""

from pathlib import Path
from typing import reveal_type

import numpy as np
import pandas as pd

import jointstats as js

frame: pd.DataFrame = pd.read_csv("results.csv")
ways = {"accuracy": "max", "time": "min"}
table = js.results_table(frame, dataset="data set", algorithm="method", measures=ways)
reveal_type(table)  # is ResultsTable
reveal_type(table.values.ndim)  # is int
reveal_type(js.load_frame("weka"))  # is DataFrame

# A comparison, and what it has.
result = js.compare_algorithms(table, control="A", alpha=0.01, groups={"all": ["accuracy", "time"]})
reveal_type(result)  # is Comparison
reveal_type(result.verdict)  # is str
reveal_type(result.rows[0].winner)  # is str | None
reveal_type(result.wins[0].p_adjusted)  # is float
reveal_type(result.pair("A", "B").state)  # is str
reveal_type(result.leaderboard.rows[0].algorithm)  # is str
reveal_type(result.summary(width=60))  # is str
reveal_type(result.to_frame("board"))  # is DataFrame
reveal_type(result.to_latex("data"))  # is str
reveal_type(result.plot("league", width=3.3, theme="grey"))  # is Axes
reveal_type(result.figures)  # is tuple[str, ...]
reveal_type(result.to_dict())  # is dict[str, Any]
result.to_html(Path("report.html"))
for warning in result.warnings:
    reveal_type(warning)  # is Caution

# What a test is asked for decides what it returns.
reveal_type(js.bayes_test(table))  # is BayesResult
reveal_type(js.bayes_test(table).rows[0].probability)  # is float
reveal_type(js.glrt_test(table).p_value)  # is float
reveal_type(js.pairwise_tests(table, test="sign").pairs[0].p_adjusted)  # is float
reveal_type(js.pairwise_tests(table, test="bayes").expected_wrong)  # is float | None

# A data frame takes the table's keywords, and those alone.
js.sign_test(frame, dataset="data set", algorithm="method", measures=ways, missing="drop")
js.bayes_sign_test({"A": np.ones((3, 2)), "B": np.zeros((3, 2))}, measures=ways, rope={"time": 1})
js.mardia_test(table, rng=np.random.default_rng(1), on=["time"])
js.plan_datasets([0.7, 0.3], n=20, tests=["glrt"])
js.network_test(table, structure=[("accuracy", "time")], ess=2, max_parents=None)
js.friedman_test(js.load_dataset("weka"), post_hoc="none")
try:
    js.claim_test(table, "A", "B", better=["accuracy"])
except js.JointStatsError as problem:
    reveal_type(problem)  # is JointStatsError

# Wrong calls.
js.compare_algorithms("results.csv")  # error
js.compare_algorithms(table, controll="A")  # error
js.compare_algorithms(table, control=["A"])  # error
js.compare_algorithms(table, alpha="0.05")  # error
js.sign_test(table, p_adjust="Holmes")  # error
js.results_table(frame, dataset="data set", algorithm="method", measures="acc")  # error
js.results_table(frame, dataset="d", algorithm="a", measures=ways, missing="ignore")  # error
js.bayes_test(table, question="all")  # error
js.friedman_test(table, post_hoc="dunn")  # error
js.wilcoxon_test(frame, datasets=1)  # error
js.no_such_test(table)  # error
result.plot("league", theme="blue")  # error
result.to_frame("rows")  # error
result.winer  # error
result.alpha = 0.1  # error
