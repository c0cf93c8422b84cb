"""Do the claims of a comparison hold their error rate when data sets come in families?

Simulates tables of 60 data sets in clusters of 1, 3, 5 and 10, and prints, as Markdown: how often a
comparison shows a false claim, taking data sets for independent, using one of each family, and by
sign flips of whole families; how often it shows true ones; the default rule of the Bayesian test;
how often intervals cover; and what leanings would say if they took data sets for independent. What
is shown, and the intervals, also go into claims.csv and intervals.csv.

    python studies/families/comparisons.py                # about five minutes of computing
    python studies/families/comparisons.py --tables 100   # a quick look; files stay
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import combinations

import numpy as np
import run
import scipy
from jointstats.labelled.joint.claim_families import CAREFUL

import jointstats
from jointstats.kernels.joint.agreement import agreement_within
from jointstats.kernels.joint.chosen_share import chosen_share_interval
from jointstats.kernels.joint.claim_tests import confidence_interval
from jointstats.kernels.joint.deciding import LOWER_MASS, from_where
from jointstats.kernels.joint.families import design_effect, leader_flips
from jointstats.kernels.joint.family_claims import family_p_values
from jointstats.kernels.joint.family_shares import family_tables
from jointstats.kernels.joint.leanings import leanings, power_of_pairs
from jointstats.kernels.joint.many_largest import largest_of_many
from jointstats.kernels.joint.outcomes import pair_outcomes
from jointstats.kernels.joint.pair_claims import PairCounts, adjusted_family, pair_counts

DATASETS, SIZES, CORRELATIONS = 60, (1, 3, 5, 10), (0.0, 0.3, 0.6)
ALPHA, SEED, LEVEL = 0.05, 2030, 0.95
TABLES = 1000
Generator = np.random.Generator
Row = dict[str, object]

# Rungs of each ladder that are false, by ladder: sweep, not worse, outcome, trade-off.
ALL_FALSE = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0)]
BUT_MORE_OFTEN = [at for at in ALL_FALSE if at not in ((0, 0), (1, 0))]
BUT_EACH, ONLY_MOST_COMMON = [(0, 3), (1, 1)], [(0, 1)]


@dataclass(frozen=True)
class Design:
    """Tables of which some claims are false, or, for power, true.

    Attributes
    ----------
    draw : callable
        From a generator, a number of tables, the size of a family and the correlation to outcomes
        of every pair, (T, P, n, m).
    counted : list of (int, int)
        Ladder and rung of the claims that count.
    certain : tuple of bool
        Measures whose ties are an outcome.
    """

    draw: Callable[[Generator, int, int, float], np.ndarray]
    counted: list[tuple[int, int]]
    certain: tuple[bool, ...] = (False, False)


def exchangeable(
    rng: Generator, tables: int, size: int, rho: float, tick: float = 0.0
) -> np.ndarray:
    """Three algorithms that do not differ, two measures, of which a coarse clock may take one."""
    shape = (tables, DATASETS // size, 1, 2, 3)
    common = rng.normal(size=shape)
    own = rng.normal(size=(tables, DATASETS // size, size, 2, 3))
    values = (np.sqrt(rho) * common + np.sqrt(1 - rho) * own).reshape(tables, DATASETS, 2, 3)
    if tick:
        values[:, :, 1] = np.floor(values[:, :, 1] / tick) * tick
    pairs = list(combinations(range(3), 2))
    return np.stack([pair_outcomes(one, [0.0, 0.0], pairs) for one in values])


def statements(
    shares: list[float], codes: list[list[int]], kind: str
) -> Callable[[Generator, int, int, float], np.ndarray]:
    """One pair whose data sets show statements with given shares, alike within families."""

    def draw(rng: Generator, tables: int, size: int, rho: float) -> np.ndarray:
        counts = run.KINDS[kind](rng, np.tile(shares, (tables, 1)), size, rho)
        flat = counts.reshape(-1, len(shares))
        listed = np.repeat(np.tile(np.arange(len(shares)), len(flat)), flat.ravel())
        shown = rng.permuted(listed.reshape(-1, size), axis=1).ravel()
        return np.array(codes)[shown].reshape(tables, 1, DATASETS, -1)

    return draw


SPLIT = [[0, 0], [0, 2], [2, 0], [2, 2]]  # sweep of the first, two mixed outcomes, the reverse
ROPED = [[0, 0], [1, 0], [1, 1], [2, 2]]  # with ties as an outcome
FALSE = {
    "three equal algorithms": Design(exchangeable, ALL_FALSE),
    "the same, coarse clock": Design(lambda *of: exchangeable(*of, tick=0.5), ALL_FALSE),
    "tied mode, own shares": Design(
        statements([0.45, 0.45, 0.05, 0.05], SPLIT, "own shares"), BUT_MORE_OFTEN
    ),
    "tied mode, copies": Design(
        statements([0.45, 0.45, 0.05, 0.05], SPLIT, "copies"), BUT_MORE_OFTEN
    ),
    "half, with ropes": Design(
        statements([0.25, 0.25, 0.5, 0.0], ROPED, "own shares"), BUT_EACH, (True, True)
    ),
}
POWER = {
    "more often": Design(
        statements([0.55, 0.15, 0.15, 0.15], SPLIT, "own shares"), [(0, 0)]
    ),
    "most common": Design(
        statements([0.6, 0.2, 0.1, 0.1], SPLIT, "own shares"), ONLY_MOST_COMMON
    ),
    "most data sets": Design(
        statements([0.8, 0.1, 0.05, 0.05], SPLIT, "own shares"), [(0, 3)]
    ),
}  # fmt: skip


def cells() -> Iterator[tuple[int, float]]:
    for size in SIZES:
        for rho in CORRELATIONS if size > 1 else (0.0,):
            yield size, rho


def shown(design: Design, outcomes: np.ndarray, clusters: np.ndarray | None) -> np.ndarray:
    """Whether each table shows a claim that counts, by data sets or by families."""
    tables, pairs = outcomes.shape[:2]
    flat = outcomes.reshape(-1, *outcomes.shape[2:])
    sure = np.array(design.certain)
    counts = pair_counts(flat, sure)
    by_flips = None if clusters is None else family_p_values(flat, counts, clusters, sure)
    found = np.zeros(tables, dtype=bool)
    for t in range(tables):
        own = slice(t * pairs, (t + 1) * pairs)
        p = None if by_flips is None else (by_flips[0][own], by_flips[1][own])
        family = adjusted_family(part(counts, own), equal=bool(sure.any()), alpha=ALPHA, p_values=p)
        found[t] = any((family.adjusted[:, i, j] <= ALPHA).any() for i, j in design.counted)
    return found


def part(counts: PairCounts, own: slice) -> PairCounts:
    """The counts of some pairs."""
    return PairCounts(**{one.name: getattr(counts, one.name)[own] for one in fields(counts)})


def three_ways(design: Design, rng: Generator, tables: int, size: int, rho: float) -> list[float]:
    """How often: data sets for themselves, one of each family, flips of whole families."""
    outcomes = design.draw(rng, tables, size, rho)
    clusters = np.repeat(np.arange(DATASETS // size), size)
    of_each = rng.integers(size, size=DATASETS // size) + size * np.arange(DATASETS // size)
    return [
        float(shown(design, outcomes, None).mean()),
        float(shown(design, outcomes[:, :, of_each], None).mean()),
        float(shown(design, outcomes, clusters).mean()),
    ]


def claims(designs: dict[str, Design], tables: int, rng: Generator) -> list[Row]:
    rows: list[Row] = []
    print(run.head("clusters", *designs))
    for size, rho in cells():
        found = [three_ways(design, rng, tables, size, rho) for design in designs.values()]
        said = [" / ".join(f"{x:.3f}" for x in one) for one in found]
        print(run.row(f"{DATASETS // size} of {size}, {rho}", *said), flush=True)
        for name, each in zip(designs, found, strict=True):
            about: Row = {"size": size, "correlation": rho, "design": name, "tables": tables}
            ways = zip(("independent", "one_of_each", "flips"), each, strict=True)
            rows.append(about | dict(ways) | {"function": "compare_algorithms"})
    return rows


# --- The default rule of the Bayesian test --------------------------------------------------------


def lower_rule(counts: np.ndarray) -> bool:
    """Whether the least favourable prior of mass 1 leaves the leader 1 - alpha/2, on average."""
    prior = np.full(run.STATES, 1 / run.STATES)
    tables = family_tables(counts, prior, draws=128).tables
    first = int(counts.sum(axis=0).argmax())
    worth = np.pad(tables.counts.astype(float), ((0, 0), (0, 1)))
    rivals = worth.copy()
    rivals[:, first] = -1
    worth[np.arange(len(worth)), rivals.argmax(axis=1)] += LOWER_MASS
    lower, _ = tables.average(largest_of_many(worth)[:, first])
    return bool(lower >= from_where("lower", ALPHA))


def bayes(tables: int, rng: Generator) -> None:
    names = {"two equal leaders": None, "one leads": 0}
    print(run.head("clusters", *names))
    for kind, size, rho in run.cells():
        if size == 1:
            continue
        found = []
        for name, right in names.items():
            shares = np.tile(run.TRUTHS[name], (tables, 1))
            decided = 0
            for n in run.KINDS[kind](rng, shares, size, rho):
                # Where flips are far from showing a lead the bound is far from deciding.
                leader = leader_flips(n, run.STATES)
                if leader.p_value <= 0.3 and right in (None, leader.leader):
                    decided += lower_rule(n)
            found.append(f"{decided / tables:.3f}")
        print(run.row(f"{DATASETS // size} of {size}, {rho}, {kind}", *found), flush=True)


# --- Intervals ------------------------------------------------------------------------------------


def covers(tables: int, rng: Generator) -> list[Row]:
    of = {
        "a claim on .5": [0.5, 0.5],
        "a claim on .8": [0.8, 0.2],
        "the most frequent of four": [0.4, 0.3, 0.2, 0.1],
    }
    rows: list[Row] = []
    print(run.head("clusters", *of))
    for kind, size, rho in run.cells():
        if size == 1:
            continue
        said = []
        for name, shares in of.items():
            inside, width = [], []
            for n in run.KINDS[kind](rng, np.tile(shares, (tables, 1)), size, rho):
                i = 0 if len(shares) == 2 else int(n.sum(axis=0).argmax())
                low, high = claim_interval(n) if len(shares) == 2 else chosen_interval(n, i)
                inside.append(low <= shares[i] <= high)
                width.append(high - low)
            said.append(f"{np.mean(inside):.3f} ({np.mean(width):.2f})")
            about: Row = {"size": size, "correlation": rho, "kind": kind, "interval": name}
            found: Row = {"covered": float(np.mean(inside)), "width": f"{np.mean(width):.6f}"}
            function = "claim_test" if len(shares) == 2 else "glrt_test bayes_test"
            rows.append({**about, "tables": tables, **found, "function": function})
        print(run.row(f"{DATASETS // size} of {size}, {rho}, {kind}", *said), flush=True)
    return rows


def claim_interval(counts: np.ndarray) -> tuple[float, float]:
    """Of `claim_test`: the correlation as large as its posterior makes probable (fewer draws)."""
    correlation = family_tables(counts, [0.5, 0.5], draws=64).correlation
    worth = DATASETS / float(design_effect(counts.sum(axis=1), np.quantile(correlation, CAREFUL)))
    low, high = confidence_interval(counts[:, 0].sum() / DATASETS * worth, worth, LEVEL)
    return float(low), float(high)


def chosen_interval(counts: np.ndarray, first: int) -> tuple[float, float]:
    """Of the most frequent statement: the correlation as it is estimated."""
    correlation = agreement_within(counts)
    correlation = 1.0 if np.isnan(correlation) else correlation
    worth = DATASETS / float(design_effect(counts.sum(axis=1), correlation))
    low, high = chosen_share_interval(counts[:, first].sum() / DATASETS * worth, worth, LEVEL)
    return float(low), float(high)


# --- Leanings -------------------------------------------------------------------------------------


def leans(tables: int, rng: Generator) -> None:
    """Six algorithms, in half of the tables all equal: are leanings right as often as said?"""
    print(run.head("clusters", "stated", "right", "leanings"))
    pairs = np.array(list(combinations(range(6), 2)))
    power = power_of_pairs(pairs[:, 0], pairs[:, 1])
    for size, rho in cells():
        stated, right = [], []
        for t in range(tables):
            skill = rng.normal(0, 0.15, 6) * (t % 2)
            common = rng.normal(size=(DATASETS // size, 1, 2, 6))
            own = rng.normal(size=(DATASETS // size, size, 2, 6))
            values = np.sqrt(rho) * common + np.sqrt(1 - rho) * own + skill
            seen = pair_outcomes(values.reshape(DATASETS, 2, 6), [0.0, 0.0], pairs)
            sweeps = pair_counts(seen).sweeps
            found = leanings(sweeps[:, 0], sweeps[:, 1], power=power, alpha=ALPHA)
            told = found.leaning
            better = np.where(sweeps[:, 0] > sweeps[:, 1], pairs[:, 0], pairs[:, 1])
            other = pairs.sum(axis=1) - better
            stated += found.probability[told].tolist()
            right += (skill[better] > skill[other])[told].tolist()
        n = len(stated)
        said = [f"{np.mean(stated):.3f}", f"{np.mean(right):.3f}"] if n else ["-", "-"]
        print(run.row(f"{DATASETS // size} of {size}, {rho}", *said, n), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=TABLES)
    tables = parser.parse_args().tables
    rng, start = np.random.default_rng(SEED), time.process_time()
    versions = f"NumPy {np.__version__}, SciPy {scipy.__version__}"
    print(f"{DATASETS} data sets. Seed {SEED}; jointstats {jointstats.__version__}, {versions}, ")
    print(f"Python {platform.python_version()}.\n\n## Any false claim\n")
    print(f"{tables} tables a cell; share in which a comparison at {ALPHA} shows a false claim:")
    print("data sets for themselves / one of each family / sign flips of families.\n")
    rows = claims(FALSE, tables, rng)
    print("\n## A true claim\n\nThe same, share in which it is shown.\n")
    claims(POWER, tables, rng)
    fewer = max(20, 2 * tables // 5)
    print(f"\n## The default rule of the Bayesian test\n\n{fewer} tables a cell; share decided.\n")
    bayes(fewer, rng)
    fewer = max(20, tables // 5)
    print(f"\n## Intervals of {LEVEL:.0%}\n\n{fewer} tables a cell; coverage (mean width).\n")
    intervals = covers(fewer, np.random.default_rng(SEED + 1))
    if tables == TABLES:
        run.write("claims.csv", rows)
        run.write("intervals.csv", intervals)
    print(f"\n## Leanings that take data sets for independent\n\n{fewer} tables a cell.\n")
    leans(fewer, np.random.default_rng(SEED + 2))
    print(f"\n{time.process_time() - start:.0f} s of computing.")


if __name__ == "__main__":
    main()
