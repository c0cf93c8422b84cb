"""How often does Friedman's test, and what follows it, show a difference where there is none?

    python studies/friedman/run.py     # about three minutes; writes errors.csv, prints the table

Four kinds of truth on one measure:

* *alike*: every ordering of the algorithms is as probable as any other;
* *alike, rounded*: the same, with results rounded so that a third of the pairs tie;
* *groups*: half of the algorithms lead the other half by one noise, alike within each half;
* *opposite pair*: two algorithms alike, but where one is first the other is last, and the others
  lie between them: their ranks jump from end to end, and mean ranks are tested as if all did.

An error of Friedman's test is to show that algorithms which are alike do not rank alike; an error
of the pairs, by Nemenyi or by Holm, is to separate any two that are alike; "after": if Friedman's
test has shown a difference, too.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

import jointstats as js
from jointstats.kernels.single.mean_ranks import holm_p_values

HERE = Path(__file__).parent
TABLES, SEED, ALPHA = 4_000, 2016, 0.05
SIZES = [(l, n) for l in (3, 5, 10) for n in (5, 10, 30, 100)]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Generator = np.random.Generator
Row = dict[str, object]
Truth = Callable[[int, int, Generator], tuple[Array, Array]]


def alike(l: int, n: int, rng: Generator) -> tuple[Array, Array]:
    """Results, and the group of each algorithm: those of one group are alike."""
    return rng.standard_normal((TABLES, n, l)), np.zeros(l)


def rounded(l: int, n: int, rng: Generator) -> tuple[Array, Array]:
    results, group = alike(l, n, rng)
    return np.round(results * 0.8), group


def groups(l: int, n: int, rng: Generator) -> tuple[Array, Array]:
    group = (np.arange(l) >= l / 2).astype(float)
    return rng.standard_normal((TABLES, n, l)) + group, group


def opposite_pair(l: int, n: int, rng: Generator) -> tuple[Array, Array]:
    results, _ = alike(l, n, rng)
    results[..., 0] = 10 * np.sign(results[..., 0])
    results[..., 1] = -results[..., 0]
    return results, (np.arange(l) >= 2).astype(float)


TRUTHS: dict[str, Truth] = {
    "alike": alike, "alike, rounded": rounded, "groups": groups, "opposite pair": opposite_pair,
}  # fmt: skip


def shown(results: Array) -> tuple[Flags, Flags, Flags]:
    """Whether Friedman's test shows a difference, and which pairs Nemenyi's and Holm's separate."""
    ranks = rankdata(-results, axis=2)
    names = [f"a{i + 1}" for i in range(ranks.shape[2])]
    found = [
        js.friedman_test(
            js.results_table(dict(zip(names, one.T, strict=True)), measures={"m": "max"}),
            post_hoc="none", alpha=ALPHA,
        ).tests[0].decided
        for one in results
    ]  # fmt: skip
    one = dict(zip(names, results[0].T, strict=True))
    least = js.friedman_test(one, measures={"m": "max"}).critical_difference
    mean = ranks.mean(axis=1)
    apart = np.abs(mean[:, :, None] - mean[:, None, :]) >= least
    return np.array(found), apart, by_holm(ranks)


def by_holm(ranks: Array) -> Flags:
    """Which pairs Holm's correction of normal tests separates, shape (tables, l, l)."""
    apart = np.zeros((len(ranks), ranks.shape[2], ranks.shape[2]), dtype=bool)
    pairs = np.triu_indices(ranks.shape[2], 1)
    for table, one in enumerate(ranks):
        apart[table][pairs] = holm_p_values(one) <= ALPHA
    return apart


def row(name: str, l: int, n: int) -> Row:
    """One cell: in how many tables something false is shown."""
    rng = np.random.default_rng([SEED, crc32(f"{name} {l} {n}".encode())])
    results, group = TRUTHS[name](l, n, rng)
    decided, *separated = shown(results)
    same = (group[:, None] == group) & ~np.eye(l, dtype=bool)
    about: Row = {"truth": name, "l": l, "n": n, "tables": TABLES, "friedman": int(decided.sum())}
    for test, apart in zip(("pairs", "holm"), separated, strict=True):
        wrong = (apart & same).any(axis=(1, 2))
        about |= {test: int(wrong.sum()), f"{test}_after": int((wrong & decided).sum())}
    return about | {"function": "friedman_test"}


def main() -> None:
    found = [row(name, l, n) for name in TRUTHS for l, n in SIZES]
    with (HERE / "errors.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    kinds = {
        "friedman": "Friedman shows", "pairs": "Nemenyi separates any two alike",
        "pairs_after": "and shown", "holm": "Holm separates any two alike",
        "holm_after": "and shown",
    }  # fmt: skip
    print("| truth | l | n | " + " | ".join(kinds.values()) + " |")
    print("|---|---|---|---|---|---|---|---|")
    for one in found:
        shares = (f"{int(str(one[kind])) / TABLES:.3f}" for kind in kinds)
        print(f"| {one['truth']} | {one['l']} | {one['n']} | " + " | ".join(shares) + " |")


if __name__ == "__main__":
    main()
