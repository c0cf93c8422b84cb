"""How often does a MANOVA in blocks reject: by F, by relabelling, by sign flips of data sets?

Simulates tables so small that `manova_test` takes data sets as blocks, where the algorithms are
equal though not alike in noise or skewness, and where one is better; prints, as Markdown, the share
of tables on which each form of the test rejects at .05. Also into blocks.csv; and a few tables,
which a test computes again, into blocks_first.json.

    python studies/type_one_error/blocks.py                 # 4,000 tables a cell, half an hour
    python studies/type_one_error/blocks.py --tables 400    # a quick look; the file stays
"""

from __future__ import annotations

import argparse
import json
import platform
import time
import warnings
from collections.abc import Callable, Iterator

import numpy as np
import run
import scipy
from relabelling import relabelling_test

import jointstats
from jointstats.means.kernel_manova import manova
from jointstats.means.kernel_permutation import block_flip_test
from jointstats.means.kernel_scatter import anova, blocked

SHAPES = [(8, 4, 2), (10, 5, 3), (12, 8, 4), (15, 3, 3)]  # data sets, algorithms, measures
ALPHA, TABLES, SEED = 0.05, 4000, 2018
DRAWS = 199  # (x + 1) / 200: .05 is attained exactly
MAX_EXACT = 2**9
NOISIER = 4.0

Generator = np.random.Generator
Shape = tuple[int, int, int]
Maker = Callable[[Generator, Shape], np.ndarray]


def mixed(x: np.ndarray) -> np.ndarray:
    """Neighbouring measures correlate .7, as accuracy and recall do."""
    at = np.arange(x.shape[-1])
    return x @ np.linalg.cholesky(0.7 ** np.abs(np.subtract.outer(at, at))).T


def scaled(x: np.ndarray) -> np.ndarray:
    """The last algorithm is noisier than the others."""
    x[:, -1] *= NOISIER
    return x


def normal(rng: Generator, shape: Shape) -> np.ndarray:
    return mixed(rng.standard_normal(shape))


def near_identical(rng: Generator, shape: Shape) -> np.ndarray:
    x = normal(rng, shape)
    x[:, 1] = x[:, 0] + 0.05 * x[:, 1]
    return x


def heavy_tails(rng: Generator, shape: Shape) -> np.ndarray:
    """Multivariate t with 3 degrees of freedom, one independent draw per algorithm."""
    return normal(rng, shape) / np.sqrt(rng.chisquare(3, (*shape[:2], 1)) / 3)


def skewed(rng: Generator, shape: Shape) -> np.ndarray:
    return mixed(rng.standard_exponential(shape) - 1)


def better(x: np.ndarray) -> np.ndarray:
    """The first algorithm is better by one standard deviation, on the first measure."""
    x[:, 0, 0] += 1.0
    return x


NULL: dict[str, Maker] = {
    "own assumptions": normal,
    "one noisy algorithm": lambda rng, shape: scaled(normal(rng, shape)),
    "near-identical pair": near_identical,
    "heavy tails": heavy_tails,
    "heavy tails, one noisy": lambda rng, shape: scaled(heavy_tails(rng, shape)),
    "all skewed alike": skewed,
    "skewed, one noisy": lambda rng, shape: scaled(skewed(rng, shape)),
}
POWER: dict[str, Maker] = {"one better (power)": lambda rng, shape: better(normal(rng, shape))}
SCENARIOS = NULL | POWER


def p_values(x: np.ndarray, rng: Generator) -> dict[str, float]:
    design = blocked(x)
    tests = manova(design)
    within = relabelling_test(x, draws=DRAWS, max_exact=MAX_EXACT, rng=rng).p_value
    flips = block_flip_test(x, draws=DRAWS, max_exact=MAX_EXACT, rng=rng).p_value
    alone = block_flip_test(x[:, :, :1], draws=DRAWS, max_exact=MAX_EXACT, rng=rng).p_value
    return {
        "Wilks, F": tests.wilks.p_value,
        "Wilks, by relabelling": within["wilks"],
        "**Wilks, by sign flips**": flips["wilks"],
        "Roy, exact": tests.roy.p_value,
        "**Roy, by sign flips**": flips["roy"],
        "one measure, F": float(anova(design).p_value[0]),
        "**one measure, by sign flips**": alone["pillai"],
    }


def shares(shape: Shape, scenario: str, tables: int, seed: int = SEED) -> dict[str, float]:
    """How often each form of the test rejects, in one cell."""
    rng = np.random.default_rng([seed, SHAPES.index(shape), list(SCENARIOS).index(scenario)])
    counts: dict[str, int] = {}
    for _ in range(tables):
        for name, p in p_values(SCENARIOS[scenario](rng, shape), rng).items():
            # p-values of flips are multiples of 1/200: allow for their rounding.
            counts[name] = counts.get(name, 0) + (p <= ALPHA + 1e-12)
    return {name: count / tables for name, count in counts.items()}


def rows_of(shape: Shape, tables: int, seed: int = SEED) -> list[run.Row]:
    """A row for each form of the test: its share in every scenario."""
    about = dict(zip(("datasets", "algorithms", "measures"), map(str, shape), strict=True))
    counts = {name: shares(shape, name, tables, seed) for name in SCENARIOS}
    return [
        about
        | {"test": test, "function": "manova_test"}
        | {name: f"{counts_of[test]:.3f}" for name, counts_of in counts.items()}
        for test in next(iter(counts.values()))
    ]


def markdown(rows: list[run.Row]) -> Iterator[str]:
    """The tables of README.md, a line at a time."""
    for n, algorithms, measures in SHAPES:
        yield f"\n{n} data sets, {algorithms} algorithms, {measures} measures:\n"
        yield "| test | " + " | ".join(SCENARIOS) + " |"
        yield "|---|" + "---:|" * len(SCENARIOS)
        for row in rows:
            if (row["datasets"], row["algorithms"], row["measures"]) == (
                str(n), str(algorithms), str(measures),
            ):  # fmt: skip
                yield f"| {row['test']} | " + " | ".join(row[name] for name in SCENARIOS) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    warnings.simplefilter("error")
    start = time.perf_counter()
    rows = [row for shape in SHAPES for row in rows_of(shape, options.tables, options.seed)]
    error = np.sqrt(ALPHA * (1 - ALPHA) / options.tables)
    print(
        f"{options.tables} tables a cell, share of p ≤ {ALPHA:g}; the standard error of a true "
        f"{ALPHA:g} is {error:.4f}. {DRAWS} flips or relabellings, all where they are no more than "
        f"{MAX_EXACT}. Seed {options.seed}; jointstats {jointstats.__version__}, NumPy "
        f"{np.__version__}, SciPy {scipy.__version__}, Python {platform.python_version()}; "
        f"{time.perf_counter() - start:.0f} s."
    )
    print("\n".join(markdown(rows)))
    if (options.tables, options.seed) == (TABLES, SEED):
        run.write("blocks.csv", rows)
        write_first()


def write_first() -> None:
    """A few tables, which a test computes again."""
    about = {"shape": SHAPES[0], "scenario": "one noisy algorithm", "tables": 20}
    counts = shares(SHAPES[0], "one noisy algorithm", 20)
    said = about | {"function": "manova_test", "shares": counts}
    text = json.dumps(said, indent=1, ensure_ascii=False)
    (run.HERE / "blocks_first.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
