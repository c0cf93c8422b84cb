"""Every ratio of README.md to another program, measured again: for a change of a hot path.

Both programs take turns in this process, and the least time of each counts, so that a busy machine
slows both. A ratio below half of the one in README.md fails. Needs the extra ``bench``.

    OMP_NUM_THREADS=1 python benchmarks/check.py
"""

from __future__ import annotations

import io
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import autorank
import baycomp
import network
import normal_theory
import pandas as pd
import peers
import scikit_posthocs
from pgmpy.estimators import BDeu, ExhaustiveSearch, HillClimbSearch

import jointstats as js
from jointstats.network.kernel_bdeu import set_scores
from jointstats.network.kernel_best_dag import best_dag

LEAST = 0.5  # part of a ratio of README.md that must remain
TURNS, A_TURN = 3, 0.2  # of each program, and seconds of each turn


class Race(NamedTuple):
    """What two programs do.

    Attributes
    ----------
    what : str
        The first cell of a row of README.md.
    ours, theirs : callable
    times : float
        How much of the work the peer is spared: its time is multiplied by it.
    """

    what: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    times: float = 1.0

    def ratio(self) -> float:
        """Least processor time of the peer, by that of jointstats."""
        turns = [(least(self.ours), least(self.theirs)) for _ in range(TURNS)]
        ours, theirs = zip(*turns, strict=True)
        return self.times * min(theirs) / min(ours)


def least(run: Callable[[], Any]) -> float:
    """Least processor time of some runs, more of a short one."""
    seconds: list[float] = []
    while sum(seconds) < A_TURN:
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
    return min(seconds)


def promised() -> dict[str, float]:
    """The ratios of README.md, by the first cell of their row."""
    readme = Path(__file__).with_name("README.md").read_text(encoding="utf-8")
    rows = (line.strip("| ").split(" | ") for line in readme.splitlines() if line.startswith("|"))
    told = ((row[0], row[3].replace(",", "")) for row in rows if len(row) == 5)
    return {what: float(ratio) for what, ratio in told if ratio.strip().isdigit()}


def of_peers() -> Iterator[Race]:
    """Tests of one measure, of 20 algorithms."""
    matrices = peers.results()
    one = js.results_table(matrices, measures=peers.MEASURES).select(measures=["accuracy"])
    wide = pd.DataFrame({name: matrix[:, 0] for name, matrix in matrices.items()})
    long = wide.melt(var_name="algorithm", value_name="accuracy")
    pairs = list(combinations(wide, 2))
    few = pairs[:2]

    def bayes() -> None:
        for a, b in few:
            baycomp.two_on_multiple(wide[a].to_numpy(), wide[b].to_numpy(), rope=0)

    def ranks() -> None:
        with redirect_stdout(io.StringIO()):
            autorank.autorank(wide, alpha=0.05, verbose=False)

    def wilcoxon() -> None:
        scikit_posthocs.posthoc_wilcoxon(
            long, val_col="accuracy", group_col="algorithm", p_adjust="holm"
        )

    yield Race(
        "190 pairs of 20 algorithms, Bayesian, one measure (30 data sets)",
        lambda: js.pairwise_tests(one, test="bayes"),
        bayes,
        len(pairs) / len(few),
    )
    ours = lambda: js.pairwise_tests(one, test="wilcoxon")  # noqa: E731
    yield Race("190 pairs, Wilcoxon and Holm, one measure", ours, wilcoxon)
    yield Race("20 algorithms, one measure, everything about it", ours, ranks)


def of_means() -> Iterator[Race]:
    """Tests of means."""
    values = normal_theory.results()
    few = values[:, :5, :4]
    yield Race(
        "190 pairs, Hotelling's T², 5 measures",
        lambda: normal_theory.jointstats_pairs(values),
        lambda: normal_theory.pingouin_pairs(values),
    )
    yield Race(
        "MANOVA with data sets as blocks (5 algorithms × 30 × 4)",
        lambda: normal_theory.jointstats_manova(few),
        lambda: normal_theory.statsmodels_manova(few),
    )


def of_networks() -> Iterator[Race]:
    """The search for the best network."""
    for what, m, states in (
        ("Best network of 10 binary measures, n = 80", 10, 2),
        ("Best network of 15 binary measures", 15, 2),
        ("Best network of 10 six-valued measures", 10, 6),
        ("Best network of 4 binary measures", 4, 2),
    ):
        codes, cases = network.dependent_codes(m, states), network.cases_of(m, states)
        frame = pd.DataFrame(codes, columns=[f"m{j}" for j in range(m)])
        known = {name: list(range(states)) for name in frame}
        score = BDeu(frame, equivalent_sample_size=1, state_names=known)

        def climb(frame: Any = frame, score: Any = score, known: Any = known) -> None:
            search = HillClimbSearch(frame, state_names=known)
            search.estimate(scoring_method=score, epsilon=1e-9, show_progress=False)

        def every(frame: Any = frame, score: Any = score, known: Any = known) -> None:
            ExhaustiveSearch(frame, scoring_method=score, state_names=known).estimate()

        yield Race(what, lambda c=cases: best_dag(set_scores(c)), every if m == 4 else climb)


def main() -> int:
    warnings.simplefilter("ignore")
    left, fallen = promised(), []
    print(f"{'what':<66} {'now':>7} {'README':>7}")
    for races in (of_peers, of_means, of_networks):
        for race in races():
            said, now = left.pop(race.what), race.ratio()
            low = now < LEAST * said
            fallen += [race.what] * low
            print(f"{race.what:<66} {now:>7.1f} {said:>7.0f}{'  LOW' * low}", flush=True)
    for what in left:
        print(f"{what:<66} is in README.md, and is not measured here")
    return 1 if fallen or left else 0


if __name__ == "__main__":
    sys.exit(main())
