"""Plain tables: text in pieces, JSON, sheets, and the bytes that they are unpacked from."""

import bz2
import io
import json
import lzma
import re
import zipfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from jointstats import errors
from jointstats.labelled.formats import catalogue, excel, json_tables, opening, text
from jointstats.labelled.formats.format import Source
from jointstats.labelled.formats.rows import column_names, frame_of, is_frame, numeric
from jointstats.labelled.formats.streams import Streams
from jointstats.labelled.formats.strict_json import parsed


def held(content, name="a.csv"):
    """A file in memory."""
    content = content.encode() if isinstance(content, str) else content
    return Source(Path(name), {Path(name): content})


# --- Text -----------------------------------------------------------------------------------------

ROWS = ["x,A,1", "x,B,2", "y,A,3", "y,B,4"]


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize(
    ("rows", "sizes"),
    [(None, [4]), (1, [1, 1, 1, 1]), (2, [2, 2]), (3, [3, 1]), (4, [4]), (9, [4])],
)
def test_pieces_are_of_so_many_rows_and_count_on(monkeypatch, rows, sizes, many):
    monkeypatch.setattr(text, "MANY", 2 if many else 3)
    source = held("\n".join(["data,by,acc", *ROWS]))
    made = list(text.read_text(source, "csv", rows=rows))
    assert [len(one) for one in made if len(one)] == sizes
    whole = pd.concat(made)
    assert whole.index.tolist() == [0, 1, 2, 3]
    assert whole.to_numpy().tolist() == [row.split(",") for row in ROWS]
    some = pd.concat(text.read_text(source, "csv", rows=rows, needed=["acc", "data", "none"]))
    assert list(some) == ["data", "acc"] and some["acc"].tolist() == list("1234")


@pytest.mark.parametrize("many", [False, True])
def test_a_table_without_rows_has_its_columns(monkeypatch, many):
    monkeypatch.setattr(text, "MANY", 1 if many else 2)
    for rows in (None, 2):
        (made,) = text.read_text(held("data,acc\n"), "csv", rows=rows)
        assert list(made) == ["data", "acc"] and len(made) == 0


@pytest.mark.parametrize("many", [False, True])
def test_short_rows_lack_cells_and_long_ones_are_refused(monkeypatch, many):
    monkeypatch.setattr(text, "MANY", 2 if many else 3)
    (made,) = text.read_text(held("a,b,c\n1,2\n\n4,5,6\n"), "csv")
    assert made.fillna("").to_numpy().tolist() == [["1", "2", ""], ["4", "5", "6"]]
    with pytest.raises(errors.ReadError, match=r"^a\.csv is not a CSV table: "):
        list(text.read_text(held("a,b,c\n1,2,3,4\n"), "csv"))
    with pytest.raises(errors.ReadError, match=r"a\.csv is not a TSV table: "):
        list(text.read_text(held("a\tb\tc\n1\t2\t3\n1\t2\t3\t4\n"), "tsv"))


@pytest.mark.parametrize("rows", [None, 1, 2])
@pytest.mark.parametrize("longer", ["4,5,6,", "4,5,6,7", "4,5,6,7,8", "4,5,6,7,8,9"])
def test_whichever_row_is_longer_its_line_is_named(rows, longer):
    lines = ["a,b,c", "1,2", "1,2,3", "", '"1', '",2,3', "4,5,6"]
    pieces = list(text.read_text(held("\n".join(lines)), "csv", rows=rows))
    assert [row for piece in pieces for row in piece["b"]] == ["2", "2", "2", "5"]
    for i in (1, 2, 3, 6):
        known = "\n".join([*lines[:i], longer, *lines[i:]])
        said = f"Expected 3 fields in line {i + 1}, saw {longer.count(',') + 1}."
        with pytest.raises(errors.ReadError, match=re.escape(f"a.csv is not a CSV table: {said}")):
            list(text.read_text(held(known), "csv", rows=rows))


@pytest.mark.parametrize("many", [False, True])
def test_a_field_beyond_the_limit_is_refused_in_a_sentence(monkeypatch, many):
    monkeypatch.setattr(text, "MANY", 2 if many else 3)
    rows = held("a,b,c\n1,2,3\n" + f'"{"x" * 200_000}",2,3,4\n')
    with pytest.raises(errors.ReadError, match=r"^a\.csv is not a CSV table: .*field larger than"):
        list(text.read_text(rows, "csv"))


@pytest.mark.parametrize("many", [False, True])
def test_decimal_commas_become_points_and_other_text_stays(monkeypatch, many):
    monkeypatch.setattr(text, "MANY", 1 if many else 2)
    cells = {"0,5": "0.5", "-1,25": "-1.25", "+,5": "+.5", " 1,5 ": " 1.5 ", "1,5e-3": "1.5e-3",
             "1,234,5": "1,234,5", "a,b": "a,b", "1,": "1,", "0.5": "0.5"}  # fmt: skip
    lines = [f"x;{cell}" for cell in cells]
    (made,) = text.read_text(held("\n".join(["data;acc", *lines])), "csv2")
    assert made["acc"].tolist() == list(cells.values())
    (plain,) = text.read_text(held('data,acc\nx,"0,5"\n'), "csv")
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
            list(text.read_text(held(f"{header}\n{again}"), kind))
        if not again or len(header) == 3:
            assert str(caught.value) == (
                f'a.csv seems to be separated by {word}, not as {kind}: say format="{other}".'
            )
    text.refuse_separator("a", kind, text.SEPARATORS[kind] + header)
    text.refuse_separator("a", kind, "one")


def test_the_first_line_is_the_header():
    assert text._first_line(held("\ufeffa,b\n1,2\n")) == "a,b"


def test_what_is_no_text_is_told():
    for name, said in (("a.csv", "is not UTF-8 text: save it as UTF-8."),
                       ("a.xlsx", "is a spreadsheet: save its sheet as CSV.")):  # fmt: skip
        with pytest.raises(errors.ReadError) as caught:
            list(text.read_text(held(b"a,b\n\xff\xfe,2\n", name), "csv"))
        assert str(caught.value) == f"{name} {said}"
    for content in ("", "\n \n"):
        with pytest.raises(errors.ReadError, match=r"^a\.csv is empty\.$"):
            list(text.read_text(held(content), "csv"))
    for content, is_json in ((' {"a": 1}', True), ("[[1]]", True), ("{}", True), ("[1]", False),
                             ("[a,b", False), ("{a,b", False)):  # fmt: skip
        if is_json:
            with pytest.raises(errors.ReadError, match=r"holds JSON, not a TSV table: say"):
                list(text.read_text(held(content), "tsv"))
        else:
            text._refuse_json(held(content), "tsv")


# --- JSON -----------------------------------------------------------------------------------------


def test_whole_numbers_beyond_doubles_are_infinite_in_json():
    largest, beyond = 2**1023, 10**309
    found = parsed(f"[1, {largest}, -{largest}, {beyond}, -{beyond}]")
    assert found == [1, largest, -largest, np.inf, -np.inf]
    assert list(map(type, found)) == [int, int, int, float, float]
    with pytest.raises(ValueError, match="4300 digits"):
        parsed("9" * 5000)


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
def test_the_shapes_of_a_table_in_json(content):
    frame = json_tables._frame(content, Source("it"))
    assert list(frame) == ["a", "b"] and frame.to_numpy().tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    "content",
    [[1, 2], [{"a": 1}, 2], {"a": [1], "b": {"r": 1, "s": 2}}, {"a": 1}, [], {}, "text", 3, None],
)
def test_other_shapes_hold_no_table(content):
    with pytest.raises(errors.ReadError, match=r"^it holds no table: needed is a list of records"):
        json_tables._frame(content, Source("it"))


@pytest.mark.parametrize(
    ("rows", "columns"), [([[1, 2], [3]], ["a", "b"]), ([[1]], [["a"]]), ([[1], 2], ["a", "b"])]
)
def test_rows_that_do_not_fit_their_columns_are_no_table(rows, columns):
    with pytest.raises(
        errors.ReadError, match=r'^it (is nested: "data" holds several|holds no table)'
    ):
        json_tables._frame({"data": rows, "columns": columns}, Source("it"))


def test_data_may_be_a_column_of_that_name():
    frame = json_tables._frame({"data": ["x", "y"], "acc": [1, 2]}, Source("it"))
    assert frame.to_numpy().tolist() == [["x", 1], ["y", 2]]
    with pytest.raises(errors.ReadError, match=r'^it is nested: "b" holds several values in'):
        json_tables._frame([{"a": 1, "b": 1}, {"a": 2, "b": {"c": 1}}], Source("it"))


def test_a_line_that_is_no_record_is_told_by_its_number():
    def said(content):
        with pytest.raises(errors.ReadError) as caught:
            json_tables.JSONL.read(held(content))
        return str(caught.value)

    assert said('{"a": 1}\n\n{"a"\n').endswith(" in line 3.")
    deep = "a.csv cannot be read as JSON Lines: of line 2, it is nested too deeply."
    assert said('{"a": 1}\n' + "[" * 10**5) == deep
    twice = 'a.csv cannot be read as JSON Lines: of line 1, one of its objects names "a" twice.'
    assert said('{"a": 1, "a": 2}\n') == twice
    whole = json_tables.JSONL.read(held('{"a": 1}\n \n{"a": "x\u2028y"}\n')).frame
    assert whole["a"].tolist() == [1, "x\u2028y"]


# --- Sheets ---------------------------------------------------------------------------------------


def test_empty_cells_of_a_sheet_are_no_rows_and_no_columns():
    nan = float("nan")
    frame = excel._frame([[nan, None, " "], ["a", None, 2.0], [nan, "", " "], [1, " ", nan]], "it")
    assert list(frame) == ["a", "2"] and len(frame) == 1
    assert frame.iloc[0, 0] == 1 and pd.isna(frame.iloc[0, 1])
    for rows, said in (([], "it is empty."), ([[nan, ""]], "it is empty."),
                       ([["a", ""], [1, 2]], "it has a column without a name in its first row"),
                       ([["", "a"], [0, 1]], "it has a column without a name")):  # fmt: skip
        with pytest.raises(errors.ReadError, match=f"^{said}"):
            excel._frame(rows, "it")
    assert list(excel._frame([[datetime(2026, 1, 2)]], "it")) == ["2026-01-02 00:00:00"]
    with pytest.raises(errors.ReadError, match=r'has 2 sheets \("p", "q"\): name one with'):
        excel._sheet(["p", "q"], None, "it")
    assert excel._sheet(["p"], None, "it") == "p" and excel._sheet(["p", "q"], "q", "it") == "q"


# --- Bytes ----------------------------------------------------------------------------------------


def test_names_without_the_endings_of_compression():
    for path, name in (("in/a.csv.gz", "a.csv"), ("a.CSV.ZIP", "a.CSV"), ("a.csv.gz.xz", "a.csv"),
                       ("a.gz.csv", "a.gz.csv"), (Path("a"), "a")):  # fmt: skip
        assert opening.plain_name(path) == name


@pytest.mark.parametrize(
    "path", ["a.csv", "a.csv.xz", "a.csv.gz", "C:/a.csv", "a://b", "zst", "a.zst.csv.gz"]
)
def test_names_of_files_are_no_addresses_and_not_packed(path):
    opening.refuse_address(path)
    opening.refuse_packed(path)


@pytest.mark.parametrize(
    ("path", "program"),
    [("a.zst", "unzstd"), ("a.csv.ZST", "unzstd"), ("a.tar.gz", "tar -xf"), ("a.tgz", "tar -xf"),
     ("a.7z", "7z x"), ("a.lz4.csv", "unlz4")],
)  # fmt: skip
def test_what_others_packed_is_unpacked_by_them(path, program):
    with pytest.raises(
        errors.ReadError, match=rf'is packed: unpack it first \(such as with "{program}"\)'
    ):
        opening.refuse_packed(path)


def test_without_lzma_only_xz_is_refused(monkeypatch):
    monkeypatch.setattr(opening, "lzma", None)
    opening.refuse_packed("a.csv.gz")
    with pytest.raises(errors.ReadError, match=r"^a\.XZ cannot be unpacked, for this Python lacks"):
        opening.refuse_packed("a.XZ")


def test_what_unpacks_to_more_than_a_table_is_refused_from_the_first_byte_on(monkeypatch):
    assert opening.largest(1) == 1 << 30 and opening.largest(1 << 30) == 200 << 30
    monkeypatch.setattr(opening, "LARGEST", 3 << 20)
    monkeypatch.setattr(opening, "RATIO", 0)
    assert len(opening.bounded(io.BytesIO(bytes(3 << 20)), Path("a"), 1).read()) == 3 << 20
    with pytest.raises(errors.ReadError, match=r"^a unpacks to more than 3 MB and 0 times its"):
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


@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_streams_side_by_side_are_read_as_one(monkeypatch, size):
    monkeypatch.setattr("jointstats.labelled.formats.streams._PIECE", size)
    rng = np.random.default_rng(0)
    parts = [rng.bytes(300), b"", rng.bytes(5)]
    ways = (
        (bz2.compress, bz2.BZ2Decompressor, (b"",)),
        (lzma.compress, lzma.LZMADecompressor, (b"", b"\0" * 4)),
    )
    for compress, make, pads in ways:
        for pad in pads:
            packed = b"".join(compress(part) + pad for part in parts)
            stream = Streams(io.BytesIO(packed), make, padded=bool(pad))
            assert stream.readable()
            assert io.BufferedReader(stream).read() == b"".join(parts)
            cut = Streams(io.BytesIO(packed[: -len(pad) - 4]), make, padded=bool(pad))
            with pytest.raises(EOFError, match="it ends within what is compressed"):
                io.BufferedReader(cut).read()
    unpadded = Streams(io.BytesIO(bz2.compress(b"a") + b"\0"), bz2.BZ2Decompressor)
    with pytest.raises(OSError, match="Invalid data"):
        io.BufferedReader(unpadded).read()


# --- Rows of other programs -----------------------------------------------------------------------


def test_columns_are_those_of_a_frame_or_of_a_file():
    frame = pd.DataFrame({"a": [1], 2: [3]})
    assert is_frame(frame) and not is_frame([frame]) and not is_frame(frame["a"])
    assert column_names(Source(frame)) == {"a", "2"} and column_names(held("a,b\n")) == {"a", "b"}
    assert column_names(Source.of_memory({"a.csv": b"a,b\n", "b.csv": b"a,b\n"})) == set()
    made = frame_of(Source(frame.set_index(pd.Index([7]))), ["a"], "a table")
    made["a"] = 9
    assert made.index.tolist() == [0] and frame["a"].tolist() == [1]
    for source, needed, error, said in (
        (
            Source({"a": 1}),
            "a",
            errors.ReadError,
            "^the dict is no single table: name a file, or give",
        ),
        (
            held("a,b\n1,2\n"),
            "cd",
            errors.ColumnError,
            r"it has no column c or d; the columns are ",
        ),
        (held("a,b\n"), "a", errors.ReadError, r"has no rows\.$"),
        (
            held("a,b,b\n1,2,3\n"),
            "a",
            errors.ColumnError,
            'has 2 columns of the name "b": rename them',
        ),
    ):
        with pytest.raises(error, match=said):
            frame_of(source, needed, "a table")


def test_cells_that_are_empty_or_named_so_are_missing_numbers():
    cells = ["1", 2, 3.5, True, "", " ", None, "nan", "None", " NA ", "<na>", float("nan"), "1e-3"]
    frame = pd.DataFrame({"a": cells, "b": cells}, dtype=object)
    numeric(frame, ["a"], "it")
    assert frame["a"].dropna().tolist() == [1, 2, 3.5, 1, 0.001] and frame["b"].tolist()[0] == "1"
    for bad in ("x", "1,5", "null"):
        with pytest.raises(
            errors.ReadError, match=f'^it: the column "a" has {bad}, which is no number'
        ):
            numeric(pd.DataFrame({"a": ["1", bad, "y"]}), ["a"], "it")


# --- Which format ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.csv", "csv"), ("a.TXT", "csv"), ("a.tab", "tsv"), ("a.tsv.gz", "tsv"), ("a.pq", "parquet"),
     ("a.json", "json"), ("a.ndjson", "jsonl"), ("a.xlsm", "excel"), ("a.odd", None), ("a", None)],
)  # fmt: skip
def test_an_ending_tells_a_plain_table(name, kind):
    found = catalogue.by_ending(name)
    assert (found and found.name) == kind
    assert catalogue.format_of(held("", name)).name == (kind or "csv")


def test_of_one_file_the_first_format_that_knows_it_is_taken(monkeypatch):
    made = {name: replace(text.CSV, name=name, recognises=lambda _: True) for name in "pq"}
    monkeypatch.setattr(catalogue, "FORMATS", made)
    for one in (held("a\n"), Source({"a": 1}), Source(io.BytesIO())):
        assert catalogue.recognised(one) is made["p"]
    with pytest.raises(errors.ReadError, match=r"in holds files of several formats \(p, q\)"):
        catalogue.recognised(Source.of_memory({"in/a.csv": b"", "in/b.csv": b""}))


def test_options_of_formats_are_told_from_those_of_tables():
    own = {name: catalogue.own_options(one) for name, one in catalogue.FORMATS.items()}
    assert own["csv"] == () and own["excel"] == ("sheet",) and own["amlb"] == ("constraint",)
    assert own["lm-eval"] == ("measures", "unit", "filter")
    assert catalogue.all_own_options() == {
        "sheet": ["excel"], "metrics": ["jmetal"], "unit": ["lm-eval", "inspect"],
        "filter": ["lm-eval"], "constraint": ["amlb"],
    }  # fmt: skip
    catalogue.refuse_others(catalogue.FORMATS["excel"], ["sheet", "only"])
    with pytest.raises(errors.OptionError, match=r"^sheet is for excel; this is read as json\.$"):
        catalogue.refuse_others(catalogue.FORMATS["json"], ["sheet"])


def test_what_no_format_knows_is_refused_by_what_it_is(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "a.csv").write_text("x\n")
    for given, error, said in (
        (
            pd.DataFrame({"a": [1]}),
            errors.InvalidValueError,
            "^No format is recognised of the data frame",
        ),
        (
            {"a": 1},
            errors.InvalidValueError,
            "or an object of which the format is known; got dict: make",
        ),
        (
            tmp_path / "in",
            errors.ReadError,
            r"is a folder, of which no format is recognised: name one fi",
        ),
        (
            [tmp_path / "a.csv", tmp_path / "in"],
            errors.ReadError,
            "and 1 more are several files, of which",
        ),
        ([tmp_path / "a.csv", "none"], errors.ReadError, r"^There is no file none\.$"),
    ):
        with pytest.raises(error, match=said):
            catalogue.format_of(Source(given))
    both = {"in/r.json": json.dumps({"results": {}}).encode()[:-2] + b'"x": {}}}',
            "in/a.csv": b"params,split0_test_score\n{},1\n",
            "in/s.json": b'{"version": 2, "status": "success", "eval": {}}'}  # fmt: skip
    with pytest.raises(
        errors.ReadError, match=r"^in holds files of several formats \(sklearn, lm-eval, in"
    ):
        catalogue.format_of(Source.of_memory(both))
