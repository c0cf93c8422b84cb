"""A claim that is looked at again and again, while data sets arrive, and a ledger of the looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Unpack, get_args

import numpy as np

from jointstats.kernels.joint import looks as kernel
from jointstats.kernels.joint.claim_tests import Alternative
from jointstats.labelled import wording
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import Caution
from jointstats.labelled.given import FilePath, TableLike, TableRoles
from jointstats.labelled.joint import ledger as file
from jointstats.labelled.joint import ledger_file
from jointstats.labelled.joint.ledger import Entry, Ledger, Look
from jointstats.labelled.joint.ledger_claim import DEFAULTS, begin, go_on
from jointstats.labelled.joint.named_claim import refuse_only
from jointstats.labelled.joint.watch_result import ClaimLook, WatchResult, verdict
from jointstats.labelled.kinds import Algorithm, AtLeast, Choice, Measures, Name, Number, TestLevel
from jointstats.labelled.table.results_table import Dropped, ResultsTable

LARGEST = 700.0  # of the logarithm of an e-value, so that it is a number

File = Annotated[FilePath, Name("file")]
Part = Annotated[float | None, Number(0, 1, open_low=True, open_high=True)]
Level = Annotated[float | None, TestLevel()]
Sides = Annotated[Alternative | None, Choice(get_args(Alternative))]


@declare(
    "claim ledger",
    family="joint",
    asks="Data sets arrive one after the other: is my claim shown by now, although I look after "
    "each of them?",
    gives="anytime p-value, confidence sequence, a file that records the looks",
    needs="orders only; a rope where practically equal is claimed",
    mind="a single look at the end shows more",
)
def watch_claim(
    ledger: File,
    table: TableLike | None = None,
    a: Algorithm = None,
    b: Algorithm = None,
    *,
    better: Measures = None,
    not_worse: Measures = None,
    equal: Measures = None,
    at_least: AtLeast = None,
    threshold: Part = None,
    alternative: Sides = None,
    alpha: Level = None,
    level: Part = None,
    position: AtLeast = None,
    **roles: Unpack[TableRoles],
) -> WatchResult:
    """Look at a claim again and again while data sets arrive; a file records the looks.

    The first call writes the claim into a ledger, each further one adds the data sets that are new
    and looks. The answer is valid although one looks after every data set and stops when it
    pleases: the probability that a false claim is ever shown is at most `alpha`.

    Parameters
    ----------
    ledger : str
        File that holds the claim, its data sets and the looks, as JSON; made if it is not there.
    table : ResultsTable, DataFrame, or dict of matrices, optional
        Results; data sets that the ledger has already must be as they were. Without it, the claim
        is written down beforehand (say `measures`, and `rope` if there is one), or the ledger is
        read.
    a : str
        The algorithm that the claim speaks for. This and all the following is said when the ledger
        is made; later calls need not repeat it, and cannot change it.
    b : str
        The algorithm with which it is compared.
    better : sequence of str, optional
        Measures on which `a` is better than `b`, by more than the rope.
    not_worse : sequence of str, optional
        Measures on which `a` is better than `b`, or practically equal.
    equal : sequence of str, optional
        Measures on which the two are practically equal: within the measure's rope.
    at_least : int, optional
        Better on at least so many of the measures in `better`; by default on all of them.
    threshold : float, optional
        The share of data sets that is to be exceeded; by default 0.5.
    alternative : {"greater", "two-sided"}, optional
        One-sided (the default) for a claim that was named before the results were seen, two-sided
        for any other.
    alpha : float, optional
        The claim is shown once its anytime p-value is at most this; by default 0.05.
    level : float, optional
        Coverage of the confidence sequence, of all looks together; by default 0.95.
    position : int, optional
        The claim's place, from 1, among those that share `alpha`, such as one for each new
        algorithm: the i-th spends alpha / (i (i + 1)), and all together, however many follow, err
        with probability `alpha` at most. By default it has `alpha` for itself.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame; `measures` and
        `rope` are the ledger's, unless they are said.

    Returns
    -------
    WatchResult

    Raises
    ------
    JointStatsError
        For invalid input or options, for claims that name no measure or contradict themselves, and
        if the ledger and what is given do not agree.

    Notes
    -----
    The e-value is what a fair bet against "the claim holds on at most `threshold` of all data sets"
    would have made of a stake of 1, spread over all larger shares by a Beta(1/2, 1/2)
    distribution. Under that hypothesis it ever reaches 1/alpha with a probability of at most
    alpha (Ville's inequality), so that 1 over its largest value so far is a p-value at every look.
    The confidence sequence holds the shares that the two-sided e-value rejects at no look. A
    single look that was planned beforehand, by :func:`jointstats.claim_test`, shows more: if the
    claim holds on 70 % of data sets, 60 of them show it with a probability of .94 in a single look,
    and of .70 if one looks after each.

    What stands behind it: row "looks" of the ledger in `docs/validity.md`.

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
    path = ledger_file.place(ledger)
    refuse_only(roles)
    said = {
        "a": a, "b": b, "better": better, "not_worse": not_worse, "equal": equal,
        "at_least": at_least, "threshold": threshold, "alternative": alternative, "alpha": alpha,
        "level": level, "position": position,
    }  # fmt: skip
    said = {name: value for name, value in said.items() if value is not None}
    given = {name: value for name, value in roles.items() if value is not None}
    with ledger_file.alone(path, changes=table is not None):
        known = file.read(path)
        if known is None:
            book, source = begin(said, table, given)
        else:
            book, source = go_on(known, path, said, table, given)
        pair = None
        if source is not None:
            pair = source.select(algorithms=[book.a, book.b], measures=list(book.measures))
        return _looked(book, pair, path, write=known is None)


def _looked(
    book: Ledger, pair: ResultsTable | None, path: str, *, write: bool = False
) -> WatchResult:
    """Add what is new, look, write the ledger if that changes it, and say what it holds."""
    new: tuple[Entry, ...] = ()
    if pair is not None:
        new = book.new_entries(dict(zip(pair.datasets, pair.values, strict=True)), path)
    book = replace(book, entries=(*book.entries, *new))
    sizes = [look.n for look in book.looks] + ([len(book.entries)] if new else [])
    looks = _looks(book, sizes)
    result = _result(book, looks, path, len(new), () if pair is None else pair.dropped)
    if write or new:
        kept = tuple(
            Look(x.n, x.count, x.e_value, x.p_value, x.share_low, x.share_high, x.decided)
            for x in looks
        )
        file.write(replace(book, looks=kept), path)
    return result


# --- What is computed -----------------------------------------------------------------------------


def _looks(book: Ledger, sizes: list[int]) -> tuple[ClaimLook, ...]:
    """What each look says, after so many data sets."""
    if not sizes:
        return ()
    at, n = np.array(sizes) - 1, np.array(sizes)
    totals = _totals(book, at)
    count = totals[file.CLAIM] + totals[file.BOTH]
    log_e = kernel.log_e_share(count, n, book.threshold, book.alternative)
    p = kernel.anytime_p_value(log_e)
    low, high = kernel.running_intersection(*kernel.confidence_sequence(count, n, book.level))
    against = kernel.anytime_p_value(
        kernel.log_e_more_often(totals[file.CLAIM], totals[file.OPPOSITE], book.alternative)
    )
    limit = -np.log(ledger_file.spent(book.alpha, book.position))
    decided = np.logical_or.accumulate((log_e >= limit) & (count > book.threshold * n))
    return tuple(
        ClaimLook(
            look=i + 1,
            n=sizes[i],
            count=int(count[i]),
            share=float(count[i] / n[i]),
            share_low=float(low[i]),
            share_high=float(high[i]),
            e_value=float(np.exp(min(log_e[i], LARGEST))),
            p_value=float(p[i]),
            p_value_opposite=None if book.own_opposite else float(against[i]),
            decided=bool(decided[i]),
        )
        for i in range(len(sizes))
    )


def _totals(book: Ledger, at: np.ndarray) -> dict[str, np.ndarray]:
    """How many data sets show what, at each look."""
    shown = np.array(book.shown)
    kinds = (file.CLAIM, file.OPPOSITE, file.BOTH, file.NEITHER)
    return {kind: np.cumsum(shown == kind)[at] for kind in kinds}


def _result(
    book: Ledger,
    looks: tuple[ClaimLook, ...],
    path: str,
    n_new: int,
    dropped: tuple[Dropped, ...],
) -> WatchResult:
    last = looks[-1] if looks else None
    times = {kind: book.shown.count(kind) for kind in (file.CLAIM, file.OPPOSITE, file.BOTH)}
    claim, n = book.claim, len(book.entries)
    failed = [x for entry in book.entries for side in (entry.a, entry.b) for x in side.values()]
    chosen = {name: getattr(book, name) for name in DEFAULTS}
    named = {name: getattr(claim, name) for name in ("better", "not_worse", "equal", "at_least")}
    result = WatchResult(
        algorithms=(book.a, book.b),
        measures=book.measures,
        n=n,
        n_dropped=len(dropped),
        call={"ledger": path, "a": book.a, "b": book.b, **named, **chosen},
        warnings=tuple(_cautions(book, looks)),
        ledger=path,
        claim=book.said,
        opposite=None if book.own_opposite else claim.said(book.b, book.a),
        **named,
        beforehand=book.beforehand,
        count=0 if last is None else last.count,
        share=None if last is None else last.share,
        share_low=0.0 if last is None else last.share_low,
        share_high=1.0 if last is None else last.share_high,
        e_value=1.0 if last is None else last.e_value,
        p_value=1.0 if last is None else last.p_value,
        decided=last is not None and last.decided,
        decided_at=next((look.n for look in looks if look.decided), None),
        n_only=times[file.CLAIM],
        n_only_opposite=times[file.OPPOSITE],
        n_both=times[file.BOTH],
        n_neither=n - sum(times.values()),
        p_value_opposite=None if last is None else last.p_value_opposite,
        **chosen,
        alpha_spent=ledger_file.spent(book.alpha, book.position),
        looks=looks,
        n_new=n_new,
        rope=book.rope,
        dropped=dropped,
        n_failed=sum(x is None for x in failed),
    )
    return replace(result, verdict=verdict(result))


def _cautions(book: Ledger, looks: tuple[ClaimLook, ...]) -> Iterator[Caution]:
    if looks and not book.beforehand and book.alternative == "greater":
        yield Caution(
            "The claim was written down together with its first "
            f"{wording.plural(looks[0].n, 'data set')}: a one-sided answer is right only if it was "
            "named before their results were seen."
        )
