"""The Bayesian sign test of each measure: better, practically equivalent, or worse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, Unpack

import numpy as np

from jointstats.base import wording
from jointstats.base.declare import TableLike, TableRoles, declare
from jointstats.base.errors import Caution, PriorSensitivityWarning
from jointstats.base.facts import Dropped, fact
from jointstats.base.kinds import Algorithm, Alpha, Choice, Coverage, Mass, Measures
from jointstats.base.options import checked_control
from jointstats.base.result import Result
from jointstats.base.rows import BETTER, FLAG, NAME, PROBABILITY, SHARE, TEXT, WHOLE, Row, column
from jointstats.evidence import dirichlet, orders, tails
from jointstats.evidence.messages import track
from jointstats.single.separate import LEVEL, pairs_of
from jointstats.table.intake import as_table
from jointstats.table.results_table import ResultsTable

OUTCOMES = ("a", "rope", "b")  # better: a; equivalent; better: b
# Share of the prior mass on each.
PRIORS = {"rope": (0.0, 1.0, 0.0), "sides": (0.5, 0.0, 0.5), "even": (1 / 3, 1 / 3, 1 / 3)}
RegionPrior = Annotated[Literal["rope", "sides", "even"] | None, Choice()]


@dataclass(frozen=True, kw_only=True)
class SignedOutcome(Row):
    """Two algorithms on one measure: a row of :class:`BayesSignResult`.

    Its outcomes on a data set are: a is better, the two are equivalent (within the rope), or b is
    better. The probabilities are those that an outcome is the most probable one.
    """

    a: str = column(NAME, "first algorithm")
    b: str = column(NAME, "second algorithm")
    measure: str = column(NAME, "the measure")
    wins_a: int = column(WHOLE, "data sets on which a is better")
    ties: int = column(WHOLE, "data sets on which they are equivalent")
    wins_b: int = column(WHOLE, "data sets on which b is better")
    probability_a: float = column(PROBABILITY, "that a is better more often than not")
    probability_rope: float = column(PROBABILITY, "that they are mostly equivalent")
    probability_b: float = column(PROBABILITY, "that b is better more often than not")
    share_a: float = column(SHARE, "expected share of data sets on which a is better")
    share_a_low: float = column(SHARE, "lower end of its interval")
    share_a_high: float = column(SHARE, "upper end of its interval")
    share_rope: float = column(SHARE, "expected share on which they are equivalent", shown=False)
    share_rope_low: float = column(SHARE, "lower end of its interval")
    share_rope_high: float = column(SHARE, "upper end of its interval")
    share_b: float = column(SHARE, "expected share on which b is better")
    share_b_low: float = column(SHARE, "lower end of its interval")
    share_b_high: float = column(SHARE, "upper end of its interval")
    prior: str = column(TEXT, "name of the prior", shown=False)
    better: str | None = column(
        NAME, "the algorithm whose outcome is the most probable", shown=False
    )
    winner: str | None = column(NAME, "the same, if decided", **BETTER)
    equivalent: bool = column(FLAG, "whether equivalence is decided")
    probability_lower: float = column(
        PROBABILITY,
        "probability of the leading outcome, with all prior mass on the next one",
        shown=False,
    )

    @property
    def decided(self) -> bool:
        """Whether an outcome is decided."""
        return self.winner is not None or self.equivalent

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """Of the outcomes: a is better, equivalent, b is better."""
        return self.probability_a, self.probability_rope, self.probability_b

    @property
    def shares(self) -> tuple[tuple[float, float, float], ...]:
        """Of each outcome the expected share, with its interval."""
        return (
            (self.share_a, self.share_a_low, self.share_a_high),
            (self.share_rope, self.share_rope_low, self.share_rope_high),
            (self.share_b, self.share_b_low, self.share_b_high),
        )

    @property
    def leading(self) -> int:
        """Place of the most probable outcome."""
        return self.probabilities.index(max(self.probabilities))


@dataclass(frozen=True, kw_only=True, repr=False)
class BayesSignResult(Result):
    """Outcome of :func:`jointstats.bayes_sign_test`.

    Attributes
    ----------
    tests : list of SignedOutcome
        One per pair and measure.
    prior_strength : float
        Total mass s.
    expected_wrong : float
        Expected number of wrong ones among the decisions, Σ(1 − P).
    alpha : float
    control : str or None
    rope : dict
        For each measure, the width within which results are equivalent.
    dropped : tuple of Dropped
        Each data set left out, and why.
    level : float
        Level of the intervals.
    """

    words = "single.words.BayesSignWords"
    shows = "single.figures.of_bayes_sign"

    test: ClassVar[str] = "bayes_sign"

    tests: list[SignedOutcome]
    prior_strength: float
    expected_wrong: float
    alpha: float
    control: str | None
    rope: dict[str, float] = fact()
    dropped: tuple[Dropped, ...] = fact()
    level: float

    @property
    def rows(self) -> list[SignedOutcome]:
        """The tests."""
        return self.tests


@declare(
    "Bayesian sign test",
    family="single",
    asks="How probable is it that one algorithm is better on this measure, or both are equal?",
    gives="posterior probability",
    needs="only which of two results is better; a rope for practical equality",
    mind="with few data sets, probabilities depend on the prior",
    rests_on=("benavoli2017time",),
    validity=("probabilities",),
)
def bayes_sign_test(
    table: TableLike,
    *,
    prior: RegionPrior = None,
    prior_strength: Mass = 1.0,
    control: Algorithm = None,
    on: Measures = None,
    alpha: Alpha = 0.05,
    level: Coverage = LEVEL,
    **roles: Unpack[TableRoles],
) -> BayesSignResult:
    """Compare every pair of algorithms on each measure by the Bayesian sign test with a rope.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
        Its ropes define practical equality.
    prior : {"rope", "sides", "even"}, optional
        Where the prior mass lies: all on equivalence, half on each algorithm, or a third on each
        outcome. Default: on equivalence if the measure has a rope, otherwise on the sides.
    prior_strength : float, default 1
        Total prior mass s.
    control : str, optional
        Compare this algorithm with all others, and no other pairs.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        An outcome is decided if its probability is at least 1 − alpha.
    level : float, default 0.95
        Probability of the intervals of the shares.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    BayesSignResult

    Warns
    -----
    PriorSensitivityWarning
        If decisions would change with the prior mass on another outcome.

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    Benavoli, Corani, Demšar & Zaffalon (2017): the shares of data sets on which a is better, the
    difference is within the rope, and b is better, have a Dirichlet posterior. The probability
    that each share is the largest is computed by quadrature, not by sampling. Data sets within the
    rope count as they are; they are not split.

    Examples
    --------
    >>> import jointstats as js
    >>> table = js.results_table(
    ...     {"A": [[0.80], [0.70], [0.92], [0.61], [0.75]],
    ...      "B": [[0.81], [0.78], [0.95], [0.70], [0.75]]},
    ...     measures={"accuracy": "max"}, rope={"accuracy": 0.02})
    >>> row = js.bayes_sign_test(table).tests[0]
    >>> row.wins_a, row.ties, row.wins_b
    (0, 2, 3)
    >>> round(row.probability_a, 4), round(row.probability_rope, 4), row.winner
    (0.0, 0.5, None)
    """
    table = as_table(table, on=on, **roles)
    control = checked_control(control, table.algorithms)
    pairs = pairs_of(table.algorithms, control)
    tests = [
        row
        for pair in track(pairs, len(pairs), "pairs")
        for row in _pair(table, pair, prior, prior_strength, alpha, level)
    ]
    decided = [row for row in tests if row.decided]
    return BayesSignResult(
        facts=table.facts,
        warnings=tuple(_cautions(decided, alpha)),
        tests=tests,
        prior_strength=prior_strength,
        expected_wrong=float(sum(1 - max(row.probabilities) for row in decided)),
        alpha=alpha,
        control=control,
        level=level,
    )


def _pair(
    table: ResultsTable,
    pair: tuple[str, str],
    prior: str | None,
    strength: float,
    alpha: float,
    level: float,
) -> Iterator[SignedOutcome]:
    at = [table.algorithms.index(name) for name in pair]
    beats = orders.preference(
        table.oriented()[:, :, at], np.ones(len(table.measures)), table.rope_widths
    )
    for k, (measure, width) in enumerate(table.rope.items()):
        wins_a, wins_b = int(beats[:, k, 0, 1].sum()), int(beats[:, k, 1, 0].sum())
        wins = (wins_a, table.n - wins_a - wins_b, wins_b)
        about = {"a": pair[0], "b": pair[1], "measure": measure}
        about["prior"] = prior or ("rope" if width > 0 else "sides")
        yield _outcome(about, wins, strength, alpha, level)


def _outcome(
    about: dict[str, Any], wins: tuple[int, int, int], strength: float, alpha: float, level: float
) -> SignedOutcome:
    counts = np.array(wins, dtype=float)
    parameters = counts + strength * np.array(PRIORS[about["prior"]])
    probability = dirichlet.probability_largest(parameters)
    total = float(parameters.sum())
    low, high = tails.share_interval(parameters, total, level)
    first = int(probability.argmax())
    alone = int((probability >= probability[first] - 1e-9).sum()) == 1
    who = (about["a"], None, about["b"])[first] if alone else None
    decided = alone and bool(probability[first] >= 1 - alpha)
    return SignedOutcome(
        **about,
        wins_a=wins[0],
        ties=wins[1],
        wins_b=wins[2],
        **_by_outcome("probability_{}", probability),
        **_by_outcome("share_{}", parameters / total),
        **_by_outcome("share_{}_low", low),
        **_by_outcome("share_{}_high", high),
        better=who,
        winner=who if decided else None,
        equivalent=decided and first == 1,
        probability_lower=_lower(counts, first, strength),
    )


def _by_outcome(column: str, values: np.ndarray) -> dict[str, Any]:
    return {column.format(name): x for name, x in zip(OUTCOMES, values.tolist(), strict=True)}


def _lower(counts: np.ndarray, first: int, strength: float) -> float:
    """Probability of an outcome with all prior mass on its most frequent rival."""
    rivals = [i for i in range(3) if i != first]
    moved = counts.copy()
    moved[max(rivals, key=lambda i: counts[i])] += strength
    return float(dirichlet.probability_largest(moved)[first])


def _cautions(decided: list[SignedOutcome], alpha: float) -> Iterator[Caution]:
    fragile = [row for row in decided if row.probability_lower < 1 - alpha]
    if fragile:
        first = fragile[0]
        verb = "depends" if len(fragile) == 1 else "depend"
        of = f"{len(fragile)} of {len(decided)} decisions"
        subject = "The decision" if len(decided) == 1 else of
        yield Caution(
            f"{subject} {verb} on the prior: the probability for {first.a} and {first.b} on "
            f"{first.measure} could be as low as "
            f"{wording.probability(first.probability_lower, limit=1 - alpha)}.",
            category=PriorSensitivityWarning,
        )
