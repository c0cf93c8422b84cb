"""Claims named in advance, claims looked at again and again, and break-even prices, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from jointstats.base import wording
from jointstats.base.phrases import both_failed, fitting, guarantee, more_than, part_of
from jointstats.claims.break_even import BreakEvenResult, Priced, PriceUnit
from jointstats.claims.claim_result import ClaimResult
from jointstats.claims.compared_pair import ComparedPair
from jointstats.claims.watch_result import WatchResult
from jointstats.claims.words_pairs import meaning_of_group, sentence
from jointstats.drawing.document import MOST_ROWS, Paragraph, Part, bullets, left_out, span, stack
from jointstats.drawing.words import Words, table_of

UNSEEN = "Written down, but no data set has been looked at"
VALID = "This stays valid however often one looks"


def _failed(counts: Mapping[str, int | None]) -> str:
    """On how many data sets both failed, after another sentence."""
    said = both_failed(counts)
    return f" {said}" if said else ""


def _claimed(result: ClaimResult | WatchResult) -> str:
    """The claim and the share of data sets, or of families, that it is about: a clause."""
    more = more_than(result.threshold)
    if result.n_families is None:
        return f"{result.claim} on {more} of data sets like these"
    return f"in {more} of families like these, {result.claim} on most data sets"


def _basis(result: ClaimResult | WatchResult, when: str, interval: str, kind: str) -> str:
    """Votes, their share with its interval, and the p-value: a sentence without a full stop."""
    units = wording.units(result.yes + result.no, result.n_families)
    votes = f"It holds {'on' if result.n_families is None else 'in'} {result.yes} of {units}{when}"
    share = "" if result.share is None else f"{wording.percent(result.share)}, "
    ends = f"{100 * result.share_low:.1f}–{100 * result.share_high:.1f} %"
    sides = "one" if result.one_sided else "two"
    return (
        f"{votes} ({share}{interval} {ends}; {sides}-sided {kind} p "
        f"{wording.p_value(result.p_value)})"
    )


def _instead(result: ClaimResult | WatchResult) -> str:
    return f" They show instead that it holds on less than {part_of(result.threshold)}."


def _title(result: ClaimResult | WatchResult, small: bool, when: str) -> str:
    where, tail = more_than(result.threshold), f"{'' if result.decided else 'not '}shown{when}"
    if small and not result.decided:
        where, tail = f"less than {part_of(result.threshold)}", "shown"
    return fitting(
        f"{result.claim} on {where} of data sets: {tail}",
        f"{result.claim} on {where}: {tail}",
        f"The claim holds on {where} of data sets: {tail}",
    )


class ClaimWords(Words):
    """The words of a claim that was named in advance."""

    result: ClaimResult

    def verdict(self) -> str:
        """What was shown, and what it rests on; what was not shown is not denied."""
        result = self.result
        basis = _basis(result, "", wording.interval(result.level), "exact")
        show = "show" if result.decided else "do not establish"
        said = f"The data {show} that {_claimed(result)}. {basis}."
        failed = {row.measure: row.n_both_failed for row in result.by_measure}
        said += _failed({name: n for name, n in failed.items() if name in result.measures})
        said += "".join(f" {meaning_of_group(group)}" for group in result.groups)
        if result.p_value > result.alpha or result.decided:
            return said
        return said + _instead(result)

    def title(self, figure: str | None = None) -> str:
        result = self.result
        return _title(result, result.p_value <= result.alpha, "")

    def before(self) -> Sequence[Part | None]:
        result = self.result
        first, second = result.algorithms
        return [
            bullets([*_share(result), _rate(result)], _rate(result)),
            bullets(_against(result)),
            Paragraph(f"Data sets on which {first} is better than {second}, equal, or worse:"),
        ]


class WatchWords(Words):
    """The words of a claim that is looked at again and again."""

    result: WatchResult

    def verdict(self) -> str:
        """What is shown by now and since when, or what the data do not establish yet."""
        result = self.result
        if not result.looks:
            return f"{UNSEEN}. The claim is that {_claimed(result)}."
        basis = _basis(
            result, " by now", f"{100 * result.level:g} % confidence sequence", "anytime"
        )
        if result.decided_at is not None:
            after = wording.plural(result.decided_at, "data set")
            said = f"After {after} the data show that {_claimed(result)}. {basis}. {VALID}."
            return said + _failed(result.both_failed)
        said = f"So far the data do not establish that {_claimed(result)}. {basis}."
        said += _failed(result.both_failed)
        if result.p_value > result.alpha_spent or result.n_unknown:
            return said
        return said + _instead(result)

    def title(self, figure: str | None = None) -> str:
        result = self.result
        if result.share is None:
            return UNSEEN
        when = " so far" if result.decided_at is None else f" after {result.decided_at}"
        return _title(result, result.p_value <= result.alpha_spent, when)

    def before(self) -> Sequence[Part | None]:
        result = self.result
        when = "before any result" if result.beforehand else "with the first results"
        added = f"; {wording.plural(result.n_new, 'data set')} added now" if result.looks else ""
        first = (
            f"Ledger {result.ledger}: the claim was written down {when}; "
            f"{wording.plural(len(result.looks), 'look')} so far{added}."
        )
        of_all = f", what number {result.position} of this ledger may spend of {result.alpha:g}"
        part = "" if result.position is None else of_all
        certified = (
            "Shown once the anytime p is at most "
            f"{wording.significant(result.alpha_spent)}{part}. More data sets may be added, and "
            "looked at, as often as one likes."
        )
        rate = guarantee(result, "the claim", what="ever showing a false claim")
        return [bullets([first, certified, rate, *_more(result)], rate)]

    def rows(self) -> Part | None:
        """The latest looks."""
        rows = table_of(self.result)
        if not rows.rows:
            return None
        earlier = left_out(len(rows.rows), MOST_ROWS, "look").replace("more", "earlier")
        shown = replace(rows, rows=rows.rows[-MOST_ROWS:])
        return stack(shown, Paragraph(earlier) if earlier else None)


MOST_PAIRS = 55  # pairs in sentences: as many as 11 algorithms have


def in_sentences(rows: Sequence[ComparedPair], of: int) -> Part | None:
    """Pairs in sentences, and how many there are besides."""
    rest = left_out(of, len(rows), "pair")
    return bullets([*map(sentence, rows), *([rest] if rest else [])])


def _share(result: ClaimResult) -> list[str]:
    """The share, its intervals, which p-value it is, and under which conditions it holds."""
    lines = [
        f"{wording.capital(_votes(result))}. Share: {100 * result.level:g} % confidence interval "
        f"{span(result.share_low, result.share_high)} (Clopper–Pearson), credible interval "
        f"{span(result.credible_low, result.credible_high)}.",
        f"Probability that it holds on {more_than(result.threshold)}: "
        f"{wording.probability(result.probability)}.",
    ]
    if result.n_unknown:
        lines.append(
            f"On {wording.plural(result.n_unknown, 'data set')} it is unknown whether it holds: "
            "they count against it."
        )
    sides = "One-sided" if result.one_sided else "Two-sided"
    lines.append(f"{sides} exact p {wording.p_value(result.p_value)} of the binomial test.")
    if result.decided and result.share_low <= result.threshold:
        lines.append(
            f"A one-sided p at {result.alpha:g} corresponds to an interval of "
            f"{100 * (1 - 2 * result.alpha):g} %: the wider one above reaches below the threshold."
        )
    return lines


def _rate(result: ClaimResult) -> str:
    return guarantee(result, "the claim", what="a false claim")


def _votes(result: ClaimResult) -> str:
    """How data sets or families vote: "5 data sets vote for it, 1 against it, 2 for neither"."""
    for_it = wording.units(result.yes, result.n_families)
    neither = f", {result.neither} for neither" if result.neither else ""
    return (
        f"{for_it} {'votes' if result.yes == 1 else 'vote'} for it, {result.no} against it{neither}"
    )


def _against(result: ClaimResult) -> list[str]:
    """The claim and its opposite; nothing where they are the same."""
    if result.p_value_opposite is None or result.probability_opposite is None:
        return []
    counted = wording.units(result.yes_against, result.n_families)
    if result.n_families is None:
        rivals = "its opposite holds or may hold" if result.n_unknown else "its opposite"
        said = f"The claim holds on {counted}, {rivals} on {result.no_against}"
    else:
        said = f"The claim holds more often than its opposite in {counted}, less often in "
        said += str(result.no_against)
    return [
        f"Opposite claim: {result.opposite}.",
        f"{said}: {'one-sided' if result.one_sided else 'two-sided'} exact p "
        f"{wording.p_value(result.p_value_opposite)} (sign test, not covered by the "
        f"claim's guarantee), probability {wording.probability(result.probability_opposite)}.",
    ]


def _more(result: WatchResult) -> Iterator[str]:
    """The claim against its opposite."""
    if result.opposite is not None and result.p_value_opposite is not None:
        yield (
            f"More often than its opposite ({result.opposite}): anytime p "
            f"{wording.p_value(result.p_value_opposite)}; {result.yes_against} votes for it, "
            f"{result.no_against} against it."
        )


# --- Break-even prices ----------------------------------------------------------------------------


def break_even_line(sides: Sequence[Priced], unit: PriceUnit) -> str:
    """The prices of two algorithms in a clause, for a pair among others.

    Examples
    --------
    >>> unit = PriceUnit(gain="accuracy", cost="time", gain_unit="points", cost_unit="doubling")
    >>> a = Priced(algorithm="A", rival="B", up_to=0.33, above=None, always=False)
    >>> b = Priced(algorithm="B", rival="A", up_to=None, above=1.17, always=False)
    >>> break_even_line([a, b], unit)
    'break-even: A if a doubling of time is worth up to 0.330 points, B from 1.17 on'
    """
    shown = _shown(sides)
    if not shown:
        return f"break-even: no price of {unit.saving} is decided"
    first, *rest = shown
    worth = "" if first.everywhere else f"if a {unit.saving} is worth "
    said = [f"{first.algorithm} {worth}{_range(first, f' {unit.gain_unit}')}"]
    said += [f"{side.algorithm} {_range(side)}" for side in rest]
    return f"break-even: {', '.join(said)}"


def _shown(sides: Sequence[Priced]) -> list[Priced]:
    """Those that are better at some price, the one at low prices first."""
    return sorted((side for side in sides if side.shown), key=lambda side: side.up_to is None)


RANGE = "up to {}", "from {} on", " and "  # words of low prices, of high ones, and between them
WORTH = "less than {}", "more than {}", " or "


def _range(side: Priced, unit: str = "", words: tuple[str, str, str] = RANGE) -> str:
    """Where an algorithm is better; the unit follows the first number."""
    if side.everywhere:
        return "at every price" if side.always else "at every price above 0"
    below, above, between = words
    ends = [(below, side.up_to), (above, side.above)]
    known = [(word, wording.significant(end)) for word, end in ends if end is not None]
    with_units = zip(known, (unit, ""), strict=False)
    return between.join(word.format(f"{end}{of}") for (word, end), of in with_units)


class BreakEvenWords(Words):
    """The words of break-even prices."""

    result: BreakEvenResult

    def verdict(self) -> str:
        result = self.result
        a, b = result.algorithms
        shown = _shown(result.sides)
        where = wording.voters(result.n_families)
        if not shown:
            return (
                f"The data do not establish at any price of a {result.unit.saving} whether {a} or "
                f"{b} is better on most {where} like these."
            )
        unit = f" {result.unit.gain_unit} of {result.unit.gain}"
        said: list[str] = []
        for side in shown:
            worth = _range(side, unit, WORTH)
            than = "" if said else f" is better than {side.rival} on most {where} like these"
            of = " if it is worth" if said else f" if a {result.unit.saving} is worth"
            worth = f", {worth}" if side.everywhere else f"{of} {worth}"
            said.append(f"{side.algorithm}{than}{worth}")
            unit = ""
        return f"{'; '.join(said)}.{_open(result)}"

    def title(self, figure: str | None = None) -> str:
        result = self.result
        ranges = [f"{side.algorithm} {_range(side)}" for side in _shown(result.sides)]
        a, b = result.algorithms
        if not ranges:
            return fitting(f"No price decides between {a} and {b}", "No price is decided")
        each = f" (a price for each {result.unit.saving})"
        said = ", ".join(ranges)
        return fitting(f"Better by price: {said}{each}", f"Better by price: {said}", said)

    def before(self) -> Sequence[Part | None]:
        result = self.result
        scales = wording.listing([f"{name} by {word}" for name, word in result.scale.items()])
        return [Paragraph(f"Prices in {result.unit} ({scales}):")]

    def after(self) -> Sequence[Part | None]:
        result = self.result
        named = "the algorithms", "the gain", "the cost"
        return [Paragraph(guarantee(result, *named, what="any false price"))]


def _open(result: BreakEvenResult) -> str:
    """What the data leave open; nothing where an algorithm is better at every price."""
    first, second = result.sides
    if any(side.everywhere for side in result.sides):
        return ""
    if first.shown and second.shown:
        return " In between the data do not decide."
    return " At other prices the data do not decide."
