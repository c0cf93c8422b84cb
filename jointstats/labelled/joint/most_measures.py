"""Between "better on all measures" and "better on each": better on most of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from jointstats.kernels.joint.nested_claims import (
    adjusted_chains,
    chain_p_values,
    chain_rules,
    family_chain_p_values,
    rule_counts,
)
from jointstats.kernels.messages import Option, Value
from jointstats.labelled import options, wording
from jointstats.labelled.declare import declare
from jointstats.labelled.errors import Caution, OptionError
from jointstats.labelled.given import TableLike, TableRoles
from jointstats.labelled.joint.most_measures_result import (
    MORE_OFTEN,
    MOST,
    WINS,
    MostMeasuresPair,
    MostMeasuresResult,
    on_so_many,
    verdict,
)
from jointstats.labelled.kinds import Algorithm, Alpha, AtLeast, Measures
from jointstats.labelled.single.families import worth_of_pairs
from jointstats.labelled.single.separate import pairs_of
from jointstats.labelled.table.families import Families
from jointstats.labelled.table.intake import as_table
from jointstats.labelled.table.pairs import outcomes_of_pairs
from jointstats.labelled.table.results_table import ResultsTable


@declare(
    "test of most measures",
    family="joint",
    asks="Which algorithm is better on most of many measures, if none is on all of them?",
    gives="on how many at least, exact p-values of all pairs",
    needs="orders only; measures that count alike",
    mind="a measure that is there twice counts twice",
)
def most_measures_test(
    table: TableLike,
    *,
    at_least: AtLeast = None,
    control: Algorithm = None,
    on: Measures = None,
    alpha: Alpha = 0.05,
    **roles: Unpack[TableRoles],
) -> MostMeasuresResult:
    """Test who is better on most of the measures on the same data set, for every pair.

    With many measures hardly any algorithm is better on all of them at once. Here an algorithm is
    ahead on a data set if it is better on more measures than it is worse on. Shown is, from weak to
    strong: it is ahead more often than the other one; it is ahead on more than half of all data
    sets; there it is better on at least so many measures, up to all of them.

    Parameters
    ----------
    table : ResultsTable, DataFrame, or dict of matrices
    at_least : int, optional
        Ask only for "better on at least so many measures": more than half of them, at most all. To
        be named before the results are seen; by default the largest number that is shown is told,
        which costs nothing (see Notes).
    control : str, optional
        Compare only this algorithm with each other one.
    on : sequence of str, optional
        Only these measures.
    alpha : float, default 0.05
        Probability, at most, of any false claim about any pair.
    **roles
        Keywords of :func:`jointstats.results_table`, if `table` is a data frame.

    Returns
    -------
    MostMeasuresResult

    Raises
    ------
    JointStatsError
        For invalid input or options.

    Notes
    -----
    All p-values are exact and two-sided: of binomial tests, or of sign flips of whole families of
    data sets (`cluster`, when the table is made). Each claim follows from the next stronger one,
    and their p-values are ordered in the same way: if one is false, so are all that are stronger,
    and none of these has a smaller p-value. So all of them are tested at the level of one, and
    "at least k" may be asked for every k at once. The largest k that is shown is a confidence
    bound for the median of the number of measures that are won, as the sign test gives it
    (Thompson 1936). With several pairs each begins with an equal part of alpha, and passes it on to
    the others when its strongest claim is shown (Goeman & Solari 2010).

    Two results that are equal on a measure without a rope may hide a difference: such a tie is
    counted against whatever it could help. With a rope it is practical equality, and counts for
    neither side.

    The measures count alike: of three that say the same, all three are counted. `groups` of
    :func:`jointstats.compare_algorithms` keeps them together.

    What stands behind it: row "most measures" of the ledger in `docs/validity.md`.

    Examples
    --------
    Twelve measures, and nobody better on all of them:

    >>> import numpy as np
    >>> import jointstats as js
    >>> first, second = np.zeros((10, 12)), np.ones((10, 12))
    >>> second[:, 0] = second[:3, 1] = -1
    >>> table = js.results_table_matrices(
    ...     {"A": first, "B": second}, measures={f"m{j}": "max" for j in range(12)})
    >>> row = js.most_measures_test(table).pairs[0]
    >>> row.winner, row.at_least, row.p_value
    ('B', 10, 0.001953125)
    """
    source = as_table(table, on=on, families_fit=True, **roles)
    if control is not None:
        control = options.known_name(options.CONTROL, control, source.algorithms)
    m = len(source.measures)
    if at_least is not None and not m < 2 * at_least <= 2 * m:
        raise OptionError(
            Option("at_least"), f" must be more than half of the {m} measures, and at most all: "
            f"from {m // 2 + 1} to {m}; got ", Value(at_least), ".",
        )  # fmt: skip
    found = most_measures_of_pairs(source, at_least=at_least, control=control, alpha=alpha)
    return replace(found, data=source)


def most_measures_of_pairs(
    table: ResultsTable, *, at_least: int | None, control: str | None, alpha: float
) -> MostMeasuresResult:
    """What :func:`most_measures_test` says of a finished table; options are checked.

    Parameters
    ----------
    table : ResultsTable
    at_least, control, alpha
        As for :func:`jointstats.most_measures_test`.
    """
    names, m = pairs_of(table.algorithms, control), len(table.measures)
    seen = outcomes_of_pairs(table, names)[:, : table.n]
    certain, rules = table.rope_widths > 0, chain_rules(m, at_least)
    counts = rule_counts(seen, rules, certain)
    families = None
    if table.in_families:
        p, side = family_chain_p_values(seen, rules, table.clusters, certain)
        # Only complete data sets are counted.
        families = worth_of_pairs(replace(table, missing="drop"), names)
    else:
        p, side = chain_p_values(counts)
    adjusted = adjusted_chains(p)
    said = [WINS if rule == "wins" else on_so_many(int(rule), m) for rule in rules]
    pairs, lead = np.arange(len(names)), np.maximum(side, 0)
    own = counts.shown[pairs, :, lead].astype(int).tolist()
    other = counts.possible[pairs, 0, 1 - lead].astype(int).tolist()
    numbered = [str(rule) for rule in rules]
    rows = []
    for i, (a, b) in enumerate(names):
        p_adjusted = adjusted[i].tolist()
        shown = int((adjusted[i] <= alpha).sum()) if side[i] >= 0 else 0
        better = (a, b)[side[i]] if side[i] >= 0 else None
        by_number = dict(zip(numbered, zip(own[i], p_adjusted[1:], strict=True), strict=True))
        most = by_number.pop("wins", (0, None))[1]
        rows.append(
            MostMeasuresPair(
                a=a,
                b=b,
                better=better,
                winner=better if shown else None,
                claim=said[max(shown - 2, 0)] if shown else None,
                often=(MOST if shown > 1 else MORE_OFTEN) if shown else None,
                count=own[i][0],
                against=other[i],
                n=int(counts.n[i]),
                p_value=float(p[i, 0]),
                p_adjusted=p_adjusted[0],
                p_shown=p_adjusted[max(shown - 1, 0)],
                decided=shown > 0,
                most=shown > 1,
                at_least=_number(rules, shown),
                counts={k: count for k, (count, _) in by_number.items()},
                p_adjusted_most=most if at_least is None else p_adjusted[1],
                p_adjusted_by_number={k: of_k for k, (_, of_k) in by_number.items()},
            )
        )
    result = MostMeasuresResult(
        algorithms=table.algorithms,
        measures=table.measures,
        n=table.n,
        n_dropped=table.n_dropped,
        warnings=tuple(_cautions(table.n, len(names), alpha, families)),
        pairs=tuple(rows),
        at_least=at_least,
        decided=any(row.decided for row in rows),
        alpha=alpha,
        control=control,
        rope=table.rope,
        dropped=table.dropped,
        families=families,
    )
    return replace(result, verdict=verdict(result))


def _number(rules: tuple[Any, ...], shown: int) -> int | None:
    """The largest number of measures among the claims that are shown."""
    if shown < 2:
        return None
    last = rules[shown - 2]
    return None if last == "wins" else int(last)


def _cautions(n: int, pairs: int, alpha: float, families: Families | None) -> Iterator[Caution]:
    if families is not None:
        yield from families.too_few(alpha, share=1 / pairs, pairs=pairs)
    elif n and 2.0 ** (1 - n) > alpha / pairs:
        each = f" of each of {pairs} pairs" if pairs > 1 else ""
        yield Caution(
            f"{wording.plural(n, 'data set')} cannot show anything{each} at level {alpha:g}: even "
            f"if one algorithm were ahead on all of them, p would be "
            f"{wording.significant(min(1.0, pairs * 2.0 ** (1 - n)))}."
        )
