"""What is declared of the columns beside their kind: R's names, units, headings, what is left out.

R's tidy(), tables for readers and the reference pages are made from it.
"""

import importlib
import pkgutil
import re
from dataclasses import fields

import jointstats as js
from jointstats import labelled
from jointstats.labelled.result import Result
from jointstats.labelled.rows import Row

#: Of each row, the columns of which something is declared: the name in broom, (the unit), the
#: "heading", what stands for None, whether it is one of several by name, whether readers see it.
DECLARED = """
Anova: reason or  | f statistic | df1 num.df | df2 den.df | p_value p.value | p_adjusted adj.p.value
    | decided "shown" | p_value_normal "p (F)"
BayesStatement: share estimate; "expected share" | share_low conf.low | share_high conf.high |
    probability_lower "P lower" | probability_upper "P upper"
ClaimLook: n "data sets" | share estimate | share_low conf.low | share_high conf.high | e_value
    "e-value" | p_value p.value | p_value_opposite "p (against the opposite)" | decided "shown"
ClaimMeasure: n_better "better" | n_equal "equal" | n_worse "worse" | n_unknown "unknown" | rope (of
    the measure)
ComparedPair: p_adjusted adj.p.value; "corrected p" | wins_a by name | wins_b by name | ties by name
    | unknown by name | p_a by name | p_b by name | votes_a by name | votes_b by name
CorrectedT: mean_difference estimate; (of the measure) | error std.error; (of the measure) | t
    statistic | p_value p.value | p_adjusted adj.p.value | low conf.low; (of the measure) | high
    conf.high; (of the measure)
DatasetStatement: dataset "data set" | averaged or the same
Fewest: found or not found | datasets "data sets"
FriedmanPair: p_value p.value | p_adjusted adj.p.value | better left out | winner "better"; or open
FriedmanTest: chi2 statistic; "χ²" | p_value_chi2 p.value.asymptotic; "p (χ²)" | f statistic.f | df1
    num.df | df2 den.df | p_value_f p.value.f; "p (F)" | p_value p.value | draws left out |
    p_adjusted adj.p.value | decided "rejected"
GLRTStatement: share estimate; "observed share"
JointPair: n "data sets" | count "seen on" | statement or several share the first place | better
    left out
LeaderLook: n "data sets" | leader "leads" | share estimate | count_next "next" | p_value p.value |
    decided "certified"
LeaderboardRow: mean (of the measure); by name | median (of the measure); by name | sd (of the
    measure); by name | mean_rank by name | rank_low by name | rank_high by name | properties by
    name: known
LearnedMeasure: share estimate | p_value p.value | weights by name: weight | standardised by name
LikelihoodPair: n "data sets" | count "seen on" | statement or several share the first place |
    better left out | p_value p.value | p_value_asymptotic left out | p_value_worst left out |
    p_adjusted adj.p.value | decided "shown" | winner left out
ManovaPair: reason or  | df1 num.df | df2 den.df | p_value p.value | p_adjusted adj.p.value |
    decided "shown" | mean_difference (of the measure); by name
ManovaStatistic: df1 num.df | df2 den.df | p_value p.value
MardiaSample: a left out | b left out | rank left out | skewness_p_value left out | skewness_mcse
    left out | skewness_p_adjusted "p_adjusted" | skewness_p_asymptotic left out |
    skewness_p_small_sample left out | kurtosis_p_value left out | kurtosis_mcse left out |
    kurtosis_p_adjusted "p_adjusted" | kurtosis_p_asymptotic left out | kurtosis_p_small_sample left
    out | normal "may be normal" | reason left out
MeanDifference: mean_difference estimate; (of the measure) | error std.error; (of the measure) | t
    statistic | p_value p.value | p_adjusted adj.p.value
MeanPair: n left out | statement "leading statement"; or several share the first place | better left
    out | clear left out | p_value p.value | statistic statistic; left out | reason left out |
    p_adjusted adj.p.value | winner left out | n_dropped left out
MeanTest: b or hypothesis | mean_difference estimate; (of the measure); "mean a − b" | low conf.low;
    (of the measure) | high conf.high; (of the measure) | t statistic | df left out | p_value
    p.value; left out | p_adjusted adj.p.value | decided left out | better left out | winner
    "better"; or open
NetworkStatement: share estimate; "expected share" | share_low conf.low | share_high conf.high
NondominatedShare: share estimate | share_low conf.low | share_high conf.high
ParetoPair: price "price: more wins on"; or  | count_a "a dominates" | count_b "b dominates" |
    p_value p.value | p_adjusted adj.p.value | winner "more often"; or open
PosteriorPair: n "data sets" | count "seen on" | statement or several share the first place | better
    left out | probability_lower left out | probability_upper left out | decisive left out | decided
    "shown" | winner left out
PriorUsed: strength (data sets)
ProbableStatement: share estimate; "expected share" | share_low conf.low | share_high conf.high
QuadeTest: best or several | mean_ranks by name: mean_rank; left out | f statistic; "F" | df1 num.df
    | df2 den.df | p_value_f p.value.f; "p (F)" | p_value p.value | draws left out | p_adjusted
    adj.p.value; "p (Holm)" | decided "rejected"
RocArea: area estimate | standard_error std.error
RocDifference: difference estimate | standard_error std.error
SeparatePair: statistic left out | p_value p.value | method left out | better left out |
    median_difference estimate; (of the measure); "median a − b" | median_low conf.low; (of the
    measure) | median_high conf.high; (of the measure) | cliffs_delta "Cliff's delta" | p_adjusted
    adj.p.value | winner "better"; or open | n "data sets"
SeparateTest: statistic left out | p_value p.value; left out | method left out | better left out |
    median_difference estimate; (of the measure); "median a − b" | median_low conf.low; (of the
    measure) | median_high conf.high; (of the measure) | cliffs_delta "Cliff's delta" | p_adjusted
    adj.p.value | winner "better"; or open
Setting: limit left out | n_changed "pairs"
SignedOutcome: share_rope left out | prior left out | better left out | winner "better"; or open |
    probability_lower left out
SupposedStatement: share estimate
Worth: worth estimate | worth_low conf.low | worth_high conf.high
"""

#: Columns that a table leaves out where nobody asked for them: unknown in every row.
UNASKED = {
    "BayesStatement": ["probability_lower", "probability_upper"],
    "ClaimLook": ["p_value_opposite"],
    "ComparedPair": ["votes_a", "votes_b", "known"],
    "Lead": ["mcse"],
    "LeaderboardRow": ["equal", "properties"],
    "LikelihoodPair": ["p_value_worst", "n_dropped"],
    "MeanPair": ["n_dropped"],
    "PosteriorPair": ["probability_lower", "probability_upper", "decisive", "n_dropped"],
    "SeparatePair": ["n_dropped"],
    "SeparateTest": ["n"],
    "Unobserved": ["probability"],
}


def declared():
    """Class of rows to its columns and what is declared of them."""
    found = {}
    for line in re.sub(r"\n +", " ", DECLARED).strip().splitlines():
        kind, columns = line.split(": ", 1)
        found[kind] = dict(one.split(" ", 1) for one in columns.split(" | "))
    return found


def said(column):
    """What a column declares, in the words above."""
    parts = [
        column.broom,
        f"({column.unit})" if column.unit else "",
        f'"{column.heading}"' if column.heading else "",
        f"or {column.unknown}" if column.unknown != "–" else "",
        f"by name: {column.spread}" if isinstance(column.spread, str) else "",
        "by name" if column.spread is True else "",
        "" if column.shown else "left out",
    ]
    return "; ".join(part for part in parts if part)


def rows():
    """Every class of rows that a module of the package has."""
    for module in pkgutil.walk_packages(labelled.__path__, "jointstats.labelled."):
        importlib.import_module(module.name)
    found = [Row]
    for kind in found:
        found += kind.__subclasses__()
    return [kind for kind in found[1:] if kind.__module__.startswith("jointstats.")]


def test_rows_declare_what_readers_and_r_see_of_them():
    kinds = rows()
    assert {kind.__name__ for kind in kinds} >= {*declared(), *UNASKED}
    for kind in kinds:
        found = {column.name: said(column) for column in kind.columns()}
        assert {k: v for k, v in found.items() if v} == declared().get(kind.__name__, {}), kind
        optional = [one for one in fields(kind) if "column" in one.metadata and one.default is None]
        assert [one.name for one in optional] == UNASKED.get(kind.__name__, []), kind


#: What results keep for figures and further questions, and give to no other language.
KEPT = {
    "BayesResult": {"data"}, "GLRTResult": {"data"}, "NetworkResult": {"data"},
    "ClaimResult": {"data"}, "ParetoResult": {"data"},
    "LeaderboardResult": {"pairs", "data"}, "Comparison": {"data"},
    "RocResult": {"scores"},
}  # fmt: skip


def test_what_a_result_keeps_for_figures_is_no_part_of_it():
    every = [getattr(js, name) for name in js.__all__]
    public = [kind for kind in every if isinstance(kind, type) and issubclass(kind, Result)]
    assert {kind.__name__ for kind in public} > set(KEPT)
    for kind in public:
        kept = {one.name for one in fields(kind) if not one.metadata.get("plain", True)}
        assert kept == KEPT.get(kind.__name__, set()), kind
        assert all(not one.compare for one in fields(kind) if one.name == "data")
