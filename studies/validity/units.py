"""What the studies of sizes, families, runs, missing results, looks and mean ranks find."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from shown import ALPHA, limit

STUDIES = Path(__file__).parents[1]
FILES = {
    "sizes": "sizes/populations.csv",
    "every_table": "sizes/enumerated.csv",
    "leaders": "families/leaders.csv",
    "runs": "runs/shown.csv",
    "mean_results": "runs/results.csv",
    "bayes": "missing/bayes.csv",
    "looks": "looks/looks.csv",
    "mean_ranks": "friedman/errors.csv",
    "one_measure": "one_measure/errors.csv",
    "covered": "intervals/coverage.csv",
}

Row = dict[str, str]
Rows = list[Row]
Results = dict[str, Rows]


@dataclass(frozen=True)
class Kept:
    """A promise over the cells of a study.

    Attributes
    ----------
    promise : str
        What is promised.
    found : list of (float, str)
        Share of the tables of each cell, and what the cell is about.
    tables : int or None
        Tables of each cell; None: exact, without simulation.
    most : float or None
        The share may be at most that; None: it must be at least ``least``.
    least : float
        See ``most``.
    command : str
        What computes it.
    """

    promise: str
    found: list[tuple[float, str]]
    tables: int | None
    command: str
    most: float | None = ALPHA
    least: float = 1 - ALPHA

    @property
    def worst(self) -> tuple[float, str]:
        return (min if self.most is None else max)(self.found)

    @property
    def bound(self) -> float:
        """With three standard errors, where it is simulated and not a matter of logic."""
        if self.most is None and self.least == 1:
            return 1.0
        error = limit(self.tables) - ALPHA if self.tables else 0.0
        return self.least - error if self.most is None else self.most + error

    @property
    def kept(self) -> bool:
        share = self.worst[0]
        return share >= self.bound if self.most is None else share <= self.bound


def read() -> Results:
    """The results of the other studies, as they are."""
    files = {}
    for name, path in FILES.items():
        with (STUDIES / path).open(encoding="utf-8", newline="") as file:
            files[name] = list(csv.DictReader(file))
    return files


def promises(results: Results) -> list[Kept]:
    """Every promise about sizes, families, runs, missing results, looks and mean ranks."""
    return [
        *of_sizes(results),
        *of_families(results),
        *of_runs(results),
        *of_missing(results),
        *of_looks(results),
        *of_mean_ranks(results),
    ]


def of_sizes(results: Results) -> list[Kept]:
    """Populations with many false answers gave more tables, which count with the first ones."""
    rows = results["sizes"]
    kinds = {
        "false_claims": "300 populations, any false claim about any pair",
        "missed_medians": "300 populations, any bound that misses its median",
        "false_prices": "300 populations, any false break-even price",
    }
    tables = max(int(row["tables"]) + int(row["again_tables"] or 0) for row in rows)
    drawn = [
        Kept(promise, [(pooled(row, kind), drawn_from(row)) for row in rows], tables, "make sizes")
        for kind, promise in kinds.items()
    ]
    every = [(float(row["worst"]), f"{row['design']}, n = {row['units']}")
             for row in results["every_table"]]  # fmt: skip
    return [*drawn, Kept("every table, any false claim under any truth", every, None, "make sizes")]


def pooled(row: Row, kind: str) -> float:
    """Share of all tables of a population with a false answer of a kind."""
    tables, false = (int(row[x]) + int(row[f"again_{x}"] or 0) for x in ("tables", kind))
    return false / tables


def drawn_from(row: Row) -> str:
    pairs = "1 pair" if row["pairs"] == "1" else f"{row['pairs']} pairs"
    return f"{row['feature']}, n = {row['units']}, {pairs}"


def of_families(results: Results) -> list[Kept]:
    # Where one leads, a leader that is shown is right in nearly all tables: that column is power.
    tied = [row for row in results["leaders"] if row["truth"] != "one leads"]
    return [
        Kept("families, a leader that is none shown where the statements of a family weigh 1",
             cells(tied, "weights", lambda r: f"{families(r)}, {r['kind']}, {r['truth']}"),
             tables(tied), "make families"),
    ]  # fmt: skip


def families(row: Row) -> str:
    return f"families of {row['size']}, correlation {float(row['correlation']):g}"


def of_runs(results: Results) -> list[Kept]:
    rows = [row for row in results["runs"] if row["sizes"] == "alike"]
    return [
        Kept("runs, a leader that is none shown by mean results, true differences of like size",
             cells(rows, "averages_wrong", design), tables(rows), "make runs")
    ]  # fmt: skip


def design(row: Row) -> str:
    tails = {"normal": "normal", "t3": "t with 3 df"}[row["tails"]]
    return (
        f"{row['runs']} runs, noise {float(row['noise']):g}, {tails}, "
        f"{row['variances']} variances, {row['truth']}"
    )


def of_missing(results: Results) -> list[Kept]:
    rows = results["bayes"]
    return [
        Kept("missing at random, one of two equal leaders decided by the Bayesian test",
             cells(rows, "drop", lambda r: f"{r['missing']}, {percent(r)}"), tables(rows),
             "make missing"),
    ]  # fmt: skip


def percent(row: Row) -> str:
    return f"{100 * float(row['share']):.0f} %"


def of_looks(results: Results) -> list[Kept]:
    claim = [row for row in results["looks"] if row[""].startswith("ledger")]
    interval = [row for row in results["looks"] if row[""].startswith("confidence")]
    return [
        Kept("looks 1 … 300, a claim on its boundary shown at any of them",
             at_any_look(claim), None, "make looks"),
        Kept("looks 1 … 300, the confidence sequence ever leaves out the true share",
             at_any_look(interval), None, "make looks"),
    ]  # fmt: skip


def of_mean_ranks(results: Results) -> list[Kept]:
    rows = results["mean_ranks"]
    return [
        Kept(promise, [(int(row[test]) / int(row["tables"]), ranked(row)) for row in rows
                       if row[test]],
             tables(rows), "make friedman")
        for test, promise in {
            "omnibus": "mean ranks, interchangeable algorithms rejected on any measure",
            "exact": "mean ranks, any false winner of a pair by exact tests, on any measure",
        }.items()
    ]  # fmt: skip


def ranked(row: Row) -> str:
    some = "1 measure" if row["measures"] == "1" else f"{row['measures']} measures"
    return f"{row['truth']}, {row['l']} algorithms, {row['n']} data sets, {some}"


def at_any_look(rows: Rows) -> list[tuple[float, str]]:
    return [(float(row["300"]), row[""]) for row in rows]


def cells(rows: Rows, share: str, about: Callable[[Row], str]) -> list[tuple[float, str]]:
    return [(float(row[share]), about(row)) for row in rows]


def tables(rows: Iterable[Row]) -> int:
    """Tables of each cell; were they to differ, the most of them, and so the narrowest limit."""
    return max(int(row["tables"]) for row in rows)


# --- What the page says ---------------------------------------------------------------------------


def lines(promises: Iterable[Kept]) -> list[tuple[str, ...]]:
    """Of the table: promise, worst cell, what was found, limit, cells, tables, command."""
    return [
        (unit.promise, unit.worst[1], f"{unit.worst[0]:.3f}",
         f"at {'least' if unit.most is None else 'most'} {unit.bound:.3f}", str(len(unit.found)),
         f"{unit.tables:,}" if unit.tables else "exact", f"`{unit.command}`",
         "kept" if unit.kept else "**missed**")
        for unit in promises
    ]  # fmt: skip


HEAD = ("promised", "worst cell", "found", "limit", "cells", "tables a cell", "command", "")


def not_promised(results: Results) -> dict[str, str]:
    """What the page says of that which is not promised."""
    skewed = [
        row
        for row in results["runs"]
        if (row["sizes"], row["truth"]) == ("skewed", "two equal leaders")
    ]
    worst = max(skewed, key=lambda row: float(row["averages_wrong"]))
    leaders = [row for row in results["mean_results"] if row["truth"] == "two equal leaders"]
    by_sizes = {
        sizes: [row for row in leaders if row["sizes"] == sizes] for sizes in ("alike", "skewed")
    }
    said = {
        f"{rule}_{sizes}": f"{of(rows, rule):.3f}"
        for sizes, rows in by_sizes.items()
        for rule in ("exact_p", "averages")
    }
    return {
        **said,
        "skewed_worst": f"{float(worst['averages_wrong']):.3f}",
        "skewed_design": design(worst).rsplit(", ", 1)[0],  # without its truth
    }


def of(rows: Rows, rule: str) -> float:
    """Share of tables in which a rule decides, all designs mixed."""
    return sum(float(row[f"{rule}_decided"]) for row in rows) / sum(
        float(row["tables"]) for row in rows
    )
