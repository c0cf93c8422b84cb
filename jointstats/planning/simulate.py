"""Simulation studies of the joint tests: areas under their ROC curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

import numpy as np

from jointstats.base import kinds, options
from jointstats.base.declare import declare
from jointstats.base.errors import OptionError
from jointstats.base.facts import Facts
from jointstats.base.parallel import ranges, spread
from jointstats.base.result import Result
from jointstats.base.rows import ERROR, NAME, NUMBER, Row, column
from jointstats.evidence.messages import Option
from jointstats.joint import kernel_decisions as tests_of_cases
from jointstats.planning import kernel_simulation
from jointstats.planning.kernel_simulation import Negatives as NegativesWord

if TYPE_CHECKING:
    import pandas as pd

TESTS: Final = tests_of_cases.TESTS
Negatives = Annotated[NegativesWord, kinds.Choice()]
StudyTest = Literal["glrt", "bayes", "network", "network_average"]
StudyTests = Annotated[Sequence[StudyTest], kinds.Choices()]
CASES_PER_TASK = 50

# Areas printed in the papers, by (algorithms, measures, n, independent): GLRT, Bayesian test,
# Bayesian test with network. Two algorithms: Benavoli and de Campos (2016), Table 2; three: their
# extension to many algorithms, Table 2.
PAPER_AREAS: dict[tuple[int, int, int, bool], tuple[float, float, float]] = {
    (2, 2, 10, True): (0.686, 0.703, 0.715),
    (2, 2, 10, False): (0.583, 0.601, 0.622),
    (2, 3, 10, True): (0.641, 0.688, 0.694),
    (2, 3, 10, False): (0.530, 0.555, 0.577),
    (2, 3, 20, True): (0.735, 0.764, 0.791),
    (2, 3, 20, False): (0.524, 0.549, 0.590),
    (2, 5, 50, True): (0.735, 0.790, 0.822),
    (2, 5, 50, False): (0.500, 0.522, 0.613),
    (3, 2, 50, True): (0.588, 0.632, 0.657),
    (3, 2, 50, False): (0.578, 0.567, 0.586),
    (3, 2, 100, True): (0.607, 0.667, 0.694),
    (3, 2, 100, False): (0.541, 0.569, 0.603),
    (3, 2, 200, True): (0.624, 0.697, 0.735),
    (3, 2, 200, False): (0.555, 0.585, 0.567),
    (3, 3, 100, True): (0.592, 0.671, 0.688),
    (3, 3, 100, False): (0.490, 0.588, 0.517),
    (3, 3, 300, True): (0.636, 0.728, 0.743),
    (3, 3, 300, False): (0.530, 0.536, 0.656),
}
_PAPER_TESTS = ("glrt", "bayes", "network")


@dataclass(frozen=True, kw_only=True)
class RocArea(Row):
    """A test's area under its ROC curve: a row of :class:`RocResult`."""

    test: str = column(NAME, "the test")
    area: float = column(NUMBER, "area under the ROC curve", broom="estimate")
    standard_error: float = column(ERROR, "standard error of the area", broom="std.error")
    paper: float | None = column(NUMBER, "the area that the paper prints for this design")


@dataclass(frozen=True, kw_only=True)
class RocDifference(Row):
    """Two tests on the same cases: how much their areas differ."""

    a: str = column(NAME, "first test")
    b: str = column(NAME, "second test")
    difference: float = column(NUMBER, "area of b minus area of a", broom="estimate")
    standard_error: float = column(ERROR, "its standard error", broom="std.error")


@dataclass(frozen=True, kw_only=True, repr=False)
class RocResult(Result):
    """Outcome of :func:`jointstats.simulate_roc`.

    Attributes
    ----------
    independent : bool
        Whether the simulated measures were independent.
    negatives : {"near", "averaged"}
        How negative cases were made.
    cases : int
        Cases of each kind, positive and negative.
    draws : int
        Posterior draws of the network tests, where they are not exact.
    seed : int
        Repeats the study.
    areas : list of RocArea
    differences : list of RocDifference
        Difference of each two tests.
    curves : dict
        For each test, ``false_positive_rate`` and ``true_positive_rate``, 101 points each.
    scores : dict
        For each test, ``positive`` and ``negative``: the score of every case (−2 ln λ, or the
        probability of the most probable statement). Not part of :meth:`to_dict`.
    """

    words = "planning.words.RocWords"
    shows = "planning.figures.of_roc"

    test: ClassVar[str] = "simulate_roc"
    no_p_value: ClassVar[str] = "it compares tests, and tests nothing itself"

    independent: bool
    negatives: str
    cases: int
    draws: int
    seed: int
    areas: list[RocArea]
    differences: list[RocDifference]
    curves: dict[str, dict[str, np.ndarray]] = field(compare=False)  # areas tell them apart
    scores: dict[str, dict[str, np.ndarray]] = field(
        repr=False, compare=False, metadata={"plain": False}
    )

    @property
    def rows(self) -> list[RocArea]:
        """The areas."""
        return self.areas

    def curve_frame(self) -> pd.DataFrame:
        """Return the curves as a tidy data frame: test, false and true positive rate."""
        import pandas as pd

        return pd.concat(
            [pd.DataFrame({"test": test} | rates) for test, rates in self.curves.items()],
            ignore_index=True,
        )


@declare(
    "ROC study",
    family="studies",
    asks="How well do the joint tests distinguish a true leader from chance?",
    gives="areas under ROC curves",
    needs="a design: algorithms, measures, data sets",
    mind="simulated statements, not real results",
    rests_on=("benavoli2016joint",),
    validity=("plans",),
)
def simulate_roc(
    *,
    n_algorithms: kinds.AtLeastTwo = 2,
    n_measures: kinds.HowMany = 2,
    n: kinds.HowMany = 10,
    independent: kinds.YesNo = False,
    cases: kinds.AtLeastTwo = 1000,
    tests: StudyTests = TESTS,
    negatives: Negatives = "near",
    margin: kinds.Delta = 0.001,
    prior_strength: kinds.Mass = 1.0,
    ess: kinds.SampleSize = 1.0,
    max_parents: kinds.ParentLimit = None,
    draws: kinds.Drawings = 1000,
    rng: kinds.Seed = 0,
    n_jobs: kinds.Jobs = None,
) -> RocResult:
    """Simulate how well each joint test distinguishes a leading statement from a tie for the lead.

    The papers' design: in *positive* cases the true share of one statement exceeds all others by
    more than `margin`; in *negative* ones the two largest are equal. From each case's shares `n`
    data sets are drawn, and every test gives the leader a score. The area under the ROC curve is
    the probability that a positive case has a higher score than a negative one.

    Parameters
    ----------
    n_algorithms, n_measures, n : int
        Of each simulated comparison; `n` data sets.
    independent : bool, default False
        Independent measures: one uniform distribution over the orders for each. Otherwise a
        uniform distribution over all statements.
    cases : int, default 1000
        Positive cases, and as many negative ones.
    tests : sequence of {"glrt", "bayes", "network", "network_average"}, default all
        The likelihood-ratio test, the Bayesian test, the network test with the best network, and
        the network test averaged over networks.
    negatives : {"near", "averaged"}, default "near"
        Draw until the two largest shares differ by `margin` at most and make them equal; or take
        any draw and set its two largest shares to their average.
    margin : float, default 0.001
        Smallest lead of the largest share in positive cases; see `negatives`.
    prior_strength : float, default 1
        Prior mass of the Bayesian test.
    ess : float or "auto", default 1
        Equivalent sample size of the networks: the papers' 1, or ``"auto"``, the default of
        :func:`jointstats.network_test`.
    max_parents : int, "auto" or None, default None
        Maximum number of parents of a measure in the networks; by default none, as in the papers.
    draws : int, default 1000
        Posterior draws of a network test, where it is not exact.
    rng : int, Generator or None, default 0
        Seed. Each case has its own random numbers: results do not depend on `n_jobs`.
    n_jobs : int, optional
        Worker processes (extra ``parallel``), -1 for one per core; by default that of an enclosing
        ``joblib.parallel_config``, otherwise one.

    Returns
    -------
    RocResult

    Raises
    ------
    OptionError
        If an option is out of range.
    SimulationDesignError
        If the design has too many statements, or yields none of the required cases.
    MissingExtraError
        If several workers are requested and joblib is not installed.

    References
    ----------
    Benavoli and de Campos (2016), section 6.4. DeLong et al. (1988) for the standard errors.

    Examples
    --------
    >>> import jointstats as js
    >>> study = js.simulate_roc(n=20, independent=True, cases=50, tests=["glrt", "bayes"])
    >>> [row.test for row in study.areas]
    ['glrt', 'bayes']
    """
    chosen = list(tests)
    if len(set(chosen)) < len(chosen) or not chosen:
        raise OptionError(Option("tests"), " must name at least one test, and each once.")
    design = kernel_simulation.SimulationDesign(
        n_algorithms, n_measures, n, independent, negatives, margin
    )
    assumed = tests_of_cases.Options(prior_strength, ess, max_parents, draws)
    seed = options.seed(rng)
    tasks = [
        (design, chosen, assumed, seed, kind, start, stop)
        for kind in (True, False)
        for start, stop in ranges(cases, CASES_PER_TASK)
    ]
    parts = spread(_some_cases, tasks, n_jobs, "batches of cases")
    half = len(parts) // 2
    positive, negative = np.concatenate(parts[:half]), np.concatenate(parts[half:])
    result = kernel_simulation.areas(positive, negative)
    printed = PAPER_AREAS.get((n_algorithms, n_measures, n, independent), ())
    paper = dict(zip(_PAPER_TESTS, printed, strict=False))
    areas = [
        RocArea(
            test=name,
            area=float(result.area[i]),
            standard_error=float(result.standard_error[i]),
            paper=paper.get(name),
        )
        for i, name in enumerate(chosen)
    ]
    differences = []
    for i, j in combinations(range(len(chosen)), 2):
        value, error = result.difference(j, i)
        differences.append(
            RocDifference(a=chosen[i], b=chosen[j], difference=value, standard_error=error)
        )
    return RocResult(
        facts=Facts(
            algorithms=tuple(ascii_uppercase[: design.n_algorithms]),
            measures={f"M{j + 1}": "max" for j in range(design.n_measures)},
            n=design.n,
        ),
        independent=design.independent,
        negatives=design.negatives,
        cases=cases,
        draws=assumed.draws,
        seed=seed,
        areas=areas,
        differences=differences,
        curves={name: _curve(positive[:, i], negative[:, i]) for i, name in enumerate(chosen)},
        scores={
            name: {"positive": positive[:, i], "negative": negative[:, i]}
            for i, name in enumerate(chosen)
        },
    )


def _some_cases(
    design: kernel_simulation.SimulationDesign,
    tests: list[str],
    assumed: tests_of_cases.Options,
    seed: int,
    positive: bool,
    start: int,
    stop: int,
) -> np.ndarray:
    """Scores of the tests, a column each, in some of the cases."""
    counts = kernel_simulation.case_counts(design, range(start, stop), positive, seed)
    codes = kernel_simulation.state_codes(design.states)
    # The keys of the cases' counts begin with 0 and 1, those of the tests' draws with 2 and 3.
    return np.column_stack(
        [
            tests_of_cases.claims(
                test,
                counts,
                codes,
                design.states,
                assumed,
                seed,
                (2 + positive, TESTS.index(test), start),
            ).score
            for test in tests
        ]
    )


def _curve(positive: np.ndarray, negative: np.ndarray) -> dict[str, np.ndarray]:
    false, true = kernel_simulation.mean_curve(positive, negative)
    return {"false_positive_rate": false, "true_positive_rate": true}
