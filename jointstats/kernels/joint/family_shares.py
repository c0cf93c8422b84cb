"""Data sets in families: which statement is the most probable, when each cluster has its shares.

Cluster c has shares theta_c ~ Dirichlet(kappa theta) of its own around the shares theta that are
asked about, theta ~ Dirichlet(a). Two data sets of a cluster agree more often than by chance, by
the intra-class correlation rho = 1 / (1 + kappa), which has a uniform prior.

With theta_c integrated out, the counts n_ck follow Polya's urn: the number t_ck of data sets that
took their statement from theta, and not from another data set of their cluster, is a sum of
independent Bernoulli(kappa theta_k / (kappa theta_k + j)), j = 0 ... n_ck - 1 (Antoniak 1974; Teh
et al. 2006), and theta | t ~ Dirichlet(a + t). Thus the exact kernel serves for counts t. With
kappa infinite t = n, every data set counts; with kappa 0 a cluster counts once for each statement
that it shows.

Chains draw rho given theta (t integrated out; on the nodes of a Gauss rule, so that there is no
random walk), then t, then theta; the exact probabilities given t are averaged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.families import InvalidClustersError
from jointstats.kernels.joint.many_largest import largest_of_many
from jointstats.kernels.joint.uncertain import CHAINS, PossibleCounts

__all__ = ["FamilyTables", "family_largest", "family_tables", "whole_counts"]

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

_BURN_IN = 50
_NODES = 48  # of the correlation


@dataclass(frozen=True)
class FamilyTables:
    """What the clusters' data sets are worth.

    Attributes
    ----------
    tables : PossibleCounts
        Draws of t, summed over clusters: in place of counts wherever these are Dirichlet.
    correlation : ndarray, shape (D,)
        The intra-class correlation of every draw; missing where nothing speaks of it because no
        cluster has two data sets.
    """

    tables: PossibleCounts
    correlation: Array


def family_tables(
    counts: ArrayLike,
    prior: ArrayLike,
    rest_mass: float = 0.0,
    *,
    kappa: float | None = None,
    draws: int = 4096,
    rng: int | np.random.Generator = 0,
) -> FamilyTables:
    """Draw what the data sets of each cluster are worth.

    Parameters
    ----------
    counts : array_like of int, shape (C, R) or (64, C, R)
        How many data sets of each cluster show each statement; or that for every chain by itself,
        such as roundings of what ties have made fractions.
    prior : array_like, shape (R,)
        Dirichlet parameters of these statements.
    rest_mass : float, default 0
        Prior mass of all other statements together.
    kappa : float, optional
        How closely clusters follow the common shares, from 0 (one vote each) to infinite
        (independent data sets). Learned by default.
    draws : int, default 4096
        Rounded up to the same number for each of 64 chains.
    rng : int or Generator, default 0
        Seed.

    Returns
    -------
    FamilyTables

    Raises
    ------
    InvalidClustersError
        If a count is negative or not whole, a parameter not positive, or kappa negative; or if
        chains differ in the sizes of clusters.

    Examples
    --------
    Ten clusters of five that agree within: fifty data sets are worth about ten.

    >>> found = family_tables([[5, 0]] * 7 + [[0, 5]] * 3, [0.5, 0.5])
    >>> worth, _ = found.tables.average(found.tables.counts.sum(axis=1))
    >>> bool(10 < worth < 14), bool(0.8 < found.correlation.mean() < 1)
    (True, True)
    """
    n, a = _checked(counts, prior, rest_mass, kappa)
    if (n.sum(axis=2) <= 1).all() or kappa == np.inf:
        return _certain(n.sum(axis=1), np.nan if kappa is None else 1 / (1 + kappa))
    if kappa == 0:
        return _certain((n > 0).sum(axis=1), 1.0)
    chains = _Chains(n, a, rest_mass, kappa, np.random.default_rng(rng))
    kept = max(1, -(-draws // CHAINS))
    tables = np.empty((CHAINS, kept, a.size), dtype=np.int64)
    rho = np.empty((CHAINS, kept))
    for sweep in range(-_BURN_IN, kept):
        chains.move()
        if sweep >= 0:
            tables[:, sweep], rho[:, sweep] = chains.tables, 1 / (1 + chains.kappa)
    size = CHAINS * kept
    drawn = PossibleCounts(tables.reshape(size, -1), np.full(size, 1.0 / size), CHAINS)
    return FamilyTables(drawn, rho.ravel())


def _certain(tables: Ints, rho: float) -> FamilyTables:
    """What needs no draws but those of the chains' own counts."""
    size = len(tables)
    drawn = PossibleCounts(tables, np.full(size, 1.0 / size), size if size > 1 else 0)
    return FamilyTables(drawn, np.full(size, rho))


def family_largest(
    counts: ArrayLike,
    prior: ArrayLike,
    rest_parameters: ArrayLike = (),
    rest_multiplicities: ArrayLike = (),
    *,
    diffuse_mass: float = 0.0,
    kappa: float | None = None,
    draws: int = 4096,
    rng: int | np.random.Generator = 0,
) -> tuple[Array, Array]:
    """Probability that each statement is the most probable one.

    Parameters
    ----------
    counts, prior, kappa, draws, rng
        As of `family_tables`.
    rest_parameters, rest_multiplicities : array_like, shape (G,)
        Prior parameters of the statements never seen, in groups, and how many share each.
    diffuse_mass : float, default 0
        As of `jointstats.kernels.joint.dirichlet.probability_largest`.

    Returns
    -------
    probability, mcse : ndarray, shape (R + G,) or (R + G + 1,)
        As of `probability_largest`, and the Monte Carlo standard error. Where no cluster has two
        data sets, that function's answer to the last bit.

    Raises
    ------
    InvalidClustersError
        As of `family_tables`.
    InvalidPosteriorError
        For parameters of the rest that describe no Dirichlet distribution.

    Examples
    --------
    Six clusters of three for the first statement, three for the second; every data set for itself
    would give .98.

    >>> counts = [[3, 0]] * 6 + [[0, 3]] * 3
    >>> probability, mcse = family_largest(counts, [0.5, 0.5])
    >>> bool(0.82 < probability[0] < 0.9), bool(mcse.max() < 0.005)
    (True, True)
    """
    rest, number = np.asarray(rest_parameters, float), np.asarray(rest_multiplicities, float)
    a, rest_mass = np.asarray(prior, dtype=float), float(rest @ number) + diffuse_mass
    found = family_tables(counts, a, rest_mass, kappa=kappa, draws=draws, rng=rng).tables
    return found.average(largest_of_many(found.counts + a, rest, number, diffuse_mass=diffuse_mass))


def whole_counts(counts: ArrayLike, rng: np.random.Generator) -> Ints:
    """Counts that ties have made fractions, rounded at random: right on average, sums kept.

    Every cluster is rounded by itself: up to a random point, its sums from the first statement on.

    Examples
    --------
    >>> rounded = [whole_counts([[0.5, 1.5], [2.0, 0.0]], np.random.default_rng(i)) for i in (0, 2)]
    >>> [one.tolist() for one in rounded]
    [[[1, 1], [2, 0]], [[0, 2], [2, 0]]]
    """
    n = np.asarray(counts, dtype=float)
    sums = np.round(np.cumsum(n, axis=1), 9)  # thirds add up to whole numbers
    up_to = np.floor(sums + rng.random((len(n), 1)))
    return np.diff(up_to, axis=1, prepend=0.0).astype(np.int64)


def _checked(
    counts: ArrayLike, prior: ArrayLike, rest_mass: float, kappa: float | None
) -> tuple[Ints, Array]:
    n, a = np.asarray(counts, dtype=float), np.asarray(prior, dtype=float)
    n = n[None] if n.ndim == 2 else n
    if n.ndim != 3 or (n < 0).any() or not np.isfinite(n).all() or (n != np.rint(n)).any():
        raise InvalidClustersError("counts of data sets in clusters must be whole numbers >= 0")
    if len(n) not in (1, CHAINS) or (n.sum(axis=2) != n[0].sum(axis=1)).any():
        raise InvalidClustersError(f"counts of {CHAINS} chains must agree in the clusters' sizes")
    if a.shape != n.shape[2:] or not ((a > 0) & np.isfinite(a)).all() or not rest_mass >= 0:
        raise InvalidClustersError("every statement needs one prior parameter greater than 0")
    if kappa is not None and not kappa >= 0:
        raise InvalidClustersError("kappa must not be negative")
    return n.astype(np.int64), a


@lru_cache(maxsize=1)
def _correlations() -> tuple[Array, Array]:
    """Nodes of kappa and the logarithms of their prior probabilities: rho is uniform."""
    x, w = np.polynomial.legendre.leggauss(_NODES)
    rho = (x + 1) / 2
    return (1 - rho) / rho, np.log(w / 2)


class _Chains:
    """Independent chains of (kappa, t, theta), moved together; n (1, C, R), or each has its own."""

    def __init__(
        self, n: Ints, prior: Array, rest: float, kappa: float | None, rng: np.random.Generator
    ) -> None:
        self.prior, self.rest, self.rng = prior, rest, rng
        # Data sets that came as the (j + 1)-th with their statement k in their cluster are alike.
        later = np.arange(1, int(n.max()))
        above = np.array([(one[:, :, None] > later).sum(axis=0) for one in n])
        self.state, place = np.nonzero(above.any(axis=0))
        self.before, self.times = later[place], above[:, self.state, place]
        self.belongs = (self.state[:, None] == np.arange(prior.size)).astype(np.int64)
        self.first = (n > 0).sum(axis=1)
        if kappa is None:
            self.grid, log_prior = _correlations()
        else:
            self.grid, log_prior = np.array([float(kappa)]), np.zeros(1)
        # Gamma(kappa) / Gamma(kappa + n_c), and of every first data set the factor kappa
        sizes = n[0].sum(axis=1)
        after = np.arange(1, int(sizes.max()))
        several = np.log(self.grid[:, None] + after) @ (sizes[:, None] > after).sum(axis=0)
        extra = self.first.sum(axis=1) - (sizes > 0).sum()
        self.log_base = log_prior - several + extra[:, None] * np.log(self.grid)
        self.kappa = rng.choice(self.grid, CHAINS)
        self.tables = np.broadcast_to(self.first, (CHAINS, prior.size))
        self._draw_shares()

    def move(self) -> None:
        """Draw kappa given theta, t given both, theta given t."""
        self._draw_kappa()
        mass = self.kappa[:, None] * self.shares[:, self.state]
        fresh = self.rng.binomial(self.times, mass / (mass + self.before))
        self.tables = self.first + fresh @ self.belongs
        self._draw_shares()

    def _draw_kappa(self) -> None:
        """P(n | kappa, theta), over all t: rising factorials of kappa theta_k and of kappa."""
        mass = self.grid[:, None] * self.shares[:, None, self.state]
        log_p = (np.log(mass + self.before) @ self.times[:, :, None])[:, :, 0] + self.log_base
        highest = log_p + self.rng.gumbel(size=log_p.shape)
        self.kappa = self.grid[highest.argmax(axis=1)]

    def _draw_shares(self) -> None:
        """Theta | t; a share that underflows to 0 is that of a statement never seen."""
        gammas = self.rng.standard_gamma(self.prior + self.tables)
        rest = self.rng.standard_gamma(self.rest, CHAINS) if self.rest > 0 else 0.0
        self.shares = gammas / (gammas.sum(axis=1) + rest)[:, None]
