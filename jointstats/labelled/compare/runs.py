"""What the runs behind a table add to a comparison: how sure the data sets are of what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from jointstats.labelled.compare.claims import Claimed
from jointstats.labelled.compare.pair_claim import OPEN, PairClaim
from jointstats.labelled.errors import Caution, JointStatsError
from jointstats.labelled.findings.kinds import Finding, TestCaution
from jointstats.labelled.findings.runs import RunsOpen
from jointstats.labelled.joint.run_certainty import data_sets_of_pair, pair_certainty
from jointstats.labelled.joint.run_certainty_result import PairCertainty
from jointstats.labelled.joint.runs import pair_runs
from jointstats.labelled.table.groups import Group
from jointstats.labelled.table.results_table import ResultsTable


def with_runs(
    claimed: Claimed, table: ResultsTable, ties: Any, groups: Sequence[Group] = ()
) -> tuple[Claimed, tuple[Finding, ...]]:
    """The claims with how many data sets are sure, and what is found of that.

    Without runs both are as they were; and with groups, as runs are asked about all measures.
    """
    if table.all_runs is None or groups:
        return claimed, ()
    rows: list[PairClaim] = []
    told: list[tuple[PairClaim, PairCertainty]] = []
    refused: list[Caution] = []
    for row in claimed.pairs:
        if row.n:
            try:
                one = _certainty(table, (row.a, row.b), ties)
            except JointStatsError as error:  # the averages answer all the same
                refused.append(Caution(*error.parts))
            else:
                row = replace(row, n_sure=one.n_sure)
                told += [(row, one)] if row.strength != OPEN and one.n_open else []
        rows.append(row)
    finding = RunsOpen(
        algorithms=table.algorithms,
        measures=tuple(table.measures),
        pairs=tuple(row for row, _ in told),
        n_open=tuple(one.n_open for _, one in told),
        expected_wrong=tuple(one.expected_wrong for _, one in told),
    )
    said = (finding,) if told else ()
    why = [TestCaution(questions=(), message=one) for one in refused[:1]]
    return replace(claimed, pairs=tuple(rows)), (*said, *why)


def _certainty(table: ResultsTable, pair: tuple[str, str], ties: Any) -> PairCertainty:
    return pair_certainty(pair, pair_runs(data_sets_of_pair(table, pair), ties))
