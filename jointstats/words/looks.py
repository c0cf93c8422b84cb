"""The statement that leads, look by look: worded."""

from __future__ import annotations

from jointstats.labelled import wording
from jointstats.labelled.joint.watch_result import LeaderResult
from jointstats.words.contract import title, verdict
from jointstats.words.statements import in_title
from jointstats.words.title_words import fitting


@verdict.register
def _(result: LeaderResult) -> str:
    """What is certified and since when, or what leads."""
    if result.best is None or result.share is None:
        return (
            "Written down, and no data set looked at yet: which statement on "
            f"{wording.listing(result.algorithms)} is more common than every other?"
        )
    leads = wording.cell(result.best, result.question)
    units = wording.units(result.n_families or result.n, result.n_families)
    basis = (
        f"{wording.count(result.count)} of {units} by now, {wording.percent(result.share)}, next "
        f"statement {wording.count(result.count_next)}; anytime p "
        f"{wording.p_value(result.p_value)}"
    )
    if result.certified is None:
        if result.count == result.count_next:
            return f"Not certified so far: several statements share the first place ({basis})."
        return (
            f'Not certified so far: "{leads}" is the most frequent statement ({basis}), but '
            "another one may be as common or more."
        )
    sure = wording.cell(result.certified, result.question)
    said = (
        f"Certified after {wording.plural(result.decided_at or 0, 'data set')}, and this stays "
        f'valid however often one looks: "{sure}" is more common than every other statement'
    )
    if result.certified == result.best:
        return f"{said} ({basis})."
    return f'{said}. By now, however, "{leads}" is the most frequent one ({basis}).'


@title.register
def _(result: LeaderResult, figure: str | None = None) -> str:
    if result.best is None:
        return "Written down, and no data set looked at yet"
    if result.certified is None:
        return "No statement is shown to be the most common one so far"
    said = in_title(result.certified, result.question, None)
    tail = f"shown to lead after {result.decided_at}"
    return fitting(*(f"{one}: {tail}" for one in said), f"One statement is {tail} data sets")
