"""Twelve tables whose truth is known, and what a comparison says of each: README.md.

Every data set shows an outcome drawn from stated probabilities, such as "++-": the first algorithm
is better on two measures, worse on the third; "=" is a difference within the rope. By how much does
not matter to the claims; sizes are drawn, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import jointstats as js
from jointstats.claims.comparison import Comparison
from jointstats.table.results_table import ResultsTable

PAGE = Path(__file__).parent / "README.md"
SEED = 2016
ROPE = 0.01

Maker = Callable[[np.random.Generator], ResultsTable]


@dataclass(frozen=True)
class Case:
    """A table, and the truth that it was made from."""

    title: str
    truth: str
    table: Maker


def two(
    n: int, measures: Mapping[str, str], shares: Mapping[str, float], rope: bool = False
) -> Maker:
    """A table of A and B with these probabilities of outcomes, seen from A."""

    def made(rng: np.random.Generator) -> ResultsTable:
        shown = rng.choice(list(shares), size=n, p=list(shares.values()))
        side = np.array([["-=+".index(mark) - 1 for mark in outcome] for outcome in shown])
        size = np.where(
            side == 0, rng.uniform(-0.9, 0.9, side.shape), rng.uniform(2, 9, side.shape)
        )
        difference = ROPE * size * np.where(side == 0, 1, side)
        if not rope:
            difference = np.where(side == 0, 0.0, difference)
        way = np.array([1 if name == "max" else -1 for name in measures.values()])
        level = rng.uniform(0.3, 0.6, (n, len(measures)))
        return js.results_table(
            {"A": level + difference * way, "B": level},
            measures=dict(measures),
            rope=dict.fromkeys(measures, ROPE) if rope else None,
        )

    return made


def several(n: int, measures: Mapping[str, str], means: Mapping[str, float]) -> Maker:
    """A table of algorithms whose results are normal around these means, in standard deviations."""

    def made(rng: np.random.Generator) -> ResultsTable:
        way = np.array([1 if name == "max" else -1 for name in measures.values()])
        return js.results_table(
            {
                name: way * (mean + rng.normal(size=(n, len(measures))))
                for name, mean in means.items()
            },
            measures=dict(measures),
        )

    return made


ACCURACY_TIME = {"accuracy": "max", "time": "min"}
FOUR = {"accuracy": "max", "auc": "max", "loss": "min", "time": "min"}


def independent(p: float, m: int) -> dict[str, float]:
    """Probabilities of outcomes where A wins each of m measures with probability p, separately."""
    outcomes = [format(code, f"0{m}b").replace("1", "+").replace("0", "-") for code in range(2**m)]
    return {
        outcome: p ** outcome.count("+") * (1 - p) ** outcome.count("-") for outcome in outcomes
    }


CASES = [
    Case("Two algorithms that do not differ",
         "Every outcome has probability 1/4. Nothing is to be shown.",
         two(40, ACCURACY_TIME, independent(0.5, 2))),
    Case("Five algorithms that do not differ",
         "All results come from one distribution. Nothing is to be shown about any of 10 pairs.",
         several(30, FOUR, dict.fromkeys("ABCDE", 0.0))),
    Case("More accurate, and slower",
         "A is more accurate on 85 % of data sets, B faster on 90 %. A trade-off.",
         two(40, ACCURACY_TIME, {"+-": 0.78, "++": 0.07, "--": 0.12, "-+": 0.03})),
    Case("Better on everything, usually",
         "A is better on both measures on 70 % of data sets, B on 10 %.",
         two(50, ACCURACY_TIME, {"++": 0.7, "+-": 0.1, "-+": 0.1, "--": 0.1})),
    Case("One algorithm is dominated",
         "A, B and C do not differ. D is two standard deviations worse on every measure, and each "
         "of the others is better on both on 85 % of data sets.",
         several(40, ACCURACY_TIME, {"A": 0.0, "B": 0.0, "C": 0.0, "D": -2.0})),
    Case("Three data sets",
         "A is better on both measures on 70 % of data sets. Three data sets cannot show it, "
         "because the smallest p-value is 1/8.",
         two(3, ACCURACY_TIME, {"++": 0.7, "--": 0.3})),
    Case("A thousand data sets, a small difference",
         "A wins each measure on 56 % of data sets, independently. It wins both on 31 %, B on "
         "19 %.",
         two(1000, ACCURACY_TIME, independent(0.56, 2))),
    Case("The same results twice",
         "A and B are one algorithm, with equal numbers and without a rope. These may hide "
         "differences too small to be recorded, so no claim is shown.",
         two(25, ACCURACY_TIME, {"==": 1.0})),
    Case("As accurate, and faster",
         "A is faster on 90 % of data sets; the accuracies always differ by less than the rope.",
         two(60, ACCURACY_TIME, {"=+": 0.9, "=-": 0.1}, rope=True)),
    Case("Practically equal",
         "On 85 % of data sets both measures differ by less than the rope, on others either wins.",
         two(60, ACCURACY_TIME, {"==": 0.85, "=+": 0.04, "+-": 0.03, "-+": 0.03, "-=": 0.05},
             rope=True)),
    Case("Better on each measure, seldom on all of them",
         "A wins each of four measures on 65 % of data sets, independently. It wins all four on "
         "18 %, B on 2 %.",
         two(150, FOUR, independent(0.65, 4))),
    Case("Dominates more often, yet loses one measure",
         "A is better on everything on 30 % of data sets, B on 4 %; on the others B is more "
         "accurate, A faster. B is more accurate on 70 % of data sets.",
         two(120, ACCURACY_TIME, {"++": 0.3, "-+": 0.66, "--": 0.04})),
]  # fmt: skip


def compared(number: int) -> Comparison:
    """The comparison of one of the tables, counted from 0."""
    return js.compare_algorithms(CASES[number].table(np.random.default_rng([SEED, number])))


def page() -> str:
    """The page in Markdown."""
    parts = [
        "# Twelve tables whose truth is known\n\n"
        "Each table was made from a known truth. The verdicts assume independent data sets, which "
        "holds here. [The study of validity](../../docs/validity.md) states how often such "
        "sentences are wrong, over many thousand tables. `python studies/twelve_tables/run.py` "
        f"writes this page (seed {SEED}), and a test repeats it.\n"
    ]
    for number, case in enumerate(CASES):
        result = compared(number)
        l, m = len(result.algorithms), len(result.measures)
        size = f"{l} algorithms, {m} measures, {result.n} data sets"
        lines = [line for line in result.findings if "any false claim" not in line]
        said = "\n".join(f"> {line}\n>" for line in lines).removesuffix("\n>")
        parts.append(
            f"## {number + 1}. {case.title}\n\n**The truth** ({size}). {case.truth}\n\n{said}\n"
        )
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
