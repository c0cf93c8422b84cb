"""Between "better on all measures" and "better on each": errors, and what is found.

    python studies/between/run.py        # two minutes; writes errors.csv and found.csv

`errors.csv`: in how many simulated tables any claim of `most_measures_test`, or any claim of
`compare_algorithms` about groups of measures, is shown although it is false. `found.csv`: in how
many pairs something is shown, by being better on all measures, on at least k of 12, by more wins
than losses, in groups, and by single measures.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import fields
from itertools import combinations
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from jointstats.kernels.joint.claim_tests import tail_at_least
from jointstats.kernels.joint.measure_rules import Rule
from jointstats.kernels.joint.nested_claims import (
    adjusted_chains,
    chain_p_values,
    chain_rules,
    rule_counts,
)
from jointstats.kernels.joint.outcomes import BETTER, EQUAL, WORSE
from jointstats.kernels.joint.pair_claims import adjusted_family, claim_p_values, ladder_shares
from jointstats.kernels.joint.pair_counts import PairCounts, pair_counts
from jointstats.labelled.table.groups import Group, grouped_outcomes

HERE = Path(__file__).parent
ALPHA = 0.05
TABLES = 2_000
TABLES_FOUND = 400
DATA_SETS = (6, 10, 20, 50)
CORRELATIONS = (0.0, 0.5, 0.9)
MEASURES = {4: 2, 12: 3}  # measures: groups of as many each

Array = NDArray[np.int8]
_COUNTS = tuple(field.name for field in fields(PairCounts))
Row = dict[str, object]


def seed(*about: object) -> np.random.Generator:
    """Of a line, by what it is about."""
    return np.random.default_rng(crc32(repr(about).encode()))


# --- Tables ---------------------------------------------------------------------------------------


def latent(
    rng: np.random.Generator, tables: int, n: int, means: NDArray, correlation: float, ties: float
) -> Array:
    """Outcomes of all pairs, (tables, P, n, m): normal results, measures correlated.

    `ties` is the share of ties within a rope between algorithms that do not differ.
    """
    l, m = means.shape
    common = rng.standard_normal((tables, n, l, 1)) * np.sqrt(correlation)
    noise = rng.standard_normal((tables, n, l, m)) * np.sqrt(1 - correlation)
    x = means + common + noise
    rope = norm.ppf((1 + ties) / 2) * np.sqrt(2) if ties else 0.0
    pairs = list(combinations(range(l), 2))
    seen = np.empty((tables, len(pairs), n, m), dtype=np.int8)
    for p, (i, j) in enumerate(pairs):
        d = x[:, :, i] - x[:, :, j]
        seen[:, p] = EQUAL - (d > rope).astype(np.int8) + (d < -rope)
    return seen


def counted(
    rng: np.random.Generator, tables: int, n: int, m: int, shares: dict[int, float]
) -> Array:
    """Outcomes of one pair, (tables, n, m), with so many wins, and losses on the rest."""
    wins = rng.choice(list(shares), p=list(shares.values()), size=(tables, n))
    place = rng.random((tables, n, m)).argsort(axis=-1)
    return np.where(place < wins[..., None], BETTER, WORSE).astype(np.int8)


# --- What is shown --------------------------------------------------------------------------------


def most_measures(outcomes: Array, certain: bool, at_least: int | None = None) -> NDArray:
    """Which claims are shown, of tables of shape (T, P, n, m): (T, P, 1 + R).

    Negative entries are claims for the second algorithm.
    """
    tables, pairs, n, m = outcomes.shape
    rules = chain_rules(m, at_least)
    p, side = chain_p_values(rule_counts(outcomes.reshape(-1, n, m), rules, np.full(m, certain)))
    p = p.reshape(tables, pairs, -1)
    shown = np.zeros(p.shape, dtype=bool)
    for table in np.flatnonzero((p[:, :, 0] <= ALPHA / pairs * (1 + 1e-9)).any(axis=1)):
        shown[table] = adjusted_chains(p[table]) <= ALPHA
    return shown * np.where(side == 1, -1, 1).reshape(tables, pairs, 1)


def in_groups(outcomes: Array, certain: bool, groups: int, within: Rule) -> NDArray[np.bool_]:
    """Which claims about groups are shown, (T, P, 4, 4); "neither on any group" left out."""
    m = outcomes.shape[-1]
    names = tuple(map(str, range(m)))
    size = m // groups
    made = [Group(f"g{g}", names[g * size : (g + 1) * size], within) for g in range(groups)]
    return family(*grouped_outcomes(outcomes, names, made, np.full(m, certain)), equal=True)


def family(
    outcomes: Array, sure: NDArray, conflict: NDArray | None = None, *, equal: bool
) -> NDArray[np.bool_]:
    """Which claims of a comparison are shown, of tables of shape (T, P, n, m): (T, P, 4, 4)."""
    tables, pairs, n, m = outcomes.shape
    sure = sure if sure.ndim == 1 else sure.reshape(-1, n, m)
    unclean = None if conflict is None else conflict.reshape(-1, n)
    counts = pair_counts(outcomes.reshape(-1, n, m), sure, unclean=unclean)
    first = claim_p_values(counts)[:, :, 0]
    begins = ALPHA * ladder_shares(m, equal=equal) / pairs * (1 + 1e-9)
    shown = np.zeros((tables, pairs, 4, 4), dtype=bool)
    # Where no ladder passes its first rung on what it begins with, nothing is shown.
    for table in np.flatnonzero((first <= begins).any(axis=1).reshape(tables, -1).any(axis=1)):
        rows = slice(table * pairs, (table + 1) * pairs)
        part = PairCounts(**{name: getattr(counts, name)[rows] for name in _COUNTS})
        shown[table] = adjusted_family(part, equal=equal).adjusted <= ALPHA
    neither = (counts.outcome == EQUAL).all(axis=1).reshape(tables, pairs)
    shown[neither, 2] = False  # it may well be the most common outcome of equal algorithms
    return shown


# --- Errors ---------------------------------------------------------------------------------------


def errors() -> Iterator[tuple[Row, Callable[[], Row]]]:
    """Lines of the first file: what each is about, and how it is computed."""
    for l in (2, 5):
        for m in MEASURES:
            for correlation in CORRELATIONS:
                for ties in (0.0, 0.2):
                    for n in DATA_SETS:
                        about = {
                            "truth": "algorithms alike", "pairs": l * (l - 1) // 2, "m": m, "n": n,
                            "correlation": correlation, "ties": ties,
                        }  # fmt: skip
                        yield about, lambda about=about, l=l: of_alike(about, l)
    for m, bounds in {4: (3, 4), 12: (7, 9, 12)}.items():
        for k in bounds:
            for n in DATA_SETS:
                for clear in (0, 5):
                    about = {
                        "truth": f"at least {k} on just half", "pairs": 1 + 2 * clear, "m": m,
                        "n": n, "correlation": "", "ties": 0.0,
                    }  # fmt: skip
                    yield about, lambda about=about, k=k, c=clear: on_boundary(about, k, c)


def of_alike(about: Row, l: int) -> Row:
    """Algorithms that do not differ: whatever is shown is false."""
    m, n = int(str(about["m"])), int(str(about["n"]))
    tables = TABLES if l == 2 else TABLES // 4
    rng = seed("alike", *about.values())
    ties = float(str(about["ties"]))
    seen = latent(rng, tables, n, np.zeros((l, m)), float(str(about["correlation"])), ties)
    sure = ties > 0
    return {
        "tables": tables,
        "most": tables_with(most_measures(seen, sure)),
        "named": tables_with(most_measures(seen, sure, m - m // 4)),
        "groups_all": tables_with(in_groups(seen, sure, MEASURES[m], "all")),
        "groups_wins": tables_with(in_groups(seen, sure, MEASURES[m], "wins")),
        "function": "most_measures_test compare_algorithms",
    }


def tables_with(shown: NDArray) -> int:
    """In how many tables something is shown."""
    return int(shown.reshape(len(shown), -1).any(axis=1).sum())


def on_boundary(about: Row, k: int, clear: int) -> Row:
    """At least k on just half of the data sets, k - 1 on more: claims of k or more are false.

    Beside it as many such pairs as clear ones, that pass their level on.
    """
    m, n = int(str(about["m"])), int(str(about["n"]))
    rng = seed("boundary", *about.values())
    tables = TABLES if not clear else TABLES // 4
    shares = {k: 0.5, k - 1: 0.4, 0: 0.1} if k < m else {m: 0.5, m - 1: 0.4, 0: 0.1}
    just = [counted(rng, tables, n, m, shares) for _ in range(1 + clear)]
    easy = [np.full((tables, n, m), BETTER, dtype=np.int8)] * clear
    seen = np.stack([*just, *easy], axis=1)
    rules = chain_rules(m)
    # The claims of the chain that are false of A: "on most data sets" from k on. If k - 1 is no
    # majority of the measures, A is ahead on just half of the data sets, and that is false, too.
    first = 1 + rules.index(k)
    if 2 * (k - 1) <= m:
        first = 1
    shown = most_measures(seen, certain=False)[:, : len(just)]
    wrong = tables_with(shown < 0) + tables_with(shown[:, :, first:] > 0)
    return {
        "tables": tables, "most": wrong, "named": "", "groups_all": "", "groups_wins": "",
        "function": "most_measures_test",
    }  # fmt: skip


# --- What is found --------------------------------------------------------------------------------

LEADS = {  # by how much the first of two is better, by measure, in units of the noise
    "better by 0.5 on all 12": np.full(12, 0.5),
    "better by 0.5 on 10, worse by 0.5 on 2": np.repeat([0.5, -0.5], [10, 2]),
    "better by 0.7 on 8 (two groups), worse by 0.7 on 4": np.repeat([0.7, -0.7], [8, 4]),
}


def found() -> Iterator[tuple[Row, Callable[[], Row]]]:
    """Lines of the second file."""
    for name in LEADS:
        for correlation in CORRELATIONS:
            for n in (20, 50, 100):
                about = {"truth": name, "correlation": correlation, "n": n}
                yield about, lambda about=about: what_is_found(about)


def what_is_found(about: Row) -> Row:
    """In what share of tables something is shown of two algorithms on twelve measures."""
    n = int(str(about["n"]))
    means = np.stack([LEADS[str(about["truth"])], np.zeros(12)])
    rng = seed("found", *about.values())
    seen = latent(rng, TABLES_FOUND, n, means, float(str(about["correlation"])), 0.0)
    of_all = family(seen, np.zeros(12, dtype=bool), equal=False)
    chain = most_measures(seen, False)[:, 0] != 0
    wins = (seen[:, 0] == BETTER).sum(axis=1)
    single = 12 * _sign(np.maximum(wins, n - wins), n) <= ALPHA
    rates = {
        "all": tables_with(of_all[:, :, 0]),
        "any_of_all": tables_with(of_all),
        **{f"at_least_{k}": tables_with(most_measures(seen, False, k)) for k in range(7, 13)},
        "wins": tables_with(chain[:, 0]),
        "most": tables_with(chain[:, 2]),
        "groups_all": tables_with(in_groups(seen, False, 3, "all")),
        "groups_wins": tables_with(in_groups(seen, False, 3, "wins")),
        "single": float(single.mean(axis=1).sum()),
    }
    numbers = np.where(chain[:, 2], 6 + chain[:, 2:].sum(axis=1), 0)
    return (
        {"tables": len(seen)}
        | {name: round(value / len(seen), 4) for name, value in rates.items()}
        | {"median_number": float(np.median(numbers))}
        | {"function": "most_measures_test compare_algorithms"}
    )


def _sign(wins: NDArray, n: int) -> NDArray:
    return np.minimum(1.0, 2 * tail_at_least(wins, n))


FILES = {"errors": errors, "found": found}


def main() -> None:
    for name, lines in FILES.items():
        rows = [about | compute() for about, compute in lines()]
        with (HERE / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
