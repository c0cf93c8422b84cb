"""Simulated tables whose truth is known: outcomes of pairs of algorithms, and their probabilities.

Two kinds. *Latent*: results of l algorithms on m measures are normal with means of their own,
equally correlated measures, and a rope within which two results are equal; every pair of algorithms
is compared. *Shares*: the probabilities of the outcomes of each pair are given, and pairs are
independent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

Array = NDArray[np.float64]
Ints = NDArray[np.integer]

SEED = 2016
_MOST_AT_ONCE = 6_000_000  # outcomes
_NODES = np.linspace(-8.5, 8.5, 201)  # the trapezoid rule on these is exact to rounding
_WEIGHTS = np.exp(-(_NODES**2) / 2) / np.exp(-(_NODES**2) / 2).sum()


def generator(name: str) -> np.random.Generator:
    """Random numbers of one cell, whatever is computed before it."""
    return np.random.default_rng([SEED, crc32(name.encode())])


def outcome_codes(m: int) -> Ints:
    """All outcomes of m measures (0 better, 1 equal, 2 worse), shape (3^m, m)."""
    return np.indices((3,) * m).reshape(m, -1).T


def rope_for(ties: float | tuple[float, ...]) -> Array:
    """Rope, on each measure, with which two equal algorithms tie on this share of the data sets."""
    rope: Array = np.sqrt(2) * ndtri((1 + np.asarray(ties)) / 2)
    return rope


@dataclass(frozen=True)
class Latent:
    """l algorithms with normal results.

    Attributes
    ----------
    means : ndarray, shape (l, m)
        In units of the noise of one result.
    correlation : float
        Of the noise on any two measures.
    ties : float or tuple of float
        Share of tied data sets between equal algorithms, on each measure.
    """

    means: Array
    correlation: float = 0.0
    ties: float | tuple[float, ...] = 0.0

    @property
    def pairs(self) -> tuple[Ints, Ints]:
        first, second = np.array(list(combinations(range(len(self.means)), 2))).T
        return first, second

    @property
    def m(self) -> int:
        return self.means.shape[1]

    @cached_property
    def theta(self) -> Array:
        """Probabilities of the outcomes of every pair, shape (P, 3^m): quadrature."""
        first, second = self.pairs
        return latent_theta(
            (self.means[first] - self.means[second]) / np.sqrt(2),
            rope_for(self.ties) / np.sqrt(2),
            self.correlation,
        )

    @property
    def true_theta(self) -> Array:
        """The same: what is recorded hides nothing."""
        return self.theta

    def sample(self, rng: np.random.Generator, tables: int, n: int) -> Array:
        """Outcomes of all pairs, shape (tables, P, n, m)."""
        return self.outcomes(self.results(rng, tables, n))

    def results(self, rng: np.random.Generator, tables: int, n: int) -> Array:
        """Results of all algorithms, shape (tables, l, n, m)."""
        return noisy(rng, np.broadcast_to(self.means, (tables, *self.means.shape)), n,
                     self.correlation)  # fmt: skip

    def outcomes(self, results: Array) -> Array:
        """Outcomes of all pairs of these results, shape (tables, P, n, m)."""
        first, second = self.pairs
        difference = results[:, first] - results[:, second]
        rope = rope_for(self.ties)
        return np.int8(1) - (difference > rope) + (difference < -rope)


def noisy(rng: np.random.Generator, means: Array, n: int, correlation: float) -> Array:
    """Results with these means (tables, l, m) on n data sets, shape (tables, l, n, m)."""
    tables, l, m = means.shape
    noise = np.sqrt(1 - correlation) * rng.standard_normal((tables, l, n, m))
    if correlation:
        noise += np.sqrt(correlation) * rng.standard_normal((tables, l, n, 1))
    return means[:, :, None] + noise


def latent_theta(delta: Array, rope: Array, correlation: float) -> Array:
    """P(outcome) of standard normal differences with means delta (P, m), equally correlated."""
    theta = np.ones((len(delta), _NODES.size, 1))
    for one in _by_measure(delta, rope, correlation):
        theta = (theta[..., None] * one[:, :, None, :]).reshape(len(delta), _NODES.size, -1)
    return np.einsum("pzs,z->ps", theta, _WEIGHTS)


def latent_clean(delta: Array, rope: Array, correlation: float) -> Array:
    """P(not worse on any measure, better on some), by side, shape (P, 2); without ropes, sweeps."""
    not_worse = np.ones((len(delta), _NODES.size, 2))
    equal = np.ones((len(delta), _NODES.size, 1))
    for one in _by_measure(delta, rope, correlation):
        not_worse *= one[..., [0, 2]] + one[..., [1]]
        equal *= one[..., [1]]
    return np.einsum("pzs,z->ps", not_worse - equal, _WEIGHTS)


def _by_measure(delta: Array, rope: Array, correlation: float) -> Iterator[Array]:
    """P(better), P(equal), P(worse) by measure, given what the measures share: (P, nodes, 3)."""
    common, own = np.sqrt(correlation) * _NODES, np.sqrt(1 - correlation)
    for mean, within in zip(delta.T, np.broadcast_to(rope, delta.shape[1:]), strict=True):
        centre = mean[:, None] + common
        better, worse = ndtr((centre - within) / own), ndtr((-centre - within) / own)
        yield np.stack([better, np.maximum(1 - better - worse, 0.0), worse], axis=-1)


@dataclass(frozen=True)
class Shares:
    """Independent pairs with given probabilities of outcomes: one dictionary for each pair.

    An outcome is a string of its measures: ``"+"`` better, ``"="`` equal, ``"-"`` worse, and
    ``"?"`` worse by so little that a tie is recorded.
    """

    shares: tuple[dict[str, float], ...]
    m: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "m", len(next(iter(self.shares[0]))))

    @cached_property
    def theta(self) -> Array:
        """Probabilities of the outcomes that are recorded, shape (P, 3^m)."""
        return self._theta("=")

    @cached_property
    def true_theta(self) -> Array:
        """Probabilities of the true outcomes, which a finer clock would record."""
        return self._theta("-")

    def _theta(self, hidden: str) -> Array:
        number = {"".join(o): i for i, o in enumerate(product("+=-", repeat=self.m))}
        theta = np.zeros((len(self.shares), 3**self.m))
        for row, given in zip(theta, self.shares, strict=True):
            for outcome, share in given.items():
                row[number[outcome.replace("?", hidden)]] += share
        if not np.allclose(theta.sum(axis=1), 1, atol=1e-12):
            raise ValueError("the shares of a pair sum to 1")
        return theta

    def sample(self, rng: np.random.Generator, tables: int, n: int) -> Array:
        """Recorded outcomes of all pairs, shape (tables, P, n, m)."""
        codes = outcome_codes(self.m).astype(np.int8)
        drawn = [
            codes[np.searchsorted(edge, rng.random((tables, n)) * edge[-1], side="right")]
            for edge in np.cumsum(self.theta, axis=1)
        ]
        return np.stack(drawn, axis=1)


Design = Latent | Shares


def chunks(design: Design, tables: int, n: int) -> Iterator[int]:
    """Numbers of tables that fit into memory at once."""
    size = max(1, int(_MOST_AT_ONCE / (len(design.theta) * n * design.m)))
    for start in range(0, tables, size):
        yield min(size, tables - start)


# --- Truth ---------------------------------------------------------------------------------------

_MARGIN = 1e-9  # what is nearer than this is equal


@dataclass(frozen=True)
class Truth:
    """Which claims of each pair are true.

    Attributes
    ----------
    sweep : ndarray of bool, shape (P, 2, 4)
        By side and rung of the ladder of sweeps.
    clean : ndarray of bool, shape (P, 2, 2)
        "Not worse": more often than the other side; on most data sets.
    outcome : ndarray of bool, shape (P, 3^m, 2)
        Each outcome: the most common one; on most data sets.
    wins : ndarray of bool, shape (P, m, 2)
        Better on most data sets, by measure and side.
    """

    sweep: NDArray[np.bool_]
    clean: NDArray[np.bool_]
    outcome: NDArray[np.bool_]
    wins: NDArray[np.bool_]


def truth(theta: Array, m: int) -> Truth:
    """Read off the probabilities of outcomes, shape (P, 3^m), what is true."""
    codes = outcome_codes(m)
    first, second = (codes == 0), (codes == 2)
    wins = np.stack([theta @ first, theta @ second], axis=-1)
    sweeps = theta[:, [0, -1]]
    clean = np.stack(
        [theta @ (a.any(1) & ~b.any(1)) for a, b in ((first, second), (second, first))], axis=-1
    )
    ordered = np.sort(theta, axis=1)
    rival = np.where(theta == ordered[:, -1:], ordered[:, -2:-1], ordered[:, -1:])
    most_common = theta > rival + _MARGIN
    sweep = np.stack(
        [
            sweeps > sweeps[:, ::-1] + _MARGIN,
            most_common[:, [0, -1]],
            (wins > 0.5 + _MARGIN).all(axis=1),
            sweeps > 0.5 + _MARGIN,
        ],
        axis=-1,
    )
    return Truth(
        sweep=sweep,
        clean=np.stack([clean > clean[:, ::-1] + _MARGIN, clean > 0.5 + _MARGIN], axis=-1),
        outcome=np.stack([most_common, theta > 0.5 + _MARGIN], axis=-1),
        wins=wins > 0.5 + _MARGIN,
    )
