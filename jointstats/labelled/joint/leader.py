"""Which statement leads, looked at again and again while data sets arrive, with a ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Unpack

import numpy as np

from jointstats.kernels.messages import Option, Value, asked
from jointstats.labelled import options, wording
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import AlgorithmError, Caution, LedgerError, OptionError
from jointstats.labelled.given import LeaderQuestion, LedgerRoles, TableLike, TiesWord
from jointstats.labelled.joint import ledger_file as file
from jointstats.labelled.joint.bets import LARGEST, Bets, bets_of, whole
from jointstats.labelled.joint.counting import count_table
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.ledger import Group, Ledger, looked_at
from jointstats.labelled.joint.ledger_file import arrived, begun, later, measured, require_same
from jointstats.labelled.joint.result import MOST_LISTED
from jointstats.labelled.joint.ties import split_cautions, tie_rules
from jointstats.labelled.joint.watch import File, Level
from jointstats.labelled.joint.watch_result import (
    LeaderGroup,
    LeaderLook,
    LeaderResult,
    LeaderStatement,
)
from jointstats.labelled.kinds import TIES, Algorithms, AtLeast, Choice, WordOfEach
from jointstats.labelled.table.results_table import Dropped, ResultsTable

Asked = Annotated[LeaderQuestion | None, Choice(("orderings", "best"))]
# What a ledger is said to be about when it is begun; afterwards it knows.
DEFAULTS = {"question": "orderings", "ties": "auto"}

AnyTies = Annotated[TiesWord | Mapping[Any, str] | None, WordOfEach(TIES)]


@declare(
    "leader ledger",
    family="joint",
    asks="Which joint outcome is the most common one, tested again after each new data set?",
    gives="p-value, valid at every look; a certified outcome; a file that records the looks",
    needs="only which of two results is better",
    mind="a claim stated in advance, or a single look at the end, has more power",
    rests_on=("waudbysmith2024estimating",),
    validity=("looks",),
)
def watch_leader(
    ledger: File,
    table: TableLike | None = None,
    *,
    only: Algorithms = None,
    question: Asked = None,
    ties: AnyTies = None,
    alpha: Level = None,
    position: AtLeast = None,
    **roles: Unpack[LedgerRoles],
) -> LeaderResult:
    """Test the leading statement after each new data set; a file records the looks.

    The data choose the leading statement. It is certified once it is shown to be more probable than
    every other one, including those that no data set shows. The answer is valid at every look, and
    you may stop at any time: the probability that a ledger ever certifies a statement that is not
    the single most probable one is at most `alpha`.

    Parameters
    ----------
    ledger : str
        File that holds the results, the algorithms whose leader is sought, and the looks, as JSON;
        created if it does not exist.
    table : ResultsTable, DataFrame, or dict of matrices, optional
        Results. Those that the ledger has already must not have changed. Without a table, the
        algorithms are recorded in advance (give `only`, `measures`, and `rope` if there is one), or
        the ledger is read.
    only : sequence of str, optional
        The algorithms whose leading statement is sought. By default they are those of the table
        when the ledger is created, later those that joined last. Other algorithms join the ledger
        if it began with ``position=1``.
    question : {"orderings", "best"}, optional
        What a statement says about each measure: the complete ordering (the default), or which
        algorithm is best. This and all later arguments are fixed when the ledger is created; later
        calls need not repeat them, and cannot change them.
    ties : {"auto", "equal", "split"} or dict, optional
        Ties of two algorithms on a measure. "equal" is a separate outcome, practically equal;
        "split" gives half a data set to each side; "auto", the default, is "equal" for measures
        with a rope. More than two algorithms share each tie among their orderings.
    alpha : float, optional
        Level of the whole ledger, over all looks and algorithms; by default 0.05.
    position : int, optional
        Place, from 1, among all that share `alpha`; the i-th spends alpha / (i (i + 1)). Begin with
        1 if algorithms are to join later; they get the next places automatically. By default the
        algorithms have all of `alpha`, and no other may join.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame; by default
        `measures` and `rope` are those of the ledger.

    Returns
    -------
    LeaderResult

    Raises
    ------
    JointStatsError
        For invalid input or options, and if arguments contradict the ledger.

    Notes
    -----
    Before each data set a bet is made on the statement that leads then, against every other
    statement c: the stake E_c is multiplied by 1 + λ if the data set shows the leader, by 1 − λ if
    it shows c, and by 1 otherwise; λ is spread as in :func:`jointstats.watch_claim`. If c is a most
    probable statement, that is at best a fair bet under any leader. A statement is certified when
    all others have reached 2/alpha; the p-value is 2 divided by the smallest gain against any of
    them. The factor 2 pays for statements that are equally probable: one of two such statements is
    excluded before the other is certified. Bets depend on the order of the data sets, which is that
    of their arrival and, within a call, that of the table. Do not choose it by the results. If they
    come in families (`cluster`), each family is one bet, on the average of its data sets. It is
    made when the family is complete: its data sets are added in one call, and later ones are
    refused.

    References
    ----------
    Ville (1939), Étude critique de la notion de collectif. Waudby-Smith & Ramdas (2024), Estimating
    means of bounded random variables by betting. JRSS B 86.

    Examples
    --------
    >>> import tempfile, os
    >>> import jointstats as js
    >>> ledger = os.path.join(tempfile.mkdtemp(), "leader.json")
    >>> table = js.load_dataset("weka").select(algorithms=["AODE", "J48graft"])
    >>> result = js.watch_leader(ledger, table)
    >>> result.n, len(result.looks), result.decided
    (51, 1, True)
    """
    path = file.place(ledger)
    said = {"only": only, "question": question, "ties": ties, "alpha": alpha, "position": position}
    said = {name: value for name, value in said.items() if value is not None}
    given = {name: value for name, value in roles.items() if value is not None}
    with file.alone(path, changes=table is not None or only is not None):
        known = file.read(path, file.LEADER)
        if known is None:
            book, place, source = begin(said, table, given)
        else:
            book, place, source = go_on(known, path, said, table, given)
        before = len(book.groups[place].datasets)
        book, bets = looked_at(book, place, source, path, bets_of)
        result = _result(book, place, bets, path, before, () if source is None else source.dropped)
        if book != known:
            file.write(book, path)
    return result


# --- Who is looked at -----------------------------------------------------------------------------

Opened = tuple[Ledger, int, ResultsTable | None]  # the ledger, the place of the group, what comes


def begin(said: Mapping[str, Any], table: Any, roles: Mapping[str, Any]) -> Opened:
    """A new ledger, its first group, and the table that came with it, if any."""
    only = said.get("only")
    source = arrived(table, roles, only)
    if source is None and only is None:
        raise OptionError(
            "The ledger does not exist yet: name its algorithms, ", asked("only"),
            ", or give a table.",
        )  # fmt: skip
    algorithms = source.algorithms if source is not None else _several(only)
    measures, rope = measured(source, roles)
    facts = {name: said.get(name, default) for name, default in DEFAULTS.items()}
    book = begun(
        file.LEADER, facts, said, algorithms, measures, rope, beforehand=source is None
    )  # fmt: skip
    _require_ties(book, algorithms)
    return book, 0, source


def go_on(
    book: Ledger, path: str, said: Mapping[str, Any], table: Any, roles: Mapping[str, Any]
) -> Opened:
    """An existing ledger, with the requested group, and the new results."""
    only = said.get("only")
    algorithms = book.groups[-1].algorithms if only is None else _several(only)
    place = book.place(algorithms)
    known = book.facts | {"alpha": book.alpha}
    if place is not None:
        known["position"] = book.groups[place].position
    require_same(path, said, known)
    source = later(book, path, table, roles, algorithms)
    if place is None:
        book = _joined(book, path, algorithms, said.get("position"), beforehand=source is None)
        place = len(book.groups) - 1
    return book, place, source


def _joined(
    book: Ledger, path: str, algorithms: tuple[str, ...], position: int | None, *, beforehand: bool
) -> Ledger:
    """Let a group join that spends the next part of the level."""
    taken = [group.position for group in book.groups if group.position is not None]
    if not taken:
        alone = wording.listing(book.groups[0].algorithms)
        raise LedgerError(
            f"The ledger {path} spends all of its level on {alone}: for further algorithms begin "
            "one with ", Option("position", 1), ", which keeps a part of the level for them.",
        )  # fmt: skip
    if position in taken:
        raise LedgerError(
            f"Position {position} of the ledger {path} is taken: leave ", Option("position"),
            f" out for the next one, {max(taken) + 1}.",
        )  # fmt: skip
    _require_ties(book, algorithms)
    place = max(taken) + 1 if position is None else position
    return book.joined(Group(algorithms=algorithms, position=place, beforehand=beforehand))


def _require_ties(book: Ledger, algorithms: tuple[str, ...]) -> None:
    """Refuse ties that are an outcome if more than two algorithms are compared."""
    rope = {name: book.rope.get(name, 0.0) for name in book.measures}
    tie_rules(book.facts["ties"], rope, algorithms, book.facts["question"])


def _several(only: Any) -> tuple[str, ...]:
    names = [only] if isinstance(only, str) else list(only)
    labels = tuple(dict.fromkeys(options.label(name) for name in names))
    if len(labels) < 2 or len(labels) < len(names):
        raise AlgorithmError(
            "A ledger of a leader needs at least two different algorithms (", asked("only"),
            "); got ", Value(names), ".",
        )  # fmt: skip
    return labels


# --- What is computed -----------------------------------------------------------------------------


def _e(log_e: float) -> float:
    return float(np.exp(min(max(log_e, 0.0), LARGEST)))


def _statements(bets: Bets, alpha: float) -> tuple[LeaderStatement, ...]:
    totals, highest, left = bets.totals[-1], np.max(bets.looks.log_e, axis=0), bets.left(alpha)
    ranked = np.argsort(-totals, kind="stable")[:MOST_LISTED]
    return tuple(
        LeaderStatement(
            order=bets.order(i),
            count=whole(totals[i]),
            share=float(totals[i] / len(bets.totals)),
            e_value=_e(highest[i]),
            out=not bool(left[i]),
        )
        for i in ranked.tolist()
    )


def _rows(bets: Bets, group: Group) -> tuple[LeaderLook, ...]:
    return tuple(
        LeaderLook(
            look=i + 1,
            n=look["n"],
            leader=look["leader"],
            count=look["count"],
            share=look["count"] / int(bets.units[look["n"] - 1]),
            count_next=bets.next(look["n"]),
            p_value=look["p_value"],
            decided=look["certified"] is not None,
        )
        for i, look in enumerate(group.looks)
    )


def _result(
    book: Ledger,
    place: int,
    bets: Bets | None,
    path: str,
    n_before: int,
    dropped: tuple[Dropped, ...],
) -> LeaderResult:
    group, table = book.groups[place], book.table(book.groups[place])
    question, ties = book.facts["question"], book.facts["ties"]
    counts = count_table(table, question, None, ties)
    looks = () if bets is None else _rows(bets, group)
    leading = None if bets is None else int(bets.looks.leader[-1])
    sure = None if bets is None else bets.certified
    spent = book.spent(group)
    return LeaderResult(
        algorithms=group.algorithms,
        measures=book.measures,
        n=table.n,
        n_dropped=len(dropped),
        call={
            "ledger": path, "only": list(group.algorithms), "question": question,
            "ties": ties, "alpha": book.alpha, "position": group.position,
        },
        warnings=tuple(_cautions(group, counts)),
        ledger=path,
        question=question,
        n_families=table.units.n_families,
        beforehand=group.beforehand,
        best=None if bets is None or leading is None else bets.order(leading),
        count=looks[-1].count if looks else 0.0,
        count_next=looks[-1].count_next if looks else 0.0,
        share=looks[-1].share if looks else None,
        certified=None if bets is None or sure is None else bets.order(sure),
        p_value=looks[-1].p_value if looks else 1.0,
        decided=sure is not None,
        decided_at=next((look.n for look in looks if look.decided), None),
        e_value_unseen=1.0 if bets is None else _e(bets.looks.log_e_unseen.max()),
        position=group.position,
        alpha=book.alpha,
        alpha_spent=spent,
        statements=() if bets is None else _statements(bets, spent),
        n_statements=counts.n_states,
        n_left=counts.n_states if bets is None else bets.n_left(spent),
        looks=looks,
        groups=tuple(_summed(book, line) for line in book.groups),
        n_new=table.n - n_before,
        n_split=counts.n_split,
        rope=book.rope,
        tie_rules=counts.tie_rules,
        dropped=dropped,
        n_failed=table.n_failed,
    )  # fmt: skip


def _summed(book: Ledger, group: Group) -> LeaderGroup:
    return LeaderGroup(
        algorithms=group.algorithms,
        position=group.position,
        alpha_spent=book.spent(group),
        n=len(group.datasets),
        certified=group.looks[-1]["certified"] if group.looks else None,
    )


def _cautions(group: Group, counts: StatementCounts) -> Iterator[Caution]:
    yield from split_cautions(counts)
    if group.looks and not group.beforehand:
        yield Caution(
            "The algorithms were named together with their first "
            f"{wording.plural(group.looks[0]['n'], 'data set')}: the answer is valid only if the "
            "results influenced neither their choice nor the order of these data sets."
        )
