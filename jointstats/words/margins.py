"""What would change a verdict, in words: for the report's last answer."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.compare.pair_claim import PairClaim
from jointstats.labelled.findings.kinds import Margins
from jointstats.labelled.joint.margin import Margin
from jointstats.words.forms import Answers, brief, sentences
from jointstats.words.phrases import short


@sentences.register
def _(finding: Margins) -> list[str]:
    alone = len(finding.algorithms) == 2
    said = []
    if finding.undone is not None and finding.undone_by is not None:
        said.append(_undone(finding.undone, finding.undone_by, alone=alone))
    if finding.next is not None:
        said.append(_shown(finding.next, finding.shown_by, alone=alone))
    return [" ".join(filter(None, said)) or "More data sets."]


@brief.register
def _(finding: Margins) -> Answers:
    return Answers(what_would_change=sentences(finding)[0])


def _undone(row: PairClaim, found: Margin, *, alone: bool) -> str:
    """How many other results would undo the claim."""
    which = "the claim" if alone else f"the claim about {short(row)}"
    return (
        f"If {wording.count(found.data_sets or 0)} of the data sets that show it had shown the "
        f"opposite, {which} would no longer be shown."
    )


def _shown(row: PairClaim, found: Margin | None, *, alone: bool) -> str:
    """How many more data sets of the same kind would show something."""
    if row.winner is None or found is None or found.data_sets is None:
        return ""
    one = len(row.wins_a) == 1
    what = "group" if row.grouped else "measure"
    every = "" if one else f" on every {what}"
    if not (one or row.of_sweeps):
        every = f" on some {what} and not worse on any"
    more = wording.plural(found.data_sets, "more data set")
    next_pair = "" if alone else "The next pair to be shown: "
    return (
        f"{next_pair}{more} on which {row.winner} is better than {row.loser}{every}, and none the "
        "other way round, would show that this is so more often."
    )
