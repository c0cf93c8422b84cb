"""Messages: each part is spelled by Python, the shell and R; none speaks Python elsewhere."""

import ast
import json
import pickle
import re
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import pytest
from house import computing

import jointstats as js
from jointstats import errors
from jointstats.evidence import messages
from jointstats.interfaces import bridge
from jointstats.interfaces.bridge import spelling
from jointstats.interfaces.cli import main
from jointstats.interfaces.cli.options import for_the_shell

PARTS = [
    ("plain words", "plain words", "plain words", "plain words"),
    (messages.Option("prior_strength"), "prior_strength", "--prior-strength", "prior_strength"),
    (messages.asked("n_jobs"), "n_jobs=", "--jobs", "`n_jobs`"),
    (messages.Option("prior", "flat"), 'prior="flat"', "--prior flat", 'prior = "flat"'),
    (messages.Option("normal", True), "normal=True", "--normal", "normal = TRUE"),
    (
        messages.Option("measures", {"run time": "min"}),
        'measures={"run time": "min"}',
        "--min run time",
        'measures = c(`run time` = "min")',
    ),
    (messages.Option("only", ["A", "B"]), 'only=["A", "B"]', "--only A B", 'only = c("A", "B")'),
    (messages.Value(None), "None", "None", "NULL"),
    (messages.Value(True), "True", "True", "TRUE"),
    (messages.Value("A"), '"A"', '"A"', '"A"'),
    (messages.Value({"A": 1.5}), '{"A": 1.5}', "A 1.5", "c(A = 1.5)"),
    (messages.TypeOf({}), "dict", "dict", "a list with names"),
    (
        messages.Function("pairwise_tests", {"test": "glrt"}),
        'pairwise_tests(test="glrt")',
        '"pairwise glrt"',
        'pairwise_tests(test = "glrt")',
    ),
    (messages.Function("manova_test"), "manova_test", '"test manova"', "manova_test()"),
    (
        messages.Function("StatementCounts.from_vector"),
        "StatementCounts.from_vector",
        None,
        "counts_from_vector()",
    ),
    (
        messages.Extra("plot"),
        "pip install 'jointstats[plot]'",
        "pip install 'jointstats[plot]'",
        'install_jointstats(extras = "plot"), then restart R',
    ),
    (messages.Spelled("a list", r="a vector"), "a list", "a list", "a vector"),
    (messages.Spelled("a list", shell="words"), "a list", "words", "a list"),
]


@pytest.mark.parametrize("part, python, shell, r", PARTS, ids=lambda part: str(part))
def test_each_part_has_its_spelling(part, python, shell, r):
    assert str(part) == python
    assert spelling.for_r([part]) == r
    if shell is not None:  # such as methods, of which the command line never speaks
        assert for_the_shell([part]) == shell


def test_no_kind_of_part_is_left_out():
    assert {type(part) for part, *_ in PARTS} == set(get_args(messages.Part))


def test_a_complaint_of_a_kernel_becomes_a_sentence():
    assert "".join(map(str, messages.as_sentence(["use ", messages.asked("only")]))) == "Use only=."
    assert for_the_shell(messages.as_sentence(["use ", messages.asked("only")])) == "Use --only."


def test_a_caution_is_its_text_and_keeps_its_parts_among_processes():
    caution = errors.Caution(
        "Say ", messages.asked("on"), ".", category=errors.PriorSensitivityWarning
    )
    back = pickle.loads(pickle.dumps(caution))
    assert back == caution == "Say on=."
    assert (back.parts, back.category) == (caution.parts, errors.PriorSensitivityWarning)
    assert spelling.for_r(caution.warning().parts) == "Say `on`."


class Sample(ast.NodeTransformer):
    """What is known only when a message is made becomes the name ``x``."""

    def visit(self, node):
        if isinstance(node, ast.Constant | ast.Dict | ast.List | ast.Tuple | ast.Load):
            return self.generic_visit(node)
        if isinstance(node, ast.keyword) or node is self.root:
            return self.generic_visit(node)
        if isinstance(node, ast.Name) and node is self.root.func:
            return node
        return ast.Constant("x")

    def of(self, call):
        self.root = call
        made = ast.Expression(ast.fix_missing_locations(self.visit(call)))
        return eval(compile(made, "part", "eval"), vars(messages))


def parts_said():
    """Every option, function, value and the like that an error or a caution mentions."""
    kinds = {kind.__name__ for kind in get_args(messages.Part)} - {"str"} | {"asked"}
    for path in Path(js.__file__).parent.rglob("*.py"):
        for said in ast.walk(ast.parse(path.read_text())):
            named = getattr(getattr(said, "func", None), "id", "")
            if isinstance(said, ast.Raise) or named == "Caution":
                for node in ast.walk(said):
                    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds:
                        yield path.name, Sample().of(node)


def test_no_part_is_python_in_the_shell():
    found = list(parts_said())
    for module, part in found:
        shell, r = for_the_shell([part]), spelling.for_r([part])
        plain = re.sub(r"--(where|failed|per-algorithm)( \S+=\S+)+", "", shell)
        assert not re.search(r"\w=|\b\w+_tests?\b|\bNone\b", plain), (module, shell)
        assert not re.search(r"\w=\S|\bNone\b|\bTrue\b|\bFalse\b", r), (module, r)
    assert len(found) > 50


# --- Cautions: in the result, among Python's warnings, in the words of the front end --------------


FOLDS = {"fold": "fold", "run": "run", "of": "vote", "dataset": "dataset", "algorithm": "algorithm",
         "only": ["AODE", "Logistic"], "measures": {"accuracy": "max", "auc": "max"}}  # fmt: skip


@pytest.fixture(scope="module")
def folds():
    return js.results_table(js.load_frame("weka_folds"), **FOLDS)


def test_a_caution_is_spelled_where_it_is_shown(folds, capsys):
    with pytest.warns(js.JointStatsWarning, match='correction="nadeau-bengio" corrects'):
        result = js.hotelling_test(folds)
    assert any('correction="nadeau-bengio" corrects' in text for text in result.warnings)
    packed = json.loads(bridge.pack(result)[0])
    shown = packed["text"]["whole"][-1]
    for text in (shown, *packed["result"]["warnings"]):
        assert 'correction = "nadeau-bengio" corrects' in " ".join(text.split())
    words = ["--fold", "fold", "--run", "run", "--of", "vote", "--only", "AODE", "Logistic"]
    assert main(["test", "hotelling", "@weka_folds", *words]) == 0
    said = capsys.readouterr()
    assert "--correction nadeau-bengio corrects" in " ".join(said.out.split())
    assert said.err == ""


TAKERS = {
    "test": js.sign_test,
    "pairs": lambda table: js.pairwise_tests(table, test="wilcoxon"),
    "comparison": js.compare_algorithms,
}


@pytest.mark.parametrize("function", TAKERS.values(), ids=TAKERS)
def test_what_the_intake_notices_is_told_once_and_kept(folds, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = function(folds)
    about = [str(w.message) for w in caught if "far too sure" in str(w.message)]
    assert len(about) == 1
    assert sum("far too sure" in text for text in result.warnings) == 1
    assert "corrected_t_test()" in " ".join(
        json.loads(bridge.pack(result)[0])["result"]["warnings"]
    )


def test_a_call_without_a_result_announces_its_notes(folds):
    with pytest.warns(js.JointStatsWarning, match="far too sure") as caught:
        js.statement_counts(folds)
    assert caught[0].filename == __file__


def test_threads_neither_share_notes_nor_silence_each_other(folds):
    with warnings.catch_warnings(record=True) as caught, ThreadPoolExecutor(4) as pool:
        warnings.simplefilter("always")
        tests = [js.glrt_test, js.sign_test, js.bayes_test]
        results = list(pool.map(lambda test: test(folds), tests))
    assert all("far too sure" in result.warnings[0] for result in results)
    assert sum("far too sure" in str(w.message) for w in caught) == 3


def test_one_module_speaks_to_pythons_warnings():
    speaks = re.compile(r"^import warnings|from warn", re.MULTILINE)
    said = [path.name for path in computing() if speaks.search(path.read_text())]
    assert said == ["errors.py"]


def test_letters_that_command_are_shown_by_their_numbers_and_no_others():
    commands = [*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0xA0)]
    commands += [0xAD, *range(0x200B, 0x2010), *range(0x2028, 0x202F), *range(0x2060, 0x2070)]
    commands += range(0xD800, 0xE000)
    for number in [*range(0x200), *range(0x2000, 0x2100), 0xD7FF, 0xD800, 0xDFFF, 0xE000]:
        # Beside a letter that has to go, whatever else is there is looked at, too.
        shown = ascii(chr(number))[1:-1] if number in commands else chr(number)
        assert messages.visible(f"a{chr(number)}\x00") == f"a{shown}\\x00"
