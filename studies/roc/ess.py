"""Does another equivalent sample size help the network test? Found on one design, tried on others.

python studies/roc/ess.py [--jobs 2]        about 10 minutes; writes results/ess.csv
"""

from __future__ import annotations

import argparse
from pathlib import Path

import pandas as pd

import jointstats as js

FOUND_ON = [(3, 2, 100)]
TRIED_ON = [(3, 2, 200), (3, 2, 50), (3, 3, 300), (2, 5, 50), (2, 3, 20)]
SIZES = (1, 10, 36)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    rows = []
    for designs, cases, seed in ((FOUND_ON, 400, 99), (TRIED_ON, 500, 7)):
        for l, m, n in designs:
            for independent in (True, False):
                for ess in SIZES:
                    study = js.simulate_roc(
                        n_algorithms=l, n_measures=m, n=n, independent=independent, cases=cases,
                        tests=["bayes", "network"], ess=ess, rng=seed, n_jobs=options.jobs,
                    )  # fmt: skip
                    bayes, network = (row["area"] for row in study.areas)
                    rows.append({
                        "algorithms": l, "measures": m, "n": n,
                        "type": "independent" if independent else "full", "ess": ess,
                        "bayes": bayes, "network": network,
                        "difference": study.differences[0]["difference"],
                        "standard_error": study.differences[0]["standard_error"],
                    })  # fmt: skip
                    print(*rows[-1].values(), flush=True)
    pd.DataFrame(rows).round(5).to_csv(Path(__file__).parent / "results" / "ess.csv", index=False)


if __name__ == "__main__":
    main()
