"""Plain tables: text in pieces, JSON, sheets, and the bytes that they are unpacked from."""

import io
import json
import os
import re
import zipfile
from pathlib import Path

import pandas as pd
import pytest

import jointstats as js
from jointstats import errors
from jointstats.table.formats import catalogue, format, opening, text


def held(content, name="a.csv"):
    """A file in memory."""
    content = content.encode() if isinstance(content, str) else content
    return format.Source(Path(name), {Path(name): content})


# --- Text -----------------------------------------------------------------------------------------


def test_a_table_without_rows_has_its_columns():
    made = text.read_text(held("data,acc\n"), "csv")
    assert list(made) == ["data", "acc"] and len(made) == 0


def test_short_rows_lack_cells_and_long_ones_are_refused():
    made = text.read_text(held("a,b,c\n1,2\n\n4,5,6\n"), "csv")
    assert made.fillna("").to_numpy().tolist() == [["1", "2", ""], ["4", "5", "6"]]
    with pytest.raises(errors.ReadError, match=r"a\.csv is not a TSV table: "):
        text.read_text(held("a\tb\tc\n1\t2\t3\n1\t2\t3\t4\n"), "tsv")


@pytest.mark.parametrize("longer", ["4,5,6,", "4,5,6,7", "4,5,6,7,8", "4,5,6,7,8,9"])
def test_whichever_row_is_longer_its_line_is_named(longer):
    lines = ["a,b,c", "1,2", "1,2,3", "", '"1', '",2,3', "4,5,6"]
    assert text.read_text(held("\n".join(lines)), "csv")["b"].tolist() == ["2", "2", "2", "5"]
    for i in (1, 2, 3, 6):
        known = "\n".join([*lines[:i], longer, *lines[i:]])
        said = f"Expected 3 fields in line {i + 1}, saw {longer.count(',') + 1}."
        with pytest.raises(errors.ReadError, match=re.escape(f"a.csv is not a CSV table: {said}")):
            text.read_text(held(known), "csv")


def test_decimal_commas_become_points_and_other_text_stays():
    cells = {"0,5": "0.5", "-1,25": "-1.25", "+,5": "+.5", " 1,5 ": " 1.5 ", "1,5e-3": "1.5e-3",
             "1,234,5": "1,234,5", "a,b": "a,b", "1,": "1,", "0.5": "0.5"}  # fmt: skip
    lines = [f"x;{cell}" for cell in cells]
    made = catalogue.FORMATS["csv2"].read(held("\n".join(["data;acc", *lines]))).frame
    assert made["acc"].tolist() == list(cells.values())
    plain = text.read_text(held('data,acc\nx,"0,5"\n'), "csv")
    assert plain["acc"].tolist() == ["0,5"]


@pytest.mark.parametrize(
    ("kind", "header", "word", "other"),
    [
        ("csv", "a;b", "semicolons", "csv2"), ("csv", "a\tb", "tabs", "tsv"),
        ("csv2", "a,b", "commas", "csv"), ("tsv", "a,b", "commas", "csv"),
        ("tsv", "a;b,c", "semicolons", "csv2"),
    ],
)  # fmt: skip
def test_another_separator_is_told(kind, header, word, other):
    for again in ("", "1,2;3\t4,5;6\t7\n"):
        with pytest.raises(errors.ReadError) as caught:
            text.read_text(held(f"{header}\n{again}"), kind)
        if not again or len(header) == 3:
            assert str(caught.value) == (
                f'a.csv seems to be separated by {word}, not as {kind}: set format="{other}".'
            )
    text.refuse_separator("a", kind, text.SEPARATORS[kind] + header)
    text.refuse_separator("a", kind, "one")


def test_what_is_no_text_is_told():
    for name, said in (("a.csv", "is not UTF-8 text: save it as UTF-8."),
                       ("a.xlsx", "is a spreadsheet: save its sheet as CSV.")):  # fmt: skip
        with pytest.raises(errors.ReadError) as caught:
            text.read_text(held(b"a,b\n\xff\xfe,2\n", name), "csv")
        assert str(caught.value) == f"{name} {said}"
    for content in ("", "\n \n"):
        with pytest.raises(errors.ReadError, match=r"^a\.csv is empty\.$"):
            text.read_text(held(content), "csv")


# --- JSON -----------------------------------------------------------------------------------------


BOARD = {"measures": {"acc": "max"}, "algorithm": "a", "columns": "{dataset}"}


def read(content, tmp_path, name="it.json", **options):
    """A file with a row for each algorithm, whose other columns are data sets."""
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return js.read_results(path, **(BOARD | options))


def test_whole_numbers_beyond_doubles_are_infinite_in_json(tmp_path):
    largest, beyond = 2**1023, 10**309
    found = read({"a": [*"PQR"], "b": [1, largest, -largest]}, tmp_path)
    assert found.values.tolist() == [[[1, largest, -largest]]]
    for wrong in (beyond, -beyond):
        with pytest.raises(errors.InvalidValueError, match="is infinite"):
            read({"a": [*"PQ"], "b": [1, wrong]}, tmp_path)
    with pytest.raises(errors.ReadError, match="4300 digits"):
        read(f'{{"a": ["P", "Q"], "b": [1, {"9" * 5000}]}}', tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        [{"a": 1, "b": 2}, {"a": 3, "b": 4}],
        {"a": [1, 3], "b": [2, 4]},
        {"a": {"0": 1, "1": 3}, "b": {"1": 4, "0": 2}},
        {"data": [[1, 2], [3, 4]], "columns": ["a", "b"]},
        {"data": [{"a": 1, "b": 2}, {"a": 3, "b": 4}], "columns": 2},
        {"data": {"a": [1, 3], "b": [2, 4]}, "more": 1},
    ],
)
def test_the_shapes_of_a_table_in_json(content, tmp_path):
    table = read(content, tmp_path)
    assert (table.algorithms, table.datasets) == (("1", "3"), ("b",))
    assert table.values.tolist() == [[[2, 4]]]


@pytest.mark.parametrize(
    ("rows", "columns"), [([[1, 2], [3]], ["a", "b"]), ([[1]], [["a"]]), ([[1], 2], ["a", "b"])]
)
def test_rows_that_do_not_fit_their_columns_are_no_table(rows, columns, tmp_path):
    said = r'it\.json (is nested: "data" holds several|holds no table)'
    with pytest.raises(errors.ReadError, match=said):
        read({"data": rows, "columns": columns}, tmp_path, format="json")


def test_data_may_be_a_column_of_that_name(tmp_path):
    content = {"data": ["x", "y"] * 2, "by": [*"AABB"], "acc": [1, 2, 3, 4]}
    table = read(content, tmp_path, dataset="data", algorithm="by", columns=None)
    assert table.values[:, 0].tolist() == [[1, 3], [2, 4]]
    with pytest.raises(errors.ReadError, match=r'is nested: "b" holds several values in'):
        read([{"a": 1, "b": 1}, {"a": 2, "b": {"c": 1}}], tmp_path)


def test_a_line_that_is_no_record_is_told_by_its_number(tmp_path):
    def said(content):
        with pytest.raises(errors.ReadError) as caught:
            read(content, tmp_path, "it.jsonl")
        return str(caught.value).removeprefix(f"{tmp_path}{os.sep}it.jsonl ")

    assert said('{"a": 1}\n\n{"a"\n').endswith(" in line 3.")
    deep = "cannot be read as JSON Lines: of line 2, it is nested too deeply."
    assert said('{"a": 1}\n' + "[" * 10**5) == deep
    twice = 'cannot be read as JSON Lines: of line 1, one of its objects names "a" twice.'
    assert said('{"a": 1, "a": 2}\n') == twice
    whole = read('{"a": 1, "b": 2}\n \n{"a": "x\u2028y", "b": 4}\n', tmp_path, "it.jsonl")
    assert whole.algorithms == ("1", r"x\u2028y") and whole.values.tolist() == [[[2, 4]]]


# --- Sheets ---------------------------------------------------------------------------------------


def test_empty_cells_of_a_sheet_are_no_rows_and_no_columns(tmp_path):
    def read(*sheets, **options):
        path = tmp_path / "it.xlsx"
        with pd.ExcelWriter(path) as writer:
            for name, rows in zip("pq", sheets, strict=False):
                pd.DataFrame(rows).to_excel(writer, sheet_name=name, header=False, index=False)
        return js.read_results(path, **BOARD, **options)

    rows = [[None, None, " "], ["a", None, 2.0], [None, "", " "], [1, " ", 3], ["x", None, 4]]
    table = read(rows)
    assert (table.algorithms, table.datasets) == (("1", "x"), ("2",))
    assert table.values.tolist() == [[[3, 4]]]
    for wrong, said in (([[None, ""]], 'sheet "p" is empty'),
                        ([["a", ""], [1, 2]], "has a column without a name in its first row"),
                        ([["", "a"], [0, 1]], "has a column without a name")):  # fmt: skip
        with pytest.raises(errors.ReadError, match=said):
            read(wrong)
    assert read([["x"]], rows, sheet="q").algorithms == ("1", "x")


# --- Bytes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "program"),
    [("a.zst", "unzstd"), ("a.csv.ZST", "unzstd"), ("a.tar.gz", "tar -xf"), ("a.tgz", "tar -xf"),
     ("a.7z", "7z x"), ("a.rar", "unrar"), ("a.lz4.csv", "unlz4")],
)  # fmt: skip
def test_what_others_packed_is_unpacked_by_them(path, program):
    with pytest.raises(
        errors.ReadError, match=rf'is packed: unpack it first \(such as with "{program}"\)'
    ):
        opening.refuse_packed(path)


def test_what_unpacks_to_more_than_a_table_is_refused_from_the_first_byte_on(monkeypatch):
    packed = (1, 1 << 20, 1 << 30)
    assert [opening.largest(size) >> 20 for size in packed] == [64, 200, 256]
    monkeypatch.setattr(opening, "SMALL", 3 << 20)
    monkeypatch.setattr(opening, "RATIO", 0)
    assert len(opening.bounded(io.BytesIO(bytes(3 << 20)), Path("a"), 1).read()) == 3 << 20
    with pytest.raises(errors.ReadError, match=r"^a unpacks to more than 3 MB: unpack it first"):
        opening.bounded(io.BytesIO(bytes((3 << 20) + 1)), Path("a"), 1).read()
    for size, refused in ((3 << 20, False), ((3 << 20) + 1, True)):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.csv", bytes(size))
        with zipfile.ZipFile(made) as archive:
            if refused:
                with pytest.raises(errors.ReadError, match="unpacks to more than 3 MB"):
                    opening.refuse_bomb(archive, "a")
            else:
                opening.refuse_bomb(archive, "a")


def test_the_one_file_of_a_zip_may_be_in_a_folder():
    def content(*names):
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as archive:
            for name in names:
                archive.writestr(name, b"x,y\n" if not name.endswith("/") else b"")
        return held(made.getvalue(), "a.zip").content

    assert content("in/", "in/a.csv") == b"x,y\n"
    for names, said in (((), "is an empty archive"), (("in/",), "is an empty archive"),
                        (("a", "b", "c"), "holds 3 files: unpack it")):  # fmt: skip
        with pytest.raises(errors.ReadError, match=said):
            content(*names)


# --- Which format ---------------------------------------------------------------------------------


def test_what_no_format_knows_is_refused_by_what_it_is(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "a.csv").write_text("x\n")
    for given, error, said in (
        (pd.DataFrame({"a": [1]}), errors.InvalidValueError,
         "^No format is recognised of the data frame"),
        ({"a": 1}, errors.InvalidValueError,
         "or an object of a known format; got dict: make"),
        ([tmp_path / "a.csv", "none"], errors.ReadError, r"^There is no file none\.$"),
    ):  # fmt: skip
        with pytest.raises(error, match=said):
            catalogue.format_of(format.Source(given))
    both = {"in/r.json": json.dumps({"results": {}}).encode()[:-2] + b'"x": {}}}',
            "in/a.csv": b"x\n",
            "in/s.json": b'{"version": 2, "status": "success", "eval": {}}'}  # fmt: skip
    with pytest.raises(errors.ReadError, match=r"^in holds files of several formats \(lm-eval, in"):
        catalogue.format_of(format.Source.of_memory(both))
