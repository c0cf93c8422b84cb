"""One declaration of each test: everything that follows from it agrees, in every language."""

from __future__ import annotations

import importlib
import inspect
import math
import re
from pathlib import Path

import pytest

import jointstats as js
from jointstats.base import declare, kinds
from jointstats.claims import watch
from jointstats.interfaces.cli.arguments import parser
from jointstats.interfaces.cli.options import flag
from jointstats.interfaces.help import help_of
from jointstats.means import manova, mardia

ROOT = Path(__file__).parents[2]
DECLARED = declare.catalogue()
OPTIONS = [(name, option) for name, one in DECLARED.items() for option in one.options.values()]


def leaves():
    """Command words to the parser of what they run, for every declared function."""
    return {leaf.prog.split(" ", 1)[1]: leaf for leaf in parser().leaves()}


def command_of(name):
    known = {
        "compare_algorithms": "compare",
        "break_even": "break-even",
        "leaderboard": "leaderboard",
        "sensitivity": "sensitivity",
        "simulate_roc": "simulate",
        "plan_datasets": "plan",
        "watch_claim": "watch",
    }
    return known.get(name, f"test {name.removesuffix('_test')}")


def test_every_public_test_is_declared():
    tests = {name for name in js.__all__ if name.endswith("_test")}
    assert tests <= set(DECLARED)
    assert {one.family for one in DECLARED.values()} == set(declare.FAMILIES)
    assert len({one.title for one in DECLARED.values()}) == len(DECLARED)


def test_every_option_of_a_test_has_a_kind_and_help():
    for name, one in DECLARED.items():
        documented = help_of(one.function).parameters
        for parameter in inspect.signature(one.function).parameters.values():
            if parameter.kind is parameter.KEYWORD_ONLY:
                assert documented[parameter.name].text, f"{name}: {parameter.name} has no help"
                assert documented[parameter.name].type, f"{name}: {parameter.name} has no type"


#: What a call may give without a name, where that is not one thing: all else needs its name.
IN_PLACE = {
    "break_even": ["table", "a", "b"],
    "claim_test": ["table", "a", "b"],
    "compare_estimators": ["estimators", "datasets"],
    "learn_measures": ["fit", "apply"],
    "list_datasets": [],
    "measures_from_confusion": ["df", "measures"],
    "read_results": ["path", "format"],
    "sensitivity": ["result", "table"],
    "simulate_roc": [],
    "watch_claim": ["ledger", "table", "a", "b"],
}


def test_options_are_given_by_name():
    for name in js.__all__:
        if inspect.isfunction(function := getattr(js, name)):
            parameters = inspect.signature(function).parameters.values()
            kinds = {p.name: p.kind for p in parameters}
            places = [
                one
                for one, kind in kinds.items()
                if kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
            ]
            assert len(places) == 1 or places == IN_PLACE[name], name
            assert inspect.Parameter.POSITIONAL_ONLY not in kinds.values(), name


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=[f"{n}-{o.name}" for n, o in OPTIONS])
def test_the_default_passes_its_own_check(name, option):
    if option.default is not None and option.name != "shifts":
        option.kind.check(option.name, option.default)


FUNCTIONS = [name for name in js.__all__ if inspect.isfunction(inspect.unwrap(getattr(js, name)))]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_no_table_is_refused(name):
    function = getattr(js, name)
    needed = [
        one.name
        for one in inspect.signature(function).parameters.values()
        if one.default is one.empty and one.kind == one.POSITIONAL_OR_KEYWORD
    ]
    if needed[:1] == ["table"]:
        with pytest.raises(js.JointStatsError):
            function(object(), *needed[1:])


# What no option of a kind may be: one sentence that names the option, no traceback.
WRONG = {
    "TestLevel": [0.7, 0, -1, "x", math.nan, True],
    "Number": ["x", math.nan, math.inf, [1, 2], True],
    "Whole": ["x", 1.5, -1, math.nan, True],
    "Choice": ["no such word", "Holm?"],
    "Choices": [["no such word"]],
    "Flag": ["x", 2],
    "RandomSeed": [-1, 1.5, "x", math.nan],
}
CASES = [
    (name, option, value)
    for name, option in OPTIONS
    for value in WRONG.get(type(option.kind).__name__, [])
]


@pytest.mark.parametrize(
    ("name", "option", "value"), CASES, ids=[f"{n}-{o.name}-{v}" for n, o, v in CASES]
)
def test_a_wrong_value_is_refused_in_one_sentence(name, option, value):
    with pytest.raises(js.errors.OptionError, match=option.name) as caught:
        option.kind.check(option.name, value)
    sentence = str(caught.value)
    assert "got" in sentence
    assert sentence.endswith((".", "?"))
    assert "\n" not in sentence


# The first and the last value that each kind of number takes, and what is just beyond.
LIMITS = {
    "Alpha": ([1e-9, 0.49], [0.0, 0.5]),
    "Coverage": ([1e-9, 0.999], [0, 1]),
    "Mass": ([1e-9, 1e150], [0, 1.1e150]),
    "OptionalMass": ([1e-9, 1e150], [0, 1.1e150]),
    "Share": ([0, 1], [-0.01, 1.01]),
    "TargetError": ([1e-6, 0.1], [0.9e-6, 0.11]),
    "ParentLimit": ([0, 3, "auto", None], [-1, "any"]),
    "SampleSize": ([1e-9, 1e150, "auto"], [0, 1.1e150, "any"]),
    "Delta": ([0, 0.99], [-0.01, 1]),
    "LeadRatio": ([1, 7.5], [0.99]),
    "HowMany": ([1, 10**9], [0]),
    "Drawings": ([1, 10**6], [0, 10**6 + 1]),
    "AtLeast": ([1, 10**6], [0]),
    "AtLeastTwo": ([2, 10**6], [1]),
    "NoiseRatio": ([0, 2.5, {"time": 0}], [-0.01, {"time": -0.01}]),
    "Agreement": ([0, 1], [-0.01, 1.01]),
    "Ratio": ([1e-9, 1e9], [0, -1]),
    "Within": ([1, 7, "jointly", "wins", {"cost": 1}], [0, "most", {"cost": 0}]),
}


# The same of kinds that stand beside the one test that has them.
LIMITS_BESIDE = {
    (watch, "Part"): ([1e-9, 0.999], [0, 1]),
    (watch, "Level"): ([1e-9, 0.49], [0, 0.5]),
    (manova, "Rearrangements"): ([0, 10**6], [-1, 10**6 + 1]),
    (mardia, "Simulated"): ([99, 10**6], [98, 10**6 + 1]),
}
LIMITS = {(kinds, name): limits for name, limits in LIMITS.items()} | LIMITS_BESIDE


@pytest.mark.parametrize("kind", LIMITS, ids=[name for _, name in LIMITS])
def test_a_kind_of_number_has_its_limits(kind):
    annotated = getattr(*kind)
    one = annotated.__metadata__[0].of_type(annotated.__origin__)
    for value in LIMITS[kind][0]:
        assert one.check("x", value) == value
    for value in LIMITS[kind][1]:
        with pytest.raises(js.errors.OptionError, match="must be"):
            one.check("x", value)


def test_the_command_line_has_every_option_of_every_test():
    found = leaves()
    for name, one in DECLARED.items():
        if name in ("learn_measures", "pairwise_tests"):
            continue
        flags = found[command_of(name)].flags
        for option in one.options.values():
            if name == "plan_datasets" and option.name == "algorithms":
                continue  # --only, as everywhere
            if name == "sensitivity" and option.name == "price":
                continue  # the command varies a comparison
            assert option.kind.shape == "object" or flag(option.name) in flags, (name, option.name)


def test_pairs_have_the_options_of_their_test_and_of_all_pairs():
    found = leaves()
    words = DECLARED["pairwise_tests"].options["test"].kind.words
    for short in set(words):
        flags = set(found[f"pairwise {short}"].flags)
        test, of_all = DECLARED[f"{short}_test"], DECLARED["pairwise_tests"].options
        wanted = {flag(o) for o in {**of_all, **test.pair_options}} - {"--test", "--question"}
        assert wanted <= flags
        assert not flags & {flag(o) for o in test.options.keys() - {*test.pair_options, *of_all}}


def test_what_pairs_take_follows_from_the_declaration_of_their_test():
    pairs = {one.short: one.pairs for one in DECLARED.values() if one.pairs}
    assert pairs == {
        "bayes": "joint",
        "glrt": "joint",
        "network": "joint",
        "sign": "separate",
        "wilcoxon": "separate",
        "hotelling": "means",
    }
    assert set(DECLARED["pairwise_tests"].options["test"].kind.words) == {*pairs}
    means = DECLARED["hotelling_test"].pair_options.keys()
    assert {"correction", "permutation", "draws"} <= means
    assert not {"form", "mean", "level"} & means


# --- R --------------------------------------------------------------------------------------------


@pytest.fixture
def tool(monkeypatch):
    """Import a script of the folder of tools."""
    monkeypatch.syspath_prepend(ROOT / "tools")
    return importlib.import_module


def test_the_tables_which_test_are_up_to_date(tool):
    which = tool("which_test")
    for name in which.PAGES:
        page = (ROOT / name).read_text(encoding="utf-8")
        assert "| `mardia_test` |" in page
        assert which.filled(page) == page, "make which-test"


def test_tests_without_a_direction_do_not_answer_which_is_better():
    page = (ROOT / "docs/which-test-when.md").read_text(encoding="utf-8")
    question = ""
    for row in re.findall(r"(?m)^\| ([^|]*) \|(.*)\|$", page.partition("## All tests")[0]):
        question = row[0].strip() or question
        if "manova_test" in row[1] or "hotelling_test" in row[1]:
            assert "in either direction" in question
    for test in (js.hotelling_test, js.manova_test):
        assert "no direction" in declare.catalogue()[test.__name__].mind


def test_the_functions_of_r_are_up_to_date(tool):
    for path, written in tool("r_wrappers").written().items():
        assert path.read_text(encoding="utf-8") == written, "make r-wrappers"


def test_help_of_r_has_no_syntax_of_python_and_no_path_of_the_repository():
    words = r"\b(?:None(?! of)|True|False|Dask|dict|tuple)\b|docs/|joblib\."
    python = re.compile(words + r"|\{\"\w+\":|\[\"\w+\"[],]")
    for page in [*(ROOT / "man").glob("*.Rd"), ROOT / "man" / "macros" / "results.Rd"]:
        text = page.read_text(encoding="utf-8").split("\\examples{")[0]
        hits = [text[max(0, m.start() - 40) : m.end() + 40] for m in python.finditer(text)]
        assert not hits, (page.name, hits)


def test_r_has_every_option_with_the_same_default(tool):
    text = (ROOT / "R" / "tests.R").read_text(encoding="utf-8")
    literal = tool("r_wrappers").literal
    for name, one in DECLARED.items():
        signature = re.search(rf"^{name} <- function\((.*?)\) \{{", text, re.M | re.S)
        assert signature, name
        said = " ".join(signature[1].split())
        for parameter in inspect.signature(one.function).parameters.values():
            if parameter.default is not parameter.empty:
                assert f"{parameter.name} = {literal(parameter.default)}" in said, (name, parameter)


def test_every_function_of_r_has_an_example():
    for name in DECLARED:
        example = (ROOT / "man" / f"{name}.Rd").read_text(encoding="utf-8").split("\\examples{")[1]
        assert f"{name}(" in example


def test_help_of_r_has_no_letter_that_the_latex_of_its_manual_lacks():
    text = (ROOT / "R" / "tests.R").read_text(encoding="utf-8")
    assert {letter for letter in text if not letter.isascii()} <= set("éÉšäı²¹×…")
