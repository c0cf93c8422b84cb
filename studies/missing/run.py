"""What do missing results do to what is shown, and what do the tests do about it?

Simulates tables of 60 data sets and two measures, takes results away at random or because they are
bad, and prints, as Markdown: how often any false claim is shown, how much is shown of a better
algorithm, whether the extreme fillings cover what the complete table says, and what the Bayesian
test states against what is true. The first of these also go into random.csv, the second into
bad.csv.

    python studies/missing/run.py                # about three minutes of computing
    python studies/missing/run.py --tables 200   # a quick look, which leaves the files alone
"""

from __future__ import annotations

import argparse
import csv
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import scipy

import jointstats
from jointstats.kernels.joint.outcomes import pair_outcomes
from jointstats.kernels.joint.pair_claims import adjusted_family
from jointstats.kernels.joint.pair_counts import pair_counts
from jointstats.labelled.joint.bayes import most_probable
from jointstats.labelled.joint.counting import count_table
from jointstats.labelled.joint.prior import prior_of
from jointstats.labelled.joint.uncertain import uncertain_answer
from jointstats.labelled.joint.unknown import doubts_of, most_probable_of_unknown
from jointstats.labelled.table.dropping import drop_incomplete
from jointstats.labelled.table.results_table import ResultsTable

HERE = Path(__file__).parent
DATASETS, MEASURES = 60, 2
TABLES = 2000
SHARES = (0.0, 0.1, 0.3)
ALPHA, SEED = 0.05, 2030
HOW = {"rule": "lower", "alpha": ALPHA, "lead_ratio": 1.25, "level": 0.95}
Array = np.ndarray
Generator = np.random.Generator
Row = dict[str, object]


# --- Tables, and what goes missing ----------------------------------------------------------------


def exchangeable(rng: Generator) -> Array:
    """Four algorithms that do not differ, measures correlated: every claim is false."""
    common = rng.normal(size=(DATASETS, 1, 4))
    return common + rng.normal(size=(DATASETS, MEASURES, 4))


def tied_modes(rng: Generator) -> Array:
    """Two algorithms: A better on both, or on the first only, .45 each; the other two .05."""
    first = np.where(rng.random(DATASETS) < 0.9, 1.0, -1.0)
    second = np.where(rng.random(DATASETS) < 0.5, 1.0, -1.0)
    size = np.abs(rng.normal(size=(DATASETS, MEASURES))) + 0.1
    base = rng.normal(size=(DATASETS, MEASURES))
    return np.stack([base + size * np.stack([first, second], axis=1), base], axis=2)


def one_better(rng: Generator) -> Array:
    """Four algorithms, the first better on both measures by one standard deviation."""
    table = exchangeable(rng)
    table[:, :, 0] += np.sqrt(2)
    return table


def whole_runs(table: Array, share: float, rng: Generator) -> Array:
    """Whole results of an algorithm on a data set, at random."""
    gone = rng.random((len(table), 1, table.shape[2])) < share
    return np.where(gone, np.nan, table)


def single_values(table: Array, share: float, rng: Generator) -> Array:
    """Single measures, at random."""
    return np.where(rng.random(table.shape) < share, np.nan, table)


def bad_results(table: Array, share: float, rng: Generator) -> Array:
    """Whole results of the first algorithm, and the more often the worse they are."""
    score = table[:, :, 0].mean(axis=1)
    chance = 2 * share * (1 - score.argsort().argsort() / (len(score) - 1))
    out = table.copy()
    out[rng.random(len(score)) < chance, :, 0] = np.nan
    return out


AT_RANDOM: dict[str, Callable[[Array, float, Generator], Array]] = {
    "whole runs": whole_runs,
    "single values": single_values,
}


# --- Claims ---------------------------------------------------------------------------------------


def shown(table: Array, *, against: bool = False) -> Array:
    """Which claims are shown, shape (pairs, ladders, rungs); larger is better on both measures."""
    pairs = list(combinations(range(table.shape[2]), 2))
    counts = pair_counts(pair_outcomes(table, np.zeros(MEASURES), pairs), np.zeros(MEASURES, bool),
                         missing_against=against)  # fmt: skip
    found = adjusted_family(counts, equal=False, alpha=ALPHA)
    return (found.adjusted <= ALPHA) & (found.p > 0)


def dropped(table: Array) -> Array:
    return table[~np.isnan(table).any(axis=(1, 2))]


def any_shown(claims: Array) -> bool:
    return bool(claims.any())


def false_of_tied(claims: Array) -> bool:
    """Any claim but that A is better on both more often than B."""
    wrong = claims.copy()
    wrong[:, 0, 0] = False
    return bool(wrong.any())


def first_beats(claims: Array) -> float:
    """Share of the others that the first is shown to beat: its three pairs come first."""
    return float(claims[:3, 0].any(axis=1).mean())


def row(first: str, *values: object) -> str:
    return f"| {first} | " + " | ".join(map(str, values)) + " |"


def head(*names: str) -> str:
    return row(*names) + "\n|---" + "|---:" * (len(names) - 1) + "|"


def write(name: str, rows: Sequence[Row]) -> None:
    """A CSV file beside this one."""
    with (HERE / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def cells() -> Iterator[tuple[str, float]]:
    yield "nothing", 0.0
    yield from ((kind, share) for kind in AT_RANDOM for share in SHARES[1:])


def rates(make: Callable[[Generator], Array], asked: Callable[[Array], float], kind: str,
          share: float, tables: int, rng: Generator) -> tuple[float, float, float]:  # fmt: skip
    """What is asked of the claims: with what is there, drop, and those that hold at worst."""
    found = []
    for _ in range(tables):
        table = make(rng)
        table = AT_RANDOM[kind](table, share, rng) if share else table
        complete = dropped(table)
        found.append((
            asked(shown(table)),
            asked(shown(complete)) if len(complete) else 0.0,
            asked(shown(table) & shown(table, against=True)),
        ))  # fmt: skip
    there, drop, worst = np.mean(found, axis=0)
    return float(there), float(drop), float(worst)


def claims(tables: int, rng: Generator) -> list[Row]:
    rows: list[Row] = []
    print("## What is shown of pairs, results missing at random\n")
    print(f"{tables} tables a cell: with what is there / with complete data sets only (`drop`) /")
    print(
        "what holds whatever the missing results are. The first two columns are errors (any false"
    )
    print("claim), the last is power (share of three algorithms that the best is shown to beat).\n")
    asked_of = {
        "four exchangeable": (exchangeable, any_shown),
        "tied modes": (tied_modes, false_of_tied),
        "one better": (one_better, first_beats),
    }
    print(head("missing", *asked_of))
    for kind, share in cells():
        found = [rates(make, asked, kind, share, tables, rng) for make, asked in asked_of.values()]
        said = [" / ".join(f"{x:.3f}" for x in each) for each in found]
        print(row(f"{kind}, {share:.0%}", *said), flush=True)
        for name, each in zip(asked_of, found, strict=True):
            about: Row = {"missing": kind, "share": share, "truth": name, "tables": tables}
            ways = zip(("there", "drop", "worst"), (f"{x:.4f}" for x in each), strict=True)
            rows.append(about | dict(ways) | {"function": "compare_algorithms"})
    return rows


# --- Missing because of bad results ---------------------------------------------------------------


def as_table(values: Array, missing: str = "unknown") -> ResultsTable:
    names = tuple(f"A{k}" for k in range(values.shape[2]))
    measures = {f"m{k}": "max" for k in range(values.shape[1])}
    table = ResultsTable(
        values, tuple(map(str, range(len(values)))), names, measures, dict.fromkeys(measures, 0.0),
        missing,
    )  # fmt: skip
    return drop_incomplete(table)


def bayes(values: Array) -> jointstats.BayesResult:
    table = as_table(values)
    if table.unknown:
        return most_probable_of_unknown(table, "orderings", None, "auto", prior="symmetric",
                                        prior_strength=None, **HOW)  # fmt: skip
    counts = count_table(table)
    return most_probable(counts, prior_of(counts), **HOW)


def covered(whole: Array, table: Array) -> bool | None:
    """Whether the Bayesian bounds cover the probability that the whole table gives."""
    found = bayes(table[:, :, :2])
    if found.best is None or found.unknown is None:
        return None
    rows = bayes(whole[:, :, :2]).statements
    p = next((one.probability for one in rows if one.order == found.best), 0.0)
    low, high = found.unknown.probability_lowest, found.unknown.probability_highest
    return bool(low - 1e-9 <= p <= high + 1e-9)


def not_at_random(tables: int, rng: Generator) -> list[Row]:
    rows: list[Row] = []
    print("\n## Missing because the results are bad\n")
    print(f"{tables} tables a cell; only the first algorithm's bad results are missing. Any false")
    print(
        "claim with what is there / the first shown to beat another one / false claims that hold at"
    )
    print("worst; then in how many tables all claims that hold at worst are those of the complete")
    print("table, and (of a tenth of the tables) the Bayesian bounds cover its probability.\n")
    print(head("truth, missing", "any false", "first wins", "false at worst", "claims covered",
               "probability covered"))  # fmt: skip
    for name, make in (("four exchangeable", exchangeable), ("one better", one_better)):
        for share in SHARES[1:]:
            found, cover = [], []
            for i in range(tables):
                whole = make(rng)
                table = bad_results(whole, share, rng)
                there, worst = shown(table), shown(table, against=True)
                wrong = name == "four exchangeable"
                found.append((there.any() and wrong, first_beats(there), (there & worst).any()
                              and wrong, not (there & worst & ~shown(whole)).any()))  # fmt: skip
                if i % 10 == 0:
                    cover.append(covered(whole, table))
            told = [x for x in cover if x is not None]
            means = np.mean(found, axis=0)
            numbers = [f"{x:.3f}" for x in means]
            print(row(f"{name}, {share:.0%}", *numbers, f"{np.mean(told):.3f}"), flush=True)
            about: Row = {"truth": name, "share": share, "tables": tables}
            asked = zip(("there", "first_beats", "worst", "claims_covered"),
                        (f"{x:.4f}" for x in means), strict=True)  # fmt: skip
            bounds: Row = {"bounds": len(told), "bounds_covered": sum(told)}
            function: Row = {"function": "compare_algorithms bayes_test"}
            rows.append({**about, **dict(asked), **bounds, **function})
    return rows


# --- The Bayesian test ----------------------------------------------------------------------------


def stated(tables: int, rng: Generator) -> None:
    print("\n## Stated against true\n")
    print(
        f"{tables} tables a cell: 30 data sets, three algorithms on one measure, shares of the six"
    )
    print(
        "orderings from the prior of mass 6. Mean probability of the leading statement / how often"
    )
    print("it is the most probable one; logarithmic score in bits (the least is the best).\n")
    print(head("missing", "complete table", "what is there", "drop", "scores"))
    orders = np.array(list(permutations(range(3))))
    for share in SHARES[1:]:
        found: dict[str, list[tuple[float, bool, float]]] = {}
        for _ in range(tables):
            shares = rng.dirichlet(np.ones(6))
            seen = rng.choice(6, 30, p=shares)
            whole = -np.argsort(orders[seen], axis=1).astype(float)[:, None]
            gone = single_values(whole, share, rng)
            for name, test in (("complete table", whole), ("what is there", gone),
                               ("drop", dropped(gone))):  # fmt: skip
                probability = uniform(test, rng)
                truth, leader = int(shares.argmax()), int(probability.argmax())
                found.setdefault(name, []).append(
                    (probability[leader], leader == truth, -np.log2(max(probability[truth], 1e-6)))
                )
        means = {name: np.mean(each, axis=0) for name, each in found.items()}
        print(row(f"single values, {share:.0%}",
                  *(f"{mean[0]:.3f} / {mean[1]:.3f}" for mean in means.values()),
                  " / ".join(f"{mean[2]:.3f}" for mean in means.values())), flush=True)  # fmt: skip


def uniform(values: Array, rng: Generator) -> Array:
    """Probability of every ordering with mass 1 on each, shape (6,)."""
    doubts = doubts_of(as_table(values), "orderings", None, "auto")
    every = replace(
        doubts.statements, codes=np.arange(6)[:, None],
        weights=np.bincount(doubts.statements.codes[:, 0], doubts.statements.weights, 6),
    )  # fmt: skip
    states = doubts.statements.codes[doubts.states, 0]
    found = uncertain_answer(
        doubts.rows, states, doubts.weights, every.weights.sum() + doubts.n, every,
        prior_of(every, "uniform"), draws=512, rng=rng, exact_limit=2000, **HOW,
    )  # fmt: skip
    out = np.zeros(6)
    for one in found.statements:
        order = [int(name[1]) for name in one.order["m0"]]
        out[list(permutations(range(3))).index(tuple(order))] = one.probability
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    options = parser.parse_args()
    began, rng = time.process_time(), np.random.default_rng(SEED)
    print(f"{DATASETS} data sets, {MEASURES} measures. Seed {SEED}; jointstats "
          f"{jointstats.__version__}, NumPy {np.__version__}, SciPy {scipy.__version__}, "
          f"Python {platform.python_version()}.\n")  # fmt: skip
    random = claims(options.tables, rng)
    bad = not_at_random(max(options.tables // 2, 10), rng)
    if options.tables == TABLES:
        write("random.csv", random)
        write("bad.csv", bad)
    stated(max(options.tables // 20, 5), rng)
    print(f"\n{time.process_time() - began:.0f} s of computing.")


if __name__ == "__main__":
    main()
