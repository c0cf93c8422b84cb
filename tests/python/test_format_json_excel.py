"""Plain tables in JSON, JSON Lines and Excel, written by pandas or by hand."""

import json
import re
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.table.formats import catalogue, format

ROLES = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max", "secs": "min"}}


@pytest.fixture
def frame():
    return pd.DataFrame(
        {
            "data": ["iris", "iris", "007", "007"],
            "method": ["A", "NA", "A", "NA"],
            "acc": [0.91, 0.93, 0.1, 0.3],
            "secs": [1, 2, 3, 4],
        }
    )


def the_same(read, frame):
    made = js.results_table(frame, **ROLES)
    assert (read.datasets, read.algorithms) == (made.datasets, made.algorithms)
    assert np.array_equal(read.values, made.values)


@pytest.mark.parametrize("orient", ["records", "columns", "split", "table"])
def test_what_pandas_writes_is_read(frame, tmp_path, orient):
    frame.to_json(tmp_path / "x.json", orient=orient)
    the_same(js.read_results(tmp_path / "x.json", **ROLES), frame)


def test_json_lines(frame, tmp_path):
    frame.to_json(tmp_path / "x.jsonl", orient="records", lines=True)
    the_same(js.read_results(tmp_path / "x.jsonl", **ROLES), frame)
    frame.to_json(tmp_path / "x.ndjson.gz", orient="records", lines=True)
    the_same(js.read_results(tmp_path / "x.ndjson.gz", **ROLES), frame)


def test_a_record_without_a_value_is_missing(frame, tmp_path):
    records = frame.to_dict("records")
    del records[3]["acc"]
    (tmp_path / "x.json").write_text(json.dumps(records))
    with pytest.raises(js.errors.MissingValuesError, match="007"):
        js.read_results(tmp_path / "x.json", **ROLES)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('[{"data": "iris", "acc": {"mean": 0.9}}]', 'is nested: "acc" holds several values'),
        ('[{"data": "iris", "acc": [0.9, 0.8]}]', "in record 1; write each into a separate column"),
        ('[{"data": "iris", "acc": 0.7}, {"data": "wine", "acc": [0.9, 0.8]}]',
         "in record 2; write each into a separate column"),
        ("3", "holds no table: needed is a list of records"),
        ('{"a": [1, 2], "b": [1]}', "holds no table"),
        ('{"data": ["iris"], "method": ["A"], "acc": [0.9], "secs": [1], "n": 3}', "no table"),
        ('{"data": {}, "columns": []}', "holds no table"),
        ('{"a": ', "is not JSON"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused_in_a_sentence(tmp_path, content, said):
    (tmp_path / "x.json").write_text(content)
    with pytest.raises(js.errors.ReadError, match=said):
        js.read_results(tmp_path / "x.json", **ROLES)


def test_the_one_sheet_of_a_workbook(frame, tmp_path):
    frame.to_excel(tmp_path / "x.xlsx", index=False)
    the_same(js.read_results(tmp_path / "x.xlsx", **ROLES), frame)


def test_of_several_sheets_one_is_named(frame, tmp_path):
    with pd.ExcelWriter(tmp_path / "x.xlsx") as book:
        frame.iloc[:2].to_excel(book, sheet_name="draft", index=False)
        frame.to_excel(book, sheet_name="final", index=False)
    with pytest.raises(js.errors.ReadError, match=r'has 2 sheets \("draft", "final"\): name one'):
        js.read_results(tmp_path / "x.xlsx", **ROLES)
    the_same(js.read_results(tmp_path / "x.xlsx", sheet="final", **ROLES), frame)
    with pytest.raises(js.errors.ColumnError, match='no sheet "finale"; did you mean "final"'):
        js.read_results(tmp_path / "x.xlsx", sheet="finale", **ROLES)


def test_a_workbook_without_sheets_is_refused(tmp_path):
    pd.DataFrame({"a": [1]}).to_excel(tmp_path / "full.xlsx")
    with (
        zipfile.ZipFile(tmp_path / "full.xlsx") as full,
        zipfile.ZipFile(tmp_path / "x.xlsx", "w") as empty,
    ):
        for name in full.namelist():
            empty.writestr(name, re.sub(rb"<sheet [^>]*/>", b"", full.read(name)))
    with pytest.raises(js.errors.ReadError, match=r"x\.xlsx has no sheet with cells: save"):
        js.read_results(tmp_path / "x.xlsx", **ROLES)


def test_workbooks_that_cannot_be_read_are_refused_in_a_sentence(frame, tmp_path, monkeypatch):
    (tmp_path / "x.xls").write_bytes(b"\xd0\xcf\x11\xe0")
    with pytest.raises(js.errors.ReadError, match="is not an Excel workbook"):
        js.read_results(tmp_path / "x.xls", **ROLES)
    with pytest.raises(js.errors.ReadError, match=r"^There is no file .*x\.xlsx"):
        js.read_results(tmp_path / "x.xlsx", **ROLES)
    (tmp_path / "x.xlsx").write_text("data,method\n")
    with pytest.raises(js.errors.ReadError, match="is not an Excel workbook"):
        js.read_results(tmp_path / "x.xlsx", **ROLES)
    frame.to_excel(tmp_path / "y.xlsx", index=False)
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(js.errors.MissingExtraError, match="Reading Excel needs python-calamine"):
        js.read_results(tmp_path / "y.xlsx", **ROLES)


@pytest.mark.parametrize("kind", ["xlsx", "xls", "xlsb"])
def test_workbooks_of_every_kind_hold_the_same(kind):
    path = Path(__file__).parent / "workbooks" / f"date.{kind}"
    frame = catalogue.FORMATS["excel"].read(format.Source(path)).frame
    assert list(frame) == ["2021-01-01", "15"] and frame["15"].tolist() == [16, 17]
    assert str(frame["2021-01-01"][0]) == "2021-01-02"


CELL = '<table:table-cell office:value-type="{}"{}><text:p>{}</text:p></table:table-cell>'
EMPTY = "<table:table-cell table:number-columns-repeated='{}'/>"


def open_document(path, rows):
    """Write a spreadsheet of rows, each with its cells and how often it is repeated."""
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    body = "".join(
        f'<table:table-row table:number-rows-repeated="{times}">{"".join(cells)}</table:table-row>'
        for cells, times in rows
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="'
            'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        archive.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:spreadsheet>"
            f'<table:table table:name="results">{body}</table:table></office:spreadsheet>'
            "</office:body></office:document-content>",
        )


def rows_of(frame):
    rows = [([CELL.format("string", "", name) for name in frame.columns], 1)]
    for data, method, *numbers in frame.itertuples(index=False):
        names = [CELL.format("string", "", name) for name in (data, method)]
        cells = [CELL.format("float", f' office:value="{x}"', x) for x in numbers]
        rows.append(([*names, *cells], 1))
    return rows


def test_open_document_spreadsheets_and_the_empty_rows_that_fill_them(frame, tmp_path):
    rows = [*rows_of(frame), ([EMPTY.format(16384)], 1_048_000)]
    open_document(tmp_path / "x.ods", rows)
    the_same(js.read_results(tmp_path / "x.ods", **ROLES), frame)


@pytest.mark.parametrize("cell", [EMPTY.format(9_000), ""])
def test_a_far_or_repeated_cell_of_open_document_is_refused(frame, tmp_path, cell):
    far = CELL.format("float", " office:value='1'", 1)
    if not cell:
        far = far.replace("table-cell ", "table-cell table:number-columns-repeated='9001' ", 1)
    rows = [*rows_of(frame), ([EMPTY.format(1)], 600), ([cell, far], 1)]
    open_document(tmp_path / "x.ods", rows)
    with pytest.raises(js.errors.ReadError, match="reaches to row 606 and column 9,001: delete"):
        js.read_results(tmp_path / "x.ods", **ROLES)


def test_a_text_that_is_repeated_too_often_is_refused_before_it_is_read(
    frame, tmp_path, monkeypatch
):
    monkeypatch.setattr("python_calamine.load_workbook", lambda _: pytest.fail("it was read"))
    monkeypatch.setattr("jointstats.table.formats.binary.LARGEST", 1_000_000)
    long = CELL.format("string", "", "x" * 30_000)
    open_document(tmp_path / "x.ods", [*rows_of(frame), ([long], 9_999)])
    many = pd.concat([frame.assign(data="x" * 30_000)] * 20)
    many.to_excel(tmp_path / "x.xlsx", index=False)
    for kind in ("ods", "xlsx"):
        with pytest.raises(js.errors.ReadError, match=rf"x\.{kind} is larger than 1 MB once"):
            catalogue.FORMATS["excel"].read(format.Source(tmp_path / f"x.{kind}", largest=1 << 20))
