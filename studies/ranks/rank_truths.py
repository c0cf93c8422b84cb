"""Tables of which it is known who is truly better, on two measures that are independent.

A truth says by which amounts results are shifted and what they vary by. Better is who wins more of
all data sets than it loses (on both measures at once: is better on both more often than the other
way round).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Generator = np.random.Generator
Sampler = Callable[[Generator, int, int, int], np.ndarray]


@dataclass(frozen=True)
class Truth:
    """How results are made, and who is truly better.

    Attributes
    ----------
    sample : callable
        Generator, tables, data sets and algorithms to results, shape (T, n, 2, l).
    better : callable
        Number of algorithms to who is truly better than whom: jointly and on each measure, shape
        (3, l, l).
    means : callable
        Number of algorithms to their true means on the first measure, as far as ranks need them.
    """

    sample: Sampler
    better: Callable[[int], np.ndarray]
    means: Callable[[int], np.ndarray]


def shifted(
    location: Callable[[int], np.ndarray],
    noise: Callable[[Generator, tuple[int, ...]], np.ndarray],
    *,
    round_to: float = 0.0,
    opposite: bool = False,
) -> Truth:
    """Symmetric noise around locations: who has the larger location is better on both measures.

    With `opposite` locations change their sign on the second measure: then nobody is jointly
    better, since each of two sweeps with probability p (1 - p).
    """

    def sample(rng: Generator, tables: int, n: int, l: int) -> np.ndarray:
        mu = location(l)
        both = np.stack([mu, -mu if opposite else mu])
        x = both + noise(rng, (tables, n, 2, l))
        return np.round(x / round_to) * round_to if round_to else x

    def better(l: int) -> np.ndarray:
        first = location(l)[:, None] > location(l)
        return np.stack([first & (not opposite), first, first.T if opposite else first])

    return Truth(sample, better, location)


def _cycle(rng: Generator, tables: int, n: int, l: int) -> np.ndarray:
    """A line of algorithms that begins anywhere: places 0 … l - 1, shifted at random."""
    start = rng.integers(0, l, (tables, n, 2, 1))
    return (np.arange(l) + start) % l + 0.1 * rng.random((tables, n, 2, l))


def _in_a_cycle(l: int) -> np.ndarray:
    """Each is behind the next ones of its line, up to half of all, on most data sets."""
    ahead = (np.arange(l)[:, None] - np.arange(l)) % l
    one = (ahead > 0) & (2 * ahead < l)
    return np.stack([one] * 3)


def _failing(l: int) -> np.ndarray:
    return np.linspace(0.0, 0.3, l)


def _rare_failures(rng: Generator, tables: int, n: int, l: int) -> np.ndarray:
    """The better one is on most data sets, the more often it fails on another, and by how much."""
    x = np.arange(l) + 0.1 * rng.standard_normal((tables, n, 2, l))
    return x - 100 * l * (rng.random(x.shape) < _failing(l))


def normal(rng: Generator, shape: tuple[int, ...]) -> np.ndarray:
    return rng.standard_normal(shape)


def unlike(rng: Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Standard deviations from 1 to 4."""
    return rng.standard_normal(shape) * np.linspace(1, 4, shape[-1])


def heavy(rng: Generator, shape: tuple[int, ...]) -> np.ndarray:
    return rng.standard_t(2, shape)


TRUTHS = {
    "all equal": shifted(np.zeros, normal),
    "all equal, unequal variances": shifted(np.zeros, unlike),
    "all equal, results that tie": shifted(np.zeros, normal, round_to=1.0),
    "near ties": shifted(lambda l: 0.1 * np.arange(l), normal),
    "far apart": shifted(lambda l: 0.5 * np.arange(l), normal),
    "far apart, unequal variances": shifted(lambda l: 0.5 * np.arange(l), unlike),
    "far apart, heavy tails": shifted(lambda l: 0.5 * np.arange(l), heavy),
    "equal pairs, far apart": shifted(lambda l: 1.5 * (np.arange(l) // 2), normal),
    "opposite measures": shifted(lambda l: 0.5 * np.arange(l), normal, opposite=True),
    "majorities in a cycle": Truth(_cycle, _in_a_cycle, np.zeros),
    "better mostly, worse on average": Truth(
        _rare_failures,
        lambda l: np.stack([np.arange(l)[:, None] > np.arange(l)] * 3),
        lambda l: -_failing(l),
    ),
}
# Where sets can fail to hold, and where it matters how wide they are.
COVERED = [name for name in TRUTHS if name != "far apart, heavy tails"]
APART = [name for name in TRUTHS if "all equal" not in name and "opposite" not in name]


def true_ranks(better: np.ndarray) -> np.ndarray:
    """1 + the number of those who are truly better, shape (..., l)."""
    return 1 + better.sum(axis=-2)
