"""Chains of claims about pairs, and their p-values corrected by the step-down with exact sizes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from jointstats.claims.kernel_pairs import NOT_WORSE, PairClaims
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
    """

    of_questions: Ints
    joint: Ints
    roped: Bools
    may_be_zero: Bools
    groups: Bools
    families: bool = False

    @cached_property
    def chains(self) -> Chains:
        """Chains of measures, then "not worse" of groups, "equal", and the joint chains."""
        m = self.of_questions.shape[1]
        sides = np.repeat(self.of_questions[..., None], 2, axis=-1)
        zero = np.broadcast_to(self.may_be_zero[:, None], sides.shape)
        alone = sides[:, self.roped & self.groups]
        equal = self.of_questions[:, self.roped]
        joint = np.repeat(self.joint, 2 if m > 1 else 0)
        units = np.concatenate([part.ravel() for part in (sides, alone, equal, joint)])
        always = alone.size + equal.size
        kinds = np.repeat([ALL_VOTE, MAY_BE_ZERO], [sides.size + always, joint.size])
        kinds[: sides.size] = np.where(zero.ravel(), MAY_BE_ZERO, ALL_VOTE)
        if self.families:
            kinds[:] = FAMILIES
        weights = np.repeat([1, m], [sides.size + always, joint.size])
        return Chains(weights, units, kinds)


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
