"""What runs say of pairs, in words."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.findings import runs
from jointstats.labelled.joint.runs import PROBABLE
from jointstats.words.forms import Answers, brief, sentences
from jointstats.words.phrases import MOST_NAMES, short


@sentences.register
def _(finding: runs.RunsLean) -> list[str]:
    pairs = wording.plural(finding.n_tests, "pair")
    return [
        f"The runs lean to a statement on {finding.n_leaning} of {pairs} (probability of being the "
        f"most probable statement at least {1 - finding.alpha:g}; each pair by itself). Runs lean, "
        "they decide nothing."
    ]


@sentences.register
def _(finding: runs.RunsOpen) -> list[str]:
    return [_left_open(finding)]


@brief.register
def _(finding: runs.RunsOpen) -> Answers:
    return Answers(how_sure=_left_open(finding))


def _left_open(finding: runs.RunsOpen) -> str:
    rows = finding.pairs
    n = rows[0].n
    if len(rows) == 1:
        wrong = wording.expected(finding.expected_wrong[0])
        return (
            f"On {finding.n_open[0]} of {wording.plural(n, 'data set')} the runs leave open what "
            f"they say of {wording.listing([rows[0].a, rows[0].b])} (no statement has a "
            f"probability of {PROBABLE:g}); the averages are expected to mislead on {wrong}."
        )
    order = sorted(range(len(rows)), key=lambda i: -finding.n_open[i])
    same = all(row.n == n for row in rows)
    of = {i: "" if same else f" of {rows[i].n}" for i in order}
    named = [f"{short(rows[i])} on {finding.n_open[i]}{of[i]}" for i in order]
    start = f"Of {wording.plural(n, 'data set')}" if same else "Of the data sets of each pair"
    if len(named) > MOST_NAMES + 1:
        return (
            f"{start} the runs leave open what they say (no statement has a probability of "
            f"{PROBABLE:g}) on {min(finding.n_open)} to {max(finding.n_open)}, most for "
            f"{short(rows[order[0]])}."
        )
    return (
        f"{start} the runs leave open what they say (no statement has a "
        f"probability of {PROBABLE:g}): {wording.listing(named)}."
    )
