"""The ledger of validity: every public test has a study, and every study is in it.

`test_studies_again.py` computes a part of each file of it again.
"""

from __future__ import annotations

import ast
import copy
import csv
import importlib
import importlib.util
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, ModuleType

import numpy as np
import pytest

import jointstats as js
from jointstats.base import declare
from jointstats.means import cases
from jointstats.single.friedman import WRONG_NEMENYI

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


sys.path.insert(0, str(STUDIES))
ledger = spec(STUDIES / "ledger.py")
stamps = ledger.stamps
sys.path.remove(str(STUDIES))


# --- Complete, and as the studies wrote it --------------------------------------------------------


def test_every_public_test_declares_rows_and_every_row_has_a_test():
    assert all(test.validity for test in declare.catalogue().values())
    named = {row for test in declare.catalogue().values() for row in test.validity}
    assert named == {entry.row for entry in ledger.LEDGER}


# --- Substance: studies ran what is filed under their rows ---------------------------------------


@pytest.mark.parametrize("entry", ledger.LEDGER, ids=lambda entry: entry.row)
def test_functions_of_a_row_occur_in_its_files(entry):
    if entry.files:
        assert ledger.never_run(entry.functions, entry.files) == [], f"run `{entry.command}`"
    else:  # a test is all there is: it calls the function
        file = entry.repeated.split("::")[0]
        tree = ast.parse((ROOT / "tests" / "python" / file).read_text(encoding="utf-8"))
        assert {*entry.functions} <= called_in(tree)


def test_a_function_that_a_study_never_ran_is_found():
    wrong = ("friedman_test", "manova_test")
    assert ledger.never_run(wrong, ("friedman/errors.csv",)) == ["manova_test"]


def test_result_files_name_public_tests_only():
    named = {function for name in ledger.files() for function in ledger.functions_in(name)}
    assert named <= set(declare.catalogue())


def called_in(tree: ast.AST) -> set[str]:
    """Names of the package that a program imports, or takes from a module of it."""
    modules, names = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {one.asname or one.name for one in node.names if "jointstats" in one.name}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("jointstats"):
            modules |= {one.asname or one.name for one in node.names}
            names |= {one.name for one in node.names}
    return names | {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in modules
    }


@pytest.mark.parametrize("folder", ledger.folders())
def test_programs_of_a_study_call_what_its_files_name(folder):
    """The function itself, what it computes by, or all tests that declare the study."""
    programs = (path.read_text(encoding="utf-8") for path in (STUDIES / folder).glob("*.py"))
    called = {name for text in programs for name in called_in(ast.parse(text))}
    names = (name for name in ledger.files() if name.startswith(f"{folder}/"))
    for function in {function for name in names for function in ledger.functions_in(name)}:
        by = {function, "checked_by", *ledger.INNER.get(function, ())}
        assert called & by, f"{folder}: no {function}"


EXAMPLE = js.load_dataset("example1")
WEKA = js.load_dataset("weka")
FEW = {"on": ["accuracy", "kappa"]}
ROWS = np.random.default_rng(1).normal(size=(2, 8, 2))
MATRICES = js.results_table({"A": ROWS[0], "B": ROWS[1]}, measures={"x": "max", "y": "max"})


CALLS: dict[str, Callable[[Path], object]] = {
    "bayes_test": lambda _: (
        js.bayes_test(EXAMPLE).to_dict(), js.bayes_test(WEKA),
    ),
    "break_even": lambda _: js.break_even(EXAMPLE, "A", "B"),
    "claim_test": lambda _: js.claim_test(EXAMPLE, "A", "B", better=["accuracy"]),
    "compare_algorithms": lambda _: js.compare_algorithms(WEKA, **FEW).plot("winmap"),
    "corrected_t_test": lambda _: js.corrected_t_test(
        js.load_frame("weka_folds").query("dataset == 'ionosphere' and run == 1"),
        fold="fold", algorithm="algorithm", measures={"accuracy": "max"},
    ),
    "glrt_test": lambda _: js.glrt_test(EXAMPLE).to_dict(),
    "hotelling_test": lambda _: js.hotelling_test(MATRICES),
    "leaderboard": lambda _: js.leaderboard(WEKA, **FEW),
    "learn_measures": lambda _: js.learn_measures(WEKA, **FEW),
    "manova_test": lambda _: js.manova_test(WEKA, design="blocked", draws=0, **FEW),
    "mardia_test": lambda _: js.mardia_test(WEKA, draws=99, rng=1, **FEW),
    "network_test": lambda _: js.network_test(EXAMPLE, rng=1),
    "sign_test": lambda _: js.sign_test(EXAMPLE),
    "watch_claim": lambda path: js.watch_claim(
        path / "ledger.json", EXAMPLE, "A", "B", better=["accuracy"]
    ),
    "wilcoxon_test": lambda _: js.wilcoxon_test(EXAMPLE),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", ledger.INNER)
def test_functions_compute_by_what_studies_call_in_their_place(function, tmp_path):
    entered: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and "jointstats" in frame.f_code.co_filename:
            entered.add(frame.f_code.co_name)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        str(CALLS[function](tmp_path))  # effect sizes are computed when they are read
    finally:
        sys.setprofile(before)
    assert {*ledger.INNER[function]} <= entered


# --- Stamps ---------------------------------------------------------------------------------------

PROGRAM = """\
from jointstats.here import count
from jointstats.there import LIMIT as LEAST


def decided(values):
    return count(values) >= LEAST  # at least
"""
MOVED = '''"""Elsewhere."""
from jointstats.elsewhere import (
    LIMIT as LEAST, count)

def decided(values):
    """Whether so many are there."""
    return (count(values) >=
            LEAST)
'''


@pytest.fixture
def a_study(tmp_path, monkeypatch):
    """The study of gates in another place: its folder, and a record that changes with `record`."""
    monkeypatch.setattr(ledger, "HERE", tmp_path)
    monkeypatch.setattr(ledger, "MANIFEST", tmp_path / "manifest.json")
    shutil.copytree(STUDIES / "gate", tmp_path / "gate")
    record = copy.deepcopy(stamps.recorded())
    monkeypatch.setattr(stamps, "recorded", lambda: record)
    ledger.stamp("gate")
    return tmp_path / "gate", record


def number_of(record, function):
    """The numbers of an answer of a function that has a p-value."""
    return next(
        one["numbers"]
        for call, one in record.items()
        if stamps.function_of(call) == function and "p_value" in one.get("numbers", {})
    )


def test_a_study_that_ran_just_now_is_as_it_was(a_study):
    assert ledger.changed("gate") == []


def test_a_moved_file_keeps_the_stamp():
    assert stamps.code_of([PROGRAM, "x = 1"]) == stamps.code_of(["import y\nx = (1)", MOVED])


@pytest.mark.parametrize(
    ("old", "new"),
    [(">=", ">"), ("LEAST  #", "LEAST + 1  #"), ("count(values)", "count(values, 2)"),
     ("return", "yield"), ("(values):", "(values=None):")],
)  # fmt: skip
def test_another_statement_voids_the_stamp(old, new):
    assert stamps.code_of([PROGRAM]) != stamps.code_of([PROGRAM.replace(old, new)])


def test_a_renamed_program_keeps_the_stamp_and_an_edited_one_does_not(a_study):
    folder, _ = a_study
    program = (folder / "run.py").rename(folder / "simulated.py")
    assert ledger.changed("gate") == []
    program.write_text(program.read_text(encoding="utf-8") + "\nSEED = 0\n", encoding="utf-8")
    assert ledger.changed("gate") == ["code"]


def test_a_changed_rule_voids_the_stamp_and_other_words_or_tests_do_not(a_study):
    _, record = a_study
    number_of(record, "glrt_test")["p_value"] = 0.123
    answer = number_of(record, "watch_claim")
    answer["p_value"] *= 1 + 1e-13  # of another processor
    next(one for one in record.values() if "words" in one)["words"]["verdict"] = "Otherwise."
    assert ledger.changed("gate") == []
    answer["p_value"] *= 1 - 1e-6
    assert ledger.changed("gate") == ["answers"]


def test_every_function_of_a_study_has_recorded_answers():
    """Otherwise no changed rule of it would void a stamp."""
    named = {function for name in ledger.files() for function in ledger.functions_in(name)}
    answered = {stamps.function_of(call) for call in stamps.recorded()}
    assert named <= answered


def test_calls_and_fields_that_join_or_leave_are_no_other_rule():
    before = {"a .p": 0.5, "a .n": 3, "b .p": 0.25}
    assert stamps.same_rules(before, {"a .p": 0.5 + 1e-12, "a .n": 3, "c .p": 1.0})
    assert not stamps.same_rules(before, before | {"a .n": 4})
    assert not stamps.same_rules(before, before | {"b .p": None})
    assert not stamps.same_rules(before, {"c .p": 1.0})  # nothing says that it is the same


@pytest.fixture
def committed(a_study, monkeypatch):
    """The study as it was at the last commit, for `keep`."""
    folder, record = a_study
    texts = {f"studies/gate/{path.name}": path.read_text(encoding="utf-8")
             for path in folder.iterdir() if path.is_file()}  # fmt: skip
    before = copy.deepcopy(record)
    monkeypatch.setattr(ledger, "_records", lambda: (before, record))
    monkeypatch.setattr(ledger, "_committed", texts.__getitem__)
    monkeypatch.setattr(ledger, "_git", lambda *_: "\n".join(texts).encode())
    return folder, record


def test_a_new_record_of_the_same_rules_keeps_the_stamp(committed):
    _, record = committed
    number_of(record, "watch_claim")["another_field"] = 5
    assert ledger.changed("gate") == ["answers"]
    ledger.keep()
    assert ledger.changed("gate") == []
    number_of(record, "watch_claim")["p_value"] = 0.9
    ledger.keep()
    assert ledger.changed("gate") == ["answers"]


def test_rows_that_are_taken_out_keep_the_stamp_of_the_others(committed):
    folder, _ = committed
    path, program = folder / "passes.csv", folder / "run.py"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-1]), encoding="utf-8")
    program.write_text(program.read_text(encoding="utf-8") + "\nLEFT = 0\n", encoding="utf-8")
    ledger.keep(["gate"])
    assert ledger.changed("gate") == []
    assert ledger.manifest()["gate"]["files"]["gate/passes.csv"] == ledger.digest("gate/passes.csv")
    path.write_text("".join(lines[:-1]).replace("0", "1"), encoding="utf-8")
    with pytest.raises(SystemExit, match="not a row of the last commit"):
        ledger.keep(["gate"])


def test_a_void_stamp_stays_void(committed):
    known = ledger.manifest()
    known["gate"] |= {"code": "", "answers": ""}
    ledger.write(known)
    ledger.keep(["gate"])
    assert ledger.changed("gate") == ["code", "answers"]


# --- What else is there --------------------------------------------------------------------------


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
    folder = tmp_path / "calibration"
    folder.mkdir()
    (folder / "run.py").write_text("first")
    done = folder / "reliability.csv"
    done.write_text("of an earlier run")
    ledger.begin("calibration")
    assert not done.exists()
    done.write_text("as far as it came")
    ledger.begin("calibration")  # it was interrupted, and goes on
    assert done.exists()
    (folder / "run.py").write_text("second")
    ledger.begin("calibration")  # what is there was computed by another program
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
    six = [row for row in rows("friedman/errors.csv") if row["measures"] == "6"]
    for truth, told in WRONG_NEMENYI.items():
        name = "by turns" if truth == "alternating" else truth
        found = [int(row["nemenyi"]) / int(row["tables"]) for row in six if row["truth"] == name]
        assert told == pytest.approx(max(found), abs=0.00051)
    deltas = [row for row in rows("intervals/coverage.csv") if row["interval"] == "Cliff's delta"]
    small, large = (
        [float(row["covered"]) for row in deltas if (float(row["size"]) <= 0.6) is is_small]
        for is_small in (True, False)
    )
    assert f"{100 * min(small):.0f} to {100 * max(small):.0f} %" in (js.sign_test.__doc__ or "")
    assert f"as {100 * min(large):.0f} %" in (js.sign_test.__doc__ or "")
    folds = rows("normal_theory/repeated_cv.csv")
    assert max(float(row["accuracy, corrected t"]) for row in folds) == cases.WRONG_ALONE
    assert max(float(row["(tpr, fpr), corrected T²"]) for row in folds) == cases.WRONG_JOINTLY


def test_what_repeats_a_study_is_a_test():
    for entry in ledger.LEDGER:
        file, test = entry.repeated.split("::")
        tree = ast.parse((ROOT / "tests" / "python" / file).read_text(encoding="utf-8"))
        assert test in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}, entry


def test_the_page_has_the_ledger():
    page = (ROOT / "docs" / "validity.md").read_text(encoding="utf-8")
    assert ledger.table() in page and ledger.outside() in page
