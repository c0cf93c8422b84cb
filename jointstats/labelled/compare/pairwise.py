"""Every pair of algorithms: the papers' matrices, for any of the tests."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from jointstats.kernels.single import multiplicity
from jointstats.labelled import options, wording
from jointstats.labelled.compare import pair_words
from jointstats.labelled.errors import OptionError
from jointstats.labelled.joint import bayes, glrt, network
from jointstats.labelled.joint.counts import StatementCounts
from jointstats.labelled.joint.result import JointResult
from jointstats.labelled.normal.mean_pairs import mean_rows
from jointstats.labelled.parallel import spread
from jointstats.labelled.result import Result
from jointstats.labelled.single import separate
from jointstats.labelled.table.folds import as_cases
from jointstats.labelled.table.results_table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd

# Test -> whether it gives a p-value to be adjusted (otherwise a posterior probability).
_JOINT: dict[str, tuple[Callable[..., JointResult], bool]] = {
    "glrt": (glrt.glrt_test, True),
    "bayes": (bayes.bayes_test, False),
    "network": (network.network_test, False),
}
_SEPARATE: dict[str, Callable[..., separate.SeparateResult]] = {
    "sign": separate.sign_test,
    "wilcoxon": separate.wilcoxon_test,
}
_MEANS = ("hotelling",)
TESTS = (*_JOINT, *_SEPARATE, *_MEANS)
CASES = ("common", "pairwise")


@dataclass(frozen=True, kw_only=True, repr=False)
class PairwiseResult(Result):
    """Outcome of :func:`jointstats.pairwise_tests`.

    Attributes
    ----------
    test_name : str
        The test of each pair.
    pairs : list of dict
        One per pair (and measure, for the separate tests): ``a``, ``b``; ``p_value`` and
        ``p_adjusted``, or ``probability``; ``better``, who leads; ``winner``, the same if decided
        (on all measures, for a joint test), otherwise None. The joint tests add ``statement`` (in
        words), ``order``, ``decided``, ``n`` and ``count``, on how many of the n data sets the
        statement was seen. The Bayesian test adds ``probability_lower``, with the least favourable
        prior of mass 2; with the imprecise prior ``probability`` is the lower one, which decides,
        and ``probability_upper`` stands beside it. Hotelling's test
        decides that the means differ; its ``winner`` leads on all measures, each of which shows it
        alone, too (``clear``).
    p_adjust : str
        How p-values were adjusted; ``"none"`` for probabilities.
    alpha : float
    control : str or None
    cases : {"common", "pairwise"}
        With ``"pairwise"``, ``n`` counts the data sets that some pair uses, and every row has its
        own ``n`` and ``n_dropped``.
    expected_wrong : float or None
        For probabilities: expected number of wrong ones among the decisions, Σ(1 − P).
    """

    test: ClassVar[str] = "pairwise"

    test_name: str
    pairs: list[dict[str, Any]]
    p_adjust: str
    alpha: float
    control: str | None
    cases: str
    expected_wrong: float | None = None
    rope: dict[str, float] = field(default_factory=dict)

    def _rows(self) -> list[dict[str, Any]]:
        return [{k: v for k, v in row.items() if k != "order"} for row in self.pairs]

    def matrix(self) -> pd.DataFrame:
        """The pairs as the papers' triangular matrix.

        Returns
        -------
        DataFrame
            Rows and columns are algorithms. A cell reads from row to column: for every measure
            ``>`` (the row is better) or ``<``, then the p-value (adjusted) or the probability;
            ``*`` marks a decision.
        """
        import pandas as pd

        cells: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for row in self.pairs:
            cells.setdefault((row["a"], row["b"]), []).append(row)
        rows = [self.control] if self.control else list(self.algorithms[:-1])
        columns = [a for a in self.algorithms if a != self.control]
        columns = columns if self.control else list(self.algorithms[1:])
        table = [
            [
                pair_words.cell(cells.get((row, column), []), tuple(self.measures))
                for column in columns
            ]
            for row in rows
        ]
        return pd.DataFrame(table, index=rows, columns=columns)


def pairwise_tests(
    table: Any,
    *,
    test: str = "bayes",
    p_adjust: str = "holm",
    control: Any = None,
    cases: str = "common",
    on: Sequence[Any] | None = None,
    alpha: float = 0.05,
    n_jobs: int | None = None,
    **keywords: Any,
) -> PairwiseResult:
    """Run one test for every pair of algorithms.

    Parameters
    ----------
    table : ResultsTable, StatementCounts, DataFrame, or dict of matrices
    test : {"bayes", "glrt", "network", "sign", "wilcoxon", "hotelling"}, default "bayes"
        Joint tests (and Hotelling's, of means) give one answer per pair, separate tests one per
        pair and measure.
    p_adjust : {"holm", "hochberg", "hommel", "bonferroni", "BH", "BY", "none"}, default "holm"
        Correction of the p-values for their number. Probabilities are not adjusted.
    control : str, optional
        Compare only this algorithm with each other one.
    cases : {"common", "pairwise"}, default "common"
        Use the data sets that are complete for all algorithms; or, with ``missing="drop"``, those
        that are complete for the pair (more data, but pairs no longer share their data sets).
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Level of the decisions.
    n_jobs : int, optional
        Workers that share the pairs (extra ``parallel``), -1 for one per core; by default what an
        enclosing ``joblib.parallel_config`` says, otherwise one. Results do not depend on it.
    **keywords
        Options of the test, and keywords of :func:`jointstats.results_table` for a data frame (or
        ``run``, ``fold``, ``of`` of :func:`jointstats.fold_table`).

    Returns
    -------
    PairwiseResult

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Examples
    --------
    >>> import jointstats as js
    >>> result = js.pairwise_tests(js.load_dataset("example1"), test="glrt")
    >>> result.pairs[0]["p_value"], result.pairs[0]["winner"]
    (0.5078125, None)
    """
    options.one_of("test", test, TESTS)
    options.one_of("p_adjust", p_adjust, multiplicity.METHODS)
    options.one_of("cases", cases, CASES)
    alpha = options.level(alpha)
    source, settings = _source(table, on, keywords, pair_by_pair=cases == "pairwise")
    if control is not None:
        control = options.known_name("algorithm (control)", control, source.algorithms)
    pairs = separate.pairs_of(source.algorithms, control)
    if "rng" in settings:  # a generator would give every pair, and every worker, another stream
        settings["rng"] = options.seed(settings["rng"])
    if test in _MEANS:
        # Pairs on the same rows are one batch; sign flips take long enough to be shared out.
        batched = cases == "common" and not settings.get("permutation")
        batches = [pairs] if batched else [[pair] for pair in pairs]
        tasks: list[tuple] = [(test, source, batch, cases, alpha, settings) for batch in batches]
        answers = spread(_mean_answers, tasks, n_jobs, "pairs")
    else:
        answer = _joint_answer if test in _JOINT else _separate_answers
        tasks = [(test, source, pair, cases, alpha, settings) for pair in pairs]
        answers = spread(answer, tasks, n_jobs, "pairs")
    rows = [row for part in answers for row in part]
    if test in _JOINT:
        expected_wrong = _decide_joint(rows, alpha, p_adjust, _JOINT[test][1])
    elif test in _MEANS:
        expected_wrong = None
        _decide_means(rows, alpha, p_adjust)
    else:
        expected_wrong = None
        _decide_separate(rows, alpha, p_adjust)
    recovered = 0
    if cases == "pairwise" and isinstance(source, ResultsTable):
        recovered = _recovered(source, pairs)
        for row in rows:
            row["n_dropped"] = source.n + source.n_dropped - row["n"]
    gives_p = test not in _JOINT or _JOINT[test][1]
    return PairwiseResult(
        algorithms=source.algorithms,
        measures=source.measures,
        n=source.n + recovered,
        n_dropped=source.n_dropped - recovered,
        call={"function": "pairwise_tests", "test": test, "p_adjust": p_adjust,
              "control": control, "cases": cases, "on": on, "alpha": alpha, **settings},
        warnings=(
            *(_own_cases(rows, source.n) if recovered else ()),
            *(pair_words.prior_caution(rows, alpha) if test == "bayes" else ()),
        ),
        verdict=pair_words.verdict(
            rows, len(pairs), alpha, p_adjust if gives_p else None, expected_wrong
        ),
        test_name=test,
        pairs=rows,
        p_adjust=p_adjust if gives_p else "none",
        alpha=alpha,
        control=control,
        cases=cases,
        expected_wrong=expected_wrong,
        rope=source.rope,
    )  # fmt: skip


_ROLES = ("dataset", "algorithm", "measures", "rope", "missing", "aggregate", "min_folds", "only",
          "columns", "run", "fold", "of")  # fmt: skip


def _source(
    table: Any, on: Sequence[Any] | None, keywords: dict[str, Any], *, pair_by_pair: bool
) -> tuple[Any, dict[str, Any]]:
    """The table (or counts), and what is left of the keywords for the test."""
    roles = {name: value for name, value in keywords.items() if name in _ROLES}
    settings = {name: value for name, value in keywords.items() if name not in _ROLES}
    if not isinstance(table, StatementCounts):
        return as_cases(table, on=on, pair_by_pair=pair_by_pair, **roles), settings
    only = roles.pop("only", None)
    if roles:
        raise OptionError(f"{next(iter(roles))} has no meaning for counts.")
    return table.select(algorithms=only, measures=on), settings


def _part(source: Any, pair: tuple[str, str], cases: str) -> Any:
    if isinstance(source, ResultsTable):
        own = cases == "pairwise"
        part = source.select(algorithms=pair, recover=own, common=not own)
        part.require_datasets()
        return part
    return source.select(algorithms=pair)


def _recovered(source: ResultsTable, pairs: list[tuple[str, str]]) -> int:
    """How many of the data sets left out are complete for one of the pairs."""
    first, second = ([source.algorithms.index(pair[side]) for pair in pairs] for side in (0, 1))
    both = source.complete[:, first] & source.complete[:, second]
    return int(np.count_nonzero(both.any(axis=1)))


def _own_cases(rows: list[dict[str, Any]], common: int) -> tuple[str]:
    """A note that pairs differ in their data sets."""
    sizes = [row["n"] for row in rows]
    many = wording.plural(max(sizes), "data set")
    return (
        f"Each pair is compared on the data sets that are complete for it: "
        f"{many if min(sizes) == max(sizes) else f'{min(sizes)} to {many}'}; "
        f"{common} {'is' if common == 1 else 'are'} complete for all algorithms.",
    )


def _joint_answer(
    test: str, source: Any, pair: tuple[str, str], cases: str, alpha: float, settings: dict
) -> list[dict[str, Any]]:
    """One row: what a joint test says of a pair."""
    run, gives_p = _JOINT[test]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # each pair's cautions; the verdict counts decisions
        result = run(_part(source, pair, cases), alpha=alpha, **settings)
    a, b = result.algorithms
    named = result.best
    row: dict[str, Any] = {
        "a": a,
        "b": b,
        "n": result.n,
        "count": result.statements[0]["count"],
        "order": named,
        "statement": None if named is None else wording.statement(named),
        "better": _on_all(named),
    }
    if gives_p:
        row |= {"p_value": result.p_value_exact}  # type: ignore[attr-defined]
        row |= {"p_value_asymptotic": result.p_value}  # type: ignore[attr-defined]
    else:
        row |= _probability(result)
        row |= {"mcse": result.statements[0]["mcse"], "decided": result.decided}
    return [row]


def _probability(result: Any) -> dict[str, float | None]:
    """The probability that decides: with the imprecise prior the lower one, the upper beside it."""
    lower = getattr(result, "probability_lower", None)
    if getattr(result, "prior", {}).get("name") != "imprecise":
        cautious = {} if result.test == "network" else {"probability_lower": lower}
        return {"probability": result.probability} | cautious
    upper = result.statements[0]["probability_upper"] if result.best else None
    return {"probability": result.probability_lower, "probability_upper": upper}


def _decide_joint(
    rows: list[dict[str, Any]], alpha: float, p_adjust: str, gives_p: bool
) -> float | None:
    """Adjust the p-values, name the winners; the expected number of wrong decisions, if known."""
    expected_wrong = None
    if gives_p:
        adjusted = multiplicity.adjust_p_values([row["p_value"] for row in rows], p_adjust)
        for row, p in zip(rows, adjusted, strict=True):
            row |= {"p_adjusted": float(p), "decided": bool(p <= alpha and row["order"])}
    else:
        expected_wrong = float(sum(1 - row["probability"] for row in rows if row["decided"]))
    for row in rows:
        row["winner"] = row["better"] if row["decided"] else None
    return expected_wrong


def _mean_answers(
    test: str, source: Any, pairs: list[tuple[str, str]], cases: str, alpha: float, settings: dict
) -> list[dict[str, Any]]:
    """A row for each pair: what Hotelling's test says of pairs on the same data sets."""
    if isinstance(source, StatementCounts):
        raise OptionError(f"{test} needs values: give the results, not their statement counts.")
    part = source if cases == "common" else _part(source, pairs[0], cases)
    return mean_rows(part, pairs, alpha, **settings)


def _decide_means(rows: list[dict[str, Any]], alpha: float, p_adjust: str) -> None:
    adjusted = multiplicity.adjust_p_values([row["p_value"] for row in rows], p_adjust)
    for row, p in zip(rows, adjusted, strict=True):
        row |= {"p_adjusted": float(p), "decided": bool(p <= alpha and row["order"])}
        row["winner"] = row["better"] if row["decided"] and row["clear"] else None


def _on_all(order: dict[str, list[str]] | None) -> str | None:
    """The algorithm that is better on every measure, if one is."""
    first = {names[0] for names in order.values()} if order else set()
    return first.pop() if len(first) == 1 else None


def _separate_answers(
    test: str, source: Any, pair: tuple[str, str], cases: str, alpha: float, settings: dict
) -> list[dict[str, Any]]:
    """A row for each measure: what a separate test says of a pair."""
    part = _part(source, pair, cases)
    tests = _SEPARATE[test](part, alpha=alpha, p_adjust="none", **settings).tests
    return [row | {"n": part.n} for row in tests]


def _decide_separate(rows: list[dict[str, Any]], alpha: float, p_adjust: str) -> None:
    adjusted = multiplicity.adjust_p_values([row["p_value"] for row in rows], p_adjust)
    for row, p in zip(rows, adjusted, strict=True):
        row |= {"p_adjusted": float(p), "winner": row["better"] if p <= alpha else None}
