"""How today's answers follow from the recorded ones: the map of old keys to new ones.

Whoever renames a key, adds one or changes a number says so here, with the cause; everything else
must stay equal. All tables are by name of the test, as results give it in ``test``
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

import math
from dataclasses import dataclass
from typing import Any

from inputs import random_names, source

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
VALUES: dict[str, dict[str, dict[Any, Any]]] = {
    "*": {"schema": {1: 2}},
    "network": {"call.ties": {"split": "auto"}},  # the default
    "pairwise": {"call.cases": {"common": "auto"}},  # the default
}

# Test to (new) path that the record lacks, and why it was added.
_LEVEL = "the level of intervals is an option, and part of the result; it was 0.95 always"
_CLAIMS = "what is shown of pairs, with one error rate over all claims, and to whom the data lean"
_BY_DECLARATION = "a call names every option, said or by default"
_CLAIM_PLAN = "a claim can be planned: the share on which it holds, and how it would be tested"
_CLAIM_PLANS = [
    f"{where}{name}"
    for where in ("", "call.")
    for name in ("claim_share", "threshold", "alternative")
]
_UNIT_PLAN = "a plan can suppose noisy runs, and families of data sets, and says what they take"
_UNIT_PLANS = [
    f"{where}{name}"
    for where in ("", "call.")
    for name in ("n_runs", "noise", "cluster_size", "cluster_correlation")
] + ["designs"]

_BY_F = "sign flips decide a MANOVA in blocks, and the p-value of F has a key of its own"

ADDED: dict[str, dict[str, str]] = {
    test: {"level": _LEVEL, "call.level": _LEVEL}
    for test in ("glrt", "bayes", "network", "pareto", "plackett_luce", "sign", "wilcoxon",
                 "bayes_sign", "corrected_t", "hotelling")
} | {
    "manova": {
        "p_value_normal": _BY_F,
        "anovas.*.p_value_normal": _BY_F,
        "mcse": "whatever may be sampled says its Monte Carlo error",
    },
    "plan": {"call.algorithms": _BY_DECLARATION}
    | dict.fromkeys(_CLAIM_PLANS, _CLAIM_PLAN)
    | dict.fromkeys(_UNIT_PLANS, _UNIT_PLAN),
    "compare": {"call.on": _BY_DECLARATION}
    | dict.fromkeys(("decided", "wins", "open", "expected_wrong", "level_shares"), _CLAIMS),
}  # fmt: skip
_TIES = "what ties are on each measure, an outcome or split, is an option and part of the result"
for _test in ("glrt", "bayes", "network", "compare", "pairwise"):
    ADDED.setdefault(_test, {}).update({"call.ties": _TIES, "tie_rules": _TIES})

_RULE = "the Bayesian test has two rules, and says which one decides, by what number."
_LEAD = "the lead is one over all other statements, as a ratio."
_CHOSEN = "the share of a statement that was chosen has an interval that covers."
_PARETO = "pairs are decided by an exact p-value, corrected for their number."
_WORST = "what ties could hide at worst stands beside the exact p-value."
for _test, _paths in {
    "bayes": {"rule": _RULE, "decisive": _RULE, "threshold": _RULE, "call.rule": _RULE,
              "lead.ratio": _LEAD, "call.lead_ratio": _LEAD, "chosen_share": _CHOSEN},
    "network": {"lead.ratio": _LEAD, "call.lead_ratio": _LEAD, "chosen_share": _CHOSEN},
    "pairwise": {"pairs.*.p_value_worst": _WORST, "call.rule": _RULE, "pairs.*.decisive": _RULE,
                 "pairs.*.rule": _RULE},
    "compare": {"call.rule": _RULE},
    "plan": {"call.rule": _RULE},
    "glrt": {"p_value_worst": _WORST},
    "pareto": {"p_adjust": _PARETO, "call.p_adjust": _PARETO, "pairs.*.p_adjusted": _PARETO},
}.items():  # fmt: skip
    ADDED[_test] = ADDED.get(_test, {}) | _paths

ADDED["compare"]["leaderboard"] = "a row for each algorithm, from what is shown of its pairs"

_RUNS = "what runs say is an option of the Bayesian test: averages, by default."
for _test in ("bayes", "pairwise"):
    ADDED[_test]["call.runs_as"] = _RUNS

_KEPT = "a table keeps the families of its data sets, its runs, and what a format tells of it"
ADDED["learned"] = ADDED.get("learned", {}) | {
    f"{part}.{kept}": _KEPT
    for part in ("fitted", "taught", "applied")
    for kept in ("families", "all_runs", "notes")
}
_FAMILIES = "what families of data sets are worth stands beside the answer; none where none are"
for _test in (
    "glrt",
    "bayes",
    "network",
    "claim",
    "each",
    "sign",
    "wilcoxon",
    "compare",
    "pairwise",
):
    ADDED.setdefault(_test, {})["families"] = _FAMILIES
_GROUPS = "what is claimed may be about groups of measures; none unless they are named"
for _test in ("claim", "compare"):
    ADDED[_test] |= {"groups": _GROUPS, "call.groups": _GROUPS, "call.within": _GROUPS}
_PROPERTIES = "what is known of the algorithms, such as a price, stands beside their results"
ADDED["compare"]["properties"] = _PROPERTIES
ADDED["learned"] |= {f"{part}.properties": _PROPERTIES for part in ("fitted", "taught", "applied")}
_NOTES = "a table says what a reader of files counted and left out; nothing where none did"
ADDED["learned"] |= {f"{part}.notes": _NOTES for part in ("fitted", "taught", "applied")}
ADDED["glrt"]["mcse"] = "whatever may be sampled says its Monte Carlo error"

# Test to (old, as renamed) path that is no longer there, and why.
REMOVED: dict[str, dict[str, str]] = {
    "plan": {"call.truth": "data are no part of a call"},
    "bayes": {"lead.delta": _LEAD, "call.delta": _LEAD},
    "network": {"lead.delta": _LEAD, "call.delta": _LEAD},
}

# Test to (new) path that may be absent where it was None, or None where it was absent, and why.
_BOUNDS = "a column of the imprecise prior, unknown with any other"

_UNKNOWN = "only where results are missing and every test uses what is there"

OPTIONAL: dict[str, dict[str, str]] = {
    "claim": {"runs": "only where a table keeps its runs"},
    "sign": {"tests.*.n": _UNKNOWN},
    "wilcoxon": {"tests.*.n": _UNKNOWN},
    "compare": {"separate.*.tests.*.n": _UNKNOWN},
    "bayes": {
        "unknown": _UNKNOWN,
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
    within : float
        How far apart numbers may be (default: they are other numbers), above 1 in proportion.
    """

    test: str
    path: str
    cause: str
    calls: str = "*"
    within: float = math.inf


# Known differences of numbers and names; of an error, `test` is the name of the function.
ALPHA = "intervals are of level 0.95 whatever alpha is: level= asks for another."
SEED = "rng = 0 is the default everywhere, and the call says it where nothing was random."
FEWER = "100 statements are listed instead of 1000, the others are counted together."
DECIDES = "the lower bound decides, which implies an exact p of at most alpha."
CLOSED = "against a single rival the bound is in closed form: its last digits."
LATTICE = "all pairs' Bayesian tests share the nodes of one quadrature: last digits."
TELLS = "the prior is of the data sets that tell, Beta(s/2, s/2)."
APART = "where one algorithm is better in every comparison, Cliff's delta is not certain."
GIVEN_TIES = (
    "Wilcoxon's test is exact with equal or zero differences, which R approximates, and those that "
    "are equal but for rounding have one rank; what is not exact is called approximate."
)
BY_WILCOXON = "* pairwise_tests(*test='wilcoxon'*"
FLIPS = (
    "sign flips of whole data sets decide a MANOVA in blocks, of all measures and of each; F "
    "and the exchange of algorithms within data sets reject too often if one of these is noisier."
)
OUTCOME = "ties of two algorithms on a measure with a rope are an outcome of their own."
HALVES = (
    "a tie counts half for each of a pair, whoever else is compared; with a rope it was shared "
    "among the orderings of all."
)
MEANS = "means of folds are exactly rounded sums: other last digits."
SEQUENCE = "rows are added up by their names, not by their places in the table: other last digits."
EXACT_SUMS = "sums of whole numbers are exact: other last digits."
AVERAGED = (
    "of tables too large to be drawn whole the search draws less, and leading statements are "
    "averaged over their own entries: other random numbers, the same probabilities within mcse."
)
# The tables of which that is so.
LARGE = ("r042", "r043", "r097", "r122", "r160", "r174", "r181")
# The random tables that have a rope.
ROPED = [name for name in random_names() if "rope" in source(name).traits]
# Those with data sets left out.
GAPS = [name for name in random_names() if {"drop", "worst"} & {*source(name).traits}]
USED = "the first line says how many of how many data sets are used."
CHANGES: list[Change] = [
    *[
        Change("learned", f"learned.*.{name}.*", "no weight is a zero with a sign.")
        for name in ("weights", "standardised")
    ],
    *(Change(test, "error", _LEAD, "*delta=*") for test in ("bayes_test", "network_test")),
    *(
        Change(test, path, _LEAD)
        for test in ("bayes", "network")
        for path in ("lead.probability", "lead.mcse")
    ),
    Change("glrt", "share.low", _CHOSEN),
    *(
        Change(test, path, DECIDES)
        for test, path in (
            ("bayes", "decided"),
            ("pairwise", "pairs.*.decided"),
            ("pairwise", "pairs.*.winner"),
            ("pairwise", "expected_wrong"),
            ("plan", "chances"),
            ("plan", "needed"),
        )
    ),
    Change("bayes", "probability_lower", CLOSED),
    Change("bayes", "probability", CLOSED, "*prior='imprecise'*"),
    Change("pairwise", "pairs.*.probability_lower", CLOSED),
    Change("pairwise", "pairs.*.probability", CLOSED, "*prior='imprecise'*"),
    *(
        Change("bayes", path, LATTICE, within=1e-12)
        for path in (
            "probability",
            "unobserved.probability",
            "statements.*.probability",
            "statements.*.probability_lower",
            "statements.*.probability_upper",
        )
    ),
    Change("pairwise", "pairs.*.probability", LATTICE, within=1e-12),
    Change("pairwise", "pairs.*.probability_upper", LATTICE, within=1e-12),
    Change("pareto", "pairs.*.probability", TELLS),
    Change("pareto", "pairs.*.winner", _PARETO),
    *(
        Change("pareto", path, HALVES, f"{name} compare_algorithms(*")
        for name in ROPED
        for path in ("pairs.*.count_a", "pairs.*.count_b", "pairs.*.p_value", "nondominated")
    ),
    *(
        Change("manova", path, FLIPS)
        for path in (
            "p_value",
            "exact",
            "decided",
            "permutation",
            "anovas.*.p_value",
            "anovas.*.p_adjusted",
            "anovas.*.decided",
        )
    ),
    Change("wilcoxon", "tests", GIVEN_TIES),
    Change("compare", "separate", GIVEN_TIES),
    Change("pairwise", "pairs", GIVEN_TIES, BY_WILCOXON),
    *(
        Change(test, "*", OUTCOME, f"{name}*")
        for name in ROPED
        for test in ("glrt", "bayes", "network", "pairwise", "statement_counts")
    ),
    *(
        Change(test, "*", MEANS, "weka_folds*")
        for test in ("learned", "hotelling", "manova", "mardia", "pairwise", "sign", "wilcoxon")
    ),
    Change("compare", "separate", MEANS, "weka_folds*"),
    *(
        Change(test, "*", SEQUENCE, within=1e-8)
        for test in ("hotelling", "manova", "mardia", "learned", "corrected_t")
    ),
    *(
        Change("pairwise", f"pairs.*.{name}", SEQUENCE, "*test='hotelling'*", within=1e-8)
        for name in ("statistic", "p_value", "p_adjusted")
    ),
    *(
        Change(test, f"{rows}.*.{name}", EXACT_SUMS, within=1e-14)
        for test, rows in (
            ("sign", "tests"),
            ("wilcoxon", "tests"),
            ("pairwise", "pairs"),
            ("compare", "separate.*.tests"),
        )
        for name in ("cliffs_low", "cliffs_high")
    ),
    *(
        Change("sign", f"tests.*.{name}", APART, f"{table} *")
        for table in ("r008", "r017", "r047", "r083", "r095", "r179")
        for name in ("cliffs_low", "cliffs_high")
    ),
    Change(
        "bayes_test",
        "error",
        "a vector of masses has one for each statement, of which ties as outcomes make more.",
        "r006*",
    ),
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
    *(
        Change("network", path, AVERAGED, f"{name} network_test(*")
        for name in LARGE
        for path in (
            "components",
            "statements",
            "tied_best",
            "unobserved",
            "average",
            "probability",
            "mcse",
        )
    ),
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
DIGITS = "a probability has three digits in a sentence; in tables it keeps its four."
VOCABULARY = "one vocabulary everywhere: what a test decides is shown, what it does not is open."
LIMITS = "a study's limits stand beside approximate results, and priors beside probabilities."
WORDS: list[Change] = [
    *(
        Change(test, path, LIMITS)
        for test in ("friedman", "corrected_t", "hotelling", "wilcoxon", "learned", "pareto",
                     "bayes_sign")
        for path in ("warnings", "warned", "verdict", "summary")
    ),
    *(
        Change(test, path, VOCABULARY)
        for test in ("sign", "wilcoxon", "friedman", "mardia", "hotelling", "manova", "learned",
                     "corrected_t", "bayes_sign")
        for path in ("verdict", "summary")
    ),
    *(Change("compare", path, CLAIMS) for path in ("verdict", "findings", "report_text",
                                                   "warnings", "summary")),
    *(
        Change(test, path, "decisions, leads and shares of chosen statements are worded anew.")
        for test in ("bayes", "network", "glrt", "pairwise", "pareto", "plackett_luce", "compare",
                     "plan")
        for path in ("verdict", "summary", "findings", "warnings", "warned", "report_text")
    ),
    *(Change("bayes_sign", path, DIGITS) for path in ("verdict", "summary", "warnings", "warned")),
    *(Change("manova", path, FLIPS)
      for path in ("assumes", "verdict", "summary", "warnings", "warned")),
    *(Change("compare", path, FLIPS, "* compare_algorithms(*normal=True*")
      for path in ("findings", "report_text", "warnings")),
    Change("wilcoxon", "verdict", GIVEN_TIES),
    Change("wilcoxon", "summary", GIVEN_TIES),
    Change("pairwise", "verdict", GIVEN_TIES, BY_WILCOXON),
    Change("pairwise", "summary", GIVEN_TIES, BY_WILCOXON),
    Change("compare", "separate", GIVEN_TIES),
    *(Change("compare", path, GIVEN_TIES, f"{table} compare_algorithms(*")
      for path in ("findings", "report_text") for table in ("weka", "r133", "r181")),
    *(
        Change(test, path, "what is said of ties: no claim that the p-value is conservative, and "
               "ties='equal' is recommended where many are split.")
        for test, paths in {
            "glrt": ["warnings", "warned"], "bayes": ["warnings", "warned"],
            "network": ["warnings", "warned"], "compare": ["warnings"],
            "pairwise": ["warnings", "summary"],
        }.items()
        for path in paths
    ),
    *(
        Change(test, "*", OUTCOME, f"{name}*")
        for name in ROPED
        for test in ("glrt", "bayes", "network", "pairwise", "compare")
    ),
    *(Change(test, "summary", FEWER) for test in ("glrt", "bayes", "network", "compare")),
    Change("pareto", "summary", '"95 % interval" with a space, as in all other results.'),
    Change("compare", "summary", "with the imprecise prior the bounds of each statement's "
           "probability, of which the lower decides.", calls="*prior='imprecise'*"),
    Change("hotelling", "summary", ALPHA, "*alpha=*"),
    Change("corrected_t", "summary", ALPHA, "*alpha=*"),
    *[Change(test, "warned", "the warning of ties has a class of its own, and is sorted by it.")
      for test in ("glrt", "bayes")],
    *(Change("*", "summary", USED, f"{name}*") for name in GAPS),
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
_SPLIT = "a data set with a tie is not called split."
_HEADINGS = "columns of intervals say their level."
REWORDINGS: list[Rewording] = [
    Rewording(r"Not decided: (the [^(]*) may be normal \(",
              r"Not decided: no departure from normality is shown for \1 (",
              "a large p-value does not say that anything is normal."),
    Rewording(r"data set with a split result", "data set that is split or tied", _SPLIT),
    Rewording(r"data sets with a split result", "data sets that are split or tied", _SPLIT),
    Rewording(r"(?<=[\d ])split\)", "split or tied)", _SPLIT),
    Rewording(r"(?<=: all are split)\.", " or tied.", _SPLIT),
    Rewording(r"\b1 of (\d+) data sets have ties", r"1 of \1 data sets has ties",
              "one data set has ties, several have."),
    Rewording("confirms none of them: they are leads, not proof",
              "does not confirm it: it is a lead, not proof",
              "one decision is not called several."),
    Rewording(r"\(to_frame\(\) lists up to 1000\)", "(to_frame() lists up to 100)", FEWER),
    Rewording(r"(statements? never seen), probability together \S+", r"\1",
              "where some statements seen are not listed, those never seen have no sum apart."),
    Rewording("each with its own test:",
              "each with its own test, which takes this graph\nfor the true one:",
              "the probability of a group holds if the graph is the true one."),
    Rewording(r"(median difference \w+ − \w+)(?=\s)", r"\1 [95 %]", _HEADINGS),
    Rewording(r"(Cliff's delta)(?=\s)", r"\1 [about 95 %]", _HEADINGS),
]  # fmt: skip


def forget() -> None:
    """Know of no change, as is right where both answers are of today."""
    for table in (RENAMED, VALUES, ADDED, REMOVED, OPTIONAL, CHANGES, WORDS, REWORDINGS):
        table.clear()
