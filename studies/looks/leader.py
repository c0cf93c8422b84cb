"""How often does a leader that the data choose err over many looks, and what does that cost?

Data sets show one of K statements; after each of them somebody looks. Beside `watch_leader`, what
the exact p-value of `glrt_test` says of the same tables: at every look, and once at the end. Each
design has a seed of its own; its row is written into leader.csv when it is done, and a further
call goes on with those that are not there yet. Prints Markdown.

    python studies/looks/leader.py            # about three minutes
    python studies/looks/leader.py --again    # from the beginning
"""

from __future__ import annotations

import argparse
import csv
import platform
from pathlib import Path

import numpy as np
import scipy

from jointstats.kernels.joint.glrt import exact_p_value
from jointstats.kernels.joint.looks import log_e_more_often, spent_level

ALPHA = 0.05
SOON, LATE = 60, 300  # looks
TABLES, SEED = 20_000, 13
HERE = Path(__file__).parent

# Shares of the statements. Tied: certifying any is wrong; otherwise the first one is right.
TIED = {
    "K = 2: (.5, .5)": [0.5, 0.5],
    "K = 4: (.45, .45, .05, .05)": [0.45, 0.45, 0.05, 0.05],
    "K = 4: (.35, .35, .15, .15)": [0.35, 0.35, 0.15, 0.15],
    "K = 4: (.3, .3, .3, .1)": [0.3, 0.3, 0.3, 0.1],
    "K = 4: all .25": [0.25] * 4,
    "K = 8: (.47, .47, .01 × 6)": [0.47, 0.47] + [0.01] * 6,
    "K = 8: (.35, .35, .05 × 6)": [0.35, 0.35] + [0.05] * 6,
    "K = 8: (.2 × 4, .05 × 4)": [0.2] * 4 + [0.05] * 4,
    "K = 8: all .125": [0.125] * 8,
}
ALONE = {
    "K = 4: (.7, .1, .1, .1)": [0.7, 0.1, 0.1, 0.1],
    "K = 4: (.6, .2, .1, .1)": [0.6, 0.2, 0.1, 0.1],
    "K = 4: (.5, .3, .1, .1)": [0.5, 0.3, 0.1, 0.1],
    "K = 4: (.4, .2, .2, .2)": [0.4, 0.2, 0.2, 0.2],
    "K = 8: (.51, .07 × 7)": [0.51] + [0.07] * 7,
    "K = 8: (.4, .2, .4/6 × 6)": [0.4, 0.2] + [0.4 / 6] * 6,
    "K = 8: (.3, .1 × 7)": [0.3] + [0.1] * 7,
}
FIELDS = ["design", "tables", "any_soon", "any_late", "right_soon", "right_late", "wrong_late",
          "joined_soon", "exact_soon", "exact_late", "exact_once", "wait", "function"]  # fmt: skip


def drawn(shares: list[float], tables: int, rng: np.random.Generator) -> np.ndarray:
    """What each data set of each table shows, shape (tables, LATE)."""
    return rng.choice(len(shares), size=(tables, LATE), p=shares).astype(np.int64)


def p_values(shown: np.ndarray, total: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All tables at once: the statement and the p-value of the ledger, and the exact p-value.

    Shapes (tables, looks). The ledger's are those of ``LeaderLooks.most_probable``, a table of
    which is read instead of computing each bet: it depends on wins and losses alone.
    """
    tables, looks = shown.shape
    k = np.arange(looks + 1)
    worth = log_e_more_often(k[:, None], k)
    exact = exact_p_value(np.maximum(k[:, None], k), np.minimum(k[:, None], k))
    rows = np.arange(tables)
    won, lost, counts = (np.zeros((tables, total), dtype=np.int64) for _ in range(3))
    highest = np.zeros((tables, total))
    leader = shown[:, 0].copy()
    statement, p, once = (np.empty((tables, looks)) for _ in range(3))
    for i in range(looks):
        x = shown[:, i]
        if i:
            hit = x == leader
            won[hit] += 1
            won[rows[hit], leader[hit]] -= 1  # no bet on the leader against itself
            lost[rows[~hit], x[~hit]] += 1
            highest = np.maximum(highest, worth[won, lost])
        counts[rows, x] += 1
        overtaken = counts[rows, x] > counts[rows, leader]
        leader = np.where(overtaken, x, leader)
        p[:, i] = 2 * np.exp(-np.partition(highest, 1, axis=1)[:, 1])
        statement[:, i] = highest.argmin(axis=1)
        first = np.partition(counts, total - 2, axis=1)[:, -2:]
        once[:, i] = exact[first[:, 1], first[:, 0]]
    return statement.astype(np.int64), np.minimum(p, 1.0), once


def measured(name: str, shares: list[float], tables: int) -> dict[str, str]:
    """One design: how often something, the right thing and a wrong thing is certified."""
    place = [*TIED, *ALONE].index(name)
    rng = np.random.default_rng([SEED, place])
    rows = [row(drawn(shares, min(2000, tables), rng), len(shares))
             for _ in range(max(1, tables // 2000))]  # fmt: skip
    means = {field: float(np.mean([part[field] for part in rows])) for field in FIELDS[2:-1]}
    said = {field: f"{x:.0f}" if field == "wait" else f"{x:.4f}" for field, x in means.items()}
    said["function"] = "watch_leader glrt_test"
    return {"design": name, "tables": str(max(1, tables // 2000) * min(2000, tables))} | said


def row(shown: np.ndarray, total: int) -> dict[str, float]:
    """Shares of these tables."""
    statement, p, exact = p_values(shown, total)
    sure = p <= ALPHA
    first = np.where(sure.any(axis=1), sure.argmax(axis=1), LATE)
    what = statement[np.arange(len(shown)), np.minimum(first, LATE - 1)]
    right, wrong = (what == 0) & (first < LATE), (what != 0) & (first < LATE)
    joined = p[:, SOON - 1] <= spent_level(1, ALPHA)
    ahead = (
        np.array([np.bincount(statements[:SOON], minlength=total).argmax() for statements in shown])
        == 0
    )
    return {
        "any_soon": (first < SOON).mean(),
        "any_late": (first < LATE).mean(),
        "right_soon": (right & (first < SOON)).mean(),
        "right_late": right.mean(),
        "wrong_late": wrong.mean(),
        "joined_soon": (joined & right).mean(),
        "exact_soon": (exact[:, :SOON] <= ALPHA).any(axis=1).mean(),
        "exact_late": (exact <= ALPHA).any(axis=1).mean(),
        "exact_once": ((exact[:, SOON - 1] <= ALPHA) & ahead).mean(),
        "wait": np.minimum(first + 1, LATE).mean(),
    }


def done(path: Path) -> dict[str, dict[str, str]]:
    """Designs that are finished."""
    if not path.exists():
        return {}
    with open(path, encoding="utf-8", newline="") as file:
        return {line["design"]: line for line in csv.DictReader(file)}


def table(head: list[str], rows: list[list[str]]) -> None:
    print(f"| {' | '.join(head)} |")
    print(f"|---|{'---:|' * (len(head) - 1)}")
    for line in rows:
        print(f"| {' | '.join(line)} |")
    print()


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--tables", type=int, default=TABLES)
    asked.add_argument("--again", action="store_true", help="forget what is there")
    said = asked.parse_args()
    path = HERE / "leader.csv"
    if said.again:
        path.unlink(missing_ok=True)
    known = done(path)
    for name, shares in (TIED | ALONE).items():
        if name in known:
            continue
        known[name] = measured(name, shares, said.tables)
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(known.values())
    print(f"NumPy {np.__version__}, SciPy {scipy.__version__}, Python {platform.python_version()}")
    print(f"\n### Equally probable statements: any that is certified is wrong (level {ALPHA:g})\n")
    table(
        ["shares", f"ledger, {SOON} looks", f"ledger, {LATE} looks", f"exact p, {SOON} looks",
         f"exact p, {LATE} looks"],
        [[name, *(f"{float(known[name][field]):.3f}"
                  for field in ("any_soon", "any_late", "exact_soon", "exact_late"))]
         for name in TIED],
    )  # fmt: skip
    print("### One most probable statement: how often it is shown\n")
    table(
        ["shares", f"exact p, one look at {SOON}", f"ledger by {SOON}", "the same with position=1",
         f"ledger by {LATE}", f"wrong by {LATE}", f"mean wait, at most {LATE}"],
        [[name, *(f"{float(known[name][field]):.2f}"
                  for field in ("exact_once", "right_soon", "joined_soon", "right_late")),
          f"{float(known[name]['wrong_late']):.4f}", known[name]["wait"]] for name in ALONE],
    )  # fmt: skip


if __name__ == "__main__":
    main()
