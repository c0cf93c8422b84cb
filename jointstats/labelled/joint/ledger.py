"""A ledger of looks: the file in which a claim, its data sets and every look are written down."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np

from jointstats.kernels.joint.claim_tests import Alternative
from jointstats.kernels.joint.outcomes import Claim, outcomes
from jointstats.kernels.messages import Value
from jointstats.labelled import files
from jointstats.labelled.errors import LedgerError
from jointstats.labelled.joint.claim_result import NamedClaim

SCHEMA = 1
WHAT = "jointstats ledger of a claim"
SAME = 1e-9  # relative difference of results that are the same, written with fewer digits

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
        holds, opposite = self._coded.holds(seen), self._coded.opposite_holds(seen)
        return tuple(
            Entry(
                name,
                self._by_measure(found[:, 0]),
                self._by_measure(found[:, 1]),
                _shows(bool(holds[i]), bool(opposite[i])),
            )
            for i, (name, found) in enumerate(zip(results, values, strict=True))
        )

    def _by_measure(self, column: np.ndarray) -> dict[str, float | None]:
        found = zip(self.measures, column.tolist(), strict=True)
        return {name: None if math.isnan(x) else x for name, x in found}

    def new_entries(self, results: Mapping[str, np.ndarray], path: Any) -> tuple[Entry, ...]:
        """Entries of the data sets that are not there yet; those that are there must agree.

        Raises
        ------
        LedgerError
            Naming the first result that is not as it was.
        """
        before = {entry.dataset: entry for entry in self.entries}
        for given in self.entered({k: x for k, x in results.items() if k in before}):
            self._require_same(before[given.dataset], given, path)
        return self.entered({k: x for k, x in results.items() if k not in before})

    def _require_same(self, old: Entry, new: Entry, path: Any) -> None:
        for algorithm, was, now in ((self.a, old.a, new.a), (self.b, old.b, new.b)):
            for measure in self.measures:
                if not _same(was[measure], now[measure]):
                    raise LedgerError(
                        f"The ledger {path} has {_result(was[measure])} as {measure} of {algorithm}"
                        f' on "{old.dataset}", and this table {_result(now[measure])}: what was '
                        "looked at stays as it was, so correct the table, or begin another ledger."
                    )


def _shows(claim: bool, opposite: bool) -> str:
    if claim:
        return BOTH if opposite else CLAIM
    return OPPOSITE if opposite else NEITHER


def _same(x: float | None, y: float | None) -> bool:
    if x is None or y is None:
        return x is y
    return math.isclose(x, y, rel_tol=SAME)


def _result(x: float | None) -> str:
    return "a failed run" if x is None else repr(x)


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
    facts: dict[str, Any] = {"what": WHAT, "schema": SCHEMA, "claim": ledger.said}
    facts |= asdict(ledger.claim) | {name: getattr(ledger, name) for name in _PLAIN}
    lines = [f"  {_json(key)}: {_json(value)}" for key, value in facts.items()]
    lines += [
        _listed("datasets", [asdict(one) for one in ledger.entries]),
        _listed("looks", [asdict(one) for one in ledger.looks]),
    ]
    files.write(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def _listed(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return f"  {_json(name)}: []"
    return f"  {_json(name)}: [\n" + ",\n".join(f"    {_json(row)}" for row in rows) + "\n  ]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read(path: str) -> Ledger | None:
    """The ledger of a file; None if there is no such file.

    Raises
    ------
    LedgerError
        If the file is no ledger, or its parts do not agree with each other.
    """
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        text = file.read()
    try:
        return _checked(_parsed(json.loads(text.decode())), path)
    except LedgerError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise LedgerError(
            f"{path} is no ledger of a claim that can be read: name the file of a ledger, or a new "
            "one."
        ) from error


def _parsed(facts: Mapping[str, Any]) -> Ledger:
    if facts["what"] != WHAT:
        raise ValueError(facts["what"])
    if facts["schema"] != SCHEMA:
        raise LedgerError(
            "The ledger is of schema ", Value(facts["schema"]), f", this version reads {SCHEMA}: "
            "use the version of jointstats that wrote it.",
        )  # fmt: skip
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
    results = {
        one.dataset: np.array(
            [[_float(one.a[name]), _float(one.b[name])] for name in ledger.measures]
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
        raise LedgerError(
            f"The parts of the ledger {path} do not agree with each other: it has been changed by "
            "hand; take the copy from before that."
        )
    return ledger


def _float(x: float | None) -> float:
    return math.nan if x is None else float(x)
