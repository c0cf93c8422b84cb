"""Tables in which algorithms were taken for data sets: recognised, so that nothing is compared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from jointstats.kernels.messages import Option, Part, asked
from jointstats.labelled.errors import ColumnError
from jointstats.labelled.options import label

_ALGORITHMS = re.compile(r"(model|algorithm|algo|method|classifier|learner)s?([ _.-]?names?)?")
_DATASETS = re.compile(r"(data|data[ _.-]?set|task|problem|instance|benchmark)s?([ _.-]?names?)?")


def refuse_swapped_roles(dataset: Any, algorithm: Any) -> None:
    """Refuse a long frame whose two columns are called the other way round.

    Raises
    ------
    ColumnError
    """
    first, second = label(dataset), label(algorithm)
    if _means(_ALGORITHMS, first) and _means(_DATASETS, second):
        raise ColumnError(
            f'The columns "{first}" and "{second}" seem to be exchanged: say ',
            Option("dataset", second),
            " and ",
            Option("algorithm", first),
            ". If they are not, give them other names.",
        )


def refuse_algorithms_as_rows(
    name: Any, values: np.ndarray, measures: Sequence[str], pattern: str | None
) -> None:
    """Refuse a wide table whose rows are called algorithms and look like them.

    The name alone does not tell: optimisers may well be compared on models. But data sets differ
    more than algorithms do, so that both together do.

    Parameters
    ----------
    name : str or None
        What the rows are called.
    values : ndarray, shape (n, m, l)
        Rows by measures by columns.
    measures : sequence of str
    pattern : str or None
        How the columns are named.

    Raises
    ------
    ColumnError
    """
    if name is None or not _means(_ALGORITHMS, label(name)) or not columns_differ_more(values):
        return
    cure: tuple[Part, ...] = (Option("algorithm", label(name)), " instead of ", asked("dataset"))
    if pattern is not None:
        cure += (", and ", Option("columns", pattern.replace("{algorithm}", "{dataset}")))
    raise ColumnError(
        f'The rows are called "{label(name)}", and they differ less than the columns do: they seem '
        "to be algorithms, not data sets. Then say ",
        *cure,
        ". If they are data sets, give them another name.",
    )


def _means(pattern: re.Pattern[str], name: str) -> bool:
    return pattern.fullmatch(name.strip().lower()) is not None


def columns_differ_more(values: np.ndarray) -> bool:
    """Whether, over the measures, means of columns vary more than means of rows do."""
    whole = values[~np.isnan(values).any(axis=(1, 2))]
    if len(whole) < 2 or values.shape[2] < 2:
        return False
    size = whole.var(axis=(0, 2))
    varies = size > 0
    of_rows, of_columns = whole.mean(axis=2).var(axis=0), whole.mean(axis=0).var(axis=1)
    return bool((((of_columns - of_rows)[varies]) / size[varies]).sum() > 0)
