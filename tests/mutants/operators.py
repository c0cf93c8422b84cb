"""Faults beyond those of Cosmic Ray: one of a pair of names for the other, an argument left out.

Cosmic Ray has arithmetic, comparisons, numbers, `not`, `and`, loops; these two are what goes wrong
in statistics: a smallest for a largest, a left tail for a right one, an option not handed on.
"""

from cosmic_ray.operators.operator import Operator

PAIRS = [
    ("min", "max"),
    ("any", "all"),
    ("minimum", "maximum"),
    ("argmin", "argmax"),
    ("floor", "ceil"),
    ("less", "greater"),
    ("less_equal", "greater_equal"),
    ("logical_and", "logical_or"),
    ("zeros", "ones"),
    ("cdf", "sf"),
    ("sum", "max"),
    ("union", "intersection"),
    ("lower", "upper"),
    ("left", "right"),
    ("first", "second"),
    ("exp", "expm1"),
    ("log", "log1p"),
]
OTHER = {a: b for a, b in PAIRS} | {b: a for a, b in PAIRS}


class Twin(Operator):
    """A name, or the word of a string, replaced by its counterpart."""

    def mutation_positions(self, node):
        """Where one stands: used, not given a value or declared."""
        word = node.value.strip("'\"") if node.type == "string" else getattr(node, "value", None)
        if node.type in ("name", "string") and word in OTHER and self.read(node):
            yield node.start_pos, node.end_pos

    @staticmethod
    def read(node):
        """Functions that are called, attributes, words that are compared or handed over."""
        if node.type == "string":
            return node.parent.type in ("comparison", "argument", "arglist", "trailer")
        call = node.get_next_leaf()
        return call is not None and call.value == "(" and node.parent.type != "funcdef"

    def mutate(self, node, index):
        """The other one."""
        word = node.value.strip("'\"")
        node.value = node.value.replace(word, OTHER[word])
        return node

    @classmethod
    def examples(cls):
        """None: tests/python/test_mutants.py has them."""
        return ()


class ArgumentLeftOut(Operator):
    """A keyword argument that a call does not hand on."""

    def mutation_positions(self, node):
        """Each named argument of a call with several."""
        if node.type == "arglist":
            for argument in node.children[::2]:
                if argument.type == "argument" and argument.children[1] == "=":
                    yield argument.start_pos, argument.end_pos

    def mutate(self, node, index):
        """Without it, and without a comma next to it."""
        named = [
            at
            for at, child in enumerate(node.children)
            if child.type == "argument" and child.children[1] == "="
        ]
        at = named[index]
        start = max(at - 1, 0)
        del node.children[start : start + 2]
        return node

    @classmethod
    def examples(cls):
        """None: tests/python/test_mutants.py has them."""
        return ()
