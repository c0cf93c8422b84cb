"""A ledger of looks: the file in which a claim, its data sets and every look are written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, get_args

import numpy as np

from jointstats.kernels.claims.claim import Claim
from jointstats.kernels.claims.scores import mirrored
from jointstats.kernels.joint.claim_tests import Alternative
from jointstats.kernels.joint.outcomes import outcomes
from jointstats.labelled import options
from jointstats.labelled.joint import ledger_file as file
from jointstats.labelled.joint.claim_result import NamedClaim
from jointstats.labelled.joint.ledger_file import by_measure, number

CLAIM, OPPOSITE, BOTH, NEITHER = "claim", "opposite", "both", "neither"


@dataclass(frozen=True)
class Entry:
    """A data set in a ledger.

    Attributes
    ----------
    dataset : str
    a, b : dict
        Results of the two algorithms by measure; None where a run failed.
    shows : {"claim", "opposite", "both", "neither"}
    """

    dataset: str
    a: dict[str, float | None]
    b: dict[str, float | None]
    shows: str


@dataclass(frozen=True)
class Look:
    """A look in a ledger: data sets then, how many showed the claim, and what was said of it."""

    n: int
    count: int
    e_value: float
    p_value: float
    low: float
    high: float
    decided: bool


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """What a ledger holds.

    Attributes
    ----------
    said : str
        The claim in words.
    a, b : str
        The algorithm that it speaks for, and the other.
    claim : NamedClaim
    measures, rope : dict
        Of the claim's measures.
    threshold, alternative, alpha, level, position
        As of :func:`jointstats.watch_claim`.
    beforehand : bool
        Whether the claim was written down before any data set was.
    entries : tuple of Entry
        In the order of their arrival.
    looks : tuple of Look
    """

    said: str
    a: str
    b: str
    claim: NamedClaim
    measures: dict[str, str]
    rope: dict[str, float]
    threshold: float
    alternative: Alternative
    alpha: float
    level: float
    position: int | None
    beforehand: bool
    entries: tuple[Entry, ...] = ()
    looks: tuple[Look, ...] = ()

    @property
    def shown(self) -> list[str]:
        """What each data set shows."""
        return [entry.shows for entry in self.entries]

    @property
    def own_opposite(self) -> bool:
        """Whether the claim with the algorithms exchanged says the same."""
        return self._coded.own_opposite

    @property
    def _coded(self) -> Claim:
        names, claim = list(self.measures), self.claim
        better, not_worse, equal = (
            tuple(names.index(name) for name in named)
            for named in (claim.better, claim.not_worse, claim.equal)
        )
        return Claim(better, not_worse, equal, claim.at_least)

    def entered(self, results: Mapping[str, np.ndarray]) -> tuple[Entry, ...]:
        """Entries of data sets, from their results of shape (m, 2)."""
        if not results:
            return ()
        values = np.array(list(results.values()), dtype=float)
        signs = np.array([1.0 if way == "max" else -1.0 for way in self.measures.values()])
        turned = values * signs[:, None]
        seen = outcomes(
            np.where(np.isnan(turned), -np.inf, turned),
            np.ones(len(signs)),
            [self.rope[name] for name in self.measures],
        )
        holds, opposite = self._coded.holds(seen), self._coded.holds(mirrored(seen))
        return tuple(
            Entry(
                name,
                by_measure(self.measures, found[:, 0].tolist()),
                by_measure(self.measures, found[:, 1].tolist()),
                _shows(bool(holds[i]), bool(opposite[i])),
            )
            for i, (name, found) in enumerate(zip(results, values, strict=True))
        )

    def new_entries(self, results: Mapping[str, np.ndarray], path: Any) -> tuple[Entry, ...]:
        """Entries of the data sets that are not there yet; those that are there must agree.

        Raises
        ------
        LedgerError
            Naming the first result that is not as it was.
        """
        before = {entry.dataset: entry for entry in self.entries}
        for given in self.entered({k: x for k, x in results.items() if k in before}):
            old = before[given.dataset]
            for algorithm, was, now in ((self.a, old.a, given.a), (self.b, old.b, given.b)):
                file.require_same(was, now, algorithm=algorithm, dataset=given.dataset, path=path)
        return self.entered({k: x for k, x in results.items() if k not in before})


def _shows(claim: bool, opposite: bool) -> str:
    if claim:
        return BOTH if opposite else CLAIM
    return OPPOSITE if opposite else NEITHER


# --- The file -------------------------------------------------------------------------------------

_PLAIN = ("a", "b", "measures", "rope", "threshold", "alternative", "alpha", "level", "position",
          "beforehand")  # fmt: skip


def write(ledger: Ledger, path: str) -> None:
    """Write it whole or not at all: a line for each fact, data set and look.

    Raises
    ------
    OSError
        If it cannot be written; what was there before is as it was.
    """
    plain = {name: getattr(ledger, name) for name in _PLAIN}
    file.write(
        path,
        file.CLAIM,
        {"claim": ledger.said} | asdict(ledger.claim) | plain,
        {
            "datasets": [asdict(one) for one in ledger.entries],
            "looks": [asdict(one) for one in ledger.looks],
        },
    )


def read(path: str) -> Ledger | None:
    """The ledger of a file; None if there is no such file.

    Raises
    ------
    LedgerError
        If the file is no ledger, or its parts do not agree with each other.
    """
    return file.read(path, file.CLAIM, lambda facts: _checked(_parsed(facts), path))


def _parsed(facts: Mapping[str, Any]) -> Ledger:
    claim = NamedClaim(
        better=tuple(facts["better"]),
        not_worse=tuple(facts["not_worse"]),
        equal=tuple(facts["equal"]),
        at_least=facts["at_least"],
    )
    return Ledger(
        said=facts["claim"],
        claim=claim,
        **{name: facts[name] for name in _PLAIN},
        entries=tuple(_made(Entry, one) for one in facts["datasets"]),
        looks=tuple(_made(Look, one) for one in facts["looks"]),
    )


def _made(kind: Any, facts: Mapping[str, Any]) -> Any:
    return kind(**{one.name: facts[one.name] for one in fields(kind)})


def _checked(ledger: Ledger, path: str) -> Ledger:
    """Refuse a ledger of which somebody changed a part: everything is computed once more."""
    _require_types(ledger)
    results = {
        one.dataset: np.array(
            [[number(one.a[name]), number(one.b[name])] for name in ledger.measures]
        )
        for one in ledger.entries
    }
    again = replace(ledger, entries=ledger.entered(results))
    holds = np.cumsum([one in (CLAIM, BOTH) for one in again.shown])
    sizes = [look.n for look in ledger.looks]
    agrees = (
        again.entries == ledger.entries
        and ledger.said == ledger.claim.said(ledger.a, ledger.b)
        and sizes == sorted(set(sizes))
        and (not sizes or 0 < sizes[0] <= sizes[-1] == len(ledger.entries))
        and all(holds[look.n - 1] == look.count for look in ledger.looks)
    )
    if not agrees:
        raise file.changed_by_hand(path)
    return ledger


def _require_types(ledger: Ledger) -> None:
    """Refuse what was not written by :func:`write`.

    Raises
    ------
    ValueError
    """
    file.require_facts(ledger.measures, ledger.rope, ledger.alpha)
    file.require_position(ledger.position)
    options.one_of("alternative", ledger.alternative, get_args(Alternative))
    for name in ("threshold", "level"):
        options.number(name, getattr(ledger, name), 0, 1, open_low=True, open_high=True)
    for one in ledger.entries:
        for results in (one.a, one.b):
            file.require_results(ledger.measures, results)
    for look in ledger.looks:
        file.require_look(look)
