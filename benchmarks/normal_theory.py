"""Hotelling's test and MANOVA beside pingouin and statsmodels: time, and a redundant measure.

    python benchmarks/normal_theory.py

Needs the extra ``bench``. Prints Markdown.
"""

from __future__ import annotations

import platform
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pingouin
from statsmodels.multivariate.manova import MANOVA

import jointstats as js
from jointstats.means.post_hoc import paired_fits

MEASURES = {f"m{j + 1}": "max" for j in range(5)}


def results(datasets: int = 30, algorithms: int = 20, measures: int = 5) -> np.ndarray:
    """Results that share the data sets' difficulty, shape (datasets, algorithms, measures)."""
    rng = np.random.default_rng(1)
    shared = rng.normal(size=(datasets, 1, measures))
    return 0.8 + 0.1 * shared + 0.02 * rng.normal(size=(datasets, algorithms, measures))


def table(values: np.ndarray) -> js.ResultsTable:
    names = list(MEASURES)[: values.shape[2]]
    return js.results_table(
        {f"a{i}": values[:, i] for i in range(values.shape[1])},
        measures={name: "max" for name in names},
    )


def seconds(run: Callable[[], Any], least: float = 0.5) -> float:
    """Best time of one call, from as many as fit into `least` seconds."""
    run()
    best, begin = np.inf, time.perf_counter()
    while time.perf_counter() - begin < least:
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def said(run: Callable[[], Any]) -> str:
    """What a test answers, or how it fails."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            text = str(run())
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
    notes = {str(one.message).split("\n")[0] for one in caught}
    return " ".join([text, *(f"[warns: {note}]" for note in sorted(notes))])


def pingouin_pair(x: np.ndarray, y: np.ndarray) -> float:
    return float(pingouin.multivariate_ttest(x, y, paired=True)["pval"].iloc[0])


def pingouin_pairs(values: np.ndarray) -> list[float]:
    pairs = combinations(range(values.shape[1]), 2)
    return [pingouin_pair(values[:, a], values[:, b]) for a, b in pairs]


def jointstats_pairs(values: np.ndarray) -> list[float]:
    made = table(values)
    fits = paired_fits(made, list(combinations(made.algorithms, 2)), ratio=0.0)
    return [row["p_value"] for row in fits.joint(list(made.measures), 0.05, "holm")]


def statsmodels_manova(values: np.ndarray) -> float:
    n, l, p = values.shape
    names = list(MEASURES)[:p]
    frame = pd.DataFrame(values.reshape(n * l, p), columns=names)
    frame["dataset"], frame["algorithm"] = np.repeat(np.arange(n), l), np.tile(np.arange(l), n)
    fit = MANOVA.from_formula(f"{' + '.join(names)} ~ C(dataset) + C(algorithm)", data=frame)
    stat = fit.mv_test().results["C(algorithm)"]["stat"]
    return float(stat.loc["Wilks' lambda", "Pr > F"])


def jointstats_manova(values: np.ndarray) -> float:
    return js.manova_test(table(values), design="blocked", draws=0).p_value


def main() -> None:
    packages = ", ".join(f"{name} {version(name)}" for name in ("pingouin", "statsmodels", "numpy"))
    print(f"jointstats {js.__version__}, {packages}, Python {platform.python_version()}\n")
    values = results()
    few = values[:, :5, :4]
    rows = [
        ("190 paired Hotelling tests (20 algorithms × 30 data sets × 5 measures)",
         seconds(lambda: jointstats_pairs(values)), "pingouin",
         seconds(lambda: pingouin_pairs(values)),
         np.abs(np.subtract(jointstats_pairs(values), pingouin_pairs(values))).max()),
        ("MANOVA with data sets as blocks (5 algorithms × 30 × 4)",
         seconds(lambda: jointstats_manova(few)), "statsmodels",
         seconds(lambda: statsmodels_manova(few)),
         abs(jointstats_manova(few) - statsmodels_manova(few))),
    ]  # fmt: skip
    print("| | jointstats, with post hoc tests | peer | its time | largest difference of p |")
    print("|---|---:|---|---:|---:|")
    for what, ours, peer, theirs, apart in rows:
        print(f"| {what} | {1000 * ours:.0f} ms | {peer} | {1000 * theirs:.0f} ms | {apart:.0e} |")
    pairwise = seconds(lambda: js.pairwise_tests(table(values), test="hotelling"))
    print(
        f"\nThe 190 pairs through pairwise_tests, t tests per measure included: "
        f"{1000 * pairwise:.0f} ms"
    )

    redundant = np.concatenate([few[:, :2], 1 - few[:, :2, :1]], axis=2)
    near = redundant.copy()
    near[:, :, -1] = near[:, :, -1].round(12)
    clean = few[:, :2]
    print("\nTwo algorithms, 30 data sets; the fifth measure is 1 − the first:\n")
    tests: dict[str, Callable[[np.ndarray], Any]] = {
        "jointstats": lambda x: f"p = {js.hotelling_test(table(x)).p_value:.6g}",
        "pingouin": lambda x: f"p = {pingouin_pair(x[:, 0], x[:, 1]):.6g}",
        "statsmodels": lambda x: f"p = {statsmodels_manova(x):.6g}",
    }  # fmt: skip
    print("| | without it | with it | with it, rounded to 12 digits |")
    print("|---|---|---|---|")
    for name, run in tests.items():
        cells = [said(lambda x=x, run=run: run(x)) for x in (clean, redundant, near)]
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
