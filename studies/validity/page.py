"""docs/validity.md from the results, and whether what is promised is kept."""

from __future__ import annotations

import re
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
from calibration import ERRORS, FACTOR, OTHERS, SETTINGS, SPREADS
from cells import BOUNDARIES, HIDDEN, spelled
from designs import SEED
from family import ALPHA, limit

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
        *family_checks(results["family"]),
        *tie_checks(results["ties"]),
        *leaning_checks(results["leanings"]),
        *interval_checks(results["coverage"]),
        *claim_checks(results["claims"]),
    ]


def family_checks(rows: Rows) -> list[Check]:
    worst = max(rows, key=lambda row: rate(row, "wrong"))
    return [
        Check(
            f"any false claim shown in at most {100 * ALPHA:.0f} % of tables "
            "(and 3 standard errors)",
            f"at most {100 * rate(worst, 'wrong'):.1f} % in {len(rows)} cells",
            all(rate(row, "wrong") <= limit(int(row["tables"])) for row in rows),
        )
    ]


def tie_checks(rows: Rows) -> list[Check]:
    rows = [row for row in rows if row["rule"] == power.ANY]
    worst = max(rate(row, "wrong") for row in rows)
    return [
        Check(
            "ties that hide a difference: any claim shown that a finer clock contradicts in at "
            f"most {100 * ALPHA:.0f} % of tables (and 3 standard errors)",
            f"at most {100 * worst:.1f} % in {len(rows)} cells",
            all(rate(row, "wrong") <= limit(int(row["tables"])) for row in rows),
        )
    ]


def leaning_checks(rows: Rows) -> list[Check]:
    made = []
    for kind, which in (("", "all pairs"), ("_unshown", "pairs of which nothing is shown")):
        leaning, stated, wrong = mix(rows, kind)
        factor = max(stated / wrong, wrong / stated)
        made.append(
            Check(
                f"leanings over the mix of spreads, {which}: expected and true number of wrong "
                f"ones within a factor {FACTOR}, {ERRORS} or more of either",
                f"{stated:,.0f} expected, {wrong:,.0f} wrong, of {leaning:,.0f}",
                factor <= FACTOR and stated >= ERRORS and wrong >= ERRORS,
            )
        )
    return made


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


def unit_checks(kept: Iterable[units.Kept]) -> list[Check]:
    """Every threshold of what other studies compute."""
    return [
        Check(f"{one.promise} ({line[3]})", f"{line[2]}: {line[1]}", one.kept)
        for one in kept
        for line in units.lines([one])
    ]


def rate(row: dict[str, str], of: str) -> float:
    """Share of tables."""
    return float(row[of]) / float(row["tables"])


def mix(rows: Iterable[dict[str, str]], kind: str = "") -> tuple[float, float, float]:
    """Leanings, expected wrong, wrong: all spreads of the mix together."""
    spreads = {str(spread) for spread in SPREADS}
    chosen = [row for row in rows if row["spread"] in spreads]
    leaning, stated, wrong = (
        sum(float(row[f"{name}{kind}"]) for row in chosen)
        for name in ("leaning", "stated", "wrong")
    )
    return leaning, stated, wrong


# --- The page ------------------------------------------------------------------------------------


def render(
    results: Results, made: list[Check], versions: dict[str, str], others: units.Results
) -> str:
    """The whole page; the others are the results of the other studies."""
    promises = units.promises(others)
    missed = sum(not one.kept for one in promises)
    of_units = (
        "families, runs, missing results, looks, leaderboards and mean ranks: what the "
        "[table below](#families-runs-missing-results-looks-leaderboards) says",
        f"{len(promises) - missed} of {len(promises)} promises",
        "**missed**" if missed else "kept",
    )
    used: dict[str, list[str]] = {}
    for part, text in versions.items():
        used.setdefault(text, []).append(part)
    return TEMPLATE.read_text(encoding="utf-8").format(
        seed=SEED,
        tables=f"{int(results['family'][0]['tables']):,}",
        cells=len(results["family"]),
        checks=table(
            ("promise", "found", ""),
            [(check.promise, check.found, "kept" if check.kept else "**missed**") for check in made]
            + [of_units],
        ),
        units=table(units.HEAD, units.lines(promises)),
        **units.not_promised(others),
        exchangeable=exchangeable(results["family"]),
        boundaries=boundaries(results["family"]),
        spreads=by_spread(results["leanings"]),
        settings=by_setting(results["leanings"]),
        coverage=coverage(results["coverage"]),
        claims=claim_errors(results["claims"]),
        power=powers(results["power"]),
        ties=hidden_ties(results["ties"]),
        costs=costs(results["costs"]),
        tables_of_ties=f"{power.TABLES_OF_TIES:,}",
        tie_sizes=" / ".join(map(str, power.DATA_SETS_OF_TIES)),
        tables_of_power=power.TABLES,
        tables_of_libraries=" or ".join(map(str, power.TABLES_OF_LIBRARIES.values())),
        draws=power.DRAWS_OF_BAYCOMP,
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


def mean_ranks(rows: Rows) -> str:
    """The worst cell of each truth and number of measures."""
    lines = []
    for about in dict.fromkeys((row["truth"], row["measures"]) for row in rows):
        some = [row for row in rows if (row["truth"], row["measures"]) == about]
        shares = [
            f"{max(rate(row, test) for row in some):.3f}" if some[0][test] else ""
            for test in ("omnibus", "exact", "either", "nemenyi")
        ]
        lines.append((*about, *shares))
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


def exchangeable(rows: Rows) -> str:
    rows = [row for row in rows if row["group"] == "exchangeable"]
    places: dict[tuple[int, int], list[float]] = {}
    for row in rows:
        l, m = (int(part.split(" = ")[1]) for part in row["what"].split(", ")[:2])
        places.setdefault((l, m), []).append(rate(row, "wrong"))
    measures = sorted({m for _, m in places})
    lines = [
        (f"{l} algorithms", *(f"{max(places[l, m]):.3f}" for m in measures))
        for l in sorted({l for l, _ in places})
    ]
    return table(("", *(f"{m} measure{'s' * (m > 1)}" for m in measures)), lines)


_OUTCOME = re.compile(r"(?:^|(?<=, )|(?<=: ))([-+=?]+)(?= \d)")  # such as "+=", before its share


def boundaries(rows: Rows) -> str:
    lines = []
    for group in (*BOUNDARIES, "half of the pairs", "algorithms differ"):
        of_group = [row for row in rows if row["group"] == group]
        worst = max(of_group, key=lambda row: rate(row, "wrong"))
        lines.append(
            (group, str(len(of_group)), f"{rate(worst, 'wrong'):.3f}",
             _OUTCOME.sub(r"`\1`", worst["what"]) + f", {worst['n']} data sets")
        )  # fmt: skip
    return table(("on the boundary", "cells", "largest share", "where"), lines)


def by_spread(rows: Rows) -> str:
    lines = []
    for spread in (*map(str, SPREADS), "mix", *OTHERS):
        chosen = [row for row in rows if spread in ("mix", row["spread"])]
        if spread == "mix":
            chosen = [row for row in chosen if row["spread"] not in OTHERS]
        lines.append((f"**{spread}**" if spread == "mix" else spread, *leaning_cells(chosen)))
    return table(
        ("spread", "pairs", "lean", "expected wrong", "wrong", "lean, not shown", "expected wrong",
         "wrong", "alone: lean", "expected wrong", "wrong"), lines,
    )  # fmt: skip


def leaning_cells(rows: Rows) -> list[str]:
    pairs = sum(float(row["tables"]) * float(row["pairs"]) for row in rows)
    cells = [f"{pairs:,.0f}"]
    for kind in ("", "_unshown", "_alone"):
        for name in ("leaning", "stated", "wrong"):
            total = sum(float(row[f"{name}{kind}"]) for row in rows)
            cells.append(f"{total:,.1f}" if name == "stated" else f"{total:,.0f}")
    return cells


def by_setting(rows: Rows) -> str:
    lines = []
    for setting in SETTINGS:
        leaning, stated, wrong = mix(row for row in rows if row["setting"] == setting.name)
        lines.append(
            (setting.name, f"{len(SPREADS) * setting.tables:,}", f"{leaning:,.0f}",
             f"{stated:.0f}", f"{wrong:.0f}", f"{stated / wrong:.2f}" if wrong else "")
        )  # fmt: skip
    return table(("tables", "number", "lean", "expected wrong", "wrong", "ratio"), lines)


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


_RULES: dict[str, str] = {
    "more_often": "(i)", "most_common": "(ii)", "each": "(iii)", "most_data_sets": "(iv)",
    "not_worse": "not worse", "outcome": "outcome", "trade_off": "trade-off",
}  # fmt: skip


def powers(rows: Rows) -> str:
    rules = {**_RULES, **dict.fromkeys((*power.PAPERS, *power.LIBRARIES), "")}
    rules = {rule: name or rule for rule, name in rules.items()}
    lines = []
    for scenario in power.SCENARIOS:
        for n in power.DATA_SETS:
            here = {r["rule"]: r for r in rows if (r["scenario"], r["n"]) == (scenario, str(n))}
            cells = (power_cell(here.get(rule)) for rule in rules)
            lines.append((scenario, str(n), *cells))
    return table(("truth", "n", *rules.values()), lines)


def hidden_ties(rows: Rows) -> str:
    rules = {power.ANY: "shown", f"{power.ANY}{power.AS_EQUAL}": 'shown, `ties="equal"`',
             **dict.fromkeys(power.PAPERS[:2], "")}  # fmt: skip
    lines = []
    for name, (shares, _) in HIDDEN.items():
        here = [row for row in rows if row["truth"] == name]
        found = [name, _OUTCOME.sub(r"`\1`", spelled(shares))]
        for rule in rules:
            of_rule = {row["n"]: row for row in here if row["rule"] == rule}
            wrong = (rate(of_rule[str(n)], "wrong") for n in power.DATA_SETS_OF_TIES)
            found.append(", ".join(f"{share:.3f}" for share in wrong))
        lines.append(found)
    head = ("truth", "shares of outcomes", *(name or rule for rule, name in rules.items()))
    return table(head, lines)


def costs(rows: Rows) -> str:
    """Claims a pair: ties at worst, and in brackets as practical equality."""
    rungs = {rule: name for rule, name in _RULES.items() if name.startswith("(")}
    lines = []
    for name, (pairs, _) in power.COSTS.items():
        for n in power.DATA_SETS[1:]:
            here = {r["rule"]: float(r["decided"]) / pairs for r in rows
                    if (r["truth"], r["n"]) == (name, str(n))}  # fmt: skip
            both = [f"{here[rule]:.2f} ({here[rule + power.AS_EQUAL]:.2f})" for rule in rungs]
            clean = f"({here['not_worse' + power.AS_EQUAL]:.2f})"
            lines.append((name, str(n), *both, clean, f"{here[power.PAPERS[0]]:.2f}"))
    return table(("truth", "n", *rungs.values(), "not worse", power.PAPERS[0]), lines)


def power_cell(row: dict[str, str] | None) -> str:
    if row is None:
        return ""
    wrong = rate(row, "wrong")
    return f"{float(row['decided']):.2f}" + (f" [{wrong:.2f}]" if wrong else "")


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Markdown."""
    join: Callable[[Sequence[str]], str] = lambda cells: "| " + " | ".join(cells) + " |"  # noqa: E731
    return "\n".join([join(head), "|" + "---|" * len(head), *map(join, lines)])
