"""A question whose answers are known, asked of small tables."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import jointstats as js
from jointstats.labelled.sensitivity.questions import Question, Statement
from jointstats.labelled.sensitivity.search import Search


def about(*names, said="x"):
    return Statement(names, said)


@dataclass(frozen=True)
class Known(Question):
    """Decides what it is told to; keeps what it was asked."""

    says: Callable = lambda table, **other: ()

    def decided(self, table, **other):
        return tuple(self.says(table, **other))

    def levels(self, table):
        return self.says(table)


def known(says=None, *, of="glrt_test", control=None, by_pairs=True, **options):
    return Known(of, options, 0.05, control, by_pairs, says or (lambda table, **other: ()))


def table(l=2, n=3, measures="x", values=None, **options):
    rng = np.random.default_rng(0)
    names = "ABCDEFGH"[:l]
    made = {name: rng.normal(size=(n, len(measures))) for name in names}
    return js.results_table(
        made if values is None else values, measures=dict.fromkeys(measures, "max"), **options
    )


def searched(question, data, most=200, **more):
    return Search(question, data, question.decided(data), most, **more)
