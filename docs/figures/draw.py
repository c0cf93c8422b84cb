"""Draw the pictures of "How to read the figures" anew: python docs/figures/draw.py."""

import tempfile
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

from matplotlib import pyplot
from scipy.stats import binom

import jointstats as js
from jointstats.interfaces import figures

HERE = Path(__file__).parent


def save(name: str, result: Any, figure: str | None = None, **how: Any) -> None:
    """Write one picture."""
    figures.drawing(result, figure, **how).save(HERE / f"{name}.png")


def watched(table: js.ResultsTable) -> js.WatchResult:
    """A claim that is looked at after every third data set."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "claim.json"
        for size in range(3, table.n + 1, 3):
            part = replace(table, values=table.values[:size], datasets=table.datasets[:size])
            result = js.watch_claim(ledger, part, "AODE", "Logistic", better=["auc"])
    return result


def timed(*only: str) -> js.ResultsTable:
    """More accurate, but slower."""
    return js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"}, only=list(only) or None,
    )  # fmt: skip


# Which data sets vote for a claim (1), against it (-1), or not (0): better on both, on the first
# measure only, on the second only, on none.
VOTES = {
    "better on accuracy": (1, 1, -1, -1),
    "better on time": (1, -1, 1, -1),
    "jointly better,\nmore often": (1, 0, 0, -1),
    "jointly better,\non most": (1, -1, -1, -1),
}
PLACES = ((1, 1), (1, 0), (0, 1), (0, 0))
COLOURS = {1: ("#0072b2", "white"), -1: ("#e69f00", "black"), 0: ("#edeef0", "#6b6f75")}


def votes(name: str, counts: tuple[int, int, int, int]) -> None:
    """Four meanings of "better": which data sets vote, and how."""
    figure, panels = pyplot.subplots(1, len(VOTES), figsize=(6.9, 2.1), layout="constrained")
    for axes, (claim, how) in zip(panels, VOTES.items(), strict=True):
        for (x, y), vote, count in zip(PLACES, how, counts, strict=True):
            back, ink = COLOURS[vote]
            axes.add_patch(pyplot.Rectangle((x, y), 0.95, 0.95, color=back))
            axes.text(x + 0.47, y + 0.47, str(count), color=ink, ha="center", va="center")
        yes, no = (
            sum(count for count, vote in zip(counts, how, strict=True) if vote == side)
            for side in (1, -1)
        )
        p = binom.sf(yes - 1, yes + no, 0.5)
        shown = "p < 0.001" if p < 0.001 else f"p = {p:.2f}"
        axes.set_title(claim, fontsize=8, fontweight="bold", loc="left")
        axes.set_xlabel(f"accuracy better →\n{yes} for, {no} against: {shown}", fontsize=7)
        axes.set(xlim=(0, 2), ylim=(0, 2), xticks=[], yticks=[], frame_on=False)
    panels[0].set_ylabel("time better →", fontsize=7)
    figure.savefig(HERE / f"{name}.png", dpi=200)
    pyplot.close(figure)


def main() -> None:
    """Draw them all."""
    warnings.simplefilter("ignore")
    example, weka = js.load_dataset("example1"), js.load_dataset("weka")
    four = weka.select(algorithms=["AODE", "Bagging", "Logistic", "RandomForest"])
    two = weka.select(algorithms=["RandomForest", "Bagging"])
    first = js.compare_algorithms(timed("RandomForest", "J48graft"))
    save("readme", first, width=5)
    save("readme-dark", first, width=5, theme="dark")
    bayes = js.bayes_test(example)
    ropes = replace(two, rope=dict.fromkeys(two.measures, 0.01))
    save("posterior", js.bayes_sign_test(ropes.select(measures=["auc"])), width=3.3)
    save("results", weka)
    save("statements", bayes, "statements")
    save("beside-jointstats", js.compare_algorithms(weka), "league")
    seven = js.compare_algorithms(timed())
    save("winmap-dark", seven, theme="dark")
    for name in ("winmap", "league", "wins", "ranks"):
        save(name, seven, name)
    save("rankings", js.friedman_test(weka, post_hoc="nemenyi"))
    claim = {"not_worse": ["auc"], "better": ["mae"]}
    save("claim", js.claim_test(two, "RandomForest", "Bagging", **claim))
    save("price", js.break_even(timed(), "RandomForest", "J48graft"))
    save("looks", watched(four))
    save("effects", first, "effects")
    save("network", js.network_test(two), "network")
    save("plane", js.hotelling_test(two.select(measures=["accuracy", "auc"])), width=4)
    save("roc-study", js.simulate_roc(cases=200), width=4.5)
    votes("votes", (16, 0, 35, 0))
    save("plan", js.plan_datasets(example), width=4.5)


if __name__ == "__main__":
    main()
