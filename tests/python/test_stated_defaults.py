"""What docstrings within the package say of defaults is so; kernels say every one."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections import defaultdict

import pytest

STATED = re.compile(r"^([\w, *]+) : .*?default (.+)$", re.MULTILINE)


def functions(layer):
    """Functions and methods with their docstrings; those of a class that is made with it."""
    package = importlib.import_module(f"jointstats.{layer}")
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(info.name)
        for owner in (module, *filter(inspect.isclass, vars(module).values())):
            if owner is not module and owner.__module__ != info.name:
                continue
            for name, value in vars(owner).items():
                function = getattr(value, "__func__", value)
                if inspect.isfunction(function) and function.__module__ == info.name:
                    about = owner if name == "__init__" else function
                    yield f"{info.name}.{name}", function, inspect.getdoc(about) or ""


def stated(doc):
    """Parameter to its default as the docstring has it, 2**14 and words included."""
    found = {}
    for names, text in STATED.findall(doc):
        value = eval(text, {}) if re.fullmatch(r"[\d*_]+", text) else read(text)
        found |= {name.strip(" *"): value for name in names.split(",")}
    return found


def read(text):
    """A Python literal, or the text itself."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def plain_defaults(function):
    """Those that are numbers, truth values or words."""
    for parameter in inspect.signature(function).parameters.values():
        if isinstance(parameter.default, int | float | str):
            yield parameter.name, parameter.default


@pytest.mark.parametrize("layer", ["kernels", "labelled"])
def test_a_stated_default_is_the_default(layer):
    seen, wrong = 0, []
    for name, function, doc in functions(layer):
        told = stated(doc)
        for parameter, default in plain_defaults(function):
            seen += parameter in told
            if told.get(parameter, default) != default:
                wrong.append((name, parameter, default, told[parameter]))
    assert not wrong
    assert seen > {"kernels": 90, "labelled": 130}[layer]


def test_every_default_of_a_kernel_is_one_that_is_stated():
    """By itself, or by the function that its docstring refers to for this parameter."""
    known, every = defaultdict(list), list(functions("kernels"))
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
