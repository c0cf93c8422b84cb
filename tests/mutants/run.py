"""Put small faults into a module, one at a time, and print those that no test notices.

python tests/mutants/run.py means/kernel_mardia.py --tests tests/python/test_kernel_mardia.py
"""

import argparse
import ast
import copy
import difflib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# What is tried where no module is named: formulas that most verdicts rest on.
MODULES = (
    "evidence/claim_tests.py",
    "evidence/dirichlet.py",
    "evidence/glrt.py",
    "evidence/multiplicity.py",
    "evidence/orders.py",
    "claims/kernel_pairs.py",
    "claims/kernel_states.py",
    "single/kernel_friedman.py",
    "single/kernel_paired.py",
    "means/kernel_hotelling.py",
    "means/kernel_mardia.py",
    "network/kernel_bdeu.py",
)

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "jointstats"

# Mistakes that could be written; `a << b` for `a + b` fails in any test.
OPERATORS = {
    ast.Add: [ast.Sub], ast.Sub: [ast.Add], ast.Mult: [ast.Div], ast.Div: [ast.Mult],
    ast.FloorDiv: [ast.Div], ast.Mod: [ast.FloorDiv], ast.Pow: [ast.Mult],
    ast.BitAnd: [ast.BitOr], ast.BitOr: [ast.BitAnd], ast.And: [ast.Or], ast.Or: [ast.And],
    ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.Lt: [ast.LtE, ast.Gt], ast.LtE: [ast.Lt, ast.GtE],
    ast.Gt: [ast.GtE, ast.Lt], ast.GtE: [ast.Gt, ast.LtE], ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is], ast.In: [ast.NotIn], ast.NotIn: [ast.In], ast.USub: [ast.UAdd],
    ast.Break: [ast.Continue], ast.Continue: [ast.Break],
}  # fmt: skip
PAIRS = (
    "min max", "any all", "minimum maximum", "argmin argmax", "floor ceil", "less greater",
    "less_equal greater_equal", "logical_and logical_or", "zeros ones", "cdf sf",
    "union intersection", "lower upper", "left right", "first second", "exp expm1", "log log1p",
)  # fmt: skip
OTHER = {a: b for pair in PAIRS for a, b in (pair.split(), reversed(pair.split()))}
NO_FAULT_IN = ("annotation", "returns", "decorator_list", "exc")


def faulty(node):
    """What a mistake could have written in the place of a node."""
    for operator in OPERATORS.get(type(node), ()):
        yield operator()
    match node:
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(str(value)) if value in OTHER:
            yield ast.Constant(OTHER[value])
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.If(test=test) | ast.IfExp(test=test):
            yield changed(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.For():
            yield changed(node, iter=ast.List([]))
        case ast.Call(func=function, keywords=keywords):
            match function:
                case ast.Name(name) if name in OTHER:
                    yield changed(node, func=ast.Name(OTHER[name]))
                case ast.Attribute(owner, name) if name in OTHER:
                    yield changed(node, func=ast.Attribute(owner, OTHER[name]))
            for i in range(len(keywords)):
                yield changed(node, keywords=keywords[:i] + keywords[i + 1 :])


def changed(node, **fields):
    """A copy of a node with other fields."""
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def mutants(source):
    """Every faulty version of a source text."""
    tree = ast.parse(source)
    outside = _outside(tree)
    return [text for holder in ast.walk(tree) for text in _below(tree, holder, outside)]


def _outside(tree):
    """The nodes without faults: types, decorators, messages of errors."""
    parts = [getattr(node, name, None) or [] for node in ast.walk(tree) for name in NO_FAULT_IN]
    roots = [root for part in parts for root in (part if isinstance(part, list) else [part])]
    return {id(node) for root in roots for node in ast.walk(root)}


def _below(tree, holder, outside):
    """The faulty versions whose fault is a child of this node."""
    for name, value in ast.iter_fields(holder):
        children = value if isinstance(value, list) else [value]
        for i, child in enumerate(children):
            if not isinstance(child, ast.AST) or id(child) in outside:
                continue
            for other in faulty(child):
                setattr(holder, name, [*value[:i], other, *value[i + 1 :]]
                        if isinstance(value, list) else other)  # fmt: skip
                yield ast.unparse(tree)
            setattr(holder, name, value)


def change(before, after):
    """The lines that differ, with - and +."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


def survivors(path, sources, passes):
    """The faulty sources with which the tests pass."""
    return [source for source in sources if path.write_text(source, "utf-8") and passes()]


def passes(folder, tests, limit=None, writes=""):
    """Whether the tests pass with the package of a folder, within the time limit."""
    settings = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": writes}
    command = [sys.executable, "-P", "-m", "pytest", "-x", "-p", "no:cacheprovider", *tests]
    try:
        ended = subprocess.run(
            command, env=settings, cwd=ROOT, capture_output=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return ended.returncode == 0


def tests_of(module):
    """The test files that import a module."""
    name = Path(module).stem
    word = re.compile(rf"(from|import) jointstats[^(\n]*\b{name}\b|^    {name},", re.MULTILINE)
    files = sorted((ROOT / "tests/python").glob("test_*.py"))
    return [str(file) for file in files if word.search(file.read_text(encoding="utf-8"))]


def tried(module, tests, sample, seed):
    """Print the faults of a module that no test notices; whether there are any."""
    source = (PACKAGE / module).read_text(encoding="utf-8")
    plain = ast.unparse(ast.parse(source))
    found = [one for one in mutants(source) if one != plain]
    found = random.Random(seed).sample(found, min(sample, len(found)))
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "jointstats"
        shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
        begun = time.monotonic()
        if not passes(folder, tests):
            sys.exit(f"The tests fail without a fault, or there are none: {' '.join(tests)}")
        limit = 20 + 4 * (time.monotonic() - begun)
        left = survivors(copied / module, found, lambda: passes(folder, tests, limit, writes="1"))
    for one in left:
        print("\n".join(change(plain, one)), end="\n\n")
    noticed = f"{len(found) - len(left)} of {len(found)} faults noticed by {len(tests)} test files"
    print(f"{module}: {noticed}", flush=True)
    return bool(left)


def main():
    """Try a sample of faults of each module, and end with 1 if any survives."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("modules", nargs="*", default=MODULES, help="below jointstats/")
    parser.add_argument("--tests", nargs="+", help="default: the test files that import the module")
    parser.add_argument("--sample", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    left = [
        tried(module, chosen.tests or tests_of(module), chosen.sample, chosen.seed)
        for module in chosen.modules
    ]
    sys.exit(any(left))


if __name__ == "__main__":
    main()
