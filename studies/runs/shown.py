"""How often is a leader shown that is none, where each data set counts with its mean results?

The designs of run.py, with more tables: the exact p-value, at .05, of the statements of mean
results, and of those of the true differences.

    python studies/runs/shown.py              # some ten seconds; writes shown.csv
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import run

from jointstats.evidence.glrt import exact_p_value

TABLES = 2_000
FILE = Path(__file__).with_name("shown.csv")


def leaders(statements: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The statement that leads each table, and whether it is shown; statements (T, n)."""
    counts = (statements[..., None] == np.arange(run.STATES)).sum(axis=1)
    first, second = np.sort(counts, axis=1)[:, :-3:-1].T
    return counts.argmax(axis=1), exact_p_value(first, second) <= run.LEVEL


def shown(about: run.Row, tables: int = TABLES) -> run.Row:
    """One line: shares of tables with a leader that is shown, wrong and right."""
    shares = np.array(run.TRUTHS[str(about["truth"])])
    alone = (shares == shares.max()).sum() == 1
    truth, x = run.made(run.seed_of({**about, "study": "shown"}), about, tables * run.DATASETS)
    seen = (x.mean(axis=1) < 0) @ [2, 1]
    line: run.Row = {}
    for name, statements in (("averages", seen), ("known", truth)):
        leader, n_leader = leaders(statements.reshape(tables, run.DATASETS))
        right = alone & (leader == shares.argmax())
        line[f"{name}_wrong"] = float((n_leader & ~right).mean())
        line[f"{name}_right"] = float((n_leader & right).mean())
    return {**about, "tables": tables, **line, "function": "glrt_test"}


def main() -> None:
    rows = [shown(about) for about in run.designs()]
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
