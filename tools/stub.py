"""The table of public names in `jointstats/__init__.py`, and its stub `__init__.pyi`: `make stub`.

A declared test and the class of its result are added to the table, and found again where they are
now. The package loads its names when they are used, which type checkers and editors cannot follow:
the stub says where each name is, and which class of result an option's word leads to.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module, reload
from pathlib import Path
from subprocess import run

import jointstats

TARGET = Path(str(jointstats.__file__)).with_suffix(".pyi")
HEAD = '''"""Public names, for type checkers and editors: written by `make stub`, not by hand."""
'''

# Functions whose class of result depends on words: the options that say it, and the class.
ANSWERS: dict[str, list[tuple[dict[str, tuple[str, ...]], str]]] = {
    "pairwise_tests": [
        ({"test": ("sign", "wilcoxon")}, "SeparatePairsResult"),
        ({"test": ("hotelling",)}, "MeanPairsResult"),
        ({"test": ("bayes", "glrt", "network")}, "JointPairsResult"),
    ]
}


def homes_of_tests() -> dict[str, str]:
    """Declared tests and public classes of results, and the module of each."""
    homes = {}
    for path in sorted(TARGET.parent.rglob("*.py")):
        module = ".".join(path.relative_to(TARGET.parent).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                called = [
                    decorator.func
                    for decorator in node.decorator_list
                    if isinstance(decorator, ast.Call)
                ]
                public = any(
                    isinstance(function, ast.Name) and function.id == "declare"
                    for function in called
                )
            else:
                public = isinstance(node, ast.ClassDef) and _is_result(node)
            if public:
                homes[node.name] = module  # type: ignore[attr-defined]
    return homes


def _is_result(node: ast.ClassDef) -> bool:
    """Whether a class is that of a test's result: it says the test's name."""
    said = [item.target.id for item in node.body
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)]  # fmt: skip
    return "test" in said and node.name.endswith("Result") and node.name != "Result"


def listed(text: str) -> str:
    """The source of `__init__.py` with every test and class of a result in its table."""
    modules = {module: names.split() for module, names in jointstats._MODULES.items()}
    for name, module in homes_of_tests().items():
        if name not in modules.get(module, []):
            modules = {at: [other for other in has if other != name] for at, has in modules.items()}
            modules.setdefault(module, []).append(name)
    table = {module: " ".join(names) for module, names in modules.items() if names}
    lines = (f'    "{module}": "{names}",\n' for module, names in table.items())
    return re.sub(r"(?<=_MODULES = {\n)[^}]*", "".join(lines), text)


def stub() -> str:
    """The text of the stub, before it is formatted."""
    used: dict[str, str] = {}  # what signatures speak of, and where it is
    overloads = [text for name in ANSWERS for text in _overloads(name, used)]
    where = {name: f"jointstats.{module}" for name, module in jointstats._PUBLIC.items()}
    imports = [
        "from typing import Any, Literal, overload",
        "from jointstats.base import errors as errors",
        *(f"from {where[name]} import {name} as {name}" for name in where if name not in ANSWERS),
        *(f"from {module} import {name} as _{name}" for name, module in used.items()),
    ]
    names = ["__version__: str", "__all__: list[str]", "def public_names() -> list[str]: ..."]
    return "\n".join([HEAD, *sorted(imports), "", *names, *overloads, ""])


def _overloads(name: str, used: dict[str, str]) -> Iterator[str]:
    function = getattr(jointstats, name)
    homes = _homes(function.__module__)
    parameters = inspect.signature(function).parameters
    for words, result in ANSWERS[name]:
        arguments = []
        for parameter in parameters.values():
            if parameter.kind == parameter.KEYWORD_ONLY and "*" not in arguments:
                arguments.append("*")
            arguments.append(_argument(parameter, words, homes, used))
        yield f"@overload\ndef {name}({', '.join(arguments)}) -> {result}: ..."


def _argument(
    parameter: inspect.Parameter,
    words: dict[str, tuple[str, ...]],
    homes: dict[str, str],
    used: dict[str, str],
) -> str:
    if parameter.name in words:
        said = _literal(words[parameter.name])
        optional = parameter.default in words[parameter.name]
    else:
        said = re.sub(r"^Annotated\[(\w+),.*", r"\1", str(parameter.annotation))
        optional = parameter.default is not parameter.empty
        for name in set(re.findall(r"\b\w+", said)) & homes.keys() - {"Any"}:
            used[name] = homes[name]
            said = re.sub(rf"\b{name}\b", f"_{name}", said)
    stars = "**" if parameter.kind == parameter.VAR_KEYWORD else ""
    return f"{stars}{parameter.name}: {said}{' = ...' if optional and not stars else ''}"


def _homes(module: str) -> dict[str, str]:
    """Where the names come from that a module imports."""
    source = Path(str(import_module(module).__file__)).read_text(encoding="utf-8")
    imports = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom))
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def _literal(words: tuple[str, ...]) -> str:
    return f"Literal[{', '.join(map(repr, words))}]".replace("'", '"')


def formatted(text: str) -> str:
    """The same text as ruff would have it."""
    for how in (["check", "--fix", "-q", "--select", "I"], ["format", "-q"]):
        command = [sys.executable, "-m", "ruff", *how, "--stdin-filename", str(TARGET), "-"]
        text = run(command, input=text, capture_output=True, check=True, encoding="utf-8").stdout
    return text


if __name__ == "__main__":
    source = TARGET.with_suffix(".py")
    source.write_text(listed(source.read_text(encoding="utf-8")), encoding="utf-8")
    jointstats = reload(jointstats)
    TARGET.write_text(formatted(stub()), encoding="utf-8")
