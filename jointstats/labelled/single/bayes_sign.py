"""The Bayesian sign test of each measure: better, practically equivalent, or worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from jointstats.kernels.counting import orders
from jointstats.kernels.joint import dirichlet, shares
from jointstats.kernels.progress import track
from jointstats.labelled import options, wording
from jointstats.labelled.errors import PriorSensitivityWarning
from jointstats.labelled.result import Result, warn
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.results_table import ResultsTable

LEVEL = 0.95  # of the intervals
REGIONS = ("a", "rope", "b")
# Share of the prior mass on: a better, equivalent, b better.
PRIORS = {"rope": (0.0, 1.0, 0.0), "sides": (0.5, 0.0, 0.5), "even": (1 / 3, 1 / 3, 1 / 3)}


@dataclass(frozen=True, kw_only=True, repr=False)
class BayesSignResult(Result):
    """Outcome of :func:`jointstats.bayes_sign_test`.

    Attributes
    ----------
    tests : list of dict
        One per pair and measure: ``a``, ``b``, ``measure``; ``wins_a``, ``ties``, ``wins_b``, the
        data sets on which a is better, the two are equivalent, or b is better; the posterior
        probabilities ``probability_a``, ``probability_rope``, ``probability_b`` that this is the
        most probable outcome on a data set; for each outcome its expected share ``share_a``, … with
        ``share_a_low``, ``share_a_high``, …; ``prior`` (its name); ``better`` (the algorithm whose
        outcome is most probable), ``winner`` (the same if decided), ``equivalent`` (decided for
        the rope), ``probability_lower`` (of the leading outcome, had all prior mass been on the
        next one).
    prior_strength : float
        Total mass s.
    expected_wrong : float
        Expected number of wrong ones among the decisions, Σ(1 − P).
    alpha : float
    control : str or None
    rope : dict
    """

    test: ClassVar[str] = "bayes_sign"

    tests: list[dict[str, Any]]
    prior_strength: float
    expected_wrong: float
    alpha: float
    control: str | None
    rope: dict[str, float]
    dropped: list[dict[str, str]]

    def _rows(self) -> list[dict[str, Any]]:
        return self.tests


def bayes_sign_test(
    table: Any,
    *,
    prior: str | None = None,
    prior_strength: float = 1.0,
    control: Any = None,
    on: Sequence[Any] | None = None,
    alpha: float = 0.05,
    **roles: Any,
) -> BayesSignResult:
    """Bayesian sign test with a rope, of each measure, for every pair of algorithms.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
        Its ropes say which differences are practically none.
    prior : {"rope", "sides", "even"}, optional
        Where the prior mass lies: all on equivalence, half on each algorithm, or a third on each
        outcome. Default: on equivalence if the measure has a rope, otherwise on the sides.
    prior_strength : float, default 1
        Total prior mass s.
    control : str, optional
        Compare only this algorithm with each other one.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        An outcome is decided if its probability is at least 1 − alpha.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    BayesSignResult

    Warns
    -----
    PriorSensitivityWarning
        If decisions would fall with the prior mass on another outcome.

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
    >>> table = js.results_table_matrices(
    ...     {"A": [[0.80], [0.70], [0.92], [0.61], [0.75]],
    ...      "B": [[0.81], [0.78], [0.95], [0.70], [0.75]]},
    ...     measures={"accuracy": "max"}, rope={"accuracy": 0.02})
    >>> row = js.bayes_sign_test(table).tests[0]
    >>> row["wins_a"], row["ties"], row["wins_b"]
    (0, 2, 3)
    >>> round(row["probability_a"], 4), round(row["probability_rope"], 4), row["winner"]
    (0.0, 0.5, None)
    """
    alpha = options.level(alpha)
    if prior is not None:
        options.one_of("prior", prior, tuple(PRIORS))
    strength = options.number("prior_strength", prior_strength, 0, open_low=True)
    results = as_table(table, on=on, **roles)
    if control is not None:
        control = options.known_name("algorithm (control)", control, results.algorithms)
    pairs = pairs_of(results.algorithms, control)
    tests = [
        row
        for pair in track(pairs, len(pairs), "pairs")
        for row in _pair(results, pair, prior, strength, alpha)
    ]
    decided = [row for row in tests if row["winner"] or row["equivalent"]]
    return BayesSignResult(
        algorithms=results.algorithms,
        measures=results.measures,
        n=results.n,
        n_dropped=results.n_dropped,
        call={"function": "bayes_sign_test", "prior": prior, "prior_strength": strength,
              "control": control, "on": on, "alpha": alpha},
        warnings=warn(_cautions(decided, alpha)),
        verdict=_verdict(tests, decided, alpha),
        tests=tests,
        prior_strength=strength,
        expected_wrong=float(sum(1 - _leading(row) for row in decided)),
        alpha=alpha,
        control=control,
        rope=results.rope,
        dropped=[{"dataset": d.dataset, "reason": d.reason} for d in results.dropped],
    )  # fmt: skip


def _pair(
    table: ResultsTable, pair: tuple[str, str], prior: str | None, strength: float, alpha: float
) -> list[dict[str, Any]]:
    at = [table.algorithms.index(name) for name in pair]
    beats = orders.preference(
        table.oriented()[:, :, at], np.ones(len(table.measures)), table.rope_widths
    )
    rows = []
    for k, (measure, width) in enumerate(table.rope.items()):
        wins_a, wins_b = int(beats[:, k, 0, 1].sum()), int(beats[:, k, 1, 0].sum())
        counts = np.array([wins_a, table.n - wins_a - wins_b, wins_b], dtype=float)
        name = prior or ("rope" if width > 0 else "sides")
        row = {
            "a": pair[0],
            "b": pair[1],
            "measure": measure,
            "wins_a": wins_a,
            "ties": table.n - wins_a - wins_b,
            "wins_b": wins_b,
        }
        rows.append(row | _posterior(pair, counts, name, strength, alpha))
    return rows


def _posterior(
    pair: tuple[str, str], counts: np.ndarray, prior: str, strength: float, alpha: float
) -> dict[str, Any]:
    parameters = counts + strength * np.array(PRIORS[prior])
    probability = dirichlet.probability_largest(parameters)
    total = float(parameters.sum())
    low, high = shares.share_interval(parameters, total, LEVEL)
    row: dict[str, Any] = {}
    for i, region in enumerate(REGIONS):
        row[f"probability_{region}"] = float(probability[i])
    for i, region in enumerate(REGIONS):
        row[f"share_{region}"] = float(parameters[i] / total)
        row |= {f"share_{region}_low": float(low[i]), f"share_{region}_high": float(high[i])}
    first = int(probability.argmax())
    alone = int((probability >= probability[first] - 1e-9).sum()) == 1
    who = {0: pair[0], 1: None, 2: pair[1]}[first] if alone else None
    decided = alone and bool(probability[first] >= 1 - alpha)
    return row | {
        "prior": prior,
        "better": who,
        "winner": who if decided else None,
        "equivalent": decided and first == 1,
        "probability_lower": _lower(counts, first, strength),
    }


def _lower(counts: np.ndarray, first: int, strength: float) -> float:
    """Probability of an outcome with all prior mass on its most frequent rival."""
    rivals = [i for i in range(3) if i != first]
    moved = counts.copy()
    moved[max(rivals, key=lambda i: counts[i])] += strength
    return float(dirichlet.probability_largest(moved)[first])


def _leading(row: dict[str, Any]) -> float:
    return max(row[f"probability_{region}"] for region in REGIONS)


def _cautions(decided: list[dict[str, Any]], alpha: float) -> list[tuple[type[Warning], str]]:
    fragile = [row for row in decided if row["probability_lower"] < 1 - alpha]
    if not fragile:
        return []
    first = fragile[0]
    verb = "depends" if len(fragile) == 1 else "depend"
    return [
        (
            PriorSensitivityWarning,
            f"{len(fragile)} of {wording.plural(len(decided), 'decision')} {verb} on the prior "
            f"(the first: {first['a']} and {first['b']} on {first['measure']}, whose probability "
            f"could be as low as {wording.probability(first['probability_lower'])}).",
        )
    ]


def _verdict(tests: list[dict[str, Any]], decided: list[dict[str, Any]], alpha: float) -> str:
    basis = f"probability at least {1 - alpha:g}"
    if len({(row["a"], row["b"]) for row in tests}) > 1:
        better = sum(row["winner"] is not None for row in decided)
        return (
            f"{len(decided)} of {wording.plural(len(tests), 'difference')} (pairs × measures) are "
            f"decided: {better} for one algorithm, {len(decided) - better} for practical "
            f"equivalence ({basis})."
        )
    a, b = tests[0]["a"], tests[0]["b"]
    if not decided:
        return (
            f"Not decided: no measure shows that {a} or {b} is better, or that they are equivalent "
            f"({basis})."
        )
    said = []
    for row in decided:
        p = wording.probability(_leading(row))
        if row["equivalent"]:
            said.append(f"{a} and {b} are practically equivalent on {row['measure']} ({p})")
        else:
            said.append(f"{row['winner']} is better on {row['measure']} ({p})")
    left = [row["measure"] for row in tests if row not in decided]
    rest = f"; not decided on {wording.listing(left)}" if left else ""
    return f"Decided: {'; '.join(said)}{rest} ({basis})."
