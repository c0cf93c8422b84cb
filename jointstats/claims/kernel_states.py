"""The state of each pair: claims in chains, corrected by the step-down with exact sizes.

On a measure A is *better* if "more often" or "most" is shown, and *ahead* if it is better and
"equal" is not shown. It *leads* on a measure if it has more wins there and "equal" is not shown.
The first state that applies:

===================  ==============================================================================
practically equal    "equal" is shown on every measure
trade-off            A is ahead on some measure, B on another
win                  A is better on some measure, better or equal on every one, and B dominates no
                     more often than A; or A is shown to dominate more often, B is ahead nowhere,
                     leads on no measure, and has no more dominations
ahead                A is ahead on some measure, B leads on none and is not shown to dominate more
                     often
possible trade-off   A is ahead on some measure, and B leads on one or is shown to dominate more
                     often
jointly better       A is shown to dominate more often
not worse            some claim is shown
open                 no claim is shown
===================  ==============================================================================

*More* wins or dominations are more by either count: in data sets, and in votes of families.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from jointstats.claims.kernel_pairs import (
    JOINTLY_MORE_OFTEN,
    MORE_OFTEN,
    NOT_WORSE,
    PairClaims,
    PairCounts,
)
from jointstats.evidence.arrays import Array, Bools, Ints
from jointstats.evidence.steps import ALL_VOTE, FAMILIES, MAY_BE_ZERO, Chains


@dataclass(frozen=True)
class Voters:
    """The units that can vote on the claims of P pairs, and what is declared of their votes.

    Attributes
    ----------
    of_questions : ndarray of int, shape (P, m)
        Units with results of both algorithms, by question.
    joint : ndarray of int, shape (P,)
        Units with results of both on all questions.
    roped : ndarray of bool, shape (m,)
        Questions with a positive rope: "not worse" and "equal" are claimed there.
    may_be_zero : ndarray of bool, shape (m,)
        Questions on which neither may be better: a declared rope, failures as worst results, or a
        group of several measures.
    groups : ndarray of bool, shape (m,)
        Groups of several measures: "not worse" is a chain by itself.
    families : bool, default False
        Whether units are families of data sets.
    times : array_like of int, shape (P,), default 1
        How many pairs each of them stands for.
    """

    of_questions: Ints
    joint: Ints
    roped: Bools
    may_be_zero: Bools
    groups: Bools
    families: bool = False
    times: ArrayLike = 1

    @cached_property
    def chains(self) -> Chains:
        """Chains of measures, then "not worse" of groups, "equal", and the joint chains."""
        n_pairs, m = self.of_questions.shape
        sides = np.repeat(self.of_questions[..., None], 2, axis=-1)
        zero = np.broadcast_to(self.may_be_zero[:, None], sides.shape)
        alone = sides[:, self.roped & self.groups]
        equal = self.of_questions[:, self.roped]
        joint = np.repeat(self.joint, 2 if m > 1 else 0)
        parts = [part.ravel() for part in (sides, alone, equal, joint)]
        units, stands_for = np.concatenate(parts), np.broadcast_to(self.times, n_pairs)
        times = [np.repeat(stands_for, len(part) // max(n_pairs, 1)) for part in parts]
        always = alone.size + equal.size
        kinds = np.repeat([ALL_VOTE, MAY_BE_ZERO], [sides.size + always, joint.size])
        kinds[: sides.size] = np.where(zero.ravel(), MAY_BE_ZERO, ALL_VOTE)
        if self.families:
            kinds[:] = FAMILIES
        weights = np.repeat([1, m], [sides.size + always, joint.size])
        return Chains(weights, units, kinds, np.concatenate(times))


def corrected(p: PairClaims, voters: Voters) -> PairClaims:
    """Corrected p-values of all claims of all pairs, as one family.

    Parameters
    ----------
    p : PairClaims
        One-sided p-values.
    voters : Voters

    Examples
    --------
    Seven data sets, all for the first algorithm on both measures. The joint chain is finished
    first, at p / 2:

    >>> from jointstats.claims.kernel_pairs import claims_of_pairs
    >>> _, p = claims_of_pairs([[[0, 0]] * 7], [False, False])
    >>> no, seven = np.zeros(2, dtype=bool), np.array([7])
    >>> voters = Voters(np.array([[7, 7]]), seven, no, no, no)
    >>> corrected(p, voters).measures[0, :, 0, 1].tolist()
    [0.0390625, 0.0390625]
    """
    n_pairs, m = voters.of_questions.shape
    alone, roped = voters.roped & voters.groups, voters.roped
    parts = _by_chain(p, voters)
    adjusted = voters.chains.corrected(np.concatenate(parts))
    of_chains, of_alone, of_equal, of_joint = np.split(
        adjusted, np.cumsum([len(part) for part in parts])[:-1]
    )
    measures = of_chains.reshape(p.measures.shape)
    measures[..., NOT_WORSE][:, alone] = of_alone[:, 0].reshape(n_pairs, -1, 2)
    equal = np.full(p.equal.shape, np.nan)
    equal[:, roped] = of_equal[:, 0].reshape(n_pairs, -1)
    joint = of_joint[:, :2].reshape(p.joint.shape) if m > 1 else p.joint
    return replace(p, measures=measures, equal=equal, joint=joint)


def level(adjusted: PairClaims, voters: Voters, alpha: float) -> float:
    """The largest p-value with which one more claim of weight 1 would be shown.

    Parameters
    ----------
    adjusted : PairClaims
        From `corrected`.
    voters : Voters
    alpha : float
    """
    strongest = np.fmax.reduce(np.concatenate(_by_chain(adjusted, voters)), axis=1)
    return voters.chains.level(strongest, alpha)


def _by_chain(p: PairClaims, voters: Voters) -> list[Array]:
    """The p-values of the claims of every chain in the order of `Voters.chains`, by kind."""
    alone = voters.roped & voters.groups
    in_chains = p.measures.copy()
    in_chains[..., NOT_WORSE][:, alone] = np.nan
    parts = [
        in_chains.reshape(-1, 3),
        p.measures[..., NOT_WORSE][:, alone].reshape(-1, 1),
        p.equal[:, voters.roped].reshape(-1, 1),
        p.joint.reshape(-1, 2)[: None if p.equal.shape[1] > 1 else 0],
    ]
    return [np.pad(x, ((0, 0), (0, 3 - x.shape[1])), constant_values=np.nan) for x in parts]


STATES: Final = (
    "practically equal",
    "trade-off",
    "win",
    "ahead",
    "possible trade-off",
    "jointly better",
    "not worse",
    "open",
)
(
    EQUAL_STATE, TRADE_OFF, WIN, AHEAD, POSSIBLE_TRADE_OFF, JOINTLY_BETTER, NOT_WORSE_STATE, OPEN,
) = range(8)  # fmt: skip


@dataclass(frozen=True)
class States:
    """States of P pairs; side 0 is the first algorithm.

    Attributes
    ----------
    state : ndarray of int, shape (P,)
        Place in `STATES`.
    side : ndarray of int, shape (P,)
        Who wins, is ahead or jointly better: 0, 1, or -1 for neither.
    better : ndarray of bool, shape (P, m, 2)
    equal : ndarray of bool, shape (P, m)
    not_worse : ndarray of bool, shape (P, m, 2)
        "Not worse" is shown, and neither is shown to be better.
    joint : ndarray of bool, shape (P, 2)
        Who is shown to dominate more often.
    p : ndarray, shape (P,)
        The largest corrected p-value among the claims on which the state rests; of an open pair
        the smallest of all.
    """

    state: Ints
    side: Ints
    better: Bools
    equal: Bools
    not_worse: Bools
    joint: Bools
    p: Array


def states_of_pairs(counts: PairCounts, corrected: PairClaims, alpha: float) -> States:
    """Derive the states.

    Parameters
    ----------
    counts : PairCounts
    corrected : PairClaims
        Corrected p-values.
    alpha : float

    Examples
    --------
    >>> from jointstats.claims.kernel_pairs import claims_of_pairs
    >>> from jointstats.claims.kernel_states import Voters, corrected
    >>> counts, p = claims_of_pairs([[[0, 0]] * 8], [False, False])
    >>> no = np.zeros(2, dtype=bool)
    >>> voters = Voters(counts.voters, counts.joint_voters, no, no, no)
    >>> found = states_of_pairs(counts, corrected(p, voters), 0.05)
    >>> STATES[found.state[0]], int(found.side[0])
    ('win', 0)
    """
    with np.errstate(invalid="ignore"):  # NaN is no claim, and never shown
        shown = np.asarray(corrected.measures <= alpha)
        equal = np.asarray(corrected.equal <= alpha)
        joint = np.asarray(corrected.joint[:, :, JOINTLY_MORE_OFTEN] <= alpha)
    better: Bools = shown[..., MORE_OFTEN]
    not_worse: Bools = shown[..., NOT_WORSE] & ~better.any(axis=-1, keepdims=True)
    unequal = ~equal[..., None]
    # By side, from here on; turned round: of its rival.
    ahead = np.asarray((better & unequal).any(axis=1))
    leads = np.asarray((_more(counts.wins, counts.win_votes) & unequal).any(axis=1))
    dominates_more = _more(counts.dominates, counts.dominating_votes)
    rival_ahead, rival_leads, rival_dominates_more, rival_joint = (
        side[:, ::-1] for side in (ahead, leads, dominates_more, joint)
    )
    by_measures = better.any(axis=1) & (better | ~unequal).all(axis=1) & ~rival_dominates_more
    jointly = joint & ~rival_ahead & ~rival_leads & ~rival_dominates_more
    wins = by_measures | jointly
    only_ahead = ahead & ~rival_leads & ~rival_joint
    something = not_worse.any(axis=(1, 2)) | better.any(axis=(1, 2)) | equal.any(axis=1)
    conditions = {
        EQUAL_STATE: equal.all(axis=1),
        TRADE_OFF: ahead.all(axis=1),
        WIN: wins.any(axis=1),
        AHEAD: only_ahead.any(axis=1),
        POSSIBLE_TRADE_OFF: ahead.any(axis=1),
        JOINTLY_BETTER: joint.any(axis=1),
        NOT_WORSE_STATE: something,
    }
    state = np.select(list(conditions.values()), list(conditions), OPEN)
    side = np.select(
        [state == WIN, state == AHEAD, state == JOINTLY_BETTER],
        [wins.argmax(axis=1), only_ahead.argmax(axis=1), joint.argmax(axis=1)],
        -1,
    )
    states = States(state, side, better, equal, not_worse, joint, np.empty(0))
    pairs, winner = np.arange(len(state)), np.maximum(side, 0)
    made_by = np.stack([by_measures[pairs, winner], jointly[pairs, winner]], axis=1)
    return replace(states, p=_rests_on(states, corrected, made_by))


def _more(counts: Ints, by_votes: Ints) -> Bools:
    """Whether each side has more than its rival, by either count; the last axis is the side."""
    more: Bools = (counts > counts[..., ::-1]) | (by_votes > by_votes[..., ::-1])
    return more


def _rests_on(states: States, corrected: PairClaims, made_by: Bools) -> Array:
    """The largest corrected p of the claims that make the state; of an open pair the smallest.

    A win that both its measures and the joint claim make rests on the clearer of the two; `made_by`
    marks those that do, shape (P, 2).
    """
    more_often = corrected.measures[..., MORE_OFTEN]
    pairs, side = np.arange(len(states.state)), np.maximum(states.side, 0)
    favoured = more_often[pairs, :, side]
    # A measure counts by what is shown there: better, or else equal.
    on_measures = np.where(states.better[pairs, :, side], favoured, corrected.equal).max(axis=1)
    jointly = corrected.joint[pairs, side, JOINTLY_MORE_OFTEN]
    won = np.where(made_by, np.stack([on_measures, jointly], axis=1), np.inf).min(axis=1)
    ahead = states.better & ~states.equal[..., None]
    leads = np.where(ahead, more_often, -np.inf).max(axis=(1, 2))
    # A possible trade-off rests on what is shown jointly, too, if that opposes who is ahead.
    opposes = states.joint & ~ahead.any(axis=1)
    opposed = np.where(opposes, corrected.joint[..., JOINTLY_MORE_OFTEN], -np.inf).max(axis=1)
    parts = (corrected.measures, corrected.equal, corrected.joint)
    every = np.concatenate([part.reshape(len(pairs), -1) for part in parts], axis=1)
    every_equal = corrected.equal.max(axis=1)
    by_state = {
        EQUAL_STATE: every_equal,
        TRADE_OFF: leads,
        WIN: won,
        AHEAD: leads,
        POSSIBLE_TRADE_OFF: np.maximum(leads, opposed),
        JOINTLY_BETTER: jointly,
    }
    return np.select(
        [states.state == state for state in by_state],
        list(by_state.values()),
        np.nanmin(every, axis=1),
    )
