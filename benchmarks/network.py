"""The network of the measures: what it costs, and beside pgmpy's search for it.

Needs the extra ``bench`` for the second part. Run on an idle machine:

    OMP_NUM_THREADS=1 python benchmarks/network.py
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from itertools import combinations
from statistics import median
from typing import Any

import numpy as np

import jointstats as js
from jointstats.network.kernel_bdeu import CodedCases, coded_cases, network_score, set_scores
from jointstats.network.kernel_best_dag import best_dag
from jointstats.network.kernel_dags import parents_of
from jointstats.network.kernel_edges import graph_posterior

N = 80


def timed(run: Callable[[], Any], repeats: int = 3) -> tuple[float, Any]:
    """Median processor seconds of some runs after one that is not counted, and the last answer."""
    run()
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        answer = run()
        seconds.append(time.process_time() - start)
    return median(seconds), answer


def dependent_codes(m: int, states: int, seed: int = 1) -> np.ndarray:
    """Every second measure repeats an earlier one's order in 60 % of the data sets."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, states, (N, m))
    for i in range(1, m, 2):
        same = rng.random(N) < 0.6
        codes[same, i] = codes[same, rng.integers(i)]
    return codes


def cases_of(m: int, states: int, seed: int = 1) -> CodedCases:
    return coded_cases(dependent_codes(m, states, seed), np.ones(N), [states] * m)


def structure(m: int, states: int) -> None:
    cases = cases_of(m, states)
    seconds, _ = timed(lambda: best_dag(set_scores(cases)), 3 if m < 18 else 1)
    print(f"best graph, {m} measures of {states} states, no limit{'':<6}{seconds:>9.2f} s")


def edges(m: int) -> None:
    scores = set_scores(cases_of(m, 2))
    seconds, _ = timed(lambda: graph_posterior(scores))
    print(f"exact edge probabilities, {m} measures{'':<16}{seconds:>9.2f} s")


def table_of(codes: np.ndarray, algorithms: int) -> tuple[Any, list[str]]:
    from itertools import permutations

    place = np.argsort(list(permutations(range(algorithms))), axis=1)
    values = -place[codes].astype(float)
    names = [f"m{j}" for j in range(codes.shape[1])]
    matrices = {f"A{k}": values[:, :, k] for k in range(algorithms)}
    return js.results_table(matrices, measures=dict.fromkeys(names, "max")), names


def whole_test(label: str, algorithms: int, arcs: list[tuple[int, int]], lead: float) -> None:
    """Six measures, to a Monte Carlo error of .001; `lead`: share of one statement's data sets."""
    rng = np.random.default_rng(2)
    codes = rng.integers(0, [2, 6, 24][algorithms - 2], (N, 6))
    codes[rng.random(N) < lead] = 0
    table, names = table_of(codes, algorithms)
    graph = [(names[a], names[b]) for a, b in arcs]
    seconds, result = timed(lambda: js.network_test(table, structure=graph), 1)
    top = result.statements[0]
    print(f"{label:<50}{seconds:>9.2f} s   P = {top.probability:.3f} ± {top.mcse:.4f}")


def tests() -> None:
    chain = [(i, i + 1) for i in range(5)]
    nearly = [arc for arc in combinations(range(6), 2) if arc != (0, 5)]
    for lead in (0.5, 0.09, 0.05):
        whole_test(f"test, 2 algorithms, chain, lead {lead}", 2, chain, lead)
        whole_test(f"test, 2 algorithms, one edge missing, lead {lead}", 2, nearly, lead)
    whole_test("test, 3 algorithms, chain, lead 0.2", 3, chain, 0.2)
    whole_test("test, 4 algorithms, chain, lead 0.2", 4, chain, 0.2)
    whole_test("test, 4 algorithms, chain, lead 0.06", 4, chain, 0.06)
    whole_test("test, 4 algorithms, one edge missing, lead 0.06", 4, nearly, 0.06)


def memory(part: str) -> None:
    """Peak memory of one part, in a process of its own."""
    code = f"import network, resource; {part}; " \
           "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"  # fmt: skip
    here = os.path.dirname(os.path.abspath(__file__))
    out = subprocess.run([sys.executable, "-c", code], cwd=here, capture_output=True, text=True)
    print(f"peak memory: {part:<36}{out.stdout.split()[-1]:>10} MB")


def beside_pgmpy() -> None:
    """BDeu, ess 1, the same data: score by jointstats, which checks pgmpy's on its own graph."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pandas as pd
        import pgmpy
        from pgmpy.estimators import BDeu, ExhaustiveSearch, HillClimbSearch

        logging.disable(logging.WARNING)
        print(f"\npgmpy {pgmpy.__version__}: processor seconds, and how far below the optimum")
        print(f"{'':<44}{'jointstats':>12}{'pgmpy':>10}{'short of it':>13}")
        for m, states in ((4, 2), (6, 2), (8, 2), (10, 2), (15, 2), (6, 6), (10, 6)):
            for seed in (1, 2, 3):
                codes = dependent_codes(m, states, seed)
                cases = cases_of(m, states, seed)
                own, (_, best) = timed(lambda c=cases: best_dag(set_scores(c)))
                frame = pd.DataFrame(codes, columns=[f"m{j}" for j in range(m)])
                known = {name: list(range(states)) for name in frame}
                score = BDeu(frame, equivalent_sample_size=1, state_names=known)
                searches = {
                    "hill climbing": lambda f=frame, s=score, k=known: HillClimbSearch(
                        f, state_names=k
                    ).estimate(scoring_method=s, epsilon=1e-9, show_progress=False)
                }
                if m == 4 and seed == 1:
                    searches["exhaustive"] = lambda f=frame, s=score, k=known: ExhaustiveSearch(
                        f, scoring_method=s, state_names=k
                    ).estimate()
                for name, search in searches.items():
                    start = time.process_time()
                    found = search()
                    seconds = time.process_time() - start
                    arcs = [(int(a[1:]), int(b[1:])) for a, b in found.edges]
                    short = best - network_score(cases, parents_of(arcs, m))
                    label = f"{m} measures of {states} states, table {seed}, {name}"
                    told = "optimum" if short < 1e-6 else f"{short:.2f}"
                    print(f"{label:<44}{own:>12.3f}{seconds:>10.2f}{told:>13}", flush=True)


def main() -> None:
    print(f"load average {os.getloadavg()[0]:.2f}; {os.cpu_count()} cores; n = {N}; processor time")
    for m in (15, 20):
        for states in (2, 6):
            structure(m, states)
    edges(12)
    tests()
    memory("network.structure(20, 2)")
    memory("network.structure(20, 6)")
    memory("network.tests()")
    beside_pgmpy()
    print(f"load average {os.getloadavg()[0]:.2f}")


if __name__ == "__main__":
    main()
