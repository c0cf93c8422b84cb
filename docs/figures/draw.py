"""Draw the pictures of "How to read the figures" anew: python docs/figures/draw.py."""

import sys
import tempfile
import warnings
from dataclasses import replace
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.axes import Axes

import jointstats as js

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

HERE = Path(__file__).parent


def save(name: str, ax: Axes) -> None:
    """Write one picture."""
    ax.figure.savefig(HERE / f"{name}.png", dpi=110, metadata={"Software": None})
    pyplot.close(ax.figure)


def watched(table: js.ResultsTable) -> js.WatchResult:
    """A claim that is looked at after every third data set."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "claim.json"
        for size in range(3, table.n + 1, 3):
            part = replace(table, values=table.values[:size], datasets=table.datasets[:size])
            result = js.watch_claim(ledger, part, "AODE", "Logistic", better=["auc"])
    return result


def led(table: js.ResultsTable) -> js.LeaderResult:
    """Who leads, looked at after every third data set."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "leader.json"
        for size in range(3, table.n + 1, 3):
            part = replace(table, values=table.values[:size], datasets=table.datasets[:size])
            result = js.watch_leader(ledger, part)
    return result


def timed() -> js.ResultsTable:
    """The table at the top of the README: more accurate, but slower."""
    return js.results_table(
        js.load_frame("weka"), dataset="dataset", algorithm="algorithm",
        measures={"accuracy": "max", "training_time": "min"},
        only=["RandomForest", "AODE", "Logistic", "J48graft"],
    )  # fmt: skip


def main() -> None:
    """Draw them all."""
    warnings.simplefilter("ignore")
    example, weka = js.load_dataset("example1"), js.load_dataset("weka")
    four = weka.select(algorithms=["AODE", "Bagging", "Logistic", "RandomForest"])
    two = weka.select(algorithms=["RandomForest", "Bagging"])
    plane = two.select(measures=["accuracy", "auc"])
    first = js.compare_algorithms(timed())
    save("league", first.plot())
    save("league-dark", first.plot(theme="dark"))
    save("beside-jointstats", js.compare_algorithms(weka).plot())
    bayes = js.bayes_test(example)
    ropes = replace(two, rope=dict.fromkeys(two.measures, 0.01))
    save("simplex", js.bayes_sign_test(ropes.select(measures=["auc"])).plot("posterior", width=3.3))
    save("results", weka.plot())
    save("statements", bayes.plot("statements"))
    save("counts", js.glrt_test(example).plot("statements"))
    all_seven = js.compare_algorithms(weka)
    save("wins", all_seven.plot("wins"))
    save("league-weka", all_seven.plot())
    save("bump", all_seven.plot("bump"))
    save("front", all_seven.plot("front", measures=("accuracy", "mae")))
    save("quadrant", js.compare_algorithms(example).plot())
    save("order", js.friedman_test(weka, post_hoc="nemenyi").plot())
    save("undominated", js.pareto_test(four).plot())
    claim = {"not_worse": ["auc"], "better": ["mae"]}
    save("claim", js.claim_test(two, "RandomForest", "Bagging", **claim).plot("claim"))
    save("looks", watched(four).plot())
    save("leader", led(four.select(["AODE", "Logistic"], ["auc", "rmse"])).plot())
    save("effects", js.compare_algorithms(two).plot("effects"))
    save("network", js.network_test(two).plot("network"))
    save("plane", js.hotelling_test(plane).plot())
    save("learned", js.learn_measures(four, share=0.5, rng=1).plot())
    save("roc-study", js.simulate_roc(cases=200).plot())
    save("plan", js.plan_datasets(example).plot())


if __name__ == "__main__":
    main()
