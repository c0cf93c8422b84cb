"""How often does the Bayesian test of incomplete tables decide what is not so?

Two statements are equally probable, .45 each (`tied_modes` of run.py), so that whatever
`bayes_test` decides by its default rule is wrong. Results go missing at random; with
missing="unknown" data sets count as what they may be. Prints Markdown, and writes bayes.csv.

    python studies/missing/bayes.py                # about ten minutes of computing
    python studies/missing/bayes.py --tables 100   # a quick look, which leaves the file alone
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from run import AT_RANDOM, DATASETS, SEED, SHARES, Row, bayes, dropped, head, row, tied_modes, write

TABLES = 2000


def wrong(kind: str, share: float, tables: int, rng: np.random.Generator) -> dict[str, float]:
    """Share of tables in which something is decided: complete, with what is there, and dropped."""
    found = []
    for _ in range(tables):
        whole = tied_modes(rng)
        gone = AT_RANDOM[kind](whole, share, rng)
        left = dropped(gone)
        found.append([bayes(whole).decided, bayes(gone).decided,
                      bool(len(left)) and bayes(left).decided])  # fmt: skip
    return dict(zip(("whole", "there", "drop"), np.mean(found, axis=0).tolist(), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    tables = parser.parse_args().tables
    began, rows = time.process_time(), []
    print(f"{tables} tables a cell of {DATASETS} data sets: how often the Bayesian test decides\n")
    print(head("missing", "complete table", "what is there", "drop"))
    for i, (kind, share) in enumerate((k, s) for k in AT_RANDOM for s in SHARES[1:]):
        rates = wrong(kind, share, tables, np.random.default_rng([SEED, 1, i]))
        print(row(f"{kind}, {share:.0%}", *(f"{x:.3f}" for x in rates.values())), flush=True)
        about: Row = {"missing": kind, "share": share, "tables": tables}
        said: Row = {name: f"{x:.4f}" for name, x in rates.items()}
        rows.append(about | said | {"function": "bayes_test"})
    if tables == TABLES:
        write("bayes.csv", rows)
    print(f"\n{time.process_time() - began:.0f} s of computing.")


if __name__ == "__main__":
    main()
