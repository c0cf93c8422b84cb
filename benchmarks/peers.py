"""The same input through jointstats, baycomp, autorank and scikit-posthocs, in one run.

The others compare one measure at a time; jointstats answers for all measures jointly.
Needs the extra ``bench``. Run on an idle machine:  python benchmarks/peers.py
"""

from __future__ import annotations

import io
import os
import time
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from itertools import combinations
from statistics import median
from typing import Any

import numpy as np
import pandas as pd

import jointstats as js

N_ALGORITHMS, N_DATASETS = 20, 30
MEASURES = {"accuracy": "max", "auc": "max", "time": "min"}
SAMPLES = 50_000  # baycomp's default number of Monte Carlo samples


def results() -> dict[str, np.ndarray]:
    """Matrices (data sets × measures) with a slight order among the algorithms."""
    rng = np.random.default_rng(1)
    skill = rng.normal(size=(N_DATASETS, 1))  # what the measures of a data set have in common
    return {
        f"A{i:02d}": skill + 0.1 * i + rng.normal(size=(N_DATASETS, len(MEASURES)))
        for i in range(N_ALGORITHMS)
    }


def timed(run: Callable[[], Any], repeats: int) -> tuple[float, Any]:
    """Median seconds of some runs after one that is not counted, and the last answer."""
    run()
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        answer = run()
        seconds.append(time.perf_counter() - start)
    return median(seconds), answer


def probability_error(matrices: dict[str, np.ndarray], pairs: list[tuple[str, str]]) -> str:
    """baycomp's sampled probabilities of one measure against the exact ones."""
    import baycomp

    errors = []
    for a, b in pairs[:20]:
        x, y = matrices[a][:, 0], matrices[b][:, 0]
        sampled = baycomp.SignTest.probs(x, y, rope=0, nsamples=SAMPLES)
        # Its prior is one further tie: half a data set for each side.
        wins = float((x > y).sum())
        counts = js.StatementCounts.from_vector([wins, len(x) - wins], measures={"accuracy": "max"})
        exact = js.bayes_test(counts, prior=[0.5, 0.5]).statements
        by_name = {row.order["accuracy"][0]: row.probability for row in exact}
        errors.append(abs(sampled[0] - by_name.get("A", 0.0)))
    expected = 0.5 / np.sqrt(SAMPLES)
    return (
        f"baycomp.SignTest, {SAMPLES:,} samples, 20 pairs: differs from the exact probability by "
        f"{np.mean(errors):.1e} on average, {max(errors):.1e} at most (Monte Carlo standard "
        f"error at P = 1/2: {expected:.1e})"
    )


def wilcoxon_difference(table: js.ResultsTable, theirs: pd.DataFrame) -> str:
    """Adjusted p-values of all pairs, ours and those of scikit-posthocs."""
    ours = js.pairwise_tests(table, test="wilcoxon", p_adjust="holm").pairs
    most = max(abs(row["p_adjusted"] - theirs.loc[row["a"], row["b"]]) for row in ours)
    return f"scikit-posthocs, Wilcoxon and Holm, 190 pairs: p-values differ by {most:.1e} at most"


def main() -> None:
    import autorank
    import baycomp
    import scikit_posthocs

    warnings.simplefilter("ignore")
    print(f"load average {os.getloadavg()[0]:.2f}; {os.cpu_count()} cores")
    matrices = results()
    pairs = list(combinations(matrices, 2))
    table = js.results_table(matrices, measures=MEASURES)
    one = table.select(measures=["accuracy"])
    wide = pd.DataFrame({name: matrix[:, 0] for name, matrix in matrices.items()})
    few = pairs[:5]  # baycomp takes most of a second per pair: timed on five, scaled to all

    def peer_bayes() -> Any:
        return [
            baycomp.two_on_multiple(matrices[a][:, 0], matrices[b][:, 0], rope=0) for a, b in few
        ]

    def peer_rank() -> Any:
        with redirect_stdout(io.StringIO()):
            return autorank.autorank(wide, alpha=0.05, verbose=False)

    long = wide.melt(var_name="algorithm", value_name="accuracy")

    def peer_wilcoxon() -> Any:
        return scikit_posthocs.posthoc_wilcoxon(
            long, val_col="accuracy", group_col="algorithm", p_adjust="holm"
        )

    rows = [
        ("jointstats GLRT, 3 measures jointly, 190 pairs", *timed(
            lambda: js.pairwise_tests(table, test="glrt"), 5), 1.0),
        ("jointstats Bayes, 3 measures jointly, 190 pairs", *timed(
            lambda: js.pairwise_tests(table, test="bayes"), 5), 1.0),
        ("jointstats Bayes, 1 measure, 190 pairs", *timed(
            lambda: js.pairwise_tests(one, test="bayes"), 5), 1.0),
        ("baycomp two_on_multiple, 1 measure, 190 pairs", *timed(peer_bayes, 1),
         len(pairs) / len(few)),
        ("jointstats Wilcoxon, 1 measure, 190 pairs", *timed(
            lambda: js.pairwise_tests(one, test="wilcoxon"), 5), 1.0),
        ("scikit-posthocs Wilcoxon, 1 measure, 190 pairs", *timed(peer_wilcoxon, 5), 1.0),
        ("autorank, 1 measure, 20 algorithms", *timed(peer_rank, 3), 1.0),
    ]  # fmt: skip
    base = rows[2][1]
    print(f"{'what':<52} {'seconds':>9} {'ratio':>9}")
    for name, seconds, _, factor in rows:
        print(f"{name:<52} {seconds * factor:>9.3f} {seconds * factor / base:>9.1f}")
    print(f"(ratio to jointstats Bayes on 1 measure; baycomp timed on {len(few)} pairs and scaled)")
    print(probability_error(matrices, pairs))
    print(wilcoxon_difference(one, peer_wilcoxon()))


if __name__ == "__main__":
    main()
