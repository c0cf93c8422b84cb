"""A comparison as two paragraphs for a paper: what was done, and what came out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jointstats.labelled import wording
from jointstats.labelled.compare.comparison_result import Comparison
from jointstats.labelled.findings import kinds
from jointstats.labelled.joint.bayes_result import BayesResult
from jointstats.presentation.pieces import used
from jointstats.words.claims import claim, counted
from jointstats.words.findings import brief, sentences

WORDS = 90  # of a paragraph
MOST_MEASURES = 6  # named
MOST_NAMES = 12  # algorithms that are named
MOST_CLAIMS = 2  # told one by one


@dataclass(frozen=True)
class Piece:
    """A sentence that a paragraph can do without.

    Attributes
    ----------
    text : str
    about : str
        What the supplement tells instead, where there is no room for it.
    needed : int
        The larger, the longer it is kept.
    """

    text: str
    about: str
    needed: int


def report_text(result: Comparison) -> str:
    """Two paragraphs, "Methods" and "Results", of 90 words at most."""
    methods, told = _with_names(result), list(_results(result))
    left = len(_shown(result)) - sum(piece.about == _CLAIM for piece in told)
    return "\n\n".join(
        (
            f"Methods. {fitted(methods, WORDS - 1)}",
            f"Results. {fitted(told, WORDS - 1, left)}",
        )
    )


def _with_names(result: Comparison) -> list[Piece]:
    """The methods, with the names of few algorithms where nothing else has to go for them."""
    plain = list(_methods(result))
    if len(result.algorithms) > MOST_NAMES:
        return plain
    names = ", ".join(result.order if result.pairs else result.algorithms)
    first = replace(
        plain[0], text=plain[0].text.replace(" algorithms", f" algorithms ({names})", 1)
    )
    named = [first, *plain[1:]]
    room = WORDS - 1 - _length(names)
    return named if fitted(plain, room) == fitted(plain, WORDS - 1) else plain


# --- What fits ------------------------------------------------------------------------------------

_CLAIM = "claim"


def fitted(pieces: Sequence[Piece], words: int, claims: int = 0) -> str:
    """The pieces in their order; what needs more words than there are is left to the supplement.

    Parameters
    ----------
    pieces : sequence of Piece
    words : int
        At most.
    claims : int
        How many claims are left to the supplement already.

    Examples
    --------
    >>> fitted([Piece("All is well.", "all", 1), Piece("So it is, to be sure.", "it", 0)], 8)
    'All is well. The supplement tells of it.'
    """
    kept: list[Piece] = []
    for piece in sorted(pieces, key=lambda one: -one.needed):
        more = [one for one in pieces if one in kept or one is piece]
        if not kept or _length(_with_rest(pieces, more, claims)) <= words:
            kept = more
    return _with_rest(pieces, kept, claims)


def _with_rest(pieces: Sequence[Piece], kept: Sequence[Piece], claims: int) -> str:
    return " ".join([*(piece.text for piece in kept), *_supplement(pieces, kept, claims)])


def _supplement(pieces: Sequence[Piece], kept: Sequence[Piece], claims: int) -> Iterator[str]:
    """What the supplement has to tell, in a sentence."""
    left = [piece.about for piece in pieces if piece not in kept]
    claims += left.count(_CLAIM)
    more = [wording.plural(claims, "further claim")] if claims else []
    about = [*more, *dict.fromkeys(name for name in left if name != _CLAIM)]
    if about:
        verb = "lists" if more else "tells of"
        yield f"The supplement {verb} {wording.listing(about)}."


def _length(text: str) -> int:
    return len(text.split())


# --- Methods --------------------------------------------------------------------------------------


def _methods(result: Comparison) -> Iterator[Piece]:
    from jointstats import __version__

    yield Piece(_compared(result), "", 100)
    yield from _data(result)
    families = " (by sign flips of whole families)" if result.families else ""
    yield Piece(
        f"Claims about who is better were tested exactly{families} and corrected together by "
        f"sequential rejection at level {result.alpha:g} (Goeman & Solari, 2010).",
        "", 90,
    )  # fmt: skip
    yield Piece(
        "Statements: likelihood-ratio and Bayesian tests (Benavoli & de Campos, 2016"
        f"{_prior(result)}).",
        "statements", 45,
    )  # fmt: skip
    test = {"sign": "sign tests", "wilcoxon": "Wilcoxon's tests"}[result.separate_test]
    correction = wording.corrected(result.p_adjust).replace("after", "with")
    yield Piece(f"Single measures: {test} {correction}.", "single measures", 40)
    yield Piece(f"Computed with jointstats {__version__}.", "the software", 50)


def _compared(result: Comparison) -> str:
    """How many algorithms, data sets and measures; of few measures their names and directions."""
    m = len(result.measures)
    said = f"We compared {len(result.algorithms)} algorithms on {used(result)}"
    control = f", all with {result.control}" if result.control else ""
    if m > MOST_MEASURES or _length(" ".join(result.measures)) > 2 * MOST_MEASURES:
        return (
            f"{said}{control} and {wording.plural(m, 'performance measure')}{' jointly' * (m > 1)}."
        )
    ways = {"max": "higher is better", "min": "lower is better"}
    named = []
    for way, better in ways.items():
        names = [name for name, own in result.measures.items() if own == way]
        named += [f"{wording.listing(names)} ({better})"] if names else []
    return f"{said}{control}{' jointly' * (m > 1)} by {' and '.join(named)}."


def _prior(result: Comparison) -> str:
    """The prior of the Bayesian test, and what it averages over, after a semicolon."""
    made = [part for part in result.joint.values() if isinstance(part, BayesResult)]
    if not made:
        return ""
    said = f"; {made[0].prior.name} prior of mass {made[0].prior.strength:g}"
    if any(part.unknown is not None and part.unknown.n_partly for part in made):
        said += ", averaged over what is missing"
    elif result.families is not None:
        said += ", hierarchical model of families"
    return said


def _data(result: Comparison) -> Iterator[Piece]:
    """What was combined, left out, or tied before testing."""
    if result.aggregate:
        yield Piece(f"Repeated runs were combined by their {result.aggregate}.", "runs", 60)
    if result.families is not None:
        yield Piece(
            f"The data sets are of {wording.families(result.families.n_families)}.", "families", 86
        )
    if result.groups:
        names = wording.some([group.name for group in result.groups], MOST_MEASURES)
        yield Piece(f"Claims are about groups of measures: {names}.", "groups of measures", 85)
    if result.n_dropped:
        verb = "was" if result.n_dropped == 1 else "were"
        n = wording.plural(result.n_dropped, "data set")
        yield Piece(f"{n} with missing results {verb} left out.", "data sets left out", 80)
    missing = kinds.first(result.found, kinds.MissingResults)
    if missing is not None:
        yield Piece(
            f"{missing.missing} of {wording.plural(missing.results, 'result')} were missing, "
            "assumed at random; pairs were compared on what both have.",
            "missing results", 81,
        )  # fmt: skip
    if result.n_failed:
        verb = "was" if result.n_failed == 1 else "were"
        runs = wording.plural(result.n_failed, "failed run")
        yield Piece(f"{runs} {verb} ranked below all results.", "failed runs", 82)
    widths = [f"{name} {width:g}" for name, width in result.rope.items() if width]
    if widths:
        yield Piece(
            f"Differences within {wording.some(widths, MOST_MEASURES)} were practically equal.",
            "regions of practical equality", 83,
        )  # fmt: skip
    if result.properties:
        names = wording.some(list(result.properties), MOST_MEASURES)
        yield Piece(f"Known, and not tested: {names}.", "known properties", 84)
    tied = sum(result.ties.values())
    if tied:
        n = result.n if result.data is None else len(result.data.known())
        known = f"{tied} of {n * len(result.measures)} cells of data set and measure had ties"
        yield Piece(f"{known}{_of_ties(result)}.", "ties", 20)


def _of_ties(result: Comparison) -> str:
    """What ties are, if it is the same on all measures that have some."""
    rules = {result.tie_rules.get(name) for name, n in result.ties.items() if n}
    if rules == {"equal"} and len(result.algorithms) == 2:
        return ", an outcome of their own"
    return ", split evenly among compatible orderings" if rules == {"split"} else ""


# --- Results --------------------------------------------------------------------------------------


def _shown(result: Comparison) -> Sequence[object]:
    claims = kinds.first(result.found, kinds.Claims)
    return [] if claims is None else claims.shown


def _results(result: Comparison) -> Iterator[Piece]:
    claims = kinds.first(result.found, kinds.Claims)
    if claims is not None:
        yield from _claims(claims)
    leanings = kinds.first(result.found, kinds.Leanings)
    if leanings is not None and len(leanings.pairs) == 1:
        yield Piece(_leaning(leanings), "the leaning", 60)
    question = kinds.first(result.found, kinds.QuestionAnswer)
    if question is not None and not result.pairs and not (claims and claims.shown):
        yield Piece(brief(question).how_sure, "the statements", 40)
    known = kinds.first(result.found, kinds.MissingResults)
    if known is not None and claims is not None and claims.shown and known.undone:
        n = len(known.undone)
        yield Piece(
            f"{wording.plural(n, 'claim')} could be undone by what is missing.", "missing results",
            70,
        )  # fmt: skip
    alone = kinds.first(result.found, kinds.MeasuresAlone)
    if alone is not None:
        yield Piece(_first(alone), "single measures", 50)


def _claims(finding: kinds.Claims) -> Iterator[Piece]:
    """Who beats whom, how many pairs are how, and the strongest claims with their numbers."""
    if len(finding.pairs) == 1:
        (row,) = finding.pairs
        said = (
            f"{claim(row, p=True)}."
            if finding.shown
            else f"Nothing was shown: {counted(row)} (corrected p "
            f"{wording.p_value(row.p_adjusted)})."
        )
        yield Piece(said, "", 100)
        return
    if finding.shown:
        yield Piece(brief(finding).who, "who beats whom", 95)
    yield Piece(brief(finding).how_sure.split(". ")[0].removesuffix(".") + ".", "", 100)
    for i, row in enumerate(finding.shown[:MOST_CLAIMS]):
        yield Piece(f"{claim(row, p=True)}.", _CLAIM, 80 - i)


def _leaning(finding: kinds.Leanings) -> str:
    (row,) = finding.leaning
    p = wording.probability(float(row.probability or 0.0))
    return (
        f"The data lean to {row.winner}, which is not shown (probability {p} that it truly leads, "
        "by a prior that doubts any difference)."
    )


def _first(finding: kinds.Finding) -> str:
    return sentences(finding)[0]
