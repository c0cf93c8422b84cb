"""The tests of the papers in the report of two algorithms: what each one says of all statements."""

from __future__ import annotations

from dataclasses import replace

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.labelled.joint.network_result import NetworkResult
from jointstats.labelled.joint.result import JointResult
from jointstats.presentation import tables
from jointstats.presentation.report import blocks, figures
from jointstats.words.beside_verdict import answer, heading

MOST = 12  # rows of a table of statements

_TITLES = {
    "glrt": "Likelihood-ratio test: is the most frequent statement the most common one?",
    "bayes": "Bayesian test: how probable is each statement to be the most common one?",
    "network": "Bayesian network: the same, after asking which measures depend on each other",
}


def section(result: Comparison) -> str:
    """The answer of each test, the statements, and the network of the measures."""
    if not result.tests:
        return ""
    said = (
        "A statement says who is better on which measure. The tests are those of Benavoli and de "
        f"Campos (2016) with their defaults. {heading(result)}"
    )
    return blocks.paragraph(said) + "".join(_part(result, name) for name in result.tests)


def _part(result: Comparison, name: str) -> str:
    test = result.tests[name]
    if not isinstance(test, JointResult):
        return ""
    said = f"<h3>{_TITLES[name]}</h3>{blocks.paragraph(answer(test))}"
    if isinstance(test, BayesResult):
        return said + figures.statements(result) + _statements(test)
    return said + figures.network(test) if isinstance(test, NetworkResult) else said


def _statements(test: BayesResult) -> str:
    """The most frequent statements, and how many others there are."""
    made = tables.table(replace(test, statements=test.statements[:MOST]))
    more, unseen = len(test.statements) - len(made.rows), test.unobserved
    notes = [f"{wording.plural(more, 'rarer statement')} not listed."] if more > 0 else []
    if unseen.states:
        p = unseen.probability
        known = f" (together probability {wording.probability(p)})" if p is not None else ""
        word = "possible statement was" if unseen.states == 1 else "possible statements were"
        notes.append(f"{wording.big(unseen.states)} {word} never seen{known}.")
    below = blocks.paragraph(" ".join(notes)) if notes else ""
    return blocks.table(made, "The statements, and how often") + below
