"""How often do claims, bounds and prices err, in populations whose truth is known exactly?

Writes populations.csv (drawn tables of 300 random populations), enumerated.csv (every table of one
and two pairs), and kept.csv: exact sizes lose no claim that levels alone would show.

    python studies/sizes/run.py               # about ten minutes
    python studies/sizes/run.py kept          # one file
"""

from __future__ import annotations

import csv
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from populations import FEATURES, SEED, Population, population

from jointstats.claims.kernel_pairs import PairClaims, votes_of_pairs
from jointstats.claims.kernel_states import Voters, corrected
from jointstats.evidence.bounds import bounds_of_pairs, break_even, prices_of_pairs
from jointstats.evidence.order_statistics import differences
from jointstats.evidence.steps import MANY_UNITS
from jointstats.evidence.votes import Units

HERE = Path(__file__).parent
ALPHA = 0.05
POPULATIONS, TABLES, AGAIN = 300, 250, 2500
KEPT = 34  # tables of each population with both rules
SIZES = (*range(5, 21), 25, 30, 40)
CLAIMS = "compare_algorithms leaderboard"
FUNCTIONS = {
    "populations.csv": f"{CLAIMS} break_even",
    "enumerated.csv": CLAIMS,
    "kept.csv": CLAIMS,
}
GRID = 12  # true shares of the enumeration are multiples of 1/12

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]


def main(names: list[str]) -> None:
    files = {
        "populations": lambda: map(of_population, range(POPULATIONS)),
        "enumerated": enumerated,
        "kept": kept,
    }
    for name in names or files:
        write(f"{name}.csv", files[name]())


def write(name: str, rows: Iterable[dict[str, Any]]) -> None:
    with (HERE / name).open("w", encoding="utf-8", newline="") as file:
        writer = None
        for row in rows:
            line = {**row, "function": FUNCTIONS[name]}
            if writer is None:
                writer = csv.DictWriter(file, list(line), lineterminator="\n")
                writer.writeheader()
            writer.writerow(line)
            file.flush()


# --- Drawn tables ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Truth:
    """What is true of the pairs of a population.

    Attributes
    ----------
    claims : tuple of ndarray of bool
        Of measures, of equality, joint.
    medians : (ndarray, ndarray)
        The lowest and the highest median difference, each of shape (P, m).
    prices : ndarray, shape (L,)
        Prices between which, and at which, nothing changes.
    better : ndarray of bool, shape (P, L, 2)
        By price and side: better on more than half of the units.
    """

    claims: tuple[Bools, ...]
    medians: tuple[Array, Array]
    prices: Array
    better: Bools


def truth_of(drawn_from: Population) -> Truth:
    """Count over all units of a population."""
    values, units = drawn_from.everything()
    votes = drawn_from.votes(values, units, true=True)
    claims = tuple(x[..., 0] > x[..., 1] for x in (votes.measures, votes.equal, votes.joint))
    # Bounds and prices are those of recorded results where a clock ticks.
    coarse = drawn_from.feature == "ties that hide a difference"
    values, units = drawn_from.everything(recorded=coarse)
    d = true_differences(values, drawn_from.pairs)
    prices = price_grid(d)
    return Truth(claims, true_medians(d, units), prices, true_prices(d, prices, units))


def true_differences(values: Array, pairs: NDArray[np.int64]) -> Array:
    """Differences of shape (P, m, n); two failures do not differ."""
    columns = np.moveaxis(values, 2, 0)
    with np.errstate(invalid="ignore"):
        d = np.moveaxis(columns[pairs[:, 0]] - columns[pairs[:, 1]], 1, 2)
    return np.nan_to_num(d, nan=0.0, posinf=np.inf, neginf=-np.inf)


def members_of(d: Array, units: Units | None) -> list[Array]:
    if units is None:
        return [d[..., i : i + 1] for i in range(d.shape[-1])]
    return [d[..., units.clusters == unit] for unit in np.unique(units.clusters)]


def true_medians(d: Array, units: Units | None) -> tuple[Array, Array]:
    """The lowest median of lower medians of units, and the highest of upper ones."""
    parts = [np.sort(part, axis=-1) for part in members_of(d, units)]
    low = np.sort([part[..., (part.shape[-1] - 1) // 2] for part in parts], axis=0)
    high = np.sort([part[..., part.shape[-1] // 2] for part in parts], axis=0)
    return low[(len(parts) - 1) // 2], high[len(parts) // 2]


def price_grid(d: Array) -> Array:
    if d.shape[1] < 2:
        return np.zeros(0)
    crossings = break_even(d[:, 0], d[:, -1])
    at = np.unique(np.append(crossings[np.isfinite(crossings)], 0.0))
    return np.unique(np.concatenate([at, (at[1:] + at[:-1]) / 2, [at[-1] + 1]]))


def true_prices(d: Array, prices: Array, units: Units | None) -> Bools:
    """Who is better at each price on more than half of the units."""
    better = np.zeros((len(d), len(prices), 2), dtype=bool)
    for (i, price), side in product(enumerate(prices), (0, 1)):
        worth = price * d[:, -1] if price else np.zeros_like(d[:, -1])  # not 0 times infinity
        value = (1 - 2 * side) * (d[:, 0] + worth)
        wins = [
            2 * np.count_nonzero(part > 0, axis=-1) > part.shape[-1]
            for part in members_of(value, units)
        ]
        better[:, i, side] = np.mean(wins, axis=0) > 0.5
    return better


def of_population(number: int) -> dict[str, Any]:
    """How many tables of a population have a false claim, bound or price."""
    drawn_from = population(number)
    truth = truth_of(drawn_from)
    first = counted(drawn_from, truth, TABLES, np.random.default_rng([SEED, number, 0]))
    more = {f"again_{name}": "" for name in ("tables", *KINDS)}
    if max(first[name] for name in KINDS) > ALPHA * TABLES:
        rng = np.random.default_rng([SEED, number, 1])
        again = counted(drawn_from, truth, AGAIN, rng)
        more = {f"again_{name}": again[name] for name in ("tables", *KINDS)}
    return {
        "population": number,
        "feature": drawn_from.feature,
        "truth": drawn_from.truth,
        "units": drawn_from.n,
        "pairs": len(drawn_from.pairs),
        "measures": drawn_from.m,
        **first,
        **more,
    }


KINDS = ("false_claims", "missed_medians", "false_prices")


def counted(
    drawn_from: Population, truth: Truth, tables: int, rng: np.random.Generator
) -> dict[str, int]:
    """Tables with any claim, bound or price, and with any false one."""
    names = ("claims", "bounds", "prices", *KINDS)
    total = np.zeros(len(names), dtype=int)
    for _ in range(tables):
        values, units = drawn_from.draw(rng)
        total += [
            *np.array([claims(drawn_from, truth, values, units),
                       bounds(drawn_from, truth, values, units),
                       prices(drawn_from, truth, values, units)]).T.ravel()
        ]  # fmt: skip
    return {"tables": tables} | dict(zip(names, total.tolist(), strict=True))


def claims(
    drawn_from: Population, truth: Truth, values: Array, units: Units | None
) -> tuple[bool, bool]:
    votes = drawn_from.votes(values, units)
    voters = drawn_from.voters(votes)
    adjusted = corrected(votes.claims(voters.roped, voters.groups), voters)
    shown = shown_of(adjusted)
    wrong = (part & ~true for part, true in zip(shown, truth.claims, strict=True))
    return any(part.any() for part in shown), any(part.any() for part in wrong)


def shown_of(adjusted: PairClaims) -> list[Bools]:
    with np.errstate(invalid="ignore"):  # NaN is no claim
        return [x <= ALPHA for x in (adjusted.measures, adjusted.equal, adjusted.joint)]


def kept() -> Iterator[dict[str, Any]]:
    """Claims at levels, at exact sizes, and those that only levels show."""
    for i, feature in enumerate(FEATURES):
        counts = np.zeros(3, dtype=int)
        numbers = range(i, POPULATIONS, len(FEATURES))
        for number in numbers:
            drawn_from, rng = population(number), np.random.default_rng([SEED, number, 2])
            for _ in range(KEPT):
                counts += claims_by_both_rules(drawn_from, *drawn_from.draw(rng))
        shown = dict(zip(("by_levels", "by_sizes", "lost"), counts.tolist(), strict=True))
        yield {"feature": feature, "tables": KEPT * len(numbers)} | shown


def claims_by_both_rules(drawn_from: Population, values: Array, units: Units | None) -> list[int]:
    votes = drawn_from.votes(values, units)
    exact = drawn_from.voters(votes)
    n, joint = (np.full_like(x, MANY_UNITS) for x in (exact.of_questions, exact.joint))
    p = votes.claims(exact.roped, exact.groups)
    by_levels, by_sizes = (
        np.concatenate([part.ravel() for part in shown_of(corrected(p, voters))])
        for voters in (replace(exact, of_questions=n, joint=joint), exact)
    )
    return [int(x.sum()) for x in (by_levels, by_sizes, by_levels & ~by_sizes)]


def bounds(
    drawn_from: Population, truth: Truth, values: Array, units: Units | None
) -> tuple[bool, bool]:
    chains = drawn_from.voters(drawn_from.votes(values, units), grouped=False).chains
    given = (values, drawn_from.pairs, drawn_from.missing)
    found = bounds_of_pairs(*given, chains, ALPHA, units)
    low, high = truth.medians
    some = bool(np.isfinite(found.low).any() or np.isfinite(found.high).any())
    return some, bool((found.low > low).any() or (found.high < high).any())


def prices(
    drawn_from: Population, truth: Truth, values: Array, units: Units | None
) -> tuple[bool, bool]:
    if not len(truth.prices):
        return False, False
    low, high = differences(values, drawn_from.pairs, drawn_from.missing)
    gain, saving = ((low[:, j], high[:, j]) for j in (0, -1))
    found = prices_of_pairs(gain, saving, ALPHA, len(drawn_from.pairs), units)
    at = truth.prices[:, None]
    shown = (at < found.up_to[:, None]) | (at > found.above[:, None])
    return bool(shown.any()), bool((shown & ~truth.better).any())


# --- Every table ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Design:
    """Pairs on few kinds of data sets: the outcomes of P pairs on m measures for each kind."""

    name: str
    kinds: NDArray[np.int8]
    rope: bool = False
    real: bool = False


_TWO = np.array([*product((0, 2), repeat=2)], dtype=np.int8)
_ONE = np.array([0, 1, 2], dtype=np.int8)[:, None, None]
DESIGNS = (
    Design("one pair, two measures", _TWO[:, None, :]),
    Design("two pairs, one measure", _TWO[:, :, None]),
    Design("one pair, one measure, real ties", _ONE, real=True),
    Design("one pair, one measure, rope", _ONE, rope=True, real=True),
)


def enumerated() -> Iterator[dict[str, Any]]:
    """The largest chance of a false claim over a grid of true shares, from every table."""
    for design in DESIGNS:
        for n in SIZES:
            yield {"design": design.name, "units": n} | worst(design, n)


def worst(design: Design, n: int) -> dict[str, Any]:
    number = len(design.kinds)
    tables = np.array([*compositions(n, number)])
    shown = np.array([every_claim(design, table, shown_claims) for table in tables])
    shares = np.array([*compositions(GRID, number)])
    true = np.array([every_claim(design, share, true_claims) for share in shares])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logs = np.where(shares > 0, np.log(shares / GRID), -1e9)
    ways = np.array([log_ways(table) for table in tables])
    chance = np.exp(logs @ tables.T + ways)  # by share and table
    patterns, of = np.unique(shown, axis=0, return_inverse=True)
    by_pattern = np.stack([chance[:, np.ravel(of) == i].sum(axis=1) for i in range(len(patterns))])
    false = (patterns[:, None] & ~true).any(axis=-1)
    errors = (by_pattern * false).sum(axis=0)
    return {"tables": len(tables), "truths": len(shares), "worst": f"{errors.max():.5f}"}


def compositions(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (n,)
        return
    for first in range(n + 1):
        yield from ((first, *rest) for rest in compositions(n - first, parts - 1))


def log_ways(table: NDArray[np.int64]) -> float:
    left, total = int(table.sum()), 0.0
    for times in table.tolist():
        total += float(np.log(float(comb(left, times))))
        left -= times
    return total


Claimed = Callable[[Design, Any], list[Bools]]


def every_claim(design: Design, times: NDArray[np.int64], claimed: Claimed) -> Bools:
    seen = np.moveaxis(np.repeat(design.kinds, times, axis=0), 1, 0)
    return np.concatenate([part.ravel() for part in claimed(design, seen)])


def shown_claims(design: Design, seen: NDArray[np.int8]) -> list[Bools]:
    votes, m = votes_of_pairs(seen), seen.shape[2]
    roped, real, none = (np.full(m, x) for x in (design.rope, design.real, False))
    voters = Voters(votes.counts.voters, votes.counts.joint_voters, roped, real, none)
    return shown_of(corrected(votes.claims(roped), voters))


def true_claims(design: Design, seen: NDArray[np.int8]) -> list[Bools]:
    votes = votes_of_pairs(seen)
    return [x[..., 0] > x[..., 1] for x in (votes.measures, votes.equal, votes.joint)]


if __name__ == "__main__":
    main(sys.argv[1:])
