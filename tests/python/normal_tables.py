"""Normal results of a few algorithms, by data sets and by folds."""

import numpy as np
import pandas as pd

import jointstats as js

X, Y = np.random.default_rng(12).normal([[[5]], [[4]]], size=(2, 7, 2))


def paired_table(l=3, n=8, p=2, seed=0):
    rng = np.random.default_rng(seed)
    return js.results_table(
        {name: rng.normal(size=(n, p)) for name in "ABCDE"[:l]},
        measures={f"m{j + 1}": "max" for j in range(p)},
    )


def fold_table(runs=2, k=3, l=2, drop=0):
    rng = np.random.default_rng(1)
    frame = pd.DataFrame(
        [{"run": r, "fold": f, "who": a, "x": rng.random()}
         for r in range(runs) for f in range(k) for a in "ABC"[:l]]
    )  # fmt: skip
    return js.results_table(
        frame.iloc[: len(frame) - drop * l], run="run", fold="fold", algorithm="who",
        measures={"x": "max"},
    )  # fmt: skip
