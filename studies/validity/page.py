"""docs/validity.md from the results, and whether what is promised is kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import claims
import power
import units

sys.path += [str(units.STUDIES / name) for name in ("", "calibration", "intervals")]

import covered
import ledger
import reliability
from populations import SEED
from shown import ALPHA, limit

TEMPLATE = Path(__file__).with_name("template.md")

Rows = list[dict[str, str]]
Results = dict[str, Rows]


@dataclass(frozen=True)
class Check:
    """A promise, what was found, and whether it is kept."""

    promise: str
    found: str
    kept: bool


def checks(results: Results) -> list[Check]:
    """Every threshold of what this study computes itself."""
    return [
        *shown_checks(results["shown"]),
        *interval_checks(results["coverage"]),
        *claim_checks(results["claims"]),
    ]


def shown_checks(rows: Rows) -> list[Check]:
    worst = max(rows, key=lambda row: rate(row, "wrong"))
    return [
        Check(
            f"any false claim shown in at most {100 * ALPHA:.0f} % of tables "
            "(and 3 standard errors)",
            f"at most {100 * rate(worst, 'wrong'):.1f} % in {len(rows)} cells",
            all(rate(row, "wrong") <= limit(int(row["tables"])) for row in rows),
        )
    ]


def interval_checks(rows: Rows) -> list[Check]:
    worst = min(rate(row, "covered") for row in rows)
    needed = claims.LEVEL - (limit(claims.TABLES) - ALPHA)
    return [
        Check(
            "the share of the chosen statement in its interval in "
            f"{100 * claims.LEVEL:.0f} % of tables (less 3 standard errors)",
            f"at least {100 * worst:.1f} % in {len(rows)} cells",
            worst >= needed,
        )
    ]


def claim_checks(rows: Rows) -> list[Check]:
    kinds = [name for name in rows[0] if name.startswith(("share_", "opposite_"))]
    worst = max(rate(row, kind) for row in rows for kind in kinds)
    return [
        Check(
            f"a claim on its boundary found in at most {100 * ALPHA:.0f} % of tables "
            "(and 3 standard errors)",
            f"at most {100 * worst:.1f} % in {len(rows) * len(kinds)} cells",
            worst <= limit(claims.TABLES),
        )
    ]


def unit_checks(promises: Iterable[units.Kept]) -> list[Check]:
    """Every threshold of what other studies compute."""
    return [
        Check(f"{promise.promise} ({line[3]})", f"{line[2]}: {line[1]}", promise.kept)
        for promise in promises
        for line in units.lines([promise])
    ]


def rate(row: dict[str, str], of: str) -> float:
    """Share of tables."""
    return float(row[of]) / float(row["tables"])


# --- The page ------------------------------------------------------------------------------------


def render(
    results: Results, checks: list[Check], versions: dict[str, str], others: units.Results
) -> str:
    """The whole page; the others are the results of the other studies."""
    promises = units.promises(others)
    missed = sum(not kept_promise.kept for kept_promise in promises)
    of_units = (
        "families, runs, missing results, looks and mean ranks: the "
        "[table below](#families-runs-missing-results-looks)",
        f"{len(promises) - missed} of {len(promises)} promises",
        "**missed**" if missed else "kept",
    )
    used: dict[str, list[str]] = {}
    for part, text in versions.items():
        used.setdefault(text, []).append(part)
    return TEMPLATE.read_text(encoding="utf-8").format(
        seed=SEED,
        tables=f"{int(results['shown'][0]['tables']):,}",
        cells=len(results["shown"]),
        checks=table(
            ("promise", "found", ""),
            [
                (check.promise, check.found, "kept" if check.kept else "**missed**")
                for check in checks
            ]
            + [of_units],
        ),
        units=table(units.HEAD, units.lines(promises)),
        **units.not_promised(others),
        shown=shown_by_design(results["shown"]),
        coverage=coverage(results["coverage"]),
        claims=claim_errors(results["claims"]),
        power=powers(results["power"]),
        tables_of_power=power.TABLES,
        tables_of_design=power.TABLES_OF_DESIGN,
        tables_of_claims=f"{claims.TABLES:,}",
        ledger=ledger.table(),
        probabilities=reliability.table(reliability.read()),
        ranks=mean_ranks(others["mean_ranks"]),
        one_measure=one_measure(others["one_measure"]),
        intervals=covered.table(others["covered"]),
        outside=ledger.outside(),
        tables_of_ranks=f"{int(others['mean_ranks'][0]['tables']):,}",
        versions="; ".join(f"{text} ({', '.join(parts)})" for text, parts in used.items()),
    )


def shown_by_design(rows: Rows) -> str:
    """The worst cell of each design, and how often anything is shown there."""
    lines = []
    for design in dict.fromkeys(row["design"] for row in rows):
        some = [row for row in rows if row["design"] == design]
        worst = max(some, key=lambda row: rate(row, "wrong"))
        anything = sum(rate(row, "shown") for row in some) / len(some)
        lines.append((design, str(len(some)), f"{rate(worst, 'wrong'):.3f}", worst["n"],
                      f"{anything:.2f}"))  # fmt: skip
    head = (
        "population",
        "cells",
        "any false claim, at most",
        "units",
        "anything shown, on average",
    )
    return table(head, lines)


def mean_ranks(rows: Rows) -> str:
    """The worst cell of each truth and number of measures."""
    lines = []
    for about in dict.fromkeys((row["truth"], row["measures"]) for row in rows):
        some = [row for row in rows if (row["truth"], row["measures"]) == about]
        shares = [
            f"{max(rate(row, test) for row in some):.3f}" if some[0][test] else ""
            for test in ("omnibus", "exact", "either", "nemenyi")
        ]
        lines.append((about[0].replace("by turns", "alternating"), about[1], *shares))
    head = ("truth", "measures", "Friedman's test, permuted", "exact pairs", "either of these",
            "Nemenyi's pairs")  # fmt: skip
    return table(head, lines)


def one_measure(rows: Rows) -> str:
    """The largest share of each test and truth, and where."""
    lines = []
    for about in dict.fromkeys((row["test"], row["truth"]) for row in rows):
        some = [row for row in rows if (row["test"], row["truth"]) == about]
        worst = max(some, key=lambda row: float(row["wrong"]))
        of = " to ".join(dict.fromkeys((some[0]["n"], some[-1]["n"])))
        lines.append((*about, of, worst["tables"], f"{float(worst['wrong']):.3f}", worst["n"]))
    return table(("test", "truth", "data sets", "tables", "largest share", "at"), lines)


def coverage(rows: Rows) -> str:
    def cell(name: str, n: int) -> str:
        row = next(r for r in rows if (r["statements"], r["n"]) == (name, str(n)))
        return (f"{rate(row, 'covered'):.3f}, {float(row['width']):.2f} "
                f"({rate(row, 'covered_plain'):.3f}, {float(row['width_plain']):.2f})")  # fmt: skip

    lines = [(name, *(cell(name, n) for n in claims.DATA_SETS)) for name in claims.STATEMENTS]
    return table(("statements", *(f"{n} data sets" for n in claims.DATA_SETS)), lines)


def claim_errors(rows: Rows) -> str:
    kinds = {"share_greater": "share, one-sided", "share_two-sided": "share, two-sided",
             "opposite_greater": "opposite, one-sided",
             "opposite_two-sided": "opposite, two-sided"}  # fmt: skip
    lines = [
        (name, *(f"{max(rate(r, kind) for r in rows if r['claim'] == name):.3f}" for kind in kinds))
        for name in claims.CLAIMS
    ]
    return table(("claim", *kinds.values()), lines)


def powers(rows: Rows) -> str:
    """Decided questions of a table, of how many, by rule."""
    rules = list(dict.fromkeys(row["rule"] for row in rows))
    lines = []
    for about in dict.fromkeys((row["scenario"], row["n"]) for row in rows):
        here = {r["rule"]: r for r in rows if (r["scenario"], r["n"]) == about}
        cells = [f"{float(here[rule]['decided']):.1f} of {here[rule]['of']}" for rule in rules]
        lines.append((*about, *cells))
    return table(("tables", "data sets", *rules), lines)


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Markdown."""
    join: Callable[[Sequence[str]], str] = lambda cells: "| " + " | ".join(cells) + " |"  # noqa: E731
    return "\n".join([join(head), "|" + "---|" * len(head), *map(join, lines)])
