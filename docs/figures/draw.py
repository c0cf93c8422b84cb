"""Draw the pictures of "How to read the figures" anew: python docs/figures/draw.py."""

import warnings
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.axes import Axes

import jointstats as js
from jointstats.presentation import plot

HERE = Path(__file__).parent


def save(name: str, ax: Axes) -> None:
    """Write one picture."""
    ax.figure.savefig(HERE / f"{name}.png", dpi=110, metadata={"Software": None})
    pyplot.close(ax.figure)


def main() -> None:
    """Draw them all."""
    warnings.simplefilter("ignore")
    example, weka = js.load_dataset("example1"), js.load_dataset("weka")
    four = weka.select(algorithms=["AODE", "Bagging", "Logistic", "RandomForest"])
    two = weka.select(algorithms=["RandomForest", "Bagging"])
    plane = two.select(measures=["accuracy", "auc"])
    bayes = js.bayes_test(example)
    save("statements", bayes.plot())
    save("shares", plot.shares(bayes))
    save("counts", js.glrt_test(example).plot())
    comparison = js.compare_algorithms(four)
    save("pairs", plot.pairs(comparison))
    save("order", plot.rankings(comparison))
    save("undominated", comparison.joint["pareto"].plot())
    save("effects", plot.effects(js.compare_algorithms(two)))
    save("network", plot.network(js.network_test(two)))
    save("plane", plot.scatter(js.hotelling_test(plane), table=plane))
    save("learned", js.learn_measures(four, share=0.5, rng=1).plot())
    save("roc-study", plot.draw(js.simulate_roc(cases=200)))
    save("plan", plot.draw(js.plan_datasets(example)))


if __name__ == "__main__":
    main()
