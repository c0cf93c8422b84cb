"""Draw the ROC curves of the study, a panel for each row of the papers' tables.

python studies/roc/figure.py        reads results/curves.csv, writes docs/figures/roc.png
"""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd

HERE = Path(__file__).parent
LINES = {
    "glrt": ("0.55", "-."),
    "bayes": ("black", "-"),
    "network": ("black", "--"),
    "network_average": ("tab:red", ":"),
}


def main() -> None:
    curves = pd.read_csv(HERE / "results" / "curves.csv")
    keys = ["algorithms", "measures", "n", "type"]
    designs = curves[keys].drop_duplicates().itertuples(index=False)
    figure, axes = plt.subplots(3, 6, figsize=(13, 7), sharex=True, sharey=True)
    for ax, design in zip(axes.ravel(), designs, strict=True):
        rows = curves.merge(pd.DataFrame([design._asdict()]), on=keys)
        ax.plot([0, 1], [0, 1], color="0.85", linewidth=0.8)
        for test, (colour, line) in LINES.items():
            curve = rows[rows["test"] == test]
            ax.plot(curve["false_positive_rate"], curve["true_positive_rate"], line, color=colour,
                    linewidth=1.1, label=test.replace("_", " "))  # fmt: skip
        ax.set_title(
            f"{design.algorithms} algorithms, {design.measures} {design.type}\nn = {design.n}",
            fontsize=8,
        )
        ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
        ax.tick_params(labelsize=7)
    axes[0, 0].legend(fontsize=6, loc="lower right", frameon=False)
    figure.supxlabel("false positive rate", fontsize=9)
    figure.supylabel("true positive rate", fontsize=9)
    figure.tight_layout()
    figure.savefig(HERE.parents[1] / "docs" / "figures" / "roc.png", dpi=110)


if __name__ == "__main__":
    main()
