"""The packaged WEKA table in other packages: what each tells of who is better, on what.

python studies/neighbours/beside.py [--figures FOLDER]     about a minute

Says it of jointstats, and of every other package that is there: autorank and baycomp are on PyPI,
critdd is installed from its repository, and multi-comp-matrix (MCM) wants an environment of its own
because it fixes the versions of NumPy and pandas. It needs no jointstats there.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import json
import tempfile
import warnings
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
MEASURES = {"accuracy": "max", "f_measure": "max", "auc": "max", "kappa": "max", "rmse": "min",
            "mae": "min"}  # fmt: skip
ALPHA = 0.05
# Of each measure: the pairs that are told apart, the better one first.
Told = dict[str, set[tuple[str, str]]]


def wide(measure: str) -> pd.DataFrame:
    """A row for each data set, a column for each algorithm."""
    frame = pd.read_csv(ROOT / "jointstats" / "datasets" / "weka.csv")
    return frame.pivot(index="dataset", columns="algorithm", values=measure)


def by_rank(ranks: pd.Series, together: Iterable[Iterable[str]]) -> set[tuple[str, str]]:
    """All pairs that stand in no group together, the one with the smaller mean rank first."""
    tied = {frozenset(pair) for group in together for pair in combinations(group, 2)}
    names = list(ranks.sort_values().index)
    return {pair for pair in combinations(names, 2) if frozenset(pair) not in tied}


def autorank(figures: Path | None) -> tuple[Told, str]:
    """Friedman's test and Nemenyi's distances, as autorank chooses them."""
    from autorank import autorank as rank
    from autorank import create_report, plot_stats

    pairs, words = {}, 0
    for measure, direction in MEASURES.items():
        result = rank(wide(measure), alpha=ALPHA,
                      order="descending" if direction == "max" else "ascending")  # fmt: skip
        ranks = result.rankdf["meanrank"]
        near = [pair for pair in combinations(ranks.index, 2)
                if abs(ranks[pair[0]] - ranks[pair[1]]) <= result.cd]  # fmt: skip
        pairs[measure] = by_rank(ranks, near)
        with contextlib.redirect_stdout(io.StringIO()) as said:
            create_report(result)
        words += len(said.getvalue().split())
        if figures and measure == "accuracy":
            save(plot_stats(result).figure, figures / "beside-autorank.png")
    return pairs, f"6 diagrams and 6 reports of {words} words together"


def critdd(figures: Path | None) -> tuple[Told, str]:
    """Friedman's test, then Wilcoxon's of each pair after Holm, as groups under a line."""
    from critdd import Diagram

    pairs = {}
    for measure, direction in MEASURES.items():
        frame = wide(measure)
        diagram = Diagram(frame.to_numpy(), treatment_names=list(frame.columns),
                          maximize_outcome=direction == "max")  # fmt: skip
        ranks = pd.Series(diagram.average_ranks, index=frame.columns)
        groups = diagram.get_groups(alpha=ALPHA, adjustment="holm", return_names=True)
        pairs[measure] = by_rank(ranks, groups)
    return pairs, "1 diagram of 6 lines, as TikZ"


def baycomp(figures: Path | None) -> tuple[Told, str]:
    """The Bayesian signed-rank test of each pair on each measure, without a rope."""
    from baycomp import two_on_multiple

    pairs = {}
    for measure, direction in MEASURES.items():
        frame = wide(measure) * (1 if direction == "max" else -1)
        pairs[measure] = set()
        for a, b in combinations(frame.columns, 2):
            pair = frame[a].to_numpy(), frame[b].to_numpy()
            left, *_, right = two_on_multiple(*pair, nsamples=10_000)
            if max(left, right) >= 1 - ALPHA:
                pairs[measure].add((a, b) if left > right else (b, a))
    if figures:
        frame = wide("accuracy")
        pair = [frame[name].to_numpy() for name in ("RandomForest", "Bagging")]
        _, figure = two_on_multiple(*pair, rope=0.005, plot=True, names=("RandomForest", "Bagging"))
        save(figure, figures / "beside-baycomp.png")
    return pairs, "126 pairs of probabilities, in 126 calls"


def mcm(figures: Path | None) -> tuple[Told, str]:
    """Multi-comparison matrices: wins, mean differences, Wilcoxon's p-values without correction."""
    from multi_comp_matrix import MCM

    pairs = {}
    for measure, direction in MEASURES.items():
        better = "higher" if direction == "max" else "lower"
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            MCM.compare(
                wide(measure).reset_index(), output_dir=f"{folder}/", png_savename="matrix",
                dataset_column="dataset", used_statistic=measure, order_WinTieLoss=better,
                order_better="decreasing" if direction == "max" else "increasing",
                load_analysis=False,
            )  # fmt: skip
            cells = json.loads((Path(folder) / "analysis.json").read_text())
            if figures and measure == "accuracy":
                figures.joinpath("beside-mcm.png").write_bytes(
                    (Path(folder) / "matrix.png").read_bytes()
                )
        pairs[measure] = {
            tuple(name.split("-vs-")) for name, cell in cells.items()
            if "-vs-" in name and float(cell["pvalue"]) < ALPHA
            and int(cell["win"]) > int(cell["loss"])
        }  # fmt: skip
    return pairs, "6 matrices of 42 cells"


def jointstats(figures: Path | None) -> tuple[Told, str]:
    """Ours, and what it says of all measures jointly."""
    import jointstats as js

    result = js.compare_algorithms(js.load_dataset("weka"))
    pairs: Told = {measure: set() for measure in MEASURES}
    for row in js.wilcoxon_test(js.load_dataset("weka")).tests:
        if row.winner is not None:
            loser = row.b if row.winner == row.a else row.a
            pairs[row.measure].add((row.winner, loser))
    words = len(result.report_text().split())
    return pairs, f"1 picture, and 1 report of {words} words. Jointly: {result.verdict}"


PACKAGES: dict[str, Callable[[Path | None], tuple[Told, str]]] = {
    "jointstats": jointstats, "autorank": autorank, "critdd": critdd, "baycomp": baycomp,
    "multi_comp_matrix": mcm,
}  # fmt: skip


def save(figure: object, path: Path) -> None:
    """Write a picture of a peer, as it comes."""
    figure.savefig(path, dpi=110, bbox_inches="tight")


def main() -> None:
    """A line for each package that is there."""
    import matplotlib

    matplotlib.use("Agg")
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser()
    parser.add_argument("--figures", type=Path)
    figures = parser.parse_args().figures
    print("package | to look at | told apart, of 126 | the same one on all six | on none")
    for name, run in PACKAGES.items():
        if importlib.util.find_spec(name) is None:
            print(f"{name} | not installed")
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            printed, looked_at = run(figures)
        every = set.intersection(*printed.values())
        apart = {frozenset(pair) for pairs in printed.values() for pair in pairs}
        print(" | ".join([
            name, looked_at, str(sum(map(len, printed.values()))),
            "; ".join(f"{a} over {b}" for a, b in sorted(every)) or "nobody",
            str(21 - len(apart)),
        ]))  # fmt: skip


if __name__ == "__main__":
    main()
