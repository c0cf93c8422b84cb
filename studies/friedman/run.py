"""Error rates of Friedman's test and of the tests of pairs after it.

    python studies/friedman/run.py     # about ten minutes; writes errors.csv, prints the table

Four truths; the measures of a table are independent, the worst case for a correction:

* *alike*: all algorithms are interchangeable;
* *alike, rounded*: the same, with results rounded so that a third of the pairs tie;
* *groups*: half of the algorithms lead the other half by one noise, interchangeable within a half;
* *by turns*: two equal algorithms, of which one is first and the other last on every data set, in
  random turns; the others, interchangeable, are in between.

Counted are tables of 1 or 6 measures in which something false is shown on any measure:

* `omnibus`: permuted ranks, Holm over the measures, reject that interchangeable algorithms are;
* `exact`: sign tests, Holm over all pairs and measures, name a winner of two equal algorithms, or
  the wrong one;
* `either`: one of these two, which are corrected separately;
* `nemenyi`: Nemenyi's test, each measure alone, separates two equal algorithms or the wrong way.

Where the algorithms are not interchangeable, the first and third are no errors, and empty.
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
from jointstats.evidence.multiplicity import adjust_p_values, critical_difference
from jointstats.single.kernel_friedman import pair_p_values, permutation_test, wins_of_pairs

HERE = Path(__file__).parent
TABLES, SEED, ALPHA = 2_000, 2016, 0.05
AGAIN = 3  # tables of each cell that the public function answers, too

Array = NDArray[np.float64]
Generator = np.random.Generator
Row = dict[str, object]
Truth = Callable[[tuple[int, ...], Generator], tuple[Array, Array]]


def alike(shape: tuple[int, ...], rng: Generator) -> tuple[Array, Array]:
    """Results (…, n, l), and how good each algorithm is: equal ones have equal numbers."""
    return rng.standard_normal(shape), np.zeros(shape[-1])


def rounded(shape: tuple[int, ...], rng: Generator) -> tuple[Array, Array]:
    results, good = alike(shape, rng)
    return np.round(results * 0.8), good


def groups(shape: tuple[int, ...], rng: Generator) -> tuple[Array, Array]:
    good = (np.arange(shape[-1]) >= shape[-1] / 2).astype(float)
    return rng.standard_normal(shape) + good, good


def by_turns(shape: tuple[int, ...], rng: Generator) -> tuple[Array, Array]:
    results, good = alike(shape, rng)
    results[..., 0] = 10 * np.sign(results[..., 0])
    results[..., 1] = -results[..., 0]
    return results, good


TRUTHS: dict[str, Truth] = {
    "alike": alike, "alike, rounded": rounded, "groups": groups, "by turns": by_turns,
}  # fmt: skip
INTERCHANGEABLE = ("alike", "alike, rounded")
CELLS = [
    (name, l, n, m)
    for name in TRUTHS
    for l in (3, 5, 10)
    for n in (5, 10, 30)
    for m in (1, 6)
    # Every table with ties has a distribution of its own.
    if m == 1 or name != "alike, rounded" or l == 3
]


def decisions(ranks: Array) -> tuple[NDArray[np.bool_], Array, Array]:
    """Of a table's ranks (m, n, l): measures rejected, and the lead of each pair that is decided.

    The leads, by exact tests and by Nemenyi's, are (m, pairs): above 0 if the first of the two is
    said to be better, 0 where nothing is decided.
    """
    n, l = ranks.shape[1:]
    omnibus = adjust_p_values([permutation_test(rank)[0] for rank in ranks], "holm")
    p = np.array([pair_p_values(rank) for rank in ranks])
    shown = adjust_p_values(p.ravel(), "holm").reshape(p.shape) <= ALPHA
    wins = np.array([wins_of_pairs(rank) for rank in ranks])
    a, b = np.triu_indices(l, 1)
    mean = ranks.mean(axis=1)
    apart = mean[:, b] - mean[:, a]
    nemenyi = np.where(np.abs(apart) >= critical_difference(l, n, ALPHA), apart, 0.0)
    return omnibus <= ALPHA, np.where(shown, wins[..., 0] - wins[..., 1], 0.0), nemenyi


def same_as_public(results: Array, answers: tuple[NDArray[np.bool_], Array, Array]) -> bool:
    """Whether `friedman_test` decides so, too; results (m, n, l)."""
    m, _, l = results.shape
    names = [f"a{i}" for i in range(l)]
    table = js.results_table(
        {name: results[:, :, i].T for i, name in enumerate(names)},
        measures={f"m{k}": "max" for k in range(m)},
    )
    said = js.friedman_test(table, alpha=ALPHA)
    lead = [0 if row.winner is None else 1 if row.winner == row.a else -1 for row in said.pairs]
    rejected = [row.decided for row in said.tests]
    return rejected == answers[0].tolist() and lead == np.sign(answers[1]).ravel().tolist()


def row(name: str, l: int, n: int, m: int, tables: int = TABLES) -> Row:
    """One cell: in how many tables something false is shown."""
    rng = np.random.default_rng([SEED, crc32(f"{name} {l} {n} {m}".encode())])
    results, good = TRUTHS[name]((tables, m, n, l), rng)
    a, b = np.triu_indices(l, 1)
    order = np.sign(good[a] - good[b])
    wrong = dict.fromkeys(("omnibus", "exact", "either", "nemenyi"), 0)
    for i, table in enumerate(results):
        answers = decisions(rankdata(-table, axis=2))
        if i < AGAIN and not same_as_public(table, answers):
            raise AssertionError(f"{name}, l = {l}, n = {n}: friedman_test decides otherwise")
        exact, nemenyi = (
            bool(((lead != 0) & (np.sign(lead) != order)).any()) for lead in answers[1:]
        )
        omnibus = bool(answers[0].any())
        either = omnibus or exact
        for test, is_so in zip(wrong, (omnibus, exact, either, nemenyi), strict=True):
            wrong[test] += is_so
    about: Row = {"truth": name, "l": l, "n": n, "measures": m, "tables": tables, **wrong}
    if name not in INTERCHANGEABLE:
        about |= {"omnibus": "", "either": ""}
    return about | {"function": "friedman_test"}


def main() -> None:
    rows = []
    for cell in CELLS:
        rows.append(row(*cell))
        print(rows[-1], flush=True)
    with (HERE / "errors.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
