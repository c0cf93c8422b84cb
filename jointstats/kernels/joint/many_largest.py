"""Which component is the largest, for many Dirichlet vectors at once.

Draws of counts share few distinct parameters. With the nodes u of one quadrature for all draws,

    P(group g of draw d is the largest) = m_dg int exp(sum_v m_dv ln F_v(u)) f_g(u) / F_g(u) du,

so that two products of matrices (draws by parameters by nodes) do what
`jointstats.kernels.joint.dirichlet.probability_largest` does for one draw.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.kernels.joint.dirichlet import (
    LARGEST_MULTIPLICITY,
    InvalidPosteriorError,
    Maximum,
    probability_largest,
)
from jointstats.kernels.joint.gamma_tails import TINY_SHAPE, exponential_integral

Array = NDArray[np.float64]

_AT_ONCE = 1 << 21  # numbers in one matrix
_FIRST_NODES = 128
_MOST_NODES = 1 << 13
_SETTLED = 1e-12  # how far the probabilities of a draw may sum to something else than 1
_LEAST_LEADER = 0.5  # with a smaller largest parameter the shared window would be too wide


def largest_of_many(
    parameters: ArrayLike,
    rest_parameters: ArrayLike = (),
    rest_multiplicities: ArrayLike = (),
    *,
    diffuse_mass: float = 0.0,
) -> Array:
    """Probability that each component is the largest, in every draw.

    Parameters
    ----------
    parameters : array_like, shape (D, R)
        Dirichlet parameters of R components in each of D draws.
    rest_parameters, rest_multiplicities : array_like, shape (G,)
        Groups of equal parameters that are the same in every draw, such as those of the states that
        nothing speaks for, and how many components share each.
    diffuse_mass : float, default 0
        Mass spread over countless further components.

    Returns
    -------
    ndarray, shape (D, R + G) or (D, R + G + 1)
        As of `jointstats.kernels.joint.dirichlet.probability_largest`; absolute error below 1e-11.

    Raises
    ------
    InvalidPosteriorError
        For parameters that describe no Dirichlet distribution.

    Examples
    --------
    >>> largest_of_many([[1.25, 2.25], [6.25, 3.25]], [0.25], [2]).round(4)
    array([[0.2551, 0.6939, 0.051 ],
           [0.8468, 0.1516, 0.0016]])
    """
    a = np.asarray(parameters, dtype=float)
    rest, number = np.asarray(rest_parameters, float), np.asarray(rest_multiplicities, float)
    if a.ndim != 2 or not np.isfinite(a).all() or (a < 0).any() or rest.shape != number.shape:
        raise InvalidPosteriorError("Dirichlet parameters must be rows of finite numbers >= 0.")
    rows, inverse = np.unique(a, axis=0, return_inverse=True)
    out = np.empty((len(rows), a.shape[1] + rest.size + (diffuse_mass > 0)))
    shared = _can_share(rows, rest, number, diffuse_mass)
    for i in np.flatnonzero(~shared):
        together, each = np.append(rows[i], rest), np.append(np.ones(rows.shape[1]), number)
        out[i] = probability_largest(together, each, diffuse_mass=diffuse_mass)
    # Neighbours in size share a window that is hardly wider than each one's own.
    places = np.flatnonzero(shared)
    places = places[np.argsort(rows[places].max(axis=1, initial=0.0))]
    step = max(1, _AT_ONCE // (4 * _FIRST_NODES))
    for start in range(0, places.size, step):
        chunk = places[start : start + step]
        out[chunk] = _Together(rows[chunk], rest, number, diffuse_mass).probabilities()
    return out[inverse.ravel()]


def _can_share(rows: Array, rest: Array, number: Array, diffuse: float) -> NDArray[np.bool_]:
    """Draws that one window serves: some parameter is not small, none is next to nothing."""
    groups = (
        (rest >= TINY_SHAPE) & (rest < np.inf) & (number > 0) & (number <= LARGEST_MULTIPLICITY)
    )
    if not (groups.all() and 0 <= diffuse < np.inf) or len(rows) < 3:
        return np.zeros(len(rows), dtype=bool)
    return ((rows == 0) | (rows >= TINY_SHAPE)).all(axis=1) & (
        rows.max(axis=1, initial=0.0) >= _LEAST_LEADER
    )


class _Together:
    """One quadrature for some draws; `probabilities` is what it is for."""

    def __init__(self, rows: Array, rest: Array, number: Array, diffuse: float) -> None:
        self.rows, self.diffuse = rows, diffuse
        self.shapes, place = np.unique(np.append(rows.ravel(), rest), return_inverse=True)
        self.place = place[: rows.size].reshape(rows.shape)
        self.rest_place, self.rest_number = place[rows.size :], number
        self.number = np.zeros((len(rows), self.shapes.size))
        np.add.at(self.number, (np.arange(len(rows))[:, None], self.place), 1.0)
        self.number += np.bincount(self.rest_place, number, self.shapes.size)
        if self.shapes[0] == 0:  # a component that is almost surely 0 takes no part
            self.shapes, self.number = self.shapes[1:], self.number[:, 1:]
            self.place, self.rest_place = self.place - 1, self.rest_place - 1

    @np.errstate(all="ignore")
    def probabilities(self) -> Array:
        """One row per draw: its components, the groups of the rest, the diffuse mass."""
        # The largest variable of any draw is above that of the least leading parameter alone, and
        # below that of all variables as often as in any draw.
        alone = (self.shapes == self.rows.max(axis=1).min()).astype(float)
        window = Maximum(self.shapes, alone, self.number.max(axis=0))
        low, high = window.window()
        high = max(high, self._end_of_diffuse(window))
        nodes = _FIRST_NODES
        each, last = self._rule(window, np.linspace(low, high, nodes + 1))
        while True:
            half = 0.5 * (high - low) / nodes
            between = np.linspace(low + half, high - half, nodes)
            more, more_last = self._rule(window, between)
            each, last = each + more, last + more_last
            nodes *= 2
            width = (high - low) / nodes
            total = width * (np.einsum("dv,dv->d", each, self.number) + last)
            if np.abs(total - 1).max() < _SETTLED or nodes >= _MOST_NODES:
                return self._spread(width * each, width * last)

    def _end_of_diffuse(self, window: Maximum) -> float:
        """``u`` beyond which the diffuse components have next to no mass."""
        if not self.diffuse:
            return -np.inf
        high = np.log(max(np.log(self.diffuse) + 45.0, 1.0))
        return float(high + 1.0 if window.stretched else high - np.log(window.centre))

    def _rule(self, window: Maximum, u: Array) -> tuple[Array, Array]:
        """Sums over nodes of the integrand: of one component per parameter, and of the diffuse."""
        nodes, slope = window.nodes(u)
        log_density, log_cdf = window.gammas.evaluate(nodes)
        log_g = self.number @ log_cdf
        if self.diffuse:
            log_g -= self.diffuse * exponential_integral(nodes)
        g = np.exp(log_g) * slope
        ratio = np.exp(log_density - log_cdf)
        last = self.diffuse * (g @ np.exp(-nodes.x)) if self.diffuse else np.zeros(len(g))
        return g @ ratio.T, last

    def _spread(self, each: Array, last: Array) -> Array:
        own = np.take_along_axis(each, np.maximum(self.place, 0), axis=1) * (self.place >= 0)
        groups = each[:, self.rest_place] * self.rest_number
        found = np.hstack([own, groups, last[:, None]] if self.diffuse else [own, groups])
        return np.minimum(found, 1.0)
