"""Does another prior mass (equivalent sample size) help the network test?

    python studies/roc/ess.py [--jobs 2]        about six minutes; writes results/ess.csv

"auto" is the default of `network_test`, 1 the papers' choice; for two algorithms they are the same.
All tests see the same cases, so that the differences are paired.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import jointstats as js
from jointstats.planning.kernel_simulation import areas

FOUND_ON = [(3, 2, 100)]
# The other two-measure designs of three algorithms were seen before the rule had its present form.
TRIED_ON = [(3, 2, 50), (3, 2, 200), (3, 3, 100), (3, 3, 300), (4, 2, 100)]
SIZES = (1, "auto", 36)


def scores(design: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """Scores of the Bayesian test, and of the network test with each prior: a row per case."""
    columns: list[dict[str, np.ndarray]] = []
    for ess in SIZES:
        tests = ["network"] if columns else ["bayes", "network"]
        study = js.simulate_roc(**design, tests=tests, ess=ess)
        columns += [study.scores[test] for test in tests]
    positive, negative = (
        np.column_stack([column[kind] for column in columns]) for kind in ("positive", "negative")
    )
    return positive, negative


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cases", type=int, default=1000)
    options = parser.parse_args()
    rows = []
    for l, m, n in (*FOUND_ON, *TRIED_ON):
        for independent in (True, False):
            design = {
                "n_algorithms": l, "n_measures": m, "n": n, "independent": independent,
                "cases": options.cases, "rng": 4711, "n_jobs": options.jobs,
            }  # fmt: skip
            curves = areas(*scores(design))
            row = {"algorithms": l, "measures": m, "n": n,
                   "type": "independent" if independent else "full",
                   "bayes": curves.area[0]}  # fmt: skip
            for i, ess in enumerate(SIZES, start=1):
                row[f"network_{ess}"] = curves.area[i]
                row[f"lead_{ess}"], row[f"lead_{ess}_se"] = curves.difference(i, 0)
            row["auto_less_1"], row["auto_less_1_se"] = curves.difference(2, 1)
            rows.append(row)
            print(*(f"{x:.3f}" if isinstance(x, float) else x for x in row.values()), flush=True)
    pd.DataFrame(rows).round(5).to_csv(Path(__file__).parent / "results" / "ess.csv", index=False)


if __name__ == "__main__":
    main()
