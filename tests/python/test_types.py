"""What a type checker says of a user's program, and that what it reads agrees with what runs."""

import ast
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import jointstats as js
from jointstats.base import declare, kinds
from jointstats.drawing import style
from jointstats.joint import kernel_decisions
from jointstats.planning import simulate
from jointstats.table.formats import catalogue as formats_catalogue

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(__file__).with_name("users") / "typed.py"
LINES = PROGRAM.read_text(encoding="utf-8").splitlines()
SAID = {
    i: line.split("# is ")[1]
    for i, line in enumerate(LINES, 1)
    if line.startswith(("reveal_type(", "    reveal_type("))
}
WRONG = {i for i, line in enumerate(LINES, 1) if line.endswith("# error")}


def test_mypy_reads_a_users_program_as_it_is_meant(tmp_path):
    pytest.importorskip("mypy")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent",
         "--cache-dir", str(ROOT / ".mypy_cache" / "users"), str(PROGRAM)],
        capture_output=True, text=True, cwd=tmp_path, env=os.environ | {"MYPYPATH": str(ROOT)},
    )  # fmt: skip
    line = re.compile(r".*typed\.py:(\d+): (error|note): (.*)")
    found = [(int(m[1]), m[2], m[3]) for m in map(line.match, done.stdout.splitlines()) if m]
    revealed = re.compile(r'Revealed type is "(.*)"')
    types = {i: revealed.match(said) for i, _, said in found}
    short = {i: re.sub(r"\b(\w+\.)+", "", m[1]) for i, m in types.items() if m}
    assert short == SAID, done.stderr
    assert {i for i, kind, _ in found if kind == "error"} == WRONG, done.stdout


def test_the_stub_is_what_the_public_names_make():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import stub
    finally:
        sys.path.pop(0)
    written = Path(js.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    assert written == stub.formatted(stub.stub()), "make stub"


def test_words_of_types_are_those_of_the_checks():
    for name, declaration in declare.catalogue().items():
        hints = get_type_hints(declaration.function)
        for option in declaration.options.values():
            words = option.kind.words or getattr(option.kind, "also", ())
            typed = set(kinds.literals(hints[option.name]))
            assert typed == set(words), (name, option.name)


def words_of_literals():
    """The words of each type of the arguments of public functions, in their order."""
    declared = {
        f"{test}.{option}": hint
        for test, declaration in declare.catalogue().items()
        for option, hint in get_type_hints(declaration.function).items()
    }
    words = {kinds.literals(hint): name for name, hint in (declared | vars(kinds)).items()}
    return {these: name for these, name in words.items() if len(these) > 1}


def test_words_of_a_type_are_written_once():
    types = words_of_literals()
    typed_again = {}
    for path in Path(js.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Tuple):
                words = tuple(getattr(part, "value", None) for part in node.value.elts)
                if words in types:
                    typed_again[path.name, ast.unparse(node)] = types[words]
    # A kernel imports no words of arguments; the test below holds both together.
    assert {name for name, _ in typed_again} <= {"kernel_decisions.py"}, typed_again


def test_words_of_tables_are_those_of_their_checks():
    assert kinds.literals(declare.FormatWord) == (
        formats_catalogue.AUTO,
        *formats_catalogue.FORMATS,
    )
    assert get_args(simulate.StudyTest) == kernel_decisions.TESTS
    assert get_args(kinds.Theme) == tuple(style.THEMES)
    result = js.compare_algorithms(js.load_dataset("example1"))
    assert all(result.to_markdown(name) for name in get_args(kinds.TableName))


def test_keywords_of_frames_are_those_of_the_makers_of_tables():
    takes = set(list(inspect.signature(js.results_table).parameters)[1:])
    assert set(declare.TableRoles.__annotations__) == takes
    assert set(declare.PlanRoles.__annotations__) == takes - {"measures"}


@pytest.mark.parametrize("name", sorted(declare.catalogue()))
def test_every_option_of_a_public_test_has_a_type(name):
    function = getattr(js, name)
    said = {one: str(kind) for one, kind in function.__annotations__.items()}
    assert set(said) == {*inspect.signature(function).parameters, "return"}
    untyped = {one for one, kind in said.items() if kind == "Any"}
    assert untyped <= {"truth", "keywords"}  # of a plan: lists, pairs and results; of any test
