"""Pieces and whole tables pass the same checks: random CSV files, well-formed and not.

``python tests/python/test_one_intake.py 1500`` compares more of them, and prints who disagrees.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import jointstats as js
from jointstats.labelled.errors import JointStatsError

MEASURES = {"acc": "max", "time": "min"}


def random_rows(rng):
    """Rows of a table in which every cell is there, as lists of text."""
    algorithms = ["A", "B", "C", "svm"][: int(rng.choice([1, 2, 3, 4], p=[0.05, 0.25, 0.4, 0.3]))]
    folds = int(rng.choice([1, 2], p=[0.8, 0.2]))
    rows = [
        [f"set {d}", a, f"{rng.uniform():.1f}", str(rng.integers(1, 9))]
        for d in rng.permutation(int(rng.integers(1, 8)))
        for a in rng.permutation(algorithms)
        for _ in range(folds)
    ]
    if rng.random() < 0.4:
        rows = [rows[i] for i in rng.permutation(len(rows))]
    return rows, algorithms, folds


def some(rng, rows):
    """A row that no other fault has cut."""
    whole = [row for row in rows if len(row) >= 4]
    return whole[int(rng.integers(len(whole)))] if whole else ["set 0", "A", "0.5", "1"]


def put(column, *texts):
    """A fault: one of these texts stands in the column, in one row."""

    def fault(rng, rows):
        some(rng, rows)[column] = str(rng.choice(texts))

    return fault


def lose_rows(rng, rows):
    for _ in range(int(rng.integers(1, 4))):
        if rows:
            rows.pop(int(rng.integers(len(rows))))


def copy_row(rng, rows):
    rows.insert(int(rng.integers(len(rows) + 1)), list(some(rng, rows)))


def rename(column, change):
    """A fault: a name is spelt in another way, in some of its rows or in all of them."""

    def fault(rng, rows):
        name = some(rng, rows)[column]
        share = rng.choice([0.5, 1.0])
        for row in rows:
            if row[column : column + 1] == [name] and rng.random() < share:
                row[column] = change(name)

    return fault


def merge_names(column, change):
    """A fault: a second name, the first in another spelling, takes over some rows of another."""

    def fault(rng, rows):
        one, other = some(rng, rows)[column], some(rng, rows)[column]
        for row in rows:
            if row[column : column + 1] == [other]:
                row[column] = change(one)

    return fault


def fail_everywhere(rng, rows):
    column, name = int(rng.integers(2)), some(rng, rows)
    for row in rows:
        if row[column : column + 1] == [name[column]]:
            row[2:4] = ["", ""]


def cut_row(rng, rows):
    row = some(rng, rows)
    del row[int(rng.integers(1, len(row))) :]


FAULTS = [
    put(
        2,
        "0,5",
        '"0,5"',
        "high",
        "inf",
        "-Infinity",
        "50%",
        "1_000",
        "1e3",
        " 0.5 ",
        "0x1f",
        "1e400",
        "-nan",
    ),
    put(2, "", "NA", "?", "-", "nan", "None", " ", "<NA>"),
    put(3, "", "NA", "x", "-inf", "1;2", "\x00"),
    put(0, "", " ", "\x00", "NA", "007", "1.0", '"a,b"', '"a\nb"', '"'),
    put(1, "", " ", "NA", "1", "1.0", "\x00", "A ", "a", '"A"', '"'),
    lose_rows,
    lose_rows,
    copy_row,
    rename(0, str.upper),
    rename(1, str.swapcase),
    rename(1, lambda name: name + " "),
    merge_names(0, str.upper),
    merge_names(1, str.swapcase),
    fail_everywhere,
    fail_everywhere,
    cut_row,
    lambda rng, rows: some(rng, rows).append("9"),
    lambda rng, rows: rows.insert(int(rng.integers(len(rows) + 1)), []),
    lambda rng, rows: rows.clear(),
]
HEADERS = [
    ["data", "method", "acc", "acc"], ["data", "data", "acc", "time"],
    ["data", "method", "Acc", "time"], ["data", "method", "acc"],
    ["data", "method", "acc", "time", "time"], ["data", "", "acc", "time"],
    ["method", "data", "time", "acc"], ["data", "method", "acc", "time", "note"], ["title"],
]  # fmt: skip


def random_case(seed, folder):
    """A file, the keywords with which it is read, and the pieces in which it is."""
    rng = np.random.default_rng(seed)
    rows, algorithms, folds = random_rows(rng)
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.25, 0.45, 0.2, 0.1]))):
        if rows:
            FAULTS[int(rng.integers(len(FAULTS)))](rng, rows)
    header = ["data", "method", "acc", "time"]
    if rng.random() < 0.1:
        header = HEADERS[int(rng.integers(len(HEADERS)))]
    kind = str(rng.choice(["csv", "csv2", "tsv"], p=[0.8, 0.1, 0.1]))
    mark = {"csv": ",", "csv2": ";", "tsv": "\t"}[kind]
    text = "\n".join(mark.join(row) for row in [header, *rows]) + "\n"
    raw = text.encode(str(rng.choice(["utf-8", "utf-8-sig", "utf-16"], p=[0.9, 0.08, 0.02])))
    raw = b"" if rng.random() < 0.01 else raw
    raw = raw.replace(b"A", b"\xe9") if rng.random() < 0.02 else raw
    path = Path(folder) / f"{seed}.csv"
    path.write_bytes(raw)
    ways = dict(list(MEASURES.items())[: int(rng.integers(1, 3))])
    roles = {"dataset": "data", "algorithm": "method", "measures": ways}
    roles["missing"] = str(rng.choice(["raise", "drop", "worst"]))
    if folds > 1 and rng.random() < 0.8:
        roles["aggregate"] = str(rng.choice(["mean", "median"]))
        if rng.random() < 0.3:
            roles["min_folds"] = int(rng.integers(0, 3))
    if rng.random() < 0.25:
        lists = [["A", "B"], ["B", "A"], "AB", "A", ["A", "svm"], ["A", "AA"], ["A", "A"],
                 ["A", "a"], [], [1, "A"], ["A"], ["C", "B", "A"], algorithms]  # fmt: skip
        roles["only"] = lists[int(rng.integers(len(lists)))]
    if rng.random() < 0.15:
        ropes = [0.1, {"acc": 0.2}, {"nope": 1}, -1, "x"]
        roles["rope"] = ropes[int(rng.integers(len(ropes)))]
    if rng.random() < 0.04:
        odd = [{"missing": "skip"}, {"aggregate": "max"}, {"min_folds": 1}, {"dataset": "set"},
               {"measures": {"acc": "up"}}, {"measures": {"acc": "max", "f1": "max"}},
               {"measures": {}}, {"format": "xls"}]  # fmt: skip
        roles |= odd[int(rng.integers(len(odd)))]
    if kind != "csv" and rng.random() < 0.8:
        roles.setdefault("format", kind)
    pieces = {"rows": int(rng.choice([1, 3, 7, 10**6], p=[0.1, 0.3, 0.3, 0.3]))}
    pieces |= {"grouped": False} if rng.random() < 0.3 else {}
    return path, roles, pieces


def outcome(function):
    """What is to be equal: the class of an error, or all that the counts say."""
    try:
        counts = function()
    except JointStatsError as error:
        return type(error).__name__
    found = [
        (tuple(c), round(w, 9)) for c, w in zip(counts.codes.tolist(), counts.weights, strict=True)
    ]
    return (
        counts.algorithms, counts.measures, found, counts.n, counts.n_tied, counts.ties,
        counts.rope, counts.n_failed, Counter(counts.dropped),
    )  # fmt: skip


def disagreement(seed, folder):
    path, roles, pieces = random_case(seed, folder)
    whole = outcome(lambda: js.statement_counts(js.read_results(path, **roles)))
    parts = outcome(lambda: js.read_counts(path, **roles, **pieces))
    return None if whole == parts else (roles, pieces, path.read_bytes(), whole, parts)


@pytest.mark.parametrize("block", range(5))
def test_pieces_are_read_and_checked_as_the_whole(tmp_path, block):
    for seed in range(30 * block, 30 * block + 30):
        assert disagreement(seed, tmp_path) is None, seed


def test_the_random_files_are_good_and_bad_in_many_ways(tmp_path):
    """Otherwise the test above would show little."""
    seen = Counter()
    for seed in range(150):
        path, roles, _ = random_case(seed, tmp_path)
        found = outcome(lambda p=path, r=roles: js.statement_counts(js.read_results(p, **r)))
        seen[found if isinstance(found, str) else "counts"] += 1
    assert seen["counts"] > 30
    assert len(seen) > 7, seen


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        number = int(sys.argv[1])
        found, kinds = {}, Counter()
        for seed in range(number):
            try:
                found[seed] = disagreement(seed, folder)
            except Exception as error:  # neither counts nor one of our errors: a fault as well
                found[seed] = repr(error)
        wrong = {seed: what for seed, what in found.items() if what is not None}
        for seed, what in list(wrong.items())[:10]:
            print(seed, *(what if isinstance(what, tuple) else [what]), sep="\n    ")
        print(f"{len(wrong)} of {number} disagree")
