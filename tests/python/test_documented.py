"""Documents name arguments that the functions have, and the defaults that they have."""

import ast
import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from house import dotted, modules

import jointstats as js
from jointstats.base import declare, options

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("vignettes/*.*md")],
    key=lambda path: path.name,
)
FENCE = re.compile(r"^([ ]*)(```+)([^\n]*)\n(.*?)^\1\2[ ]*$", re.M | re.S)
INLINE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
ARGUMENT = re.compile(r"\s*`?([A-Za-z_.][\w.]*)`?\s*=(?!=)")
QUOTED = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'')
COMMENT = re.compile(r"#[^\n]*")


class Mention(NamedTuple):
    """An argument of a call that a document has; its language, or none if it may be either."""

    function: str
    argument: str
    language: str | None


# --- What functions take --------------------------------------------------------------------------


def python_functions() -> dict[str, set[str]]:
    """Public functions, and the names of their arguments."""
    functions = {name: one for name in js.__all__ if inspect.isfunction(one := getattr(js, name))}
    found = {name: of_python(one) for name, one in functions.items()}
    table = found["results_table"]
    # Keywords that are handed on: to the test, the table, the format's reader, the comparison.
    tests = set().union(*(found.get(f"{test}_test", set()) for test in declare.pair_tests()))
    found["pairwise_tests"] |= tests | table
    found["read_results"] |= table | {*options.FORMAT_OPTIONS}
    found["compare_estimators"] |= found["compare_algorithms"] | table
    return found


def of_python(function: object) -> set[str]:
    names = set()
    for name, one in inspect.signature(function).parameters.items():
        roles = re.fullmatch(r"Unpack\[(\w+)\]", str(one.annotation))
        names |= {*getattr(declare, roles[1]).__annotations__} if roles else {name}
    return names


def r_functions(python: dict[str, set[str]]) -> dict[str, set[str]]:
    """What R's help says under "Usage"; `...` are the keywords of the same function in Python."""
    exported = re.findall(r"^export\((\w+)\)", (ROOT / "NAMESPACE").read_text(), re.M)
    found: dict[str, set[str]] = {name: set() for name in exported}
    for path in ROOT.glob("man/*.Rd"):
        page = path.read_text(encoding="utf-8")
        usage = re.search(r"\\usage\{\n(.*?)^\}", page, re.M | re.S)
        if not usage:
            continue
        text = re.sub(r"\\method\{([^}]*)\}\{[^}]*\}", r"\1", usage[1]).replace(r"\dots", "...")
        for name, inside in re.findall(r"^([\w.]+)\((.*?)\)$", text, re.M | re.S):
            if name not in found:
                continue
            own = {one.split("=")[0].strip() for one in top_level(inside)}
            if "..." in own:
                own |= python.get(name, set())
                own |= {*re.findall(r"\\code\{(\w+)\}", after(page, r"\item{...}{"))}
            found[name] |= own
    found["as_results_table"] |= found["results_table"]
    return found


def after(text: str, begin: str) -> str:
    """The line that begins so, and those below up to the next item."""
    return text.partition(begin)[2].partition("\\item{")[0]


# --- What documents say ---------------------------------------------------------------------------


def mentions(text: str) -> Iterator[Mention]:
    """Every named argument of a call of a public function."""
    for language, code in pieces(text):
        code = COMMENT.sub("", code) if language else code
        names = PYTHON if language == "python" else R if language == "r" else PYTHON | R
        for call in re.finditer(r"(?<![\w.$])(?:js\.|jointstats(?:\.|::))?(\w+)\(", code):
            if call[1] in names:
                for one in top_level(inside(code, call.end())):
                    if argument := ARGUMENT.match(one):
                        yield Mention(call[1], argument[1], language)


def pieces(text: str) -> Iterator[tuple[str | None, str]]:
    """Code of a document, and its language where a fence says it."""
    for fence in FENCE.finditer(text):
        said = re.match(r"\{?\.?(python|py|r)\b", fence[3].strip())
        other = re.search(r'title="(?!R"|Python")', fence[3])  # the code of other packages
        if said:
            yield (None if other else said[1].replace("py", "python")[:6]), fence[4]
    for code in INLINE.finditer(FENCE.sub("\n", text)):
        yield None, code[2]


def inside(code: str, start: int) -> str:
    """Up to the parenthesis that closes what was opened before `start`; without what is quoted."""
    blank = QUOTED.sub(lambda found: '"' + "_" * (len(found[0]) - 2) + '"', code)
    depth = 1
    for at in range(start, len(blank)):
        depth += (blank[at] in "([{") - (blank[at] in ")]}")
        if not depth:
            return blank[start:at]
    return blank[start:]


def top_level(code: str) -> list[str]:
    """Parts between commas that stand in no inner parentheses."""
    parts, depth = [""], 0
    for letter in code:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


PYTHON = python_functions()
R = r_functions(PYTHON)


def lacks(mention: Mention) -> bool:
    """Whether the function has no such argument in the language, or in either."""
    if mention.function == "at_most_behind":  # whose arguments are the names of measures
        return False
    languages = {"python": [PYTHON], "r": [R]}.get(mention.language or "", [PYTHON, R])
    return not any(mention.argument in one.get(mention.function, ()) for one in languages)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_arguments_that_documents_name_are_there(path):
    wrong = sorted({one for one in mentions(path.read_text(encoding="utf-8")) if lacks(one)})
    assert not wrong, "\n".join(f"{one.function}() has no {one.argument}" for one in wrong)


def test_arguments_are_found_and_those_that_are_missing_too():
    text = """`load_frame(rope=)` and ``glrt_test(table, alpha = .1)``, not `other(rope=1)`.
```python
js.results_table(df, measures={"a": f(rope=1)},  # , of=2
                 aggregated="x=1, of=3")
```
```r title="R"
compare_algorithms(t, rope = c(accuracy = 0.01), call = FALSE)
```
"""
    found = {*mentions(text)}
    assert found == {
        Mention("load_frame", "rope", None), Mention("glrt_test", "alpha", None),
        Mention("results_table", "measures", "python"),
        Mention("results_table", "aggregated", "python"),
        Mention("compare_algorithms", "rope", "r"), Mention("compare_algorithms", "call", "r"),
    }  # fmt: skip
    assert {(one.function, one.argument) for one in found if lacks(one)} == {
        ("load_frame", "rope"), ("results_table", "aggregated"), ("compare_algorithms", "call"),
    }  # fmt: skip
    everything = [one for path in DOCUMENTS for one in mentions(path.read_text(encoding="utf-8"))]
    assert len(everything) > 450 and {one.language for one in everything} == {None, "python", "r"}


def test_links_to_other_packages_lead_to_their_repositories_or_home_pages():
    registries = re.compile(
        r"https?://(?:pypi\.org/project|cran\.r-project\.org/package|anaconda\.org)\S*"
    )
    found = {path.name: registries.findall(path.read_text(encoding="utf-8")) for path in DOCUMENTS}
    assert {name: links for name, links in found.items() if links} == {}


# --- Defaults: what is left out has the value that the documentation says -------------------------

LINE = re.compile(r"^([\w, *]+) : (?:(.*?)\bdefault (.+)|.*)$", re.MULTILINE)
#: Defaults that their line says otherwise, or in the words that follow it.
OTHERWISE = {
    "bayes_test": {"prior": "symmetric", "prior_strength": None},  # 1, of two of the priors
    "measures_from_confusion": {"tp": "tp", "fp": "fp", "tn": "tn", "fn": "fn"},
    "plan_datasets": {"n": (10, 20, 30, 50, 80, 120, 200), "tests": ("glrt", "bayes")},
    "simulate_roc": {
        "n_algorithms": 2, "n_measures": 2, "n": 10,
        "tests": ("glrt", "bayes", "network", "network_average"),
    },
}  # fmt: skip


def members(name, owner):
    """Functions, or methods of a class, with what documents them; a class what makes it."""
    for key, value in vars(owner).items():
        function = getattr(value, "__func__", value)
        if inspect.isfunction(function):
            about = owner if key == "__init__" else function
            yield f"{name}.{key}", function, inspect.getdoc(about) or ""


def public():
    """Public functions, and public methods of public classes."""
    for name in js.__all__:
        one = getattr(js, name)
        if inspect.isfunction(one):
            yield name, one, inspect.getdoc(one) or ""
        elif inspect.isclass(one):
            yield from (found for found in members(name, one) if "._" not in found[0])


def within(floor):
    """Every function and method of a floor."""
    for name in map(dotted, modules(floor)):
        module = importlib.import_module(name)
        classes = [one for one in vars(module).values() if inspect.isclass(one)]
        for owner in (module, *(one for one in classes if one.__module__ == name)):
            found = members(name, owner)
            yield from (one for one in found if one[1].__module__ == name)


def told(doc):
    """Each parameter that has a line of its own, and the text of its default, if it tells one."""
    for names, _, default in LINE.findall(doc):
        yield from ((name.strip(" *"), default or None) for name in names.split(","))


def read(text):
    """A Python literal, a power written out, or the text itself."""
    try:
        return eval(text, {}) if re.fullmatch(r"[\d*_]+", text) else ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def stated(doc):
    """The defaults that are told."""
    return {name: read(text) for name, text in told(doc) if text is not None}


def plain_defaults(function):
    """Those that are numbers, truth values or words."""
    for parameter in inspect.signature(function).parameters.values():
        if isinstance(parameter.default, int | float | str):
            yield parameter.name, parameter.default


FUNCTIONS = [pytest.param(*found, id=found[0]) for found in public()]


@pytest.mark.parametrize(("name", "function", "doc"), FUNCTIONS)
def test_a_default_is_the_one_that_is_documented(name, function, doc):
    parameters = inspect.signature(function).parameters
    for option, text in told(doc):
        if option not in parameters or parameters[option].default is inspect.Parameter.empty:
            continue
        now = parameters[option].default
        said = OTHERWISE.get(name, {}).get(option, text and read(text))
        assert (now, type(now) is bool) == (said, type(said) is bool), option


def test_most_defaults_are_documented():
    every = {name: stated(doc) for name, _, doc in public()}
    assert sum(map(len, every.values())) > 100
    assert "alpha" in every["sign_test"]


@pytest.mark.parametrize("floor", ["kernel", "test"])
def test_a_default_within_the_package_is_the_one_that_is_documented(floor):
    seen, wrong = 0, []
    for name, function, doc in within(floor):
        said = stated(doc)
        for parameter, default in plain_defaults(function):
            seen += parameter in said
            if said.get(parameter, default) != default:
                wrong.append((name, parameter, default, said[parameter]))
    assert not wrong
    assert seen > {"kernel": 60, "test": 100}[floor]


def test_every_default_of_a_kernel_is_one_that_is_documented():
    """By itself, or by the function that its docstring refers to for this parameter."""
    known, every = defaultdict(list), list(within("kernel"))
    for _, _, doc in every:
        for parameter, value in stated(doc).items():
            known[parameter].append(value)
    unknown = [
        (name, parameter, default)
        for name, function, _ in every
        for parameter, default in plain_defaults(function)
        if default not in known[parameter]
    ]
    assert not unknown
