"""How often do the tests of single measures show a difference where there is none?

    python studies/one_measure/run.py     # about a minute; writes errors.csv, prints the table

* *sign test*: exact, the share of samples with p at most .05 where either side wins as often;
* *Wilcoxon*: two algorithms whose differences are symmetric about zero; rounded, so that some are
  equal or zero; and, outside of what the test assumes, skewed with median zero;
* *Holm*: any decision among algorithms that are alike, over all pairs and measures, of every test
  that declares this study (`validity=("one measure",)`).
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

import jointstats as js
from jointstats.base.declare import checked_by
from jointstats.single.kernel_paired import sign_test_p_values
from jointstats.single.kernel_signed_rank import EXACT_BELOW, EXACT_TIED, wilcoxon_tests

FILE = Path(__file__).with_name("errors.csv")
ALPHA, SEED, AT_ONCE = 0.05, 2016, 1_000
SAMPLES, TABLES = 10_000, 1_000
DATA_SETS = (6, 10, 30, 49, 50, 100, 300)
TRUTHS = ("symmetric", "symmetric, rounded", "skewed")
FAMILIES = ((2, 20), (5, 20), (5, 60))
MEASURES = 3
FUNCTIONS = {
    "sign test": "sign_test", "Wilcoxon, exact": "wilcoxon_test",
    "Wilcoxon, approximate": "wilcoxon_test",
}  # fmt: skip
"""What gives the p-values; the other lines are of the function that they name."""

Array = NDArray[np.float64]
Row = dict[str, str]


def generator(*about: object) -> np.random.Generator:
    return np.random.default_rng([SEED, crc32(" ".join(map(str, about)).encode())])


def sign(n: int) -> Row:
    """Exactly: n data sets that either side wins with probability one half."""
    wins = np.arange(n + 1)
    share = binom.pmf(wins, n, 0.5)[sign_test_p_values(wins, n - wins) <= ALPHA].sum()
    return row("sign test", "either side as often", n, "exact", f"{share:.4f}")


def differences(truth: str, n: int, samples: int, rng: np.random.Generator) -> Array:
    if truth == "skewed":
        return rng.standard_exponential((samples, n)) - np.log(2)
    found = rng.standard_normal((samples, n))
    return np.round(found * 2) / 2 if truth == "symmetric, rounded" else found


def wilcoxon(truth: str, n: int) -> Row:
    """Two algorithms of which neither is better."""
    rounded = truth == "symmetric, rounded"
    rng, wrong = generator("wilcoxon", truth, n), 0
    for _ in range(SAMPLES // AT_ONCE):
        found = wilcoxon_tests(differences(truth, n, AT_ONCE, rng))
        wrong += int((found.p_value <= ALPHA).sum())
    exact = n <= EXACT_TIED if rounded else n < EXACT_BELOW
    name = f"Wilcoxon, {'exact' if exact else 'approximate'}"
    return row(name, truth, n, str(SAMPLES), f"{wrong / SAMPLES:.4f}")


def holm(test: Callable[..., Any], l: int, n: int) -> Row:
    """Algorithms that are alike on three measures, which correlate."""
    name = test.__name__
    rng, wrong = generator(name, l, n), 0
    names, measures = [f"a{i}" for i in range(l)], {f"m{k}": "max" for k in range(MEASURES)}
    for _ in range(TABLES):
        values = rng.standard_normal((l, n, 1)) + rng.standard_normal((l, n, MEASURES))
        table = js.results_table(dict(zip(names, values, strict=True)), measures=measures)
        result = test(table, alpha=ALPHA)
        rows = result.rows
        wrong += any(row.decided if "decided" in row else row.winner for row in rows)
    truth = f"{l} algorithms alike, {MEASURES} measures"
    return row(name, truth, n, str(TABLES), f"{wrong / TABLES:.4f}")


def row(test: str, truth: str, n: int, tables: str, wrong: str) -> Row:
    return {
        "test": test, "truth": truth, "n": str(n), "tables": tables, "wrong": wrong,
        "function": FUNCTIONS.get(test, test),
    }  # fmt: skip


def cells() -> Iterator[Callable[[], Row]]:
    yield from (partial(sign, n) for n in DATA_SETS)
    yield from (partial(wilcoxon, truth, n) for truth, n in product(TRUTHS, DATA_SETS))
    tests = [getattr(js, name) for name in checked_by("one measure")]
    yield from (partial(holm, test, *size) for test, size in product(tests, FAMILIES))


def main() -> None:
    rows = [cell() for cell in cells()]
    with FILE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print("\n".join(markdown(rows)))


def markdown(rows: list[Row]) -> Iterator[str]:
    """The table, a line at a time."""
    yield "| test | truth | n | tables | wrong |\n|---|---|--:|--:|--:|"
    yield from ("| " + " | ".join([*row.values()][:-1]) + " |" for row in rows)


if __name__ == "__main__":
    main()
