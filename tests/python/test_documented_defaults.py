"""What is left out has the value that the documentation says."""

import ast
import inspect
import re

import pytest

import jointstats as js

LINE = re.compile(r"^(\w+(?:, \w+)*) : (.*?)(?:, default (.+))?$")
#: Defaults that their line says otherwise, or in the words that follow it.
OTHERWISE = {
    "bayes_test": {"prior": "symmetric", "prior_strength": None},  # 1, of two of the priors
    "compare_algorithms": {"prior": "symmetric"},
    "measures_from_confusion": {"tp": "tp", "fp": "fp", "tn": "tn", "fn": "fn"},
    "plan_datasets": {"n": (10, 20, 30, 50, 80, 120, 200), "tests": ("glrt", "bayes")},
    "simulate_roc": {
        "n_algorithms": 2, "n_measures": 2, "n": 10,
        "tests": ("glrt", "bayes", "network", "network_average"),
    },
}  # fmt: skip


def functions():
    """Public functions, and public methods of public classes."""
    for name in js.__all__:
        one = getattr(js, name)
        if inspect.isfunction(one):
            yield name, one
        elif inspect.isclass(one):
            for key, method in vars(one).items():
                of = getattr(method, "__func__", method)
                if inspect.isfunction(of) and not key.startswith("_"):
                    yield f"{name}.{key}", of


def told(function):
    """Parameters that a function documents in a line of their own, and the default it tells."""
    for line in (inspect.getdoc(function) or "").splitlines():
        if found := LINE.match(line):
            default = None if found[3] is None else found[3]
            yield from ((name, default) for name in found[1].split(", "))


FUNCTIONS = [pytest.param(name, one, id=name) for name, one in functions()]


@pytest.mark.parametrize(("name", "function"), FUNCTIONS)
def test_a_default_is_the_one_that_is_documented(name, function):
    parameters = inspect.signature(function).parameters
    for option, default in told(function):
        if option not in parameters or parameters[option].default is inspect.Parameter.empty:
            continue
        now = parameters[option].default
        if option in OTHERWISE.get(name, {}):
            said = OTHERWISE[name][option]
        else:
            said = None if default is None else ast.literal_eval(default)
        assert (now, type(now) is bool) == (said, type(said) is bool), option


def test_most_defaults_are_documented():
    every = {
        name: {option for option, default in told(one) if default is not None}
        for name, one in functions()
    }
    assert sum(map(len, every.values())) > 130
    assert "rows" in every["read_counts"] and "alpha" in every["sign_test"]
