"""What each rule finds on the same tables: on resampled rows of a packaged table, and in a design.

Ours: "more often" on single measures, the joint claim, and pairs with any answer. Beside them what
a user would pick instead: Wilcoxon's test of every pair and measure with Holm's correction over
all of them, and autorank, which looks at one measure at a time.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from populations import SEED

import jointstats as js
from jointstats.claims.kernel_pairs import JOINTLY_MORE_OFTEN, MORE_OFTEN
from jointstats.claims.shown import shown_of

ALPHA = 0.05
TABLES = 40
TABLES_OF_DESIGN = 200
DATA_SETS = (12, 25, 51)
DESIGN_SETS = (20, 40)
DESIGN = "one of 5 better by 1 s.d. on both measures"
MEASURES = {
    "weka, accuracy and training time": {"accuracy": "max", "training_time": "min"},
    "weka, six measures": js.load_dataset("weka").measures,
}
SCENARIOS = (*MEASURES, DESIGN)

Array = NDArray[np.float64]


def power(scenario: str, n: int) -> list[dict[str, float | str]]:
    """Rows of one scenario: by rule, the questions that a table decides, of how many."""
    rng = np.random.default_rng([SEED, SCENARIOS.index(scenario), n])
    number = TABLES_OF_DESIGN if scenario == DESIGN else TABLES
    tables = [_table(scenario, rng, n) for _ in range(number)]
    rules: dict[str, tuple[Callable[[js.ResultsTable], tuple[int, int]], str]] = {
        "claims of single measures": (_measures, "compare_algorithms"),
        "joint claims": (_joint, "compare_algorithms"),
        "pairs with an answer": (_answers, "compare_algorithms"),
        "Wilcoxon, Holm": (_wilcoxon, "wilcoxon_test"),
    }
    if find_spec("autorank"):
        rules["autorank, each measure"] = (_autorank, "")
    rows: list[dict[str, float | str]] = []
    for rule, (decide, function) in rules.items():
        decisions = np.array([decide(table) for table in tables])
        rows.append({
            "rule": rule,
            "function": function,
            "tables": len(tables),
            "decided": round(float(decisions[:, 0].mean()), 4),
            "of": int(decisions[0, 1]),
        })  # fmt: skip
    return rows


def _table(scenario: str, rng: np.random.Generator, n: int) -> js.ResultsTable:
    if scenario == DESIGN:
        values = rng.normal(size=(n, 2, 5))
        values[:, :, 0] += 1.0
        matrices = {f"a{i}": values[:, :, i] for i in range(5)}
        return js.results_table(matrices, measures={"x": "max", "y": "max"})
    whole = js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
        measures=MEASURES[scenario],
    )  # fmt: skip
    rows = rng.integers(0, whole.n, n)
    matrices = {name: whole.values[rows][:, :, i] for i, name in enumerate(whole.algorithms)}
    return js.results_table(matrices, measures=MEASURES[scenario])


def _shown(table: js.ResultsTable):
    return shown_of(table, ALPHA)


def _measures(table: js.ResultsTable) -> tuple[int, int]:
    shown = _shown(table)
    p = shown.corrected.measures[shown.kind][..., MORE_OFTEN]
    return int((p <= ALPHA).any(axis=-1).sum()), p[..., 0].size


def _joint(table: js.ResultsTable) -> tuple[int, int]:
    shown = _shown(table)
    p = shown.corrected.joint[shown.kind][..., JOINTLY_MORE_OFTEN]
    if len(table.algorithms) == 5:  # the design: pairs of the better one
        p = p[:4]
    return int((p <= ALPHA).any(axis=-1).sum()), len(p)


def _answers(table: js.ResultsTable) -> tuple[int, int]:
    rows = js.compare_algorithms(table).pairs
    return sum(row.state != "open" for row in rows), len(rows)


def _wilcoxon(table: js.ResultsTable) -> tuple[int, int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tests = js.wilcoxon_test(table, alpha=ALPHA).tests
    return sum(test.winner is not None for test in tests), len(tests)


def _autorank(table: js.ResultsTable) -> tuple[int, int]:
    """Pairs that autorank, as it chooses its tests, tells apart on each measure."""
    import pandas as pd
    from autorank import autorank

    decided = 0
    for k in range(len(table.measures)):
        frame = pd.DataFrame(table.oriented()[:, k], columns=list(table.algorithms))
        with warnings.catch_warnings(), redirect_stdout(StringIO()):  # it prints what it finds
            warnings.simplefilter("ignore")
            result = autorank(frame, alpha=ALPHA)
        decided += _told_apart(result, list(frame.columns)) if result.pvalue < ALPHA else 0
    pairs = len(table.algorithms) * (len(table.algorithms) - 1) // 2
    return decided, pairs * len(table.measures)


def _told_apart(result, names: list[str]) -> int:
    table = result.rankdf.loc[names]
    if result.cd is not None:
        rank = table["meanrank"].to_numpy()
        return sum(abs(a - b) > result.cd for a, b in combinations(rank.tolist(), 2))
    spans = list(zip(table["ci_lower"].tolist(), table["ci_upper"].tolist(), strict=True))
    return sum(a[0] > b[1] or b[0] > a[1] for a, b in combinations(spans, 2))
