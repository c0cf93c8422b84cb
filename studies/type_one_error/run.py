"""How often do the normal-theory tests reject when all algorithms are equal?

Simulates null tables (3 algorithms, 15 data sets, 3 correlated measures) and prints, as Markdown,
the share of tables on which each test rejects at .05: under its own assumptions, and outside them.
Also into sizes.csv; and a few tables, which a test computes again, into first.json.

    python studies/type_one_error/run.py                 # 4,000 tables, about two minutes
    python studies/type_one_error/run.py --tables 400    # a quick look; the files stay
"""

from __future__ import annotations

import argparse
import csv
import json
import platform
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import scipy
from relabelling import relabelling_test

import jointstats
from jointstats.means.kernel_hotelling import one_sample, t_tests, two_sample
from jointstats.means.kernel_manova import manova
from jointstats.means.kernel_mardia import mardia
from jointstats.means.kernel_permutation import sign_flip_test
from jointstats.means.kernel_scatter import anova, blocked, learn, one_way, project

HERE = Path(__file__).parent
DATASETS, ALGORITHMS, MEASURES = 15, 3, 3
ALPHA, TABLES, SEED = 0.05, 4000, 2016
DRAWS = 199  # (x + 1) / 200: .05 is attained exactly
NULL_SAMPLES = 9_999

# Neighbouring measures correlate .7, as accuracy and recall do.
CORRELATION = 0.7 ** np.abs(np.subtract.outer(np.arange(MEASURES), np.arange(MEASURES)))
MIX = np.linalg.cholesky(CORRELATION).T

Generator = np.random.Generator
Row = dict[str, str]


def noise(rng: Generator, tables: int) -> np.ndarray:
    shape = (tables, DATASETS, ALGORITHMS, MEASURES)
    return rng.standard_normal(shape) @ MIX


def difficulty(rng: Generator, tables: int) -> np.ndarray:
    """What a data set adds to all algorithms: twice as variable as the algorithms' own noise."""
    return 2 * rng.standard_normal((tables, DATASETS, 1, MEASURES)) @ MIX


def normal(rng: Generator, tables: int) -> np.ndarray:
    return difficulty(rng, tables) + noise(rng, tables)


def one_noisy(rng: Generator, tables: int) -> np.ndarray:
    return difficulty(rng, tables) + noise(rng, tables) * np.array([1, 1, 4])[:, None]


def near_identical(rng: Generator, tables: int) -> np.ndarray:
    e = noise(rng, tables)
    e[:, :, 1] = e[:, :, 0] + 0.05 * e[:, :, 1]
    return difficulty(rng, tables) + e


def heavy_tails(rng: Generator, tables: int) -> np.ndarray:
    """Multivariate t with 3 degrees of freedom, one independent draw per algorithm."""
    chi2 = rng.chisquare(3, (tables, DATASETS, ALGORITHMS, 1))
    return difficulty(rng, tables) + noise(rng, tables) / np.sqrt(chi2 / 3)


SCENARIOS: dict[str, Callable[[Generator, int], np.ndarray]] = {
    "own assumptions": normal,
    "one noisy algorithm": one_noisy,
    "near-identical pair": near_identical,
    "heavy tails": heavy_tails,
}


def stacks(x: np.ndarray, unpaired: np.ndarray) -> dict[str, np.ndarray]:
    """P values of the tests that take all tables at once."""
    pair = one_sample(x[:, :, 0] - x[:, :, 2])
    apart = two_sample(unpaired[:, :, 0], unpaired[:, :, 2])
    differences = (x[:, :, 1:] - x[:, :, :1]).reshape(len(x), DATASETS, -1)
    return {
        "Hotelling, paired (algorithms 1 and 3)": pair.p_value,
        "paired t, one measure": t_tests(pair).p_value[:, 0],
        "Hotelling, two samples (unpaired rows)": apart.p_value,
        "T² on stacked differences": one_sample(differences).p_value,
    }


def singles(x: np.ndarray, unpaired: np.ndarray, rng: Generator) -> dict[str, float]:
    """P values of the tests that take one table."""
    rates: dict[str, float] = {}
    rates["sign flips of paired T² (Monte Carlo)"] = sign_flip_test(
        x[:, 0] - x[:, 2], draws=DRAWS, rng=rng
    ).p_value["t2"]

    in_blocks = blocked(x)
    add_four(rates, "MANOVA in blocks", manova(in_blocks))
    rates["ANOVA in blocks, one measure"] = anova(in_blocks).p_value[0]
    within = relabelling_test(x, draws=DRAWS, rng=rng).p_value
    rates["MANOVA in blocks, Wilks, by relabelling"] = within["wilks"]
    rates["MANOVA in blocks, Roy, by relabelling"] = within["roy"]

    groups = np.tile(np.arange(ALGORITHMS), DATASETS)
    loose = one_way(unpaired.reshape(-1, MEASURES), groups)
    add_four(rates, "MANOVA one-way (unpaired rows)", manova(loose))
    rates["ANOVA one-way, one measure (unpaired rows)"] = anova(loose).p_value[0]
    paired_rows = manova(one_way(x.reshape(-1, MEASURES), groups))
    rates["MANOVA one-way, Wilks, on paired rows (misuse)"] = paired_rows.wilks.p_value

    learned = learn(in_blocks)
    rates["learned measures: Bartlett, any direction"] = learned.p_value[0]
    rates["ANOVA of a learned measure, same rows (misuse)"] = on_projection(x, learned.weights)
    half = DATASETS // 2 + 1
    elsewhere = learn(blocked(x[:half])).weights
    rates["ANOVA of a learned measure, other rows"] = on_projection(x[half:], elsewhere)

    normality = mardia(x[:, 0] - x[:, 2], draws=NULL_SAMPLES)
    for name, part in (("skewness", normality.skewness), ("kurtosis", normality.kurtosis)):
        rates[f"Mardia {name}, Monte Carlo"] = part.p_value
        rates[f"Mardia {name}, asymptotic"] = part.p_asymptotic
        rates[f"Mardia {name}, 1974"] = part.p_small_sample
    return rates


def add_four(rates: dict[str, float], label: str, tests) -> None:
    rates[f"{label}, Wilks"] = tests.wilks.p_value
    rates[f"{label}, Pillai"] = tests.pillai.p_value
    rates[f"{label}, Hotelling–Lawley"] = tests.hotelling_lawley.p_value
    rates[f"{label}, Roy (exact)"] = tests.roy.p_value
    rates[f"{label}, Roy (F bound)"] = tests.roy.p_value_lower_bound


def on_projection(x: np.ndarray, weights: np.ndarray) -> float:
    return float(anova(blocked(project(x, weights[:, :1]))).p_value[0])


def sizes(make: Callable[[Generator, int], np.ndarray], tables: int, seed: int) -> dict[str, float]:
    rng = np.random.default_rng(seed)
    x = make(rng, tables)
    # Unpaired rows: every algorithm met other data sets, so that their difficulty is noise too.
    unpaired = np.stack([make(rng, tables)[:, :, a] for a in range(ALGORITHMS)], axis=2)
    p_values: dict[str, list[float]] = {name: list(p) for name, p in stacks(x, unpaired).items()}
    for i in range(tables):
        for name, p in singles(x[i], unpaired[i], rng).items():
            p_values.setdefault(name, []).append(p)
    # Permutation p-values are multiples of 1/200: allow for their rounding.
    return {name: float(np.mean(np.array(p) <= ALPHA + 1e-12)) for name, p in p_values.items()}


FUNCTIONS = {
    "Hotelling": "hotelling_test", "paired t": "hotelling_test", "T²": "hotelling_test",
    "sign flips of paired T²": "hotelling_test", "MANOVA": "manova_test", "Mardia": "mardia_test",
    "learned": "learn_measures", "ANOVA of a learned": "learn_measures", "ANOVA": "manova_test",
}  # fmt: skip
"""Which function gives a p-value, by how its name begins; the first that fits."""


def function(test: str) -> str:
    return next(called for begin, called in FUNCTIONS.items() if test.startswith(begin))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    warnings.simplefilter("error")
    start = time.perf_counter()
    columns = {
        name: sizes(make, options.tables, options.seed + i)
        for i, (name, make) in enumerate(SCENARIOS.items())
    }
    print(
        f"{options.tables} null tables each: {ALGORITHMS} algorithms, {DATASETS} data sets, "
        f"{MEASURES} measures; share of p ≤ {ALPHA}. Three standard errors of a true {ALPHA} are "
        f"{margin(options.tables):.3f}: shares further off are in bold. Seed {options.seed}; "
        f"jointstats {jointstats.__version__}, NumPy {np.__version__}, SciPy {scipy.__version__}, "
        f"Python {platform.python_version()}; {time.perf_counter() - start:.0f} s.\n"
    )
    rows = [
        {"test": test, "function": function(test)}
        | {name: f"{shares[test]:g}" for name, shares in columns.items()}
        for test in columns["own assumptions"]
    ]
    print("\n".join(markdown(rows, options.tables)))
    if (options.tables, options.seed) == (TABLES, SEED):
        write("sizes.csv", rows)
        write_first()


def write(name: str, rows: list[Row]) -> None:
    """A CSV file beside this one."""
    with (HERE / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_first() -> None:
    """A few tables, which a test computes again."""
    about: dict[str, Any] = {"scenario": next(iter(SCENARIOS)), "tables": 20, "seed": SEED}
    shares = sizes(SCENARIOS[about["scenario"]], about["tables"], about["seed"])
    first = {"function": " ".join(dict.fromkeys(map(function, shares))), "shares": shares}
    text = json.dumps(about | first, indent=1, ensure_ascii=False)
    (HERE / "first.json").write_text(text + "\n", encoding="utf-8")


def markdown(rows: list[Row], tables: int = TABLES) -> Iterator[str]:
    """The table of README.md, a line at a time."""
    yield "| test | " + " | ".join(SCENARIOS) + " |"
    yield "|---|" + "---|" * len(SCENARIOS)
    for row in rows:
        yield f"| {row['test']} | " + " | ".join(mark(row, tables)) + " |"


def mark(row: Mapping[str, str], tables: int) -> Iterator[str]:
    """Shares in every scenario, in bold where they are further off than chance would have it."""
    for scenario in SCENARIOS:
        share = float(row[scenario])
        text = f"{share:.3f}"
        yield f"**{text}**" if abs(share - ALPHA) > margin(tables) else text


def margin(tables: int) -> float:
    """Three standard errors of a true .05."""
    return float(3 * np.sqrt(ALPHA * (1 - ALPHA) / tables))


if __name__ == "__main__":
    main()
