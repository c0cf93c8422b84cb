"""The decision "which test when" as a list that unfolds, for docs/which-test-when.md.

Plain HTML, which GitHub and the site both show: a question with several answers is a ``<details>``
element, an answer names the function to call. What a function gives is what its declaration says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape

from jointstats.labelled.declare import catalogue


@dataclass(frozen=True)
class Choice:
    """What a reader says or asks, and what to call then, or which choices follow.

    Attributes
    ----------
    says : str
        The reader's words.
    call : str
        The function, with the option that matters, if any; several are separated by "; ".
    then : tuple of Choice
        What is asked next.
    """

    says: str
    call: str = ""
    then: tuple[Choice, ...] = ()


def all_measures() -> Choice:
    """About all measures together."""
    statements = (
        Choice("Who is jointly better, on what, and how sure is that?", "compare_algorithms"),
        Choice("Which algorithms win, lose, or are unbeaten?", "leaderboard"),
        Choice("Which of all pairs differ?", "pairwise_tests"),
        Choice("What would change a verdict, and what would not?", "sensitivity"),
        Choice(
            "Which statement, such as “B is better on both”, is the most probable?",
            then=(
                Choice("a probability", "bayes_test"),
                Choice("a probability, using dependences among the measures", "network_test"),
                Choice("a p-value", "glrt_test"),
                Choice("a look whenever some data sets arrive", "watch_leader"),
            ),
        ),
        Choice(
            "Who is best on each measure?",
            'bayes_test(table, question="best"); glrt_test(table, question="best")',
        ),
        Choice("Is my algorithm the best?", 'bayes_test(table, question="control")'),
        Choice("Who is better on everything at once, and whom does nobody beat?", "pareto_test"),
        Choice(
            "Is A as accurate as B, and faster? (or another claim named beforehand)",
            then=(
                Choice("one look at the results", "claim_test"),
                Choice("a look whenever some data sets arrive", "watch_claim"),
            ),
        ),
        Choice(
            "Who wins most of many measures?",
            'compare_algorithms(table, groups=…, within="wins")',
        ),
        Choice(
            "Do the mean values differ? (differences are about normal)",
            then=(
                Choice("two algorithms", "hotelling_test"),
                Choice("more", "manova_test"),
                Choice("Are they normal?", "mardia_test"),
            ),
        ),
    )
    folds = (
        Choice("two algorithms", "hotelling_test(table, correction=…)"),
        Choice("more", "manova_test"),
        Choice("Which combination of measures tells them apart?", "learn_measures"),
    )
    return Choice(
        "About all measures together",
        then=(
            Choice("A row of my table is a data set: many problems, a value each", then=statements),
            Choice("A row is a fold: one problem, trained and tested again and again", then=folds),
        ),
    )


def one_measure() -> Choice:
    """About each measure alone."""
    orders = (
        Choice("a p-value of each pair", "sign_test"),
        Choice("all algorithms at once, with mean ranks", "friedman_test"),
        Choice("a probability, or practical equality", "bayes_sign_test"),
        Choice("a worth for each algorithm", "plackett_luce_test"),
    )
    return Choice(
        "About each measure alone",
        then=(
            Choice("A row is a data set, and differences may be compared in size", "wilcoxon_test"),
            Choice("A row is a data set; only better or worse counts, or runs failed", then=orders),
            Choice("A row is a fold of one data set", "corrected_t_test"),
        ),
    )


def table() -> Choice:
    """Before any test: what is in the file."""
    return Choice(
        "First: how do my results become a table?",
        then=(
            Choice("a row for each data set and algorithm", "results_table"),
            Choice(
                "a row for each data set, a column for each algorithm", "results_table(dataset=…)"
            ),
            Choice("a row for each algorithm: a leaderboard", "results_table(algorithm=…)"),
            Choice("a row for each fold of one data set", "results_table(fold=…)"),
            Choice("folds or seeds of many data sets", "results_table(runs=…, run_kind=…)"),
            Choice("data sets that are related", "results_table(cluster=…)"),
            Choice(
                "known of an algorithm itself, such as its price",
                "results_table(per_algorithm=…)",
            ),
            Choice(
                "some results are not there, whatever they would be",
                'results_table(missing="unknown")',
            ),
            Choice("some runs failed", 'results_table(missing="worst")'),
        ),
    )


def planning() -> Choice:
    """Before the experiments, and after them."""
    return Choice(
        "Before and beside the tests",
        then=(
            Choice("How many data sets do I need?", "plan_datasets"),
            Choice("How well do the joint tests tell a winner from chance?", "simulate_roc"),
        ),
    )


def whole() -> list[Choice]:
    """The whole list; a declared test that it does not name stands with those of its family."""
    first = [all_measures(), one_measure(), planning(), table()]
    known = functions(tuple(first))
    for one in catalogue().values():
        if one.name not in known:
            place = {"single": 1, "studies": 2}.get(one.family, 0)
            asked = Choice(one.asks, one.name)
            first[place] = replace(first[place], then=(*first[place].then, asked))
    return first


def decision(gives: dict[str, str]) -> str:
    """The whole list as HTML; `gives` says of a function what it answers with."""
    return "\n".join(_unfolding(choice, gives, opened=number == 0)
                     for number, choice in enumerate(whole()))  # fmt: skip


def functions(choices: tuple[Choice, ...] | None = None) -> set[str]:
    """The names of all functions in the list."""
    chosen = whole() if choices is None else choices
    found = {name for choice in chosen for name in re.findall(r"^\w+|(?<=; )\w+", choice.call)}
    return found.union(*(functions(choice.then) for choice in chosen if choice.then), set())


def _unfolding(choice: Choice, gives: dict[str, str], opened: bool = False) -> str:
    inner = [choice for choice in choice.then if not choice.then]
    parts = [f'<details class="decision"{" open" if opened else ""}>',
             f"<summary>{escape(choice.says, quote=False)}</summary>"]  # fmt: skip
    if inner:
        parts += ["<ul>", *(_answer(one, gives) for one in inner), "</ul>"]
    parts += [_unfolding(one, gives) for one in choice.then if one.then]
    return "\n".join([*parts, "</details>"])


def _answer(choice: Choice, gives: dict[str, str]) -> str:
    calls = choice.call.split("; ")
    told = gives.get(re.match(r"\w+", calls[0])[0], "") if len(calls) == 1 else ""
    code = " or ".join(f"<code>{escape(call, quote=False)}</code>" for call in calls)
    small = f" <small>{escape(told, quote=False)}</small>" if told else ""
    return f"<li>{escape(choice.says, quote=False)} → {code}{small}</li>"
