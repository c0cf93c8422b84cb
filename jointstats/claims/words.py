"""A comparison and its leaderboard, worded: sentences, texts on one screen and whole, tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from jointstats.base import wording
from jointstats.base.facts import words_of
from jointstats.base.phrases import TEST_NAMES, guarantee, jointly, on_all
from jointstats.base.references import of_test
from jointstats.claims import compared_pair as compared
from jointstats.claims import tables, words_pairs, words_sizes
from jointstats.claims import words_several as several
from jointstats.claims.break_even import prices_of
from jointstats.claims.compared_pair import OPEN, ComparedPair
from jointstats.claims.comparison import Comparison
from jointstats.claims.leaderboard_result import LeaderboardResult
from jointstats.claims.words_claims import MOST_PAIRS, break_even_line, in_sentences
from jointstats.claims.words_pairs import STATES, also_jointly, clause, meaning_of_group, sentence
from jointstats.drawing import document as doc
from jointstats.drawing.document import Paragraph, bullets, compose, head, notes
from jointstats.drawing.words import Words

FEW = 4  # pairs that are named one by one
MOST_UNBEATEN = 5  # that are named
LETTERS = 400  # of a verdict that names all who win and all who lose


def certainty(result: Comparison | LeaderboardResult, *, prices: bool = False) -> str:
    """How probable a false claim is, and for what p-values are corrected."""
    n = len(result.pairs)
    pairs = f" about all {n} pairs" if n > 1 else ""
    claims, *bounds = _rates(result, prices=prices)
    return " ".join([claims, f"Each p is corrected for all claims{pairs}.", *bounds])


def _rates(result: Comparison | LeaderboardResult, *, prices: bool = False) -> list[str]:
    """How probable a false claim is, and how sure all bounds are, if there are any: sentences."""
    board = result.leaderboard if isinstance(result, Comparison) else result
    if board.sizes is None:
        return [guarantee(result)]
    what = "Bounds of medians, and prices, each hold" if prices else "Bounds of medians hold"
    return [guarantee(result), f"{what} {jointly(result)}."]


def _prices(result: Comparison) -> list[str]:
    """The break-even price of the only pair, if it trades one measure for the other."""
    prices = prices_of(result)
    return [] if prices is None else [f"{wording.capital(break_even_line(*prices))}."]


def _meanings(result: Comparison) -> list[str]:
    return [meaning_of_group(group) for group in result.groups if not group.alone]


# --- All pairs ------------------------------------------------------------------------------------


def _wins(board: LeaderboardResult) -> tuple[Sequence[ComparedPair], str]:
    """The pairs with a winner, each made once, and all of them with their price in sentences."""
    rows = tuple(board.pairs.where(state=compared.WINS))
    return rows, ". ".join(several.sentences(rows, board.order, compared.WINS)) + "."


def headline(board: LeaderboardResult) -> str:
    """The wins with their price; where that is long, the algorithms with most wins."""
    return _headline(board, *_wins(board))


def _headline(board: LeaderboardResult, wins: Sequence[ComparedPair], said: str) -> str:
    if not wins and len(board.pairs) == 1:
        return "The pair has no winner."
    if not wins:
        against = f" against {board.control}, or loses to it" if board.control else ""
        return (
            f"No algorithm wins{against or ' against another one'}: {several.tally(board.pairs)}."
        )
    sentences = [said] if len(said) <= LETTERS else _most_wins(board, wins)
    return " ".join([*sentences, *_unbeaten(board)])


def _most_wins(board: LeaderboardResult, wins: Sequence[ComparedPair]) -> list[str]:
    """The algorithms with most wins, or those of the control, and what the wins cost."""
    said = _of_control(board, board.control) if board.control else _of_the_first(board)
    return [said, *(f"{price}." for price in several.prices_of_all(wins))]


def _of_the_first(board: LeaderboardResult) -> str:
    most = max(row.wins for row in board.board)
    first = [row.algorithm for row in board.board if row.wins == most]
    others = wording.plural(len(board.board) - 1, "other")
    each = "each " if len(first) > 1 else ""
    return f"Most wins: {wording.some(first, FEW)}, {each}against {most} of {others}."


def _of_control(board: LeaderboardResult, control: str) -> str:
    row, of = board.row(control), wording.plural(board.n_pairs, "pair")
    have = "has" if board.n_wins == 1 else "have"
    return (
        f"{board.n_wins} of {of} with {control} {have} a winner: it wins {row.wins} and loses "
        f"{row.losses}."
    )


def _unbeaten(board: LeaderboardResult) -> list[str]:
    """Which algorithms no other one wins against: a sentence."""
    if len(board.pairs) == 1:
        return []
    if not board.unbeaten:
        return ["Against each algorithm another one wins."]
    of = wording.plural(len(board.board), "algorithm")
    verb = "is" if len(board.unbeaten) == 1 else "are"
    named = wording.some(board.unbeaten, MOST_UNBEATEN)
    return [f"{len(board.unbeaten)} of {of} {verb} unbeaten: {named}."]


def league(board: LeaderboardResult) -> list[str]:
    """What the verdict on several algorithms lacks: who is best on what, steps, open pairs."""
    rest = words_sizes.open_pairs(board)
    shown = " ".join(filter(None, (several.decided(board.pairs), rest)))
    return [*words_sizes.best_on(board), *words_sizes.steps(board, without_open=bool(rest)), shown]


def _few(board: LeaderboardResult) -> list[str]:
    """The same for one screen: of many algorithms without steps, and what the states mean."""
    few = len(board.board) <= words_sizes.MOST_STEPS
    lines = league(board) if few else [*words_sizes.best_on(board), several.decided(board.pairs)]
    there = {*board.pairs.cells(("state",))["state"]}
    return [*lines, " ".join(words.brief for state, words in STATES.items() if state in there)]


def _of_each_state(result: Comparison, wins: str) -> list[str]:
    """What the pairs that the verdict does not name show: each state after a number of pairs."""
    lines = []
    for state, words in STATES.items():
        rows = result.in_state(state)
        said = f"{wording.capital(words.noun)} ({wording.plural(len(rows), 'pair')})"
        if rows and state != compared.WINS:
            lines.append(f"{said}{_named(state, rows, result.order)}.")
        elif rows and len(wins) > LETTERS:
            lines.append(f"{said}. {wins}")
    return lines


def _named(state: str, rows: Sequence[ComparedPair], order: Sequence[str]) -> str:
    """Pairs of one state: the first ones by name, the others counted."""
    if state in (compared.TRADE_OFF, compared.AHEAD, compared.POSSIBLE_TRADE_OFF):
        return "".join(f". {said}" for said in several.sentences(rows, order, state))
    shown = rows if len(rows) <= FEW + 1 else rows[:FEW]
    rest = len(rows) - len(shown)
    if state in (compared.PRACTICALLY_EQUAL, compared.OPEN):
        names = [f"{row.a} and {row.b}{also_jointly(row)}" for row in shown]
        return f": {'; '.join([*names, *([f'{rest} more'] if rest else [])])}"
    return "".join(f". {said}" for said in [*map(clause, shown), *several.more(rest)])


# --- Titles ---------------------------------------------------------------------------------------


def _first_ranks(board: LeaderboardResult) -> str:
    """The algorithm with the best mean rank on most measures."""
    names = list(board.measures)
    best = Counter(words_sizes.ranked(board.board, name)[0].algorithm for name in names)
    first, times = best.most_common(1)[0]
    if times == len(names):
        return f"{first} has the best mean rank {on_all(names)}"
    return f"{first} has the best mean rank on {times} of {len(names)} measures"


def of_the_papers(result: Comparison) -> str:
    """What the papers' tests take, and what they have in common with the verdict."""
    n = min((test.n for test in result.tests.values()), default=result.n)
    of = f" on the {wording.plural(n, 'complete data set')}" if n < result.n else ""
    return (
        f"The papers' tests{of} are separate, and the error rate above does not cover them. A "
        "dominance statement says which algorithm is better on which measure, on one data set"
    )


def changes(result: Comparison) -> list[str]:
    """One line: the least certain win, and the claim about an open pair that is nearest."""
    wins, left = result.in_state(compared.WINS), result.in_state(OPEN)
    said = []
    if len(wins) > 1:
        row = wins[len(wins) - 1]
        winner = str(row.winner)
        cost = words_pairs.price(row, winner) + words_pairs.properties([row], winner)
        said.append(
            f"The least certain win is that of {winner} against {row.loser} (corrected p "
            f"{wording.p_value(row.p_adjusted)}){cost}."
        )
    if left and left[0].p_adjusted < 1:
        said.append(_nearest(left[0], result))
    return [" ".join(said)] if said else []


def _nearest(row: ComparedPair, result: Comparison) -> str:
    """Which claim about an open pair is nearest to being shown, and how to follow it."""
    p, what, counts = min(_claims(row), key=lambda claim: claim[0])
    among = " among the open pairs" if len(result.pairs) > 1 else ""
    return (
        f"The claim closest to being shown{among} is that {what} ({counts}; corrected p "
        f"{wording.p_value(p)}). To follow it on new data sets, use watch_claim, which keeps its "
        "error rate at every look."
    )


def _claims(row: ComparedPair) -> Iterator[tuple[float, str, str]]:
    """Corrected p, claim and counts: each is better on a measure, or jointly."""
    for name, other, p, joint in (
        (row.a, row.b, row.p_a, row.p_joint_a),
        (row.b, row.a, row.p_b, row.p_joint_b),
    ):
        for measure, value in p.items():
            yield (
                value,
                f"{name} is better than {other} on {measure}",
                words_pairs.score(row, measure, name),
            )
        if joint is not None:
            of = f"{row.dominates(name)} of {wording.plural(row.n, 'data set')}"
            counts = f"{of}, the reverse on {row.dominates(other)}"
            yield joint, f"{name} is more often {words_pairs.jointly([row])} than {other}", counts


class ComparisonWords(Words):
    """The words of a comparison of algorithms."""

    result: Comparison

    def papers(self) -> Iterator[str]:
        """The keys of what the comparison, its leaderboard and its tests rest on."""
        yield from of_test("compare_algorithms")
        if len(self.result.pairs) > 1:
            yield from of_test("leaderboard")
        for test in self.result.tests.values():
            yield from words_of(test).papers()

    def verdict(self) -> str:
        result = self.result
        if len(result.pairs) == 1:
            return " ".join(filter(None, (sentence(result.pairs[0]), words_sizes.sizes(result))))
        return headline(result.leaderboard)

    def findings(self) -> tuple[str, ...]:
        result = self.result
        prices: list[str] = []
        if len(result.pairs) == 1:
            prices = _prices(result)
            lines = [self.verdict(), *prices]
        else:
            board = result.leaderboard
            wins, said = _wins(board)
            lines = [_headline(board, wins, said), *league(board), *_of_each_state(result, said)]
        lines += words_sizes.opposing_means(result)
        lines += _meanings(result)
        lines.append(certainty(result, prices=bool(prices)))
        lines += changes(result)
        return tuple(lines)

    def title(self, figure: str | None = None) -> str:
        result = self.result
        if figure == "network" and "network" in result.tests:
            return words_of(result.tests["network"]).title(figure)
        if len(result.pairs) == 1:
            return words_pairs.title(result.pairs[0])
        return words_of(result.leaderboard).title(figure)

    def document(self) -> doc.Document:
        result = self.result
        first, *rest = result.findings
        return compose(
            head("Comparison of algorithms", result),
            Paragraph(first, strong=True),
            bullets(rest, guarantee(result)),
            *(
                (tables.by_measure(result, result.pairs[0]), papers(result))
                if len(result.pairs) == 1
                else (tables.board_with_key(result.leaderboard), None)
            ),
            pair_sentences(result),
            notes(result),
        )

    def short(self) -> doc.Document:
        result = self.result
        board = result.leaderboard
        if len(result.pairs) == 1:
            row, prices = result.pairs[0], _prices(result)
            said, shown = words_pairs.headline(row), tables.by_measure(result, row)
            lines = [*prices, *words_sizes.opposing_means(result), *_meanings(result)]
            rest = "The papers' tests: summary()" if result.tests else ""
        else:
            prices, shown = [], None
            said, lines = headline(board), [*_few(board), *words_sizes.opposing_means(result, 1)]
            rest = "A row for each algorithm, and all pairs: summary()"
        sure = " ".join(_rates(result, prices=bool(prices)))
        return compose(
            Paragraph(wording.capital(doc.size(result))),
            Paragraph(said, strong=True),
            shown,
            bullets([*lines, sure], sure),
            notes(result),
            Paragraph(rest, stays=True) if rest else None,
        )

    def table(self) -> doc.Grid:
        return tables.league_of(self.result.leaderboard)


class LeaderboardWords(Words):
    """The words of a leaderboard."""

    result: LeaderboardResult

    def verdict(self) -> str:
        return headline(self.result)

    def findings(self) -> tuple[str, ...]:
        result = self.result
        return (self.verdict(), *league(result), *_rates(result))

    def title(self, figure: str | None = None) -> str:
        result = self.result
        return _first_ranks(result) if figure == "ranks" else several.states(result.pairs)

    def document(self) -> doc.Document:
        result = self.result
        first, *rest = self.findings()
        more = doc.left_out(len(result.board), doc.FIRST, "algorithm")
        return compose(
            head("Leaderboard", result),
            Paragraph(first, strong=True),
            tables.whole_board(result, doc.FIRST),
            Paragraph(f"{more}." if more else tables.meaning(result)),
            bullets(rest, *_rates(result)),
            notes(result),
        )

    def table(self) -> doc.Grid:
        return tables.whole_board(self.result)


def pair_sentences(result: Comparison, most: int = MOST_PAIRS) -> doc.Part | None:
    """Every pair that is not open in a sentence, strongest first; of many the first ones."""
    if len(result.pairs) == 1:
        return None
    n = sum(state != OPEN for state in result.strongest.cells(("state",))["state"])
    return in_sentences(result.strongest[: min(n, most)], n)


# --- Two algorithms -------------------------------------------------------------------------------


def papers(result: Comparison) -> doc.Stack | None:
    """The papers' tests of two algorithms: numbers next to the verdict, which alone decides."""
    if not result.tests:
        return None
    from jointstats.joint.result import JointResult  # not loaded for a table of many algorithms

    lines = [
        f"{wording.capital(TEST_NAMES[name])}: {words_of(test).answer()}"
        for name, test in result.tests.items()
        if isinstance(test, JointResult)
    ]
    said = bullets(lines)
    return said and doc.Stack((Paragraph(f"{of_the_papers(result)}:"), *said.parts))
