"""How often do answers err that are looked at again and again, and what does that cost?

A claim and its looks: exact, by following the distribution of the counts from data set to data set.
Prints Markdown; the first table also into looks.csv. leader.py is about a leader that the data
choose.

    python studies/looks/run.py               # less than a minute
"""

from __future__ import annotations

import csv
import platform
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import scipy
from scipy import stats

from jointstats.evidence import claim_tests as looks

ALPHA = 0.05
AT = (1, 5, 10, 20, 40, 60, 100, 200, 300)
HERE = Path(__file__).parent

Rule = Callable[[np.ndarray, int], np.ndarray]


def exact_p(k: np.ndarray, n: int) -> np.ndarray:
    """The claim test's one-sided p-value, at most alpha."""
    return stats.binom.sf(k - 1, n, 0.5) <= ALPHA


def e_process(k: np.ndarray, n: int) -> np.ndarray:
    """The e-value of this look, at least 1/alpha."""
    return looks.log_e_share(k, n) >= -np.log(ALPHA)


def ever(rule: Rule, share: float, n: int, every: int = 1) -> np.ndarray:
    """Exact probability that the rule has spoken at some look up to each of 1 … n data sets."""
    waiting, spoken = np.ones(1), np.zeros(n + 1)
    for i in range(1, n + 1):
        waiting = np.convolve(waiting, [1 - share, share])
        spoken[i] = spoken[i - 1]
        if i % every == 0:
            now = rule(np.arange(i + 1), i)
            spoken[i] += waiting[now].sum()
            waiting[now] = 0
    return spoken


def missed(share: float, n: int, level: float) -> np.ndarray:
    """Exact probability that some interval up to each look leaves the true share out."""

    def out(k: np.ndarray, i: int) -> np.ndarray:
        low, high = looks.confidence_sequence(k, i, level)
        return (share < low) | (share > high)

    return ever(out, share, n)


def table(head: list[str], rows: list[list[str]]) -> None:
    print(f"| {' | '.join(head)} |")
    print(f"|---|{'---:|' * (len(head) - 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print()


def errors() -> list[list[str]]:
    """What is looked at, the probabilities, and the function of ours that says it, if any."""
    rules: dict[str, tuple[Rule, int]] = {
        "exact p, a look after every data set": (exact_p, 1),
        "exact p, a look after every 10": (exact_p, 10),
        "ledger, a look after every data set": (e_process, 1),
        "ledger, a look after every 10": (e_process, 10),
    }
    shares = {name: ever(rule, 0.5, AT[-1], every) for name, (rule, every) in rules.items()}
    rows = [
        [name, *(f"{spoken[n]:.3f}" for n in AT),
         "watch_claim" if rules[name][0] is e_process else ""]
        for name, spoken in shares.items()
    ]  # fmt: skip
    for share in (0.5, 0.7, 0.9):
        out = missed(share, AT[-1], 0.95)
        missing = (f"{out[n]:.3f}" for n in AT)
        rows.append([f"confidence sequence misses {share}", *missing, "watch_claim"])
    return rows


def powers() -> Iterator[list[str]]:
    """Chance of showing the claim by its true share."""
    for share in (0.6, 0.65, 0.7, 0.75, 0.8, 0.9):
        always, tenth = (ever(e_process, share, 300, every) for every in (1, 10))
        k = np.arange(61)
        once = stats.binom.pmf(k, 60, share)[exact_p(k, 60)].sum()
        # Weighted by when it speaks; a wait of more than 300 counts as 300.
        wait = (1 - always[:-1]).sum()
        yield [str(share), f"{once:.2f}", f"{always[60]:.2f}", f"{tenth[60]:.2f}",
               f"{always[300]:.2f}", f"{wait:.0f}"]  # fmt: skip


def widths() -> Iterator[list[str]]:
    """Intervals at a share of .7, beside Clopper and Pearson's."""
    for n in (10, 20, 50, 100, 300):
        k = round(0.7 * n)
        low, high = looks.confidence_sequence(k, n)
        exact = stats.binomtest(k, n).proportion_ci(method="exact")
        yield [f"{k} of {n}", f"{low:.3f}–{high:.3f}", f"{exact.low:.3f}–{exact.high:.3f}"]


def main() -> None:
    print(f"NumPy {np.__version__}, SciPy {scipy.__version__}, Python {platform.python_version()}")
    print("\n### Wrong at some look up to so many data sets (exact; level .05)\n")
    head, rows = ["", *map(str, AT)], errors()
    table(head, [row[:-1] for row in rows])
    with open(HERE / "looks.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([[*head, "function"], *rows])
    print("### Chance of showing a claim (exact)\n")
    table(["true share", "exact p, one look at 60", "ledger by 60, every look",
           "ledger by 60, every 10th", "ledger by 300, every look",
           "mean wait, at most 300"], list(powers()))  # fmt: skip
    print("### Confidence sequence beside one interval (95 %)\n")
    table(["seen", "at every look", "Clopper–Pearson, one look"], list(widths()))


if __name__ == "__main__":
    main()
