"""A claim that is looked at again and again, while data sets arrive, and a ledger of the looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, Unpack

from jointstats.base import kinds, options, wording
from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.errors import Caution, OptionError
from jointstats.base.facts import Dropped
from jointstats.claims import claim_result
from jointstats.claims import ledger_file as file
from jointstats.claims.ledger import Ledger, changed_by_hand, looked_at
from jointstats.claims.ledger_file import LISTS, arrived, later, measured, require_same
from jointstats.claims.watch_result import DEFAULTS, ClaimBets, ClaimLook, WatchResult, named_in
from jointstats.evidence.claim_tests import Alternative
from jointstats.evidence.messages import asked
from jointstats.table.results_table import ResultsTable

File = Annotated[kinds.FilePath, kinds.NameOf("file")]
Part = Annotated[float | None, kinds.Number(0, 1, open_low=True, open_high=True)]
Level = Annotated[float | None, kinds.TestLevel()]
Sides = Annotated[Alternative | None, kinds.Choice()]
ALPHA = 0.05


@declare(
    "claim ledger",
    family="joint",
    asks="Does my claim hold on most data sets, tested again after each new data set?",
    gives="p-value and confidence sequence, valid at every look; a file that records the looks",
    needs='only which of two results is better; a rope if the claim includes "practically equal"',
    mind="a single look at the end has more power",
    rests_on=("waudbysmith2024estimating",),
    validity=("looks",),
)
def watch_claim(
    ledger: File,
    table: TableLike | None = None,
    a: kinds.Algorithm = None,
    b: kinds.Algorithm = None,
    *,
    better: kinds.Measures = None,
    not_worse: kinds.Measures = None,
    equal: kinds.Measures = None,
    at_least: kinds.AtLeast = None,
    threshold: Part = None,
    alternative: Sides = None,
    alpha: Level = None,
    level: Part = None,
    position: kinds.AtLeast = None,
    **roles: Unpack[TableRoles],
) -> WatchResult:
    """Test a claim after each new data set; a file records the looks.

    The first call writes the claim into a ledger. Each later call adds the new data sets and looks.
    The answer is valid at every look, and you may stop at any time: the probability that a false
    claim is ever shown is at most `alpha`.

    Parameters
    ----------
    ledger : str
        File that holds the claim, its data sets and the looks, as JSON; created if it does not
        exist.
    table : ResultsTable, DataFrame, or dict of matrices, optional
        Results. Data sets that the ledger has already must not have changed. Without a table, the
        claim is recorded in advance (give `measures`, and `rope` if there is one), or the ledger is
        read.
    a : str
        The algorithm that the claim favours. This and all later arguments are fixed when the ledger
        is created; later calls need not repeat them, and cannot change them.
    b : str
        The algorithm with which it is compared.
    better : sequence of str, optional
        Measures on which `a` is better than `b`, by more than the rope.
    not_worse : sequence of str, optional
        Measures on which `a` is better than `b`, or practically equal.
    equal : sequence of str, optional
        Measures on which the two are practically equal, that is, within the rope.
    at_least : int, optional
        Smallest number of measures of `better` on which `a` has to be better; by default all.
    threshold : float, optional
        The share of data sets to exceed; by default 0.5.
    alternative : {"greater", "two-sided"}, optional
        Of a claim that is named in advance. A two-sided test also shows that it holds on a share
        below the threshold.
    alpha : float, optional
        The claim is shown once its anytime p-value is at most this; by default 0.05.
    level : float, optional
        Coverage of the confidence sequence, of all looks together; by default 0.95.
    position : int, optional
        Place of the claim, from 1, among those that share `alpha`, such as one for each new
        algorithm. The i-th spends alpha / (i (i + 1)), so all together err with probability `alpha`
        at most. By default the claim has all of `alpha`.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame; by default
        `measures` and `rope` are those of the ledger.

    Returns
    -------
    WatchResult

    Raises
    ------
    JointStatsError
        For invalid input or options, for claims that name no measure or contradict themselves, and
        if arguments contradict the ledger.

    Notes
    -----
    Votes are those of :func:`jointstats.claim_test`. If the data sets come in families (`cluster`),
    a family votes when it is complete: its data sets are added in one call, and later ones are
    refused.

    The e-value is what a fair bet against "the claim holds on at most `threshold` of all data sets"
    would have made of a stake of 1, spread over all larger shares by a Beta(1/2, 1/2) distribution.
    Under that hypothesis it ever reaches 1/alpha with a probability of at most alpha (Ville's
    inequality), so that 1 over its largest value so far is a p-value at every look. The confidence
    sequence holds the shares that the two-sided e-value rejects at no look. A single look that was
    planned in advance, by :func:`jointstats.claim_test`, has more power: if the claim holds on 70 %
    of data sets, 60 of them show it with a probability of .94 in a single look, and of .70 with a
    look after each data set.

    References
    ----------
    Waudby-Smith & Ramdas (2024), Estimating means of bounded random variables by betting. JRSS B
    86.

    Examples
    --------
    >>> import tempfile, os
    >>> import jointstats as js
    >>> ledger = os.path.join(tempfile.mkdtemp(), "faster.json")
    >>> ways = {"accuracy": "max", "time": "min"}
    >>> claim = js.watch_claim(ledger, None, "B", "A", not_worse=["accuracy"], better=["time"],
    ...                        measures=ways, rope={"accuracy": 1})
    >>> monday = {"A": [[80.1, 9], [71.0, 8]], "B": [[80.3, 4], [70.8, 5]]}
    >>> js.watch_claim(ledger, monday, datasets=["iris", "wine"]).p_value.__round__(3)
    0.361
    >>> friday = {"A": [[90.2, 7], [66.3, 5], [85.9, 6], [55.0, 9], [61.0, 8], [77.2, 9]],
    ...           "B": [[90.2, 3], [66.9, 4], [85.5, 5], [56.1, 4], [60.9, 2], [77.9, 8]]}
    >>> result = js.watch_claim(ledger, friday, datasets=["car", "glass", "wdbc", "ionosphere",
    ...                                                   "sonar", "vehicle"])
    >>> result.n, len(result.looks), result.decided, result.decided_at
    (8, 2, True, 8)
    """
    path = file.place(ledger)
    claim_result.refuse_only(roles)
    said = {
        "a": a, "b": b, "better": better, "not_worse": not_worse, "equal": equal,
        "at_least": at_least, "threshold": threshold, "alternative": alternative, "alpha": alpha,
        "level": level, "position": position,
    }  # fmt: skip
    said = {name: value for name, value in said.items() if value is not None}
    given = {name: value for name, value in roles.items() if value is not None}
    with file.alone(path, changes=table is not None):
        known = file.read(path, file.CLAIM)
        if known is None:
            book, source = begin(said, table, given)
        else:
            if known.facts["claim"] != named_in(known.facts).said(*known.algorithms):
                raise changed_by_hand(path)
            book, source = known, go_on(known, path, said, table, given)
        before = len(book.datasets)
        book, bets = looked_at(book, source, path, ClaimBets)
        if book != known:
            file.write(book, path)
    dropped = () if source is None else source.dropped
    return _result(book, bets, path, before, dropped)


def begin(
    said: Mapping[str, Any], table: Any, roles: Mapping[str, Any]
) -> tuple[Ledger, ResultsTable | None]:
    """A new ledger from the given facts, and the table that came with it, if any."""
    if not {"a", "b"} <= said.keys():
        both = (asked("a"), " and ", asked("b"), ".")
        missing = "The ledger does not exist yet: name the two algorithms of its claim, "
        raise OptionError(missing, *both)
    a, b = claim_result.two_algorithms(said["a"], said["b"])
    source = None if table is None else arrived(table, roles, [a, b])
    measures, rope = measured(source, roles)
    claim = _claim(said, measures)
    claim_result.require_ropes(claim, {name: rope.get(name, 0.0) for name in measures})
    facts: dict[str, Any] = {"claim": claim.said(a, b), "a": a, "b": b, **_plain(claim)}
    facts |= {name: said.get(name, default) for name, default in DEFAULTS.items()}
    named = {name: way for name, way in measures.items() if name in claim.measures}
    book = Ledger(
        what=file.CLAIM,
        facts=facts,
        measures=named,
        rope={name: float(rope[name]) for name in named if name in rope},
        alpha=said.get("alpha", ALPHA),
        algorithms=(a, b),
        position=said.get("position"),
        beforehand=table is None,
    )
    if source is not None:
        source = source.select(measures=list(named))
    return book, source


def go_on(
    book: Ledger, path: str, said: Mapping[str, Any], table: Any, roles: Mapping[str, Any]
) -> ResultsTable | None:
    """The table that is added to a ledger, if it and the given facts fit the ledger."""
    again: dict[str, Any] = {name: options.label(said[name]) for name in ("a", "b") if name in said}
    if any(name in said for name in (*LISTS, "at_least")):
        again |= _plain(_claim(said, book.measures))
    known = {name: value for name, value in book.facts.items() if name != "claim"}
    known |= {"alpha": book.alpha, "position": book.position}
    require_same(path, {**said, **again}, known)
    return None if table is None else later(book, path, table, roles, book.algorithms)


def _plain(claim: claim_result.NamedClaim) -> dict[str, Any]:
    """Measures and their number as a ledger has them."""
    lists = {name: list(getattr(claim, name)) for name in LISTS}
    return {**lists, "at_least": claim.at_least}


def _claim(said: Mapping[str, Any], measures: Mapping[str, str]) -> claim_result.NamedClaim:
    return claim_result.named_claim(measures, *(said.get(name) for name in (*LISTS, "at_least")))


# --- What is computed -----------------------------------------------------------------------------


def _result(
    book: Ledger, bets: ClaimBets, path: str, n_before: int, dropped: tuple[Dropped, ...]
) -> WatchResult:
    (a, b), claim, code = book.algorithms, named_in(book.facts), bets.code
    rows = bets.rows()
    last, looks = rows[-1], rows if book.datasets else ()
    chosen = {name: book.facts[name] for name in DEFAULTS}
    named = {name: getattr(claim, name) for name in (*LISTS, "at_least")}
    unknown = code.may_hold(bets.seen) & ~code.holds(bets.seen)
    facts = replace(
        bets.table.facts,
        n_dropped=len(dropped),
        dropped=dropped,
        rope=book.rope,
        n_families=bets.n_families,
        data=bets.table if looks else None,
    )
    return WatchResult(
        facts=facts,
        call={
            "ledger": path, "a": a, "b": b, **named, **chosen, "alpha": book.alpha,
            "position": book.position,
        },
        warnings=tuple(_cautions(book, looks)),
        ledger=path,
        claim=book.facts["claim"],
        opposite=None if code.own_opposite else claim.said(b, a),
        **named,
        beforehand=book.beforehand,
        **{name: getattr(last, name) for name in _OF_LOOK},
        neither=int(bets.neither[-1]),
        n_unknown=int(unknown.sum()),
        p_value_below=float(bets.p_below[-1]),
        decided_at=next((look.n for look in looks if look.decided), None),
        yes_against=int(bets.yes_against[-1]),
        no_against=int(bets.no_against[-1]),
        p_value_opposite=last.p_value_opposite if looks else None,
        **chosen,
        alpha=book.alpha,
        position=book.position,
        alpha_spent=book.spent,
        looks=looks,
        n_new=len(book.datasets) - n_before,
        both_failed=bets.both_failed if looks else {},
    )  # fmt: skip


# What a result has of its latest look.
_OF_LOOK = ("yes", "no", "share", "share_low", "share_high", "e_value", "p_value", "decided")


def _cautions(book: Ledger, looks: tuple[ClaimLook, ...]) -> Iterator[Caution]:
    if looks and not book.beforehand and book.facts["alternative"] == "greater":
        yield Caution(
            "The claim was written down together with its first "
            f"{wording.plural(looks[0].n, 'data set')}: a one-sided answer is valid only if it was "
            "stated before their results were seen."
        )
