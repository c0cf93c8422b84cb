"""What is left out has the value that the documentation says, within the package, too."""

import ast
import importlib
import inspect
import re
from collections import defaultdict

import pytest
from house import dotted, modules

import jointstats as js

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
