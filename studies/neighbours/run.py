"""Neighbouring methods on the WEKA table: near-duplicate measures, stochastic dominance, rankings.

python studies/neighbours/run.py        seconds; figures of docs/beside-other-packages.md
"""

from __future__ import annotations

import warnings
from itertools import combinations, permutations

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

import jointstats as js

SETS = {
    "accuracy": ["accuracy"],
    "accuracy, auc": ["accuracy", "auc"],
    "+ f_measure": ["accuracy", "auc", "f_measure"],
    "+ kappa": ["accuracy", "auc", "f_measure", "kappa"],
    "accuracy, f_measure, kappa": ["accuracy", "f_measure", "kappa"],
    "accuracy, auc, mae": ["accuracy", "auc", "mae"],
}


def matched(table: js.ResultsTable, a: str, b: str) -> float:
    """Largest share of data sets of b that can be paired, one to one, with one of a not worse.

    1 means that the results of a dominate those of b in the stochastic order of vectors
    (Strassen): the ordinal case of generalised stochastic dominance, with data sets unpaired.
    """
    values = table.oriented()
    x = values[:, :, table.algorithms.index(a)]
    y = values[:, :, table.algorithms.index(b)]
    not_worse = (x[:, None, :] >= y[None, :, :]).all(axis=2)
    match = maximum_bipartite_matching(csr_matrix(not_worse), perm_type="column")
    return float(np.mean(match >= 0))


def main() -> None:
    warnings.simplefilter("ignore")
    whole = js.load_dataset("weka")
    pairs = list(combinations(whole.algorithms, 2))
    print("measures | glrt decided | bayes decided | on all measures | mean probability | "
          "network decided | matched completely | mean matched")  # fmt: skip
    for name, measures in SETS.items():
        table = whole.select(measures=measures)
        glrt = js.pairwise_tests(table, test="glrt", p_adjust="none")
        bayes = js.pairwise_tests(table, test="bayes")
        network = js.pairwise_tests(table, test="network", target_mcse=0.005) \
            if len(measures) > 1 else bayes  # fmt: skip
        share = [matched(table, a, b) for a, b in permutations(table.algorithms, 2)]
        better = [max(matched(table, a, b), matched(table, b, a)) for a, b in pairs]
        print(" | ".join([
            name,
            str(sum(row["decided"] for row in glrt.pairs)),
            str(sum(row["decided"] for row in bayes.pairs)),
            str(sum(row["decided"] and row["better"] is not None for row in bayes.pairs)),
            f"{np.mean([row['probability'] or 0.5 for row in bayes.pairs]):.3f}",
            str(sum(row["decided"] for row in network.pairs)),
            str(sum(value == 1 for value in share)),
            f"{np.mean(better):.3f}",
        ]))  # fmt: skip


if __name__ == "__main__":
    main()
