"""Where a fault can be put in, and which of them a sample takes."""

import ast
import difflib
import hashlib
from dataclasses import dataclass
from functools import cache, lru_cache

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators import (
    binary_operator_replacement,
    boolean_replacer,
    break_continue,
    comparison_operator_replacement,
    number_replacer,
    unary_operator_replacement,
    zero_iteration_for_loop,
)

from mutants.operators import ArgumentLeftOut, Twin
from mutants.pins import PACKAGE, function_at

LAYERS = ("kernels", "labelled")
# Only faults that could be written by mistake: `a << b` for `a + b` is killed by any test at all.
MISTAKES = {
    "Add": "Sub", "Sub": "Add", "Mul": "Div", "Div": "Mul FloorDiv", "FloorDiv": "Div",
    "Mod": "FloorDiv", "Pow": "Mul", "BitAnd": "BitOr", "BitOr": "BitAnd", "BitXor": "BitOr",
    "LShift": "RShift", "RShift": "LShift", "Eq": "NotEq GtE LtE", "NotEq": "Eq Lt Gt",
    "Lt": "LtE Gt", "LtE": "Lt GtE", "Gt": "GtE Lt", "GtE": "Gt LtE", "Is": "IsNot", "IsNot": "Is",
    "USub": "UAdd", "UAdd": "USub",
}  # fmt: skip
ORDERS = ("_Lt", "_LtE", "_Gt", "_GtE")


def _likely(operator):
    """Whether a replacement is a mistake as above; all other operators are."""
    name = operator.__name__
    if "_" not in name:
        return True
    _, old, new = name.split("_")
    return old == "Delete" or new in MISTAKES.get(old, "").split()


@cache
def operators():
    """Everything that is done to the code."""
    groups = (
        binary_operator_replacement.operators(),
        comparison_operator_replacement.operators(),
        unary_operator_replacement.operators(),
    )
    found = [operator for group in groups for operator in group if _likely(operator)]
    found += [boolean_replacer.AddNot, boolean_replacer.ReplaceTrueWithFalse]
    found += [boolean_replacer.ReplaceFalseWithTrue, boolean_replacer.ReplaceAndWithOr]
    found += [boolean_replacer.ReplaceOrWithAnd, break_continue.ReplaceBreakWithContinue]
    found += [break_continue.ReplaceContinueWithBreak, number_replacer.NumberReplacer]
    found += [zero_iteration_for_loop.ZeroIterationForLoop, Twin, ArgumentLeftOut]
    return tuple(operator() for operator in found)


@dataclass(frozen=True)
class Mutant:
    """One fault: the n-th place of an operator in a module."""

    module: str
    operator: str
    nth: int
    line: int
    column: int

    @property
    def function(self):
        """Where it is."""
        return function_at(self.module, self.line)

    @lru_cache(maxsize=16)  # noqa: B019 - asked for several times while a fault is tried
    def source(self):
        """The module with the fault."""
        operator = next(o for o in operators() if type(o).__name__ == self.operator)
        return mutate_code(text(self.module), operator, self.nth)

    def change(self):
        """The lines before and after."""
        old, new = text(self.module).splitlines(), self.source().splitlines()
        lines = list(difflib.unified_diff(old, new, n=0, lineterm=""))[3:]
        return [
            " ".join(line[1:].strip() for line in lines if line[0] == mark) for mark in ("-", "+")
        ]

    def order(self, seed):
        """Its place among all in a sample: the same whatever else is there."""
        key = f"{seed} {self.module} {self.line} {self.column} {self.operator} {self.nth}"
        return hashlib.sha256(key.encode()).hexdigest()


@cache
def text(module):
    """The code."""
    return (PACKAGE / module).read_text(encoding="utf-8")


def _outside(tree):
    """Lines and columns of what no fault goes into: types, what errors say, guards against us.

    A `strict` of zip() asks whether two of our own lists are of one length: no caller sees it.
    """
    for node in ast.walk(tree):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.Raise):
            parts.append(node.exc)
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            parts += node.decorator_list
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            yield (node.lineno, node.col_offset), _extent(node.test)[1]
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "zip":
            parts += node.keywords
        for part in parts:
            if part is not None:
                yield _extent(part)


def _extent(node):
    """Its first and last line and column."""
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _texts(tree):
    """Where two are compared of which one is a text: nobody writes an order there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(isinstance(getattr(side, "value", None), str) for side in sides):
                yield _extent(node)


@cache
def mutants_of(module):
    """Every fault of a module."""
    tree = ast.parse(text(module))
    outside, texts = list(_outside(tree)), list(_texts(tree))
    nodes, found = list(ast_nodes(get_ast(text(module)))), []
    lines = text(module).splitlines()
    for operator in operators():
        name = type(operator).__name__
        nowhere = [*outside, *texts] if name.endswith(ORDERS) else outside
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        for nth, ((line, column), _) in enumerate(places):
            named = lines[line - 1].startswith("*,", column)  # arguments with names: no operator
            if not named and not any(a <= (line, column) < b for a, b in nowhere):
                found.append(Mutant(module, name, nth, line, column))
    return found


def modules(layer):
    """The modules of a layer that have code."""
    return sorted(
        str(path.relative_to(PACKAGE))
        for path in (PACKAGE / layer).rglob("*.py")
        if path.name != "__init__.py"
    )


def sample(layer, size, seed):
    """So many faults of a layer, each in another place; all of them without a size."""
    mutants = [mutant for module in modules(layer) for mutant in mutants_of(module)]
    mutants.sort(key=lambda mutant: mutant.order(seed))
    if size is None:
        return mutants
    taken, places = [], set()
    for mutant in mutants:
        place = mutant.module, mutant.line, mutant.column
        if place not in places and len(taken) < size:
            taken.append(mutant)
            places.add(place)
    return taken
