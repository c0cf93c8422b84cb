"""The ledger of validity: every public test has a study, and every study is in it.

`test_studies_again.py` computes a part of each file of it again.
"""

from __future__ import annotations

import ast
import csv
import importlib
import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from jointstats.labelled.declare import catalogue
from jointstats.labelled.normal.cases import WRONG_ALONE, WRONG_JOINTLY
from jointstats.labelled.single.friedman import WRONG, WRONG_PAIRS
from jointstats.labelled.single.separate import sign_test

ROOT = Path(__file__).parents[2]
STUDIES = ROOT / "studies"


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


def test_no_folder_or_file_of_a_study_is_outside():
    """A program's results are in the ledger, or it says why they are not."""
    folders = {path.parent.name for path in STUDIES.glob("*/*.py")}
    aside = {name for name in ledger.OUTSIDE if "/" not in name}
    assert folders == {*ledger.folders(), *aside} and not aside & {*ledger.folders()}
    results = {
        path.relative_to(STUDIES).as_posix()
        for folder in ledger.folders()
        for path in (STUDIES / folder).rglob("*")
        if path.suffix in (".csv", ".json") and "partial" not in path.parts
    }
    assert results == {*ledger.files(), *(name for name in ledger.OUTSIDE if "/" in name)}
    assert set(ledger.manifest()) == {*ledger.folders()}


def test_commands_are_targets_that_stamp_what_they_wrote():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for entry in ledger.LEDGER:
        targets = [name.replace("-", "_") for name in entry.command.split()[1:]]
        assert {name.split("/")[0] for name in entry.files} <= {*targets} or not entry.files
    for folder in ledger.folders():
        recipe = re.search(
            rf"^[^\n#]*\b{folder.replace('_', '-')}\b[^\n]*:.*\n((\t.*\n)+)", makefile, re.M
        )
        assert recipe is not None and "ledger.py --begin" in recipe[1] and "--stamp" in recipe[1]


def test_a_study_that_is_run_again_computes_it_again(tmp_path, monkeypatch):
    monkeypatch.setattr(ledger, "HERE", tmp_path)
    folder = tmp_path / "looks"
    folder.mkdir()
    (folder / "run.py").write_text("first")
    done = folder / "leader.csv"
    done.write_text("of an earlier run")
    ledger.begin("looks")
    assert not done.exists()
    done.write_text("as far as it came")
    ledger.begin("looks")  # it was interrupted, and goes on
    assert done.exists()
    (folder / "run.py").write_text("second")
    ledger.begin("looks")  # what is there was computed by another program
    assert not done.exists()


@pytest.mark.parametrize("path", sorted(STUDIES.glob("*/*.py")), ids=lambda path: path.name)
def test_what_a_study_takes_of_the_package_is_there(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("jointstats"):
            module = importlib.import_module(node.module)
            for name in (one.name for one in node.names):
                there = hasattr(module, name) or importlib.util.find_spec(f"{node.module}.{name}")
                assert there, f"{node.module} has no {name}"


def test_limits_that_are_told_beside_results_are_what_the_studies_found():
    friedman = rows("friedman/errors.csv")
    cells = {
        name: max(int(row[name]) / int(row["tables"]) for row in friedman if row["truth"] in truths)
        for name, truths in {
            "friedman": ("alike", "alike, rounded"),
            "pairs": ("alike", "alike, rounded", "groups", "opposite pair"),
            "holm": ("alike", "alike, rounded", "groups", "opposite pair"),
        }.items()
    }
    told = {"friedman": WRONG, "pairs": WRONG_PAIRS["nemenyi"], "holm": WRONG_PAIRS["holm"]}
    assert told == pytest.approx(cells, abs=0.00051)
    deltas = [row for row in rows("intervals/coverage.csv") if row["interval"] == "Cliff's delta"]
    small, large = (
        [float(row["covered"]) for row in deltas if (float(row["size"]) <= 0.6) is is_small]
        for is_small in (True, False)
    )
    assert f"{100 * min(small):.0f} to {100 * max(small):.0f} %" in (sign_test.__doc__ or "")
    assert f"as few as {100 * min(large):.0f} %" in (sign_test.__doc__ or "")
    folds = rows("normal_theory/repeated_cv.csv")
    assert max(float(row["accuracy, corrected t"]) for row in folds) == WRONG_ALONE
    assert max(float(row["(tpr, fpr), corrected T²"]) for row in folds) == WRONG_JOINTLY


def test_what_repeats_a_study_is_a_test():
    for entry in ledger.LEDGER:
        file, test = entry.repeated.split("::")
        tree = ast.parse((ROOT / "tests" / "python" / file).read_text(encoding="utf-8"))
        assert test in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}, entry


def test_the_page_has_the_ledger():
    page = (ROOT / "docs" / "validity.md").read_text(encoding="utf-8")
    assert ledger.table() in page and ledger.outside() in page
