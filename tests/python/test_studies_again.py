"""A part of every result file of the studies is computed again, and must be what is committed.

What takes seconds is `thorough`: make test-thorough.

Numbers are those of the file within 1e-9 of themselves or a unit of its last decimal
(at most 1e-4): other libraries and processors compute other last bits, and round a half to the
other side. A file that
was changed by hand fails, too: its SHA-256 is that of the manifest.
"""

from __future__ import annotations

import csv
import importlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import jointstats as js

STUDIES = Path(__file__).parents[2] / "studies"

Row = dict[str, str]
Pair = tuple[Any, Any]
"""What is computed now, and what is committed."""


def study(folder: str, name: str = "run") -> ModuleType:
    """A module of a study, whose names (`run`, `page`) other studies have, too."""
    own = [path.stem for path in (STUDIES / folder).glob("*.py")]
    kept = {one: sys.modules.pop(one) for one in own if one in sys.modules}
    sys.path.insert(0, str(STUDIES / folder))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(STUDIES / folder))
        for one in own:
            sys.modules.pop(one, None)
        sys.modules.update(kept)


def rows(name: str) -> list[Row]:
    with (STUDIES / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read(name: str) -> Any:
    return json.loads((STUDIES / name).read_text(encoding="utf-8"))


def spelled(row: Any) -> Row:
    """As a CSV file has it."""
    return {str(name): str(value) for name, value in row.items()}


def about(wanted: Row, name: str) -> list[Row]:
    """Committed lines that are about something."""
    found = [row for row in rows(name) if wanted.items() <= row.items()]
    assert found, (name, wanted)
    return found


def of_the_page(folder: str, lines: Iterator[str]) -> Pair:
    """A table that takes too long: that it is the one of the page, word for word."""
    page = (STUDIES / folder / "README.md").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in "\n".join(lines).splitlines() if line]
    return [line for line in wanted if line in page], wanted


# --- Claims and intervals ------------------------------------------------------------------

LINES = {
    "shown": {"design": "one measure", "population": "0", "n": "12"},
    "coverage": {"statements": "2 equal", "n": "5"},
    "claims": {"claim": "as accurate and faster", "n": "6"},
    "power": {"scenario": "one of 5 better by 1 s.d. on both measures", "n": "20"},
}


def validity(part: str) -> Pair:
    """All rules but autorank's: another package, which need not be there and takes a minute."""
    run, wanted = study("validity"), LINES[part]
    run.power.find_spec = lambda _: None
    line, compute = next(
        (line, compute)
        for line, compute in run.PARTS[part]()
        if wanted.items() <= spelled(line).items()
    )
    kept = run.lines_about(line, about(wanted, f"validity/{part}.csv"))
    return (
        [spelled(row) for row in run.rows_of(line, compute)],
        [row for row in kept if not row.get("rule", "").startswith("autorank")],
    )


# --- Probabilities --------------------------------------------------------------------------------

CURVES = study("calibration")


def reliability() -> Pair:
    """Every bin of the curve that takes the least time."""
    curve = next(one for one in CURVES.curves() if one.name == "Bayesian test")
    return CURVES.reliability(curve), CURVES.of_curve(rows("calibration/reliability.csv"), curve)


def first_tables() -> Pair:
    """The first tables of every curve."""
    return [CURVES.first(curve) for curve in CURVES.curves()], rows("calibration/first.csv")


def test_probabilities_under_the_tests_own_priors_are_right():
    own = {(c.name, c.tables_of, c.truth) for c in CURVES.curves() if c.own}
    bins = [row for row in rows("calibration/reliability.csv")
            if (row["name"], row["of"], row["truth"]) in own]  # fmt: skip
    assert len({(row["name"], row["of"], row["truth"]) for row in bins}) == len(own)
    assert [row for row in bins if not CURVES.kept(row)] == []


# --- Graphs ---------------------------------------------------------------------------------------


def edges() -> Pair:
    run = study("network_default")
    cell = {"generator": "independent", "l": "2", "m": "3", "n": "20"}
    rng = run.stream(1, 0, 2, 3, 20)
    totals: dict[str, np.ndarray] = {}
    for _ in range(run.TABLES[3]):
        codes, truth = run.sample("independent", 2, 3, 20, rng)
        for name, graph in run.choose_all(run.cases_of(codes, 2)).items():
            found = run.edges_of(graph)
            sums = ((found & ~truth).sum(), (found & truth).sum(), truth.sum())
            totals[name] = totals.get(name, np.zeros(3)) + np.array(sums) // 2
    means = {name: (total / run.TABLES[3]).round(4).tolist() for name, total in totals.items()}
    kept = about(cell, "network_default/edges.csv")
    return means, {
        row["candidate"]: [float(row[name]) for name in ("false", "found", "true")] for row in kept
    }


def areas() -> Pair:
    """Within a tenth of the Monte Carlo error: last bits decide between two scores that are equal.

    A pair of cases is 1/6400 of the area, whose error is 1/23.
    """
    run = study("network_default")
    found = run.roc_of(0, 2, 3, 20, 1.0)
    cell = {"generator": "independent", "l": "2", "m": "3", "n": "20"}
    kept = about(cell, "network_default/areas.csv")
    numbers = ("area", "se", "lead", "lead_se")
    assert [row[4] for row in found] == [row["candidate"] for row in kept]
    return (
        [x for row in found for x in row[5:]],
        [
            pytest.approx(float(row[name]), abs=max(float(row[error]) / 10, 1e-4))
            for row in kept
            for name, error in zip(numbers, ("se", "se", "lead_se", "lead_se"), strict=True)
        ],
    )


# --- Claims, bounds and prices in finite populations ----------------------------------------------


def population() -> Pair:
    """The first population that has false answers."""
    run, wanted = study("sizes"), {"population": "0"}
    found = run.of_population(0) | {"function": run.FUNCTIONS["populations.csv"]}
    return [spelled(found)], about(wanted, "sizes/populations.csv")


def every_table() -> Pair:
    run, wanted = study("sizes"), {"design": "one pair, two measures", "units": "11"}
    found = {**wanted, **run.worst(run.DESIGNS[0], 11), "function": run.CLAIMS}
    return [spelled(found)], about(wanted, "sizes/enumerated.csv")


def kept_claims() -> Pair:
    """No claim is lost, and the sums are those of the page."""
    kept = rows("sizes/kept.csv")
    page = (STUDIES / "sizes" / "README.md").read_text(encoding="utf-8")
    by_levels = sum(int(row["by_levels"]) for row in kept)
    assert f"{by_levels:,} claims" in page
    return sum(int(row["lost"]) for row in kept), 0


# --- Families, runs, missing results, looks -------------------------------------------------------


def leaders(monkeypatch: pytest.MonkeyPatch) -> Pair:
    run, truth = study("families"), "two equal leaders"
    monkeypatch.setattr(run, "cells", lambda: iter([("own shares", 1, 0.0)]))
    monkeypatch.setattr(run, "TRUTHS", {truth: run.TRUTHS[truth]})
    found = run.leaders(run.TABLES, np.random.default_rng(run.SEED))
    return [spelled(row) for row in found], rows("families/leaders.csv")[:1]


def runs() -> Pair:
    """The lattice's digits depend on the linear algebra: within what they are rounded to."""
    run = study("runs")
    line = next(x for x in run.designs() if (x["runs"], x["noise"]) == (10, 0.5))
    found = spelled(run.study(line, run.TABLES, run.Largest()))
    (kept,) = about(spelled(line), "runs/results.csv")
    assert {name: value for name, value in kept.items() if value}.keys() == found.keys()
    numbers = [name for name in found if name not in (*line, "function")]
    return (
        [float(found[name]) for name in numbers],
        pytest.approx([float(kept[name]) for name in numbers], rel=1e-6, abs=2e-3),
    )


def shown_by_runs() -> Pair:
    shown = study("runs", "shown")
    designs = list(shown.run.designs())[::60]
    return [spelled(shown.shown(line)) for line in designs], rows("runs/shown.csv")[::60]


def missing_and_decided() -> Pair:
    lines = (
        f"| {row['missing']}, {float(row['share']):.0%} | "
        + " | ".join(f"{float(row[name]):.3f}" for name in ("whole", "drop"))
        + " |"
        for row in rows("missing/bayes.csv")
    )
    return of_the_page("missing", lines)


def looks() -> Pair:
    run, kept = study("looks"), rows("looks/looks.csv")
    spoken = run.ever(run.e_process, 0.5, run.AT[-1], 1)
    line = next(row for row in kept if row[""] == "ledger, a look after every data set")
    return [f"{spoken[n]:.3f}" for n in run.AT], [line[str(n)] for n in run.AT]


def passes_of_gate() -> Pair:
    run, design = study("gate"), "30 tasks, without a ledger, first run"
    (line,) = about({"design": design}, "gate/passes.csv")
    return str(run.false_passes(design, range(run.FIRST))), line["of the first 20"]


def chances_of_gate() -> Pair:
    return study("gate").chances(), rows("gate/chances.csv")


# --- Mean ranks -----------------------------------------------------------------------------------


def mean_ranks() -> Pair:
    cell = {"truth": "by turns", "l": "3", "n": "5", "measures": "1"}
    return [spelled(study("friedman").row("by turns", 3, 5, 1))], about(cell, "friedman/errors.csv")


# --- Means, single measures, plans ----------------------------------------------------------------


def normal_theory() -> Pair:
    run, kept = study("type_one_error"), read("type_one_error/first.json")
    found = run.sizes(run.SCENARIOS[kept["scenario"]], kept["tables"], kept["seed"])
    return found, pytest.approx(kept["shares"], abs=1e-12)


def sizes(name: str = "run", file: str = "sizes") -> Pair:
    found = study("type_one_error", name).markdown(rows(f"type_one_error/{file}.csv"))
    return of_the_page("type_one_error", found)


def first_blocks() -> Pair:
    kept = read("type_one_error/blocks_first.json")
    run = study("type_one_error", "blocks")
    found = run.shares(tuple(kept["shape"]), kept["scenario"], kept["tables"])
    return found, pytest.approx(kept["shares"], abs=1e-12)


def folds() -> Pair:
    run = study("normal_theory", "tables")
    kept = rows("normal_theory/tables.csv")[0]
    found, _ = run.decisions(run.folds(), kept["question"], **run.WAYS[kept["way"]])
    return {name: str(found[run.CELLS[i]]) for name, i in run.ROWS.items()}, {
        name: kept[name] for name in run.ROWS
    }


def repeated_cv() -> Pair:
    pytest.importorskip("sklearn")
    run = study("normal_theory", "repeated_cv")
    return of_the_page("normal_theory", run.markdown(rows("normal_theory/repeated_cv.csv")))


def first_repeated_cv() -> Pair:
    pytest.importorskip("sklearn")
    found = study("normal_theory", "repeated_cv").of_data_set(0, learners=1)
    kept = read("normal_theory/repeated_cv_first.json")["p_values"]
    return found, {name: pytest.approx(p, rel=1e-6) for name, p in kept.items()}


def one_measure() -> Pair:
    run = study("one_measure")
    found = [run.sign(10), run.wilcoxon("symmetric", 50), run.wilcoxon("skewed", 30)]
    keys = ("test", "truth", "n")
    return found, [
        line for one in found for line in about({k: one[k] for k in keys}, "one_measure/errors.csv")
    ]


def intervals() -> Pair:
    run = study("intervals")
    found = [
        run.cell("median", "skewed", None, 10), run.cell("Cliff's delta", "skewed", 0.6, 10),
        run.cell("lead", "2 equal", None, 20),
        run.cell("means", "normal", None, 6),
    ]  # fmt: skip
    keys = ("interval", "truth", "size", "n")
    return found, [
        line for one in found for line in about({k: one[k] for k in keys}, "intervals/coverage.csv")
    ]


def plans() -> Pair:
    run, kept = study("planning"), rows("planning/chances.csv")
    made = run.families(run.TABLES, np.random.default_rng(run.SEED))
    found = [next(made) for _ in range(4)]
    return found, kept[:4]


@cache
def roc() -> js.RocResult:
    """The first design, by the two tests that take no time: every case has a seed of its own."""
    return js.simulate_roc(
        n_algorithms=2, n_measures=2, n=10, independent=True, cases=1000, draws=1000,
        tests=["glrt", "bayes"], rng=2016,
    )  # fmt: skip


def roc_areas() -> Pair:
    found = {row.test: [round(row.area, 6), round(row.standard_error, 6)] for row in roc().areas}
    kept = {row["test"]: [float(row["area"]), float(row["standard_error"])]
            for row in rows("roc/results/areas.csv")[:2]}  # fmt: skip
    return found, kept


def roc_differences() -> Pair:
    (found,) = roc().differences
    kept = rows("roc/results/differences.csv")[0]
    return [found.a, found.b, round(found.difference, 6)], [
        kept["a"], kept["b"], float(kept["difference"])
    ]  # fmt: skip


def roc_curves() -> Pair:
    frame = roc().curve_frame()
    found = frame[frame["test"] == "glrt"]["true_positive_rate"].round(4).tolist()
    kept = rows("roc/results/curves.csv")[: len(found)]
    assert {row["test"] for row in kept} == {"glrt"}
    return found, [float(row["true_positive_rate"]) for row in kept]


# --- All of them ----------------------------------------------------------------------------------

PARTS: dict[str, Callable[..., Pair]] = {
    **{f"validity/{part}.csv": lambda part=part: validity(part) for part in LINES},
    "calibration/reliability.csv": reliability,
    "calibration/first.csv": first_tables,
    "network_default/edges.csv": edges,
    "network_default/areas.csv": areas,
    "sizes/populations.csv": population,
    "sizes/enumerated.csv": every_table,
    "sizes/kept.csv": kept_claims,
    "families/leaders.csv": leaders,
    "runs/results.csv": runs,
    "runs/shown.csv": shown_by_runs,
    "missing/bayes.csv": missing_and_decided,
    "looks/looks.csv": looks,
    "gate/passes.csv": passes_of_gate,
    "gate/chances.csv": chances_of_gate,
    "friedman/errors.csv": mean_ranks,
    "type_one_error/first.json": normal_theory,
    "type_one_error/sizes.csv": sizes,
    "type_one_error/blocks.csv": lambda: sizes("blocks", "blocks"),
    "type_one_error/blocks_first.json": first_blocks,
    "normal_theory/tables.csv": folds,
    "normal_theory/repeated_cv.csv": repeated_cv,
    "normal_theory/repeated_cv_first.json": first_repeated_cv,
    "one_measure/errors.csv": one_measure,
    "intervals/coverage.csv": intervals,
    "planning/chances.csv": plans,
    "roc/results/areas.csv": roc_areas,
    "roc/results/differences.csv": roc_differences,
    "roc/results/curves.csv": roc_curves,
}


NUMBER = re.compile(r"-?\d+(\.\d+(e[+-]\d+)?|e[+-]\d+)")


def near(found: Any, kept: Any) -> bool:
    """Whether all numbers with a point are close to each other, and all else is equal."""
    if isinstance(kept, dict) and isinstance(found, dict):
        return found.keys() == kept.keys() and all(near(found[x], kept[x]) for x in kept)
    if isinstance(kept, (list, tuple)) and isinstance(found, (list, tuple)):
        return len(found) == len(kept) and all(map(near, found, kept))
    if not NUMBER.fullmatch(str(found)) or not NUMBER.fullmatch(str(kept)):
        return found == kept
    units = (10.0 ** -len(str(x).partition(".")[2]) for x in (found, kept) if "e" not in str(x))
    last = min(1e-4, *units) if "e" not in f"{found}{kept}" else 0.0
    return abs(float(found) - float(kept)) <= 1e-9 * abs(float(kept)) + 1.001 * last


def test_what_is_near():
    assert near([{"a": "4.999999999999997"}, 3], ({"a": "4.9999999999999964"}, 3))
    assert near("0.1234", "0.1235") and near("0.12", "0.1199") and near(1e-300, 1.0000000001e-300)
    assert not near("0.1234", "0.1236") and not near("0.12345678", "0.12345688")
    assert not near("0.5", "0.6") and not near("0.123", "0.124") and not near("1e-05", "2e-05")
    assert not near({"a": 1}, {"a": 2}) and not near([1], [1, 1]) and not near("a", "b")


def ledger() -> ModuleType:
    sys.path.insert(0, str(STUDIES))
    try:
        return importlib.import_module("ledger")
    finally:
        sys.path.remove(str(STUDIES))


def test_every_file_of_the_ledger_has_its_part():
    assert sorted(PARTS) == sorted(ledger().files())


@pytest.mark.parametrize("name", PARTS)
def test_each_file_is_as_its_study_wrote_it(name):
    about = ledger().manifest()[name.split("/")[0]]
    assert about["files"][name] == ledger().digest(name), "changed since the study wrote it"


LONG = {
    "calibration/reliability.csv", "missing/random.csv", "families/intervals.csv",
    "network_default/areas.csv",
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [pytest.param(x, marks=[pytest.mark.thorough] if x in LONG else []) for x in PARTS]
)
@pytest.mark.filterwarnings("ignore")
def test_a_part_of_each_file_again(name, request):
    part = PARTS[name]
    wants = part.__code__.co_varnames[: part.__code__.co_argcount]
    given = [request.getfixturevalue(one) for one in wants if one == "monkeypatch"]
    found, kept = part(*given)
    assert near(found, kept), (found, kept)
