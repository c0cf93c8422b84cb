"""Which default keeps the network of the measures sane?

Compares ways to choose the graph on simulated tables and prints, as Markdown: false edges among
independent measures, true edges found, the area under the ROC curve of the network test itself,
and the three ways to treat ties. `edges.csv` and `areas.csv` receive every cell.

    OMP_NUM_THREADS=1 python studies/network_default/run.py            # about ten minutes, one core
    OMP_NUM_THREADS=1 python studies/network_default/run.py --scale .1 # a quick look
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import scipy
from candidates import CANDIDATES, choose_all, with_default_prior
from generators import MODELS, sample, true_shares

import jointstats
from jointstats.evidence.statements import Expansion
from jointstats.network.kernel_bdeu import CodedCases, coded_cases, set_scores
from jointstats.network.kernel_best_dag import best_dag, default_ess, default_parent_limit
from jointstats.network.kernel_dags import adjacency, class_keys
from jointstats.network.kernel_posterior import network_posterior
from jointstats.network.structure import untied
from jointstats.planning.kernel_simulation import areas

SEED = 2016
FUNCTION = "network_test"
HERE = Path(__file__).parent
SIZES = (20, 80, 300)
TABLES = {3: 60, 6: 60, 10: 20, 15: 8}  # per cell, by number of measures
CASES = 80  # positive, and as many negative, per cell of the ROC study
MARGIN = 0.001  # between the two leading shares of a positive case
MCSE = 0.01  # of each probability in the ROC study
TIED = (("one measure, 40 %", (0.4, 0, 0, 0)), ("each measure, 15 %", (0.15,) * 4))
TIED_TABLES = 50  # per cell
USED = ("independent", "tables")  # to choose; the other generators check the choice
TESTED = (
    "BDeu",
    "≤ 1",
    "n/5",
    "n/10",
    "n/20",
    "n/10, α*",
    "κ = 1",
    "n/10, κ = 1",
    "qNML",
    "qNML, n/10",
)
RULES = ("split", "ignore")


def stream(*key: int) -> np.random.Generator:
    """Random numbers of one cell, whatever else is run."""
    return np.random.default_rng(np.random.SeedSequence(SEED, spawn_key=key))


def cases_of(codes: np.ndarray, algorithms: int) -> CodedCases:
    states = [math.factorial(algorithms)] * codes.shape[1]
    return coded_cases(codes, np.ones(len(codes)), states)


def edges_of(parents: np.ndarray) -> np.ndarray:
    arcs = adjacency(parents)
    return arcs | arcs.T


# --- edges ------------------------------------------------------------------------------------


def edges(scale: float) -> pd.DataFrame:
    """False, found and true edges of every table and candidate."""
    rows = []
    names = (*MODELS, "factor")
    cells = product(range(len(names)), (2, 3), TABLES, SIZES)
    for g, algorithms, m, n in cells:
        rng = stream(1, g, algorithms, m, n)
        for table in range(max(2, round(scale * TABLES[m]))):
            codes, truth = sample(names[g], algorithms, m, n, rng)
            for name, graph in choose_all(cases_of(codes, algorithms)).items():
                edges_here = edges_of(graph)
                rows.append(
                    (names[g], algorithms, m, n, table, name, (edges_here & ~truth).sum() // 2,
                     (edges_here & truth).sum() // 2, truth.sum() // 2)
                )  # fmt: skip
    columns = ["generator", "l", "m", "n", "table", "candidate", "false", "found", "true"]
    return pd.DataFrame(rows, columns=columns)


def stratified(values: pd.Series, cells: list[pd.Series]) -> tuple[float, float]:
    """Mean over cells of equal weight, and its standard error."""
    by = values.groupby(cells)
    return float(by.mean().mean()), float(np.sqrt((by.var() / by.size()).sum()) / by.ngroups)


def false_edges(data: pd.DataFrame) -> None:
    for generator in ("independent", "fair"):
        part = data[data.generator == generator]
        said = "used to choose" if generator in USED else "not used to choose"
        print(f"\n### `{generator}` ({said}): false edges per table, mean over n = 20, 80, 300\n")
        columns = list(product((2, 3), TABLES))
        header(["", *[f"l = {a}, m = {m}" for a, m in columns]])
        for name in CANDIDATES:
            rows = part[part.candidate == name]
            cells = [rows[(rows.l == a) & (rows.m == m)] for a, m in columns]
            line(name, [stratified(c["false"], [c.n]) for c in cells], 2)


def true_edges(data: pd.DataFrame) -> None:
    for generator in ("tables", "copies", "factor"):
        part = data[data.generator == generator]
        said = "used to choose" if generator in USED else "not used to choose"
        print(f"\n### `{generator}` ({said}): all m and n, equally weighted\n")
        kinds = ("false edges", "missed edges", "wrong together")
        header(["", *[f"l = {a}: {kind}" for a in (2, 3) for kind in kinds]])
        for name in CANDIDATES:
            values = []
            for a in (2, 3):
                rows = part[(part.candidate == name) & (part.l == a)]
                missed = rows["true"] - rows["found"]
                for kind in (rows["false"], missed, rows["false"] + missed):
                    values.append(stratified(kind, [rows.m, rows.n]))
            line(name, values, 2)


# --- the test itself --------------------------------------------------------------------------


def best_probability(cases: CodedCases, graph: np.ndarray) -> float:
    posterior = network_posterior(cases, graph, target_mcse=MCSE, rng=1)
    return float(posterior.probability(posterior.most_probable(1))[0][0])


def drawn_codes(
    generator: str, algorithms: int, m: int, n: int, positive: bool, rng: np.random.Generator
) -> np.ndarray:
    shares = true_shares(generator, algorithms, m, positive, MARGIN, rng)
    statements = rng.choice(len(shares), n, p=shares)
    return np.stack(np.unravel_index(statements, (math.factorial(algorithms),) * m), axis=1)


def roc(scale: float) -> pd.DataFrame:
    """Area of every candidate on every cell, and of its lead over BDeu without a limit."""
    rows = []
    cells = product(range(3), ((2, 3), (2, 6), (3, 2), (3, 3)), SIZES)
    for g, (algorithms, m), n in cells:
        rows += roc_of(g, algorithms, m, n, scale)
    columns = ["generator", "l", "m", "n", "candidate", "area", "se", "lead", "lead_se"]
    return pd.DataFrame(rows, columns=columns)


def roc_of(g: int, algorithms: int, m: int, n: int, scale: float) -> list[tuple]:
    """One cell."""
    generator = ("independent", "tables", "copies")[g]
    rng = stream(2, g, algorithms, m, n)
    scores: dict[bool, list[list[float]]] = {True: [], False: []}
    for positive in (True, False):
        for _ in range(max(10, round(scale * CASES))):
            codes = drawn_codes(generator, algorithms, m, n, positive, rng)
            cases = cases_of(codes, algorithms)
            graphs = choose_all(cases, TESTED)
            graphs["no edge"] = np.zeros(m, dtype=np.int64)
            graphs["all edges"] = (1 << np.arange(m)) - 1
            heavy = with_default_prior(cases)
            known: dict[tuple[float, bytes], float] = {}
            row = []
            for name, graph in graphs.items():
                counts = heavy if "α*" in name else cases
                key = counts.ess, class_keys([graph]).tobytes()
                if key not in known:
                    known[key] = best_probability(counts, graph)
                row.append(known[key])
            scores[positive].append(row)
    curves = areas(scores[True], scores[False])
    return [
        (generator, algorithms, m, n, name, curves.area[i], curves.standard_error[i],
         *curves.difference(i, 0))
        for i, name in enumerate(graphs)
    ]  # fmt: skip


def pooled(part: pd.DataFrame, value: str, error: str) -> tuple[float, float]:
    return float(part[value].mean()), float(np.sqrt((part[error] ** 2).sum()) / len(part))


def roc_table(data: pd.DataFrame) -> None:
    columns = list(product(data.generator.unique(), (2, 3)))
    header(["", *[f"`{g}`, l = {a}" for g, a in columns], "all"])
    for name in data.candidate.unique():
        rows = data[data.candidate == name]
        parts = [rows[(rows.generator == g) & (rows.l == a)] for g, a in columns]
        lead = name != "BDeu"
        value, error = ("lead", "lead_se") if lead else ("area", "se")
        line(name, [pooled(part, value, error) for part in [*parts, rows]], 3, sign=lead)


# --- ties -------------------------------------------------------------------------------------


def tied(
    codes: np.ndarray, algorithms: int, share: Sequence[float], rng: np.random.Generator
) -> Expansion:
    """A share of the cases tied on each measure: all its orders, equally weighted."""
    r = math.factorial(algorithms)
    case, rows, weights = np.arange(len(codes)), codes, np.ones(len(codes))
    for j, tied_share in enumerate(share):
        chosen = rng.random(len(codes)) < tied_share
        origin = np.repeat(np.arange(len(case)), np.where(chosen[case], r, 1))
        several = chosen[case[origin]]
        case, rows, weights = case[origin], rows[origin].copy(), weights[origin]
        rows[several, j] = np.tile(np.arange(r), int(several.sum()) // r)
        weights = np.where(several, weights / r, weights)
    return Expansion(case, rows, weights)


def by_rule(rows: Expansion, algorithms: int) -> dict[str, tuple[CodedCases, np.ndarray]]:
    states = [math.factorial(algorithms)] * rows.codes.shape[1]
    mass = default_ess(rows.weights.sum(), states)
    split = coded_cases(rows.codes, rows.weights, states, mass)
    apart = untied(rows, states, mass)
    learned = {"split": split, "ignore": apart or split}
    codes_of = {}
    for rule, cases in learned.items():
        limit = default_parent_limit(cases.n, cases.states)
        graph, _ = best_dag(set_scores(cases), limit)
        codes_of[rule] = (split, graph)
    return codes_of


def ties(scale: float) -> pd.DataFrame:
    """False and true edges of the first measure."""
    rows = []
    for t, g, algorithms, n in product((0, 1), (0, 1), (2, 3), SIZES):
        generator, (where, share) = ("tables", "copies")[g], TIED[t]
        m = 4 if algorithms == 2 else 3
        rng = stream(3 + 2 * t, g, algorithms, n)
        for _ in range(max(4, round(scale * TIED_TABLES))):
            codes, truth = sample(generator, algorithms, m, n, rng)
            expanded = tied(codes, algorithms, share[:m], rng)
            for rule, (_, graph) in by_rule(expanded, algorithms).items():
                pairs = edges_of(graph)[0]
                rows.append((where, generator, algorithms, n, rule, (pairs & ~truth[0]).sum(),
                             (pairs & truth[0]).sum(), truth[0].sum()))  # fmt: skip
    columns = ["tied", "generator", "l", "n", "rule", "false", "found", "true"]
    return pd.DataFrame(rows, columns=columns)


def ties_roc(scale: float) -> pd.DataFrame:
    rows = []
    for t, g, algorithms, n in product((0, 1), (0, 1), (2, 3), SIZES):
        generator, (where, share) = ("tables", "copies")[g], TIED[t]
        m = 4 if algorithms == 2 else 3
        rng = stream(4 + 2 * t, g, algorithms, n)
        scores: dict[bool, list[list[float]]] = {True: [], False: []}
        for positive in (True, False):
            for _ in range(max(10, round(scale * TIED_TABLES))):
                codes = drawn_codes(generator, algorithms, m, n, positive, rng)
                curves_by = by_rule(tied(codes, algorithms, share[:m], rng), algorithms)
                scores[positive].append([best_probability(*curves_by[rule]) for rule in RULES])
        area = areas(scores[True], scores[False])
        for i, rule in enumerate(RULES):
            curves_by = area.area[i], area.standard_error[i], *area.difference(i, 0)
            rows.append((where, generator, algorithms, n, rule, *curves_by))
    columns = ["tied", "generator", "l", "n", "rule", "area", "se", "lead", "lead_se"]
    return pd.DataFrame(rows, columns=columns)


def ties_table(data: pd.DataFrame, roc_data: pd.DataFrame) -> None:
    cell = ["tied", "generator", "l", "n"]
    header([*cell, *[f"{rule}: found %, false, area" for rule in RULES]])
    for key, part in data.groupby(cell, sort=False):
        cells = [key[0], f"`{key[1]}`", *map(str, key[2:])]
        curves = roc_data[(roc_data[cell] == list(key)).all(axis=1)]
        for rule in RULES:
            rows, area = part[part.rule == rule], curves[curves.rule == rule].iloc[0]
            share = rows["found"].sum() / max(1, rows["true"].sum())
            error = math.sqrt(share * (1 - share) / max(1, rows["true"].sum()))
            cells.append(
                f"{100 * share:.0f} ± {100 * error:.0f}, {rows['false'].mean():.2f}, "
                f"{area.area:.2f} ± {area.se:.2f}"
            )
        print(f"| {' | '.join(cells)} |")
    print()
    for where, part in roc_data.groupby("tied", sort=False):
        for rule in RULES[1:]:
            mean, error = pooled(part[part.rule == rule], "lead", "lead_se")
            print(f"Area, {where} tied, {rule} − split: {mean:+.3f} ± {error:.3f}.\n")


# --- output -----------------------------------------------------------------------------------


def header(names: list[str]) -> None:
    print(f"| {' | '.join(names)} |\n|{'---|' * len(names)}")


def line(name: str, values: list[tuple[float, float]], digits: int, sign: bool = False) -> None:
    form = f"{'+' if sign else ''}.{digits}f"
    cells = [f"{mean:{form}} ± {error:.{digits}f}" for mean, error in values]
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="share of the tables and cases")
    parser.add_argument("--part", choices=("edges", "areas", "ties"), help="only one part")
    options = parser.parse_args()
    start = time.process_time()
    if options.part in (None, "edges"):
        data = edges(options.scale)
        data.groupby(["generator", "l", "m", "n", "candidate"], sort=False)[
            ["false", "found", "true"]
        ].mean().round(4).assign(function=FUNCTION).to_csv(HERE / "edges.csv")
        print("\n## Edges")
        false_edges(data)
        true_edges(data)
    if options.part in (None, "areas"):
        data = roc(options.scale)
        data.round(4).assign(function=FUNCTION).to_csv(HERE / "areas.csv", index=False)
        print("\n## Area under the ROC curve of the network test\n")
        said = "(`copies` was not used to choose.)"
        print(f"BDeu: its area; the others: their lead over it, on the same cases. {said}\n")
        roc_table(data)
    if options.part in (None, "ties"):
        print("\n## Ties: edges of the first measure, and the test, limit n/10\n")
        ties_table(ties(options.scale), ties_roc(options.scale))
    print(
        f"\n± is one standard error. Seed {SEED}; jointstats {jointstats.__version__}, NumPy "
        f"{np.__version__}, SciPy {scipy.__version__}, Python {platform.python_version()}; "
        f"{time.process_time() - start:.0f} s of processor time, load average "
        f"{os.getloadavg()[0]:.1f}."
    )


if __name__ == "__main__":
    main()
