"""With pyarrow and without it, a file of text gives the same frame, or the same sentence.

``FILES=20000 pytest tests/python/test_arrow.py`` tries so many files of each kind.
"""

import json
import os
import random
from pathlib import Path

import pandas as pd
import pytest

from jointstats import errors
from jointstats.table import reading
from jointstats.table.formats import binary as arrow
from jointstats.table.formats import catalogue, format
from jointstats.table.formats import text as text_files

pytest.importorskip("pyarrow")
FILES = int(os.environ.get("FILES", 75))
TEXTS = [
    "a", "1.5", "007", "NA", "", '"q"', '"a,b"', '"x""y"', " p", "q ", "é", '"l\nm"', "1,5", "'",
    "\\",
]  # fmt: skip
PIECES = [
    *TEXTS, '"', '""', ",", ",", ",", ";", "\t", "\n", "\n", "\r\n", "\r", " ", "\ufeff", "#",
    "\x0b", "\x1a", "\u2028", "end", "\nend,end",
]  # fmt: skip
CELLS = [
    "a", "", "é", "\ud83d\ude00", "2024-01-01", "2024-01-01T10:00:00Z", "x" * 50, "1", 0, 1, -3,
    2**53 + 1, 2**63, -(2**63), 2**64, 10**30, 10**400, 0.5, -0.0, 1e300, 5e-324, 0.1 + 0.2, True,
    False, None, float("inf"), float("nan"), [1], {"b": 1}, [], {},
]  # fmt: skip
POOLS = [
    ["a", "é", "x" * 50, "", "1"], ["2024-01-01", "2024-01-01T10:00:00Z", ""],
    [0, 1, -3, 2**53 + 1], [0.5, -0.0, 1e300, 5e-324, 0.1 + 0.2], [True, False], [1, 0.5, None],
    ["a", None], [7, None],
]  # fmt: skip
ODD = [
    "{", "}", "\n", "\r\n", ",", '"', "\\", "\\u0000", "\\ud800", "\t", " ", "}\n{", '{"a": 1}',
    "1e999", "1E5", "-0", "01", "[", "null", "\ufeff", "\x1f", "\u00a0", '{"a": 1, "a": 2}',
]  # fmt: skip


def spoilt(content, pieces, draw):
    """A text with a piece somewhere in it."""
    at = draw.randrange(len(content) + 1)
    return content[:at] + draw.choice(pieces) + content[at:]


def csv_text(draw):
    """A table with the cells that programs write, sometimes spoilt; or only pieces of one."""
    if draw.random() < 0.3:
        return "".join(draw.choice(PIECES) for _ in range(draw.randint(1, 25)))
    width, end = draw.randint(1, 4), draw.choice(["\n", "\n", "\r\n"])
    rows = [
        draw.choices(TEXTS, k=width if draw.random() < 0.98 else draw.randint(1, 5))
        for _ in range(draw.randint(0, 6))
    ]
    content = end.join(map(",".join, rows)) + draw.choice([end, "", end * 2])
    return spoilt(content, PIECES, draw) if draw.random() < 0.4 else content


def json_text(draw):
    """Records whose columns are each of a kind, with a cell of another one here and there."""
    names = draw.sample(["a", "b", "data", "é", "x y", ""], draw.randint(1, 4))
    kinds = {name: draw.choice(POOLS) for name in names}
    if draw.random() < 0.3:
        kinds[names[0]] = draw.choices(CELLS, k=2)
    rows = []
    for _ in range(draw.randint(1, 6)):
        cells = {name: draw.choice(kinds[name]) for name in names if draw.random() < 0.95}
        rows.append(json.dumps(cells, ensure_ascii=draw.random() < 0.5))
    end = draw.choice(["\n", "\n", "\r\n"])
    content = end.join(rows) + draw.choice([end, "", end * 2])
    return spoilt(content, ODD, draw) if draw.random() < 0.4 else content


def read(content, kind):
    """The frame of a file in memory, or the sentence that refuses it."""
    path = Path(f"results.{kind}")
    try:
        return reading.read_found(
            format.Source(path, {path: content}), catalogue.FORMATS[kind], {}
        ).frame
    except errors.ReadError as error:
        return str(error)


@pytest.mark.parametrize(
    ("kind", "text", "least"),
    [
        ("csv", csv_text, 0.2), ("csv2", csv_text, 0), ("tsv", csv_text, 0),
        ("jsonl", json_text, 0.05),
    ],
)  # fmt: skip
def test_the_same_frame_or_sentence_with_and_without_pyarrow(monkeypatch, kind, text, least):
    draw = random.Random(20_261_129)
    separator = {"csv2": ";", "tsv": "\t"}.get(kind, ",")
    files = []
    for _ in range(FILES):
        made = text(draw) if kind == "jsonl" else text(draw).replace(",", separator)
        content = made.encode("utf-8", errors="surrogatepass")
        odd = draw.choice([b"\0", b"\xe9", b"\xff\xfe"]) if draw.random() < 0.03 else b""
        files.append(content + odd)
    name = "of_records" if kind == "jsonl" else "of_rows"
    by_arrow, frames = getattr(arrow, name), []

    def counted(*given):
        frames.append(by_arrow(*given))
        return frames[-1]

    small = text_files._FEW_BYTES
    monkeypatch.setattr(arrow, name, counted)
    monkeypatch.setattr(text_files, "_FEW_BYTES", 0)
    found = [read(content, kind) for content in files]
    monkeypatch.setattr(arrow, name, lambda *given: None)
    for bytes_at_once in (0, small):  # the header first, or a small file as a whole
        monkeypatch.setattr(text_files, "_FEW_BYTES", bytes_at_once)
        for content, results in zip(files, found, strict=True):
            own = read(content, kind)
            if isinstance(own, str) or isinstance(results, str):
                assert (content, str(own)) == (content, str(results))
            else:
                pd.testing.assert_frame_equal(results, own, obj=repr(content), check_exact=True)
    assert sum(frame is not None for frame in frames) >= least * FILES  # pyarrow read many


@pytest.mark.parametrize("end", ["\r\r", "\n\r", "\r\n\r", "\r\r\r", "\r", "\n\n"])
def test_no_empty_line_shifts_the_cells_of_the_next_one(monkeypatch, end):
    for far in (0, 1 << 17):  # where the file is read in pieces
        content = f"a,b{end},x\n{'p' * far},q{end},{end}r,s\n".encode()
        for of_rows in (arrow.of_rows, lambda *given: None):
            monkeypatch.setattr(arrow, "of_rows", of_rows)
            rows = read(content, "csv").to_numpy().tolist()
            assert rows == [["", "x"], ["p" * far, "q"], ["", ""], ["r", "s"]]


def test_records_without_cells_are_for_the_reader_here():
    assert arrow.of_records(b"{}\n{}") is None
