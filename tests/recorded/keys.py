"""How today's answers follow from the recorded ones: the map of old keys to new ones.

Whoever renames a key, adds one or changes a number says so here, with the cause; everything else
must stay equal to the last bit. All tables are by name of the test, as results give it in ``test``
(``"*"``: every result), and hold wherever such a result stands, also inside another one. The
answers of functions whose results have no ``to_dict`` go by ``"statement_counts"``,
``"results_table"`` and ``"measures_from_confusion"``.

A path is written with dots; ``*`` stands for one position of a list, or one name; a path means
all that lies below it, too. Where several paths fit, the longest counts. New paths hold as many
``*`` as old ones, filled in the same order. Long lists of rows are recorded by their first rows
and, in one more row, by a digest of each column of the rest: the same paths fit both.

Nothing is chained: ``{"p_value": "p_value_asymptotic", "p_value_exact": "p_value"}`` swaps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# How the recorded calls are spelled today: function to its new name ...
FUNCTIONS: dict[str, str] = {}

# ... and (old) function to old option to new option.
OPTIONS: dict[str, dict[str, str]] = {}

# Test to old path to new path.
RENAMED: dict[str, dict[str, str]] = {
    "glrt": {"p_value": "p_value_asymptotic", "p_value_exact": "p_value"},
    "pareto": {"pairs.*.p_value_exact": "pairs.*.p_value"},
    "plackett_luce": {"decided": "decided_on"},
}

# Test to (new) path to old value to new value: names among the values, such as a schema's number.
VALUES: dict[str, dict[str, dict[Any, Any]]] = {"*": {"schema": {1: 2}}}

# Test to (new) path that the record lacks, and why it was added.
_LEVEL = "the level of intervals is an option, and part of the result; it was 0.95 always"
_CLAIMS = "what is shown of pairs, with one error rate over all claims, and to whom the data lean"
_BY_DECLARATION = "a call names every option, said or by default"

ADDED: dict[str, dict[str, str]] = {
    test: {"level": _LEVEL, "call.level": _LEVEL}
    for test in ("glrt", "bayes", "network", "pareto", "plackett_luce", "sign", "wilcoxon",
                 "bayes_sign", "corrected_t", "hotelling")
} | {
    "plan": {"call.algorithms": _BY_DECLARATION},
    "compare": {"call.on": _BY_DECLARATION} | dict.fromkeys(("decided", "wins", "open", "expected_wrong"), _CLAIMS),
}  # fmt: skip

# Test to (old, as renamed) path that is no longer there, and why.
REMOVED: dict[str, dict[str, str]] = {"plan": {"call.truth": "data are no part of a call"}}

# Test to (new) path that may be absent where it was None, or None where it was absent, and why.
_BOUNDS = "a column of the imprecise prior, unknown with any other"

OPTIONAL: dict[str, dict[str, str]] = {
    "bayes": {
        "statements.*.probability_lower": _BOUNDS,
        "statements.*.probability_upper": _BOUNDS,
        "lead.mcse": "a column of the network test, whose lead is sampled",
    },
    "pairwise": {
        "pairs.*.n_dropped": "a column of cases='pairwise', where pairs differ in their data sets",
        "pairs.*.probability_lower": "a column of the Bayesian test, unknown by the network test",
        "pairs.*.probability_upper": _BOUNDS,
    },
}


@dataclass(frozen=True)
class Change:
    """A known difference.

    Attributes
    ----------
    test : str
        Name of the test, or ``"*"``.
    path : str
        Where its values differ, by the new names; ``"error"``: the call raises something else,
        or raises where it did not, or no longer does.
    cause : str
        Why, in a sentence.
    calls : str
        Which calls, as a pattern of the shell over their names (default: all).
    """

    test: str
    path: str
    cause: str
    calls: str = "*"


# Known differences of numbers and names; of an error, `test` is the name of the function.
ALPHA = "intervals are of level 0.95 whatever alpha is: level= asks for another."
SEED = "rng = 0 is the default everywhere, and the call says it where nothing was random."
FEWER = "100 statements are listed instead of 1000, the others are counted together."
CHANGES: list[Change] = [
    Change("hotelling", "tests.*.low", ALPHA, "*alpha=*"),
    Change("hotelling", "tests.*.high", ALPHA, "*alpha=*"),
    Change("hotelling", "region.level", ALPHA, "*alpha=*"),
    Change("hotelling", "region.radii", ALPHA, "*alpha=*"),
    Change("hotelling", "region.critical", ALPHA, "*alpha=*"),
    Change("corrected_t", "tests.*.low", ALPHA, "*alpha=*"),
    Change("corrected_t", "tests.*.high", ALPHA, "*alpha=*"),
    Change(
        "network",
        "call.structure",
        "a call repeats the result: with the arcs that were given.",
        calls="*structure=[[]*",
    ),
    Change("hotelling", "call.rng", SEED),
    Change("learned", "call.rng", SEED),
    # The rest of a long list is recorded by a digest, here after ten statements.
    *(
        Change(test, path, FEWER, calls)
        for test in ("glrt", "bayes", "network")
        for path in ("statements.10", "unobserved")
        for calls in ("weka *", "r101 *", "r010 network_test*", "r108 network_test*")
    ),
]

# Known differences of words: verdict, findings, warnings, summary ...
CLAIMS = "the sentences of a comparison are about claims that are shown, leanings and open pairs."
WORDS: list[Change] = [
    *(Change("compare", path, CLAIMS) for path in ("verdict", "findings", "report_text",
                                                   "warnings", "summary")),
    *(Change(test, "summary", FEWER) for test in ("glrt", "bayes", "network", "compare")),
    Change("pareto", "summary", '"95 % interval" with a space, as in all other results.'),
    Change("compare", "summary", "with the imprecise prior the bounds of each statement's "
           "probability, of which the lower decides.", calls="*prior='imprecise'*"),
    Change("hotelling", "summary", ALPHA, "*alpha=*"),
    Change("corrected_t", "summary", ALPHA, "*alpha=*"),
    *[Change(test, "warned", "the warning of ties has a class of its own, and is sorted by it.")
      for test in ("glrt", "bayes")],
    Change("pairwise", "warned", "what a result warns of is given to Python's warnings, too."),
]  # fmt: skip


@dataclass(frozen=True)
class Rewording:
    """Words that were changed for others wherever they stand, and nothing else around them.

    Attributes
    ----------
    old, new : str
        A regular expression, and what stands for it now.
    cause : str
    """

    old: str
    new: str
    cause: str


LAYOUT = "long statements are filled to 92 columns, their indent among them."
_HEADINGS = "columns of intervals say their level."
REWORDINGS: list[Rewording] = [
    Rewording(r"\b1 of (\d+) data sets have ties", r"1 of \1 data sets has ties",
              "one data set has ties, several have."),
    Rewording("confirms none of them: they are leads, not proof",
              "does not confirm it: it is a lead, not proof",
              "one decision is not called several."),
    Rewording(r"\(to_frame\(\) lists up to 1000\)", "(to_frame() lists up to 100)", FEWER),
    Rewording(r"(statements? never seen), probability together \S+", r"\1",
              "where some statements seen are not listed, those never seen have no sum apart."),
    Rewording(r"(median difference \w+ − \w+|Cliff's delta)(?=\s)", r"\1 [95 %]", _HEADINGS),
]  # fmt: skip
