"""Draw the pictures of "How to read the figures" anew: python docs/figures/draw.py."""

import tempfile
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import jointstats as js
from jointstats.interfaces import plot

HERE = Path(__file__).parent


def save(name: str, result: Any, figure: str | None = None, **how: Any) -> None:
    """Write one picture."""
    plot.drawing(result, figure, **how).save(HERE / f"{name}.png")


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
    save("beside-jointstats", js.compare_algorithms(weka))
    seven = js.compare_algorithms(timed())
    for name in ("league", "wins", "ranks", "front"):
        save(name, seven, name)
    save("rankings", js.friedman_test(weka, post_hoc="nemenyi"))
    claim = {"not_worse": ["auc"], "better": ["mae"]}
    save("claim", js.claim_test(two, "RandomForest", "Bagging", **claim))
    save("looks", watched(four))
    save("effects", js.compare_algorithms(two), "effects")
    save("network", js.network_test(two), "network")
    save("plane", js.hotelling_test(two.select(measures=["accuracy", "auc"])), width=4)
    save("roc-study", js.simulate_roc(cases=200), width=4.5)
    save("plan", js.plan_datasets(example), width=4.5)


if __name__ == "__main__":
    main()
