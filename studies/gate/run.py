"""How often does a gate pass that should not, and how often one that should?

A candidate that is the baseline, rerun 20 times against the same results of the baseline, through
the gate itself: a pass at any of the reruns is a false one. Chances of a true improvement in the
first run are exact. Prints Markdown, and writes passes.csv and chances.csv.

    python studies/gate/run.py                # some minutes
"""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from jointstats.claims.gate.file import read
from jointstats.claims.gate.gate import gate
from jointstats.evidence.claim_tests import log_e_share, tail_at_least

HERE = Path(__file__).parent
FIRST, RERUNS, ALPHA, SEED = 20, 20, 0.05, 2035
CLAIMS = """
dataset = "task"
[measures]
quality = "max"
cost = "min"
[rope]
quality = 0.0
[claims.quality]
not_worse = ["quality"]
[claims.cost]
better = ["cost"]
"""
# Tasks of the first run, further ones of each rerun, whether there is a ledger, and pairs.
DESIGNS = {
    "30 tasks, the same in each rerun": (30, 0, True, 900),
    "10 tasks, 10 more in each rerun": (10, 10, True, 100),
    "30 tasks, without a ledger, first run": (30, 0, False, 1000),
}


def identical(rng: np.random.Generator, n: int) -> pd.DataFrame:
    """A run: tasks that are solved in half of all runs, at costs that vary."""
    return pd.DataFrame({
        "task": [f"t{i}" for i in range(n)],
        "quality": rng.integers(0, 2, n),
        "cost": rng.lognormal(0, 0.3, n),
    })  # fmt: skip


def passes(design: str, pair: int, folder: Path) -> bool:
    """Whether the candidate of a pair of identical algorithms passes, at whatever rerun."""
    first, more, ledger, _ = DESIGNS[design]
    path = folder / "gate.toml"
    path.write_text(CLAIMS, encoding="utf-8")
    file = read(str(path))
    rng = np.random.default_rng([SEED, list(DESIGNS).index(design), pair])
    reruns = range(RERUNS if ledger else 1)
    baseline = identical(rng, first + more * reruns[-1])
    how: dict[str, Any] = {"name": "same", "rerun": True} if ledger else {"once": True}
    for n in (first + more * rerun for rerun in reruns):
        outcome = gate(file, baseline[:n], identical(rng, n), **how)
        if outcome.state == "shown":
            return True
        if not more and max(claim.p_value for claim in outcome.claims) > ALPHA:
            return False  # reruns of the same tasks repeat this look of the ledger
    return False


def false_passes(design: str, pairs: range) -> int:
    """How many of these pairs pass."""
    count = 0
    for pair in pairs:
        with tempfile.TemporaryDirectory() as folder:
            count += passes(design, pair, Path(folder))
    return count


def chance(share: float, n: int, *, ledger: bool) -> float:
    """Exact chance that a claim that holds on this share of tasks is shown with n of them."""
    k = np.arange(n + 1)
    p = np.exp(-log_e_share(k, n)) if ledger else tail_at_least(k, n)
    return float(stats.binom.pmf(k, n, share)[p <= ALPHA].sum())


def chances() -> list[dict[str, str]]:
    """Chances by share and number of tasks."""
    return [
        {"share": str(share), "tasks": str(n),
         "one look": f"{chance(share, n, ledger=False):.3f}",
         "ledger": f"{chance(share, n, ledger=True):.3f}", "function": "watch_claim"}
        for share in (0.6, 0.7, 0.8, 0.9)
        for n in (10, 20, 40, 80, 160)
    ]  # fmt: skip


def write(name: str, rows: list[dict[str, str]]) -> None:
    with open(HERE / name, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print("| " + " | ".join(rows[0]) + " |\n|" + "---|" * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(row.values()) + " |")
    print()


def main() -> None:
    rows = []
    for design, (_, _, ledger, pairs) in DESIGNS.items():
        first = false_passes(design, range(FIRST))
        share = (first + false_passes(design, range(FIRST, pairs))) / pairs
        error = np.sqrt(max(share, 1 / pairs) * (1 - share) / pairs)
        rows.append({"design": design, "pairs": str(pairs), "runs": str(RERUNS if ledger else 1),
                     "false passes": f"{share:.3f}", "s.e.": f"{error:.4f}",
                     "of the first 20": str(first),
                     "function": "watch_claim" if ledger else ""})  # fmt: skip
    write("passes.csv", rows)
    write("chances.csv", chances())


if __name__ == "__main__":
    main()
