"""Which component of a Dirichlet vector is the largest, and by how much: exact, by quadrature.

With independent ``X_k ~ Gamma(alpha_k, 1)`` the vector ``X / sum(X)`` is Dirichlet, so that

    P(theta_i is the largest) = int f_i(x) prod_{k != i} F_k(x) dx.

Equal parameters are one group with a multiplicity: the cost depends on the number of *distinct*
parameters, never on the number of states. Written with ``G = prod_k F_k``, the distribution
function of the maximum, every integral has the integrand ``G f_i / F_i``, and all of them lie
under the density of the maximum: one window and one set of nodes serve every group.

With a ratio of 1 or more, which makes the event a smaller one,

    P(theta_i > ratio * theta_k for all k) = int f_i(x) prod_{k != i} F_k(x / ratio) dx.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jointstats.evidence.arrays import Array
from jointstats.evidence.lattice import largest_of_rows, narrow, trapezoid
from jointstats.evidence.tails import TINY_SHAPE, LogGammas, Nodes, exponential_integral

#: With less total mass than this the left tail, exp(mass * ln x), is stretched.
_STRETCH_BELOW = 2.0
#: Two doubles of this size that differ at all, differ by a thousand standard deviations.
_CERTAIN_SHAPE = 1e38


class Maximum:
    """The logarithm of the largest of many independent Gamma variables.

    Parameters
    ----------
    shapes : array, shape (D,)
        Distinct, increasing.
    counts : array, shape (D,)
        Multiplicities.
    diffuse : float, default 0
        Mass on very many states, whose joint distribution function is exp(-diffuse E1(x)).
    """

    def __init__(self, shapes: Array, counts: Array, diffuse: float = 0.0) -> None:
        self.gammas = LogGammas(shapes)
        self.counts, self.diffuse = counts, diffuse
        self.mass = float(counts @ shapes) + diffuse
        self.stretched = self.mass < _STRETCH_BELOW
        self.centre = max(1.0, float(shapes[-1]))

    def nodes(self, u: Array) -> tuple[Nodes, Array]:
        """Points and ``d ln x / du``: ``ln(x / centre) = u``, or ``ln x = u - exp(-u)``."""
        if self.stretched:
            slope = np.exp(-u)
            x = np.exp(u - slope)
            return Nodes(x, u - slope, 0.0, x), 1.0 + slope
        x = self.centre * np.exp(u)
        nodes = Nodes(x, np.log(self.centre) + u, self.centre, self.centre * np.expm1(u))
        return nodes, np.ones_like(u)

    def product(self, log_cdf: Array, nodes: Nodes) -> Array:
        """``ln G``."""
        out = self.counts @ log_cdf
        return out - self.diffuse * exponential_integral(nodes) if self.diffuse else out

    def window(self) -> tuple[float, float]:
        """Ends, in ``u``, of the window that holds the maximum."""

        def log_cdf(u: Array) -> Array:
            nodes, _ = self.nodes(u)
            return self.product(self.gammas.evaluate(nodes)[1], nodes)

        return narrow(log_cdf, *self.safe_window())

    def safe_window(self) -> tuple[float, float]:
        """Ends, in ``u``, of a window that is wider than needed, from bounds alone."""
        low, high = self._crude_low(), self._crude_high()
        if not self.stretched:
            return low, high
        low, high = low + np.log(self.centre), high + np.log(self.centre)
        return float(-np.log1p(max(-low, 0.0))), high + 1.0

    def _crude_low(self) -> float:
        """``ln(x / centre)`` such that G < exp(-46) at x, by bounds on each F or on all."""
        a, tail = self.gammas.shapes, 46.0 / self.counts
        # F <= x^a / Gamma(1 + a), each alone and all together
        each = (self.gammas.log_gamma1p - tail) / a
        total = self.counts @ self.gammas.log_gamma1p - np.euler_gamma * self.diffuse - 46.0
        leading = max(float(np.max(each)), float(total) / self.mass) - np.log(self.centre)
        # Chernoff: F <= exp(-(a - x)^2 / 2a)
        chernoff = np.max((a - self.centre) - np.sqrt(2 * a * tail)) / self.centre
        return max(leading, float(np.log1p(max(chernoff, -1.0))), -1e300)

    def _crude_high(self) -> float:
        """``ln(x / centre)`` such that 1 - F^m < 1e-18 at x for every group."""
        a, diffuse_tail = self.gammas.shapes, np.log(max(self.diffuse, 1e-18)) + 42.0
        tail = np.log(np.maximum(self.counts, 1.0)) + 42.0
        # 1 - F <= a exp(-x) / x if a < 1 < x; sub-gamma tails otherwise
        beyond = np.where(
            a < 1,
            np.maximum(tail + np.log(a), 1.0) - self.centre,
            (a - self.centre) + np.sqrt(2 * a * tail) + tail,
        )
        top = max(float(np.max(beyond)), diffuse_tail - self.centre, 1.0 - self.centre)
        return float(np.log1p(top / self.centre))


def probability_largest(
    parameters: ArrayLike, multiplicities: ArrayLike | None = None, *, diffuse_mass: float = 0.0
) -> Array:
    """Probability that each group of equal parameters holds the largest component.

    Parameters
    ----------
    parameters : array_like, shape (G,)
        Dirichlet parameters (count + prior), one per group. A parameter of 0 is a component that
        is almost surely 0: its group has probability 0.
    multiplicities : array_like, shape (G,), optional
        How many components share each parameter, up to 1e300; default 1 each. 0 gives
        probability 0.
    diffuse_mass : float, default 0
        Total prior mass spread evenly over further components whose parameter or number is beyond a
        double: the limit of K components of ``diffuse_mass / K``.

    Returns
    -------
    ndarray, shape (G,) or (G + 1,)
        The probability of each group *as a whole*: divide by the multiplicity for one member.
        With ``diffuse_mass > 0`` one more element at the end: the probability that the largest
        component is one of the diffuse ones. The elements sum to 1; absolute error below 1e-12.

    Examples
    --------
    >>> probability_largest([1.25, 2.25, 3.25, 6.25]).round(6)
    array([0.012363, 0.051923, 0.1375  , 0.798214])

    One state seen 3 times, one seen once, and 10^30 more that share a prior mass of 1:

    >>> probability_largest([3.0, 1.0], diffuse_mass=1.0).round(6)
    array([0.837049, 0.116424, 0.046527])
    """
    a = np.atleast_1d(np.asarray(parameters, dtype=float))
    m = np.ones(a.shape) if multiplicities is None else np.asarray(multiplicities, dtype=float)
    mass = a * m
    tiny = a < TINY_SHAPE
    diffuse = float(mass[tiny].sum()) + diffuse_mass
    present = ~tiny & (m > 0)
    shapes, inverse = np.unique(a[present], return_inverse=True)
    counts = np.bincount(inverse, weights=m[present]).astype(float)
    *largest, largest_diffuse = _probability_largest_distinct(shapes, counts, diffuse)

    out = np.zeros(a.size + 1)
    if shapes.size:
        out[:-1][present] = np.array(largest)[inverse] * (m[present] / counts[inverse])
    if diffuse:
        out[:-1][tiny] = largest_diffuse * (mass[tiny] / diffuse)
        out[-1] = largest_diffuse * (diffuse_mass / diffuse)
    out = np.minimum(out, 1.0)
    return out if diffuse_mass else out[:-1]


def probabilities_largest(parameters: Array, multiplicities: Array) -> Array:
    """The same for many vectors: on the nodes of one lattice, wherever it serves.

    Each vector gets the same numbers, to the last bit, next to any other vectors.

    Parameters
    ----------
    parameters, multiplicities : ndarray, shape (P, G)
        A row for each vector; zeros fill shorter ones.

    Returns
    -------
    ndarray, shape (P, G)

    Examples
    --------
    >>> a = np.array([[1.25, 2.25, 3.25, 6.25], [3.0, 1.0, 0.0, 0.0]])
    >>> probabilities_largest(a, np.ones((2, 4))).round(6)
    array([[0.012363, 0.051923, 0.1375  , 0.798214],
           [0.875   , 0.125   , 0.      , 0.      ]])
    """
    largest = largest_of_rows(parameters, multiplicities)
    for i in np.flatnonzero(np.isnan(largest).any(axis=1)):
        largest[i] = probability_largest(parameters[i], multiplicities[i])
    return largest


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
        As of `probability_largest`.

    Examples
    --------
    >>> largest_of_many([[1.25, 2.25], [6.25, 3.25]], [0.25], [2]).round(4)
    array([[0.2551, 0.6939, 0.051 ],
           [0.8468, 0.1516, 0.0016]])
    """
    a = np.asarray(parameters, dtype=float)
    rest, number = np.asarray(rest_parameters, float), np.asarray(rest_multiplicities, float)
    # Draws of counts are few distinct ones.
    rows, place = np.unique(a, axis=0, return_inverse=True)
    every = np.hstack([rows, np.broadcast_to(rest, (len(rows), rest.size))])
    numbers = np.broadcast_to(np.append(np.ones(a.shape[1]), number), every.shape)
    if diffuse_mass:
        each = [probability_largest(row, numbers[0], diffuse_mass=diffuse_mass) for row in every]
        return np.array(each)[place.ravel()]
    return probabilities_largest(every, numbers)[place.ravel()]


@np.errstate(all="ignore")
def _probability_largest_distinct(shapes: Array, counts: Array, diffuse: float) -> Array:
    """One probability per distinct shape, and one for the diffuse mass at the end."""
    if not shapes.size:
        return np.ones(1)
    if shapes[-1] >= _CERTAIN_SHAPE:
        return np.append(shapes == shapes[-1], 0.0)
    maximum = Maximum(shapes, counts, diffuse)
    log_counts = np.log(counts)[:, None]

    def integrand(u: Array) -> Array:
        nodes, slope = maximum.nodes(u)
        log_density, log_cdf = maximum.gammas.evaluate(nodes)
        log_g = maximum.product(log_cdf, nodes)
        out = np.empty((shapes.size + 1, u.size))
        np.exp(log_counts + log_density - log_cdf + log_g, out=out[:-1])
        out[-1] = diffuse * np.exp(log_g - nodes.x) if diffuse else 0.0
        return out * slope

    return trapezoid(integrand, *maximum.window(), total=1.0)


def imprecise_bounds(
    counts: ArrayLike, number_of_states: int, prior_strength: float
) -> tuple[Array, Array]:
    """Lower and upper probability that each observed state is the most probable one.

    The imprecise Dirichlet model (Walley 1996) considers every way to spread the prior mass over
    the states. The upper probability puts all of it on the state itself, the lower one all of it
    on the most frequent other state (an unobserved one if no other was observed).

    Parameters
    ----------
    counts : array_like, shape (R,)
        Counts of the observed states, possibly fractional.
    number_of_states : int
        How many states there are, observed or not; an integer of any size.
    prior_strength : float
        Total prior mass.

    Returns
    -------
    lower, upper : ndarray, shape (R,)
        Equal counts have equal bounds. A count of 0 has the lower probability 0.

    Examples
    --------
    >>> lower, upper = imprecise_bounds([1, 2, 6], 4, 2.0)
    >>> lower.round(4), upper.round(4)
    (array([0.0036, 0.0193, 0.7406]), array([0.1341, 0.2513, 0.9771]))
    """
    n = np.atleast_1d(np.asarray(counts, dtype=float))
    distinct, inverse, repeats = np.unique(n, return_inverse=True, return_counts=True)
    if number_of_states == 1 or not n.size:
        return np.ones(n.shape), np.ones(n.shape)
    lower = _imprecise_lower(distinct, repeats, prior_strength)
    upper = _imprecise_upper(distinct, repeats.astype(float), prior_strength)
    return lower[inverse], upper[inverse]


def _imprecise_lower(distinct: Array, repeats: NDArray[np.intp], strength: float) -> Array:
    """Prior mass on the most frequent state; for that state itself, on the second."""

    def with_mass_on(rival: int) -> Array:
        parameters = np.append(distinct, distinct[rival] + strength)
        multiplicities = np.append(repeats, 1)
        multiplicities[rival] -= 1
        largest = probabilities_largest(parameters[None], multiplicities[None].astype(float))
        return np.asarray(largest[0, :-1])

    if len(distinct) == 1 and repeats[0] == 1:  # the rival is a state that was never observed
        return probability_largest([distinct[0], strength])[:1]
    top = len(distinct) - 1
    out = with_mass_on(top) / np.maximum(repeats - (np.arange(top + 1) == top), 1)
    if repeats[top] == 1:
        out[top] = with_mass_on(top - 1)[top]
    return out


def _imprecise_upper(distinct: Array, repeats: Array, strength: float) -> Array:
    """Prior mass on the state itself."""
    counts, number = distinct[distinct > 0], repeats[distinct > 0]
    parameters = np.column_stack([np.tile(counts, (len(distinct), 1)), distinct + strength])
    others = number - (counts == distinct[:, None])
    every = np.column_stack([others, np.ones(len(distinct))])
    return np.asarray(probabilities_largest(parameters, every)[:, -1])


@np.errstate(all="ignore")
def probability_leads(
    parameters: ArrayLike,
    leader: int,
    ratio: float = 1.0,
    *,
    multiplicities: ArrayLike | None = None,
    diffuse_mass: float = 0.0,
) -> float:
    """Probability that one component is more than ``ratio`` times every other one.

    Parameters
    ----------
    parameters : array_like, shape (G,)
        Dirichlet parameters (count + prior), one per group; those of 0 belong to components that
        are almost surely 0.
    leader : int
        Group of the component asked about; of several with that parameter it is one.
    ratio : float, default 1
        At least 1.
    multiplicities : array_like, shape (G,), optional
        How many components share each parameter; default 1 each.
    diffuse_mass : float, default 0
        As for `probability_largest`.

    Returns
    -------
    float
        Absolute error below 1e-12.

    Examples
    --------
    >>> round(probability_leads([1.25, 2.25, 3.25, 6.25], 3), 6)
    0.798214
    >>> round(probability_leads([1.25, 2.25, 3.25, 6.25], 3, 1.5), 6)
    0.567576

    Three exponential variables, in closed form ratio B(ratio, 3):

    >>> round(probability_leads([1.0], 0, 2.0, multiplicities=[3]), 12) == round(1 / 6, 12)
    True
    """
    a = np.asarray(parameters, dtype=float)
    number = np.ones(a.shape) if multiplicities is None else np.asarray(multiplicities, dtype=float)
    rivals, alpha, tiny = number - (np.arange(a.size) == leader), a[leader], a < TINY_SHAPE
    diffuse = float((a * rivals)[tiny].sum()) + diffuse_mass
    if alpha < TINY_SHAPE:
        return 0.0
    shapes, group = np.unique(a[~tiny], return_inverse=True)
    others = np.bincount(group, weights=rivals[~tiny])
    if not (others.any() or diffuse):
        return 1.0
    place = int(np.searchsorted(shapes, alpha))
    everybody = others + (np.arange(shapes.size) == place)
    maximum, step = Maximum(shapes, everybody, diffuse), float(np.log(ratio))
    there = others > 0
    centre = max(1.0, float(np.max(shapes[there], initial=0.0)))

    def parts(u: Array) -> tuple[Array, Array, Array, Array]:
        """ln(x f_i), ln F_i at x, ln prod F_k at x / ratio, and d ln x / du."""
        nodes, slope = maximum.nodes(u)
        log_density, log_cdf = maximum.gammas.evaluate(nodes)
        shrunk = _shrunk(maximum, u, nodes, step, centre)
        _, rival_cdf = maximum.gammas.evaluate(shrunk)
        all_rivals = others[there] @ rival_cdf[there]
        if diffuse:
            all_rivals -= diffuse * exponential_integral(shrunk)
        return log_density[place], log_cdf[place], all_rivals, slope

    def log_cdf(u: Array) -> Array:
        """Of the largest of X_i and the rivals times the ratio: the integrand lies below it."""
        _, own_cdf, all_rivals, _ = parts(u)
        return own_cdf + all_rivals

    def integrand(u: Array) -> Array:
        log_density, _, all_rivals, slope = parts(u)
        return (np.exp(log_density + all_rivals) * slope)[None]

    # X_i ends where the maximum ends: what the rivals times the ratio do beyond does not matter
    return float(min(trapezoid(integrand, *narrow(log_cdf, *maximum.safe_window()))[0], 1.0))


def _shrunk(maximum: Maximum, u: Array, nodes: Nodes, step: float, centre: float) -> Nodes:
    """The nodes divided by the ratio, ``exp(step)``, relative to the centre of the rivals."""
    log_x = nodes.log_x - step
    if maximum.stretched:
        return Nodes(np.exp(log_x), log_x, 0.0, np.exp(log_x))
    excess = centre * np.expm1(u + (np.log(maximum.centre / centre) - step))
    return Nodes(np.exp(log_x), log_x, centre, excess)
