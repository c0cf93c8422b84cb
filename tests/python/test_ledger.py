"""The ledger of validity: every public test has a study, and a part of each is computed again."""

from __future__ import annotations

import ast
import csv
import importlib
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from jointstats.labelled.declare import catalogue

ROOT = Path(__file__).parents[2]
STUDIES = ROOT / "studies"


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


def rows(name: str) -> list[dict[str, str]]:
    with (STUDIES / name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def spec(path: Path) -> ModuleType:
    found = importlib.util.spec_from_file_location("ledger", path)
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["ledger"] = module
    found.loader.exec_module(module)
    return module


ledger = spec(STUDIES / "ledger.py")


# --- Complete, and as the studies wrote it --------------------------------------------------------


def test_every_public_test_has_a_row_and_no_row_names_another():
    named = {name for entry in ledger.LEDGER for name in entry.functions}
    assert named == set(catalogue())


@pytest.mark.parametrize("test", catalogue().values(), ids=lambda test: test.name)
def test_docstrings_name_their_rows(test):
    said = " ".join((test.function.__doc__ or "").split())
    for row in ledger.rows_of(test.name):
        assert f'"{row}"' in said, f'{test.name}: say row "{row}" of docs/validity.md'


def test_result_files_are_those_that_the_studies_wrote():
    known = {}
    for about in ledger.manifest().values():
        known |= about["files"]
    assert sorted(known) == sorted(ledger.files())
    moved = [name for name, digest in known.items() if digest != ledger.digest(name)]
    assert not moved, f"{moved}: run the study, then python studies/ledger.py --stamp FOLDER"


def test_what_repeats_a_study_is_a_test():
    for entry in ledger.LEDGER:
        file, test = entry.repeated.split("::")
        tree = ast.parse((ROOT / "tests" / "python" / file).read_text(encoding="utf-8"))
        assert test in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}, entry


def test_the_page_has_the_ledger():
    assert ledger.table() in (ROOT / "docs" / "validity.md").read_text(encoding="utf-8")


# --- A part of each study again -------------------------------------------------------------------

LINES = {
    "family": {"what": "l = 2, m = 1, correlation 0, ties 0", "n": "3"},
    "coverage": {"statements": "2 equal", "n": "5"},
    "claims": {"claim": "as accurate and faster", "n": "6"},
    "power": {"scenario": "no difference, 2 measures", "n": "10"},
    "leanings": {"setting": "l = 20, m = 2, n = 30, correlation 0.5, ties 0", "spread": "0.0"},
}


@pytest.mark.parametrize("part", LINES)
def test_a_line_of_the_study_of_validity_again(part):
    run = study("validity")
    wanted = LINES[part]
    about, compute = next(
        (about, compute)
        for about, compute in run.PARTS[part]()
        if wanted.items() <= {name: str(value) for name, value in about.items()}.items()
    )
    found = [{k: str(v) for k, v in row.items()} for row in run.rows_of(about, compute)]
    libraries = ("autorank", "baycomp")
    kept = [
        row
        for row in run.lines_about(about, rows(f"validity/{part}.csv"))
        if not row.get("rule", "").startswith(libraries)
    ]
    assert kept
    assert [row for row in found if not row.get("rule", "").startswith(libraries)] == kept


CURVES = study("calibration")
FIRST = {row["curve"]: row for row in rows("calibration/first.csv")}


@pytest.mark.parametrize("curve", CURVES.curves(), ids=lambda curve: curve.key)
@pytest.mark.filterwarnings("ignore")
def test_the_first_tables_of_every_curve_again(curve):
    found, kept = CURVES.first(curve), FIRST[curve.key]
    assert (found["stated"], found["true"]) == (kept["stated"], kept["true"])
    assert float(found["expected"]) == pytest.approx(float(kept["expected"]), abs=1e-9)


def test_probabilities_under_the_tests_own_priors_are_right():
    own = {(c.name, c.tables_of, c.truth) for c in CURVES.curves() if c.own}
    bins = [row for row in rows("calibration/reliability.csv")
            if (row["name"], row["of"], row["truth"]) in own]  # fmt: skip
    assert len({(row["name"], row["of"], row["truth"]) for row in bins}) == len(own)
    assert [row for row in bins if not CURVES.kept(row)] == []


def test_a_cell_of_the_study_of_graphs_again():
    run = study("network_default")
    cell = {"generator": "independent", "l": "2", "m": "3", "n": "20"}
    kept = [row for row in rows("network_default/edges.csv") if cell.items() <= row.items()]
    rng = run.stream(1, 0, 2, 3, 20)
    totals = {row["candidate"]: np.zeros(3) for row in kept}
    for _ in range(run.TABLES[3]):
        codes, truth = run.sample("independent", 2, 3, 20, rng)
        for name, graph in run.choose_all(run.cases_of(codes, 2)).items():
            found = run.edges_of(graph)
            sums = ((found & ~truth).sum(), (found & truth).sum(), truth.sum())
            totals[name] += np.array(sums) // 2
    means = {name: (total / run.TABLES[3]).round(4).tolist() for name, total in totals.items()}
    told = {row["candidate"]: [float(row[k]) for k in ("false", "found", "true")] for row in kept}
    assert means == told


def test_a_cell_of_the_study_of_missing_results_again():
    run = study("missing")
    rng = np.random.default_rng(run.SEED)
    there, drop, worst = run.rates(run.exchangeable, run.any_shown, "nothing", 0.0, run.TABLES, rng)
    kept = rows("missing/random.csv")[0]
    assert kept["truth"] == "four exchangeable"
    assert [f"{x:.4f}" for x in (there, drop, worst)] == [
        kept[k] for k in ("there", "drop", "worst")
    ]


def test_a_line_of_the_study_of_looks_again():
    run, kept = study("looks"), rows("looks/looks.csv")
    spoken = run.ever(run.e_process, 0.5, run.AT[-1], 1)
    line = next(row for row in kept if row[""] == "ledger, a look after every data set")
    assert [f"{spoken[n]:.3f}" for n in run.AT] == [line[str(n)] for n in run.AT]


def test_a_cell_of_the_study_of_mean_ranks_again():
    run, kept = study("friedman"), rows("friedman/errors.csv")
    row = next(row for row in kept if (row["truth"], row["l"], row["n"]) == ("groups", "3", "5"))
    found = run.row("groups", 3, 5)
    assert {name: str(value) for name, value in found.items()} == row


def test_sizes_of_normal_theory_again():
    run = study("type_one_error")
    kept = json.loads((STUDIES / "type_one_error" / "first.json").read_text(encoding="utf-8"))
    found = run.sizes(run.SCENARIOS[kept["scenario"]], kept["tables"], kept["seed"])
    assert found == pytest.approx(kept["shares"], abs=1e-12)
