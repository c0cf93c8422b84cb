"""README.md of the study of runs, from its results."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

Row = dict[str, str]
RULES = {
    "exact_p": "averages, exact p",
    "averages": "averages, P ≥ .95",
    "known": "truth known, P ≥ .95",
}


def read(path: Path) -> list[Row]:
    """The lines that there are."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def total(rows: Iterable[Row], name: str) -> float:
    return sum(float(row.get(name) or 0) for row in rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|---|{'---:|' * (len(head) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def groups(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The lines that say the same of one thing, all others mixed."""

    def such(**want: str) -> list[Row]:
        return [row for row in rows if all(row[key] == value for key, value in want.items())]

    rows_of = {}
    for noise in ("0.5", "1.0", "2.0"):
        rows_of[f"noise {noise}"] = such(noise=noise, sizes="alike")
    for runs in ("2", "3", "5", "10"):
        rows_of[f"{runs} runs"] = such(runs=runs, sizes="alike")
    for tails, variances in (("normal", "equal"), ("normal", "unequal"), ("t3", "equal"),
                             ("t3", "unequal")):  # fmt: skip
        name = f"{'normal' if tails == 'normal' else 't with 3 df'}, {variances} variances"
        rows_of[name] = such(tails=tails, variances=variances, sizes="alike")
    rows_of["all with sizes alike"] = such(sizes="alike")
    rows_of["all with skewed sizes"] = such(sizes="skewed")
    return rows_of


def decisions(rows: Sequence[Row], rule: str) -> str:
    tables = total(rows, "tables")
    return f"{total(rows, f'{rule}_decided') / tables:.3f}" if tables else "–"


def powers(rows: Sequence[Row], rule: str) -> str:
    tables = total(rows, "tables")
    if not tables:
        return "–"
    wrong = total(rows, f"{rule}_decided") - total(rows, f"{rule}_right")
    return f"{total(rows, f'{rule}_right') / tables:.2f} ({wrong / tables:.3f})"


def score(rows: Sequence[Row], rule: str) -> str:
    tables = total(rows, "tables")
    return f"{total(rows, f'{rule}_score') / tables:.2f}" if tables else "–"


def by(rows: Sequence[Row], say: Callable[[Sequence[Row], str], str], rules: Sequence[str]) -> str:
    body = [[name, *(say(some, rule) for rule in rules)] for name, some in groups(rows).items()]
    return table(["", *(RULES[rule] for rule in rules)], body)


def written(rows: Sequence[Row], versions: str) -> str:
    tables = int(total(rows, "tables"))
    head = (Path(__file__).parent / "template.md").read_text(encoding="utf-8")
    parts = [head.format(tables=tables, lines=len(rows), versions=versions)]
    parts.append("### Averaged statements that are wrong, per data set\n")
    body = [
        [about, f"{total(some, 'wrong') / (30 * total(some, 'tables')):.3f}"]
        for about, some in groups(rows).items()
        if some
    ]
    parts.append(table(["", "share"], body) + "\n")
    every = list(RULES)
    for truth, title in (("four equal", "Four equally frequent statements"),
                         ("two equal leaders", "Two equally frequent leaders")):  # fmt: skip
        parts.append(f"### {title}: share of tables with a decision, all of them wrong\n")
        parts.append(by([row for row in rows if row["truth"] == truth], decisions, every) + "\n")
    lines = [row for row in rows if row["truth"] == "one leads"]
    parts.append("### One statement leads: right decisions (wrong ones in brackets)\n")
    parts.append(by(lines, powers, every) + "\n")
    parts.append("### The same: mean of −ln P(the one that leads); less is better\n")
    parts.append(by(lines, score, [rule for rule in every if rule != "exact_p"]) + "\n")
    return "\n".join(parts)
