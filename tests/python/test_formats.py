"""The framework of formats: which one is chosen, what the user's words change, what is refused."""

import csv
import io
import json
import struct
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats import errors
from jointstats.base.options import FORMAT_OPTIONS
from jointstats.table import reading
from jointstats.table.formats import catalogue, format

FILES = Path(__file__).parent / "formats"
ROLES = {"dataset": "data", "algorithm": "by", "measures": {"acc": "max"}}
CSV = "data,by,acc\niris,A,0.5\niris,B,0.25\nwine,A,0.75\nwine,B,0.5\n"


def given_by(folder):
    """Everything that a user could name in a folder of files."""
    own = [path for path in folder.rglob("*") if path.is_file() and path.name != "SOURCE.md"]
    folders = {path.parent for path in own} | {folder}
    return [*own, *folders]


@pytest.mark.parametrize("folder", list(FILES.iterdir()), ids=lambda folder: folder.name)
def test_files_of_others_say_where_they_are_from(folder):
    text = (folder / "SOURCE.md").read_text(encoding="utf-8")
    assert folder.name in (*catalogue.FORMATS, "plain") and "licence" in text.lower()
    assert sum(path.stat().st_size for path in given_by(folder) if path.is_file()) < 200_000


def test_each_row_of_the_list_is_a_format():
    text = files("jointstats.table").joinpath("formats.csv").read_text(encoding="utf-8")
    assert [row["name"] for row in csv.DictReader(text.splitlines())] == [*catalogue.FORMATS]


def test_every_format_says_what_it_takes():
    for name, one in catalogue.FORMATS.items():
        assert name == one.name and one.takes and one.title
        assert one.states or one.endings or one.recognises is format.never or name == "tables"


def test_options_of_readers_are_listed_with_their_formats():
    found = {}
    for name, one in catalogue.FORMATS.items():
        for option in {*catalogue.own_options(one)} - {"measures", "test_share"}:  # of any table
            found.setdefault(option, []).append(name)
    assert found == {option: [*formats] for option, formats in FORMAT_OPTIONS.items()}


# --- an invented format ---------------------------------------------------------------------------


def read(source, *, scale=1.0):
    made = pd.DataFrame(source.json)
    notes = ("1 of 4 jobs failed (time out 1).",) if made["acc"].isna().any() else ()
    made["acc"] *= scale
    return format.Found(
        made,
        {"dataset": "data", "algorithm": "by", "measures": {"acc": "max", "secs": "min"}},
        undirected=("size",),
        notes=notes,
        also={"tries": "min"},
    )


def recognises(source):
    return source.head().startswith(b'{"data"')


MADE_UP = format.Format("made-up", "made-up", "one file", "all", recognises, read)
COLUMNS = {
    "data": ["iris", "iris", "wine", "wine"],
    "by": ["A", "B"] * 2,
    "acc": [0.5, 0.25, 0.75, 0.5],
    "secs": [1.0, 2.0, 3.0, 5.0],
    "tries": [1, 2, 1, 1],
    "size": [7, 8, 7, 9],
    "kin": ["x"] * 4,
}


@pytest.fixture
def made_up(tmp_path, monkeypatch):
    monkeypatch.setitem(catalogue.FORMATS, "made-up", MADE_UP)
    monkeypatch.setattr(catalogue, "NAMES", (*catalogue.NAMES, "made-up"))

    def write(name="made.json", **columns):
        path = tmp_path / name
        path.write_text(json.dumps(COLUMNS | columns))
        return path

    return write


def test_what_the_format_states_need_not_be_said(made_up):
    for options in ({}, {"format": "auto"}, {"format": None}, {"format": "made-up"}):
        table = js.read_results(made_up(), **options)
        assert table.measures == {"acc": "max", "secs": "min"}
        assert table.values[:, 0].tolist() == [[0.5, 0.25], [0.75, 0.5]]
        assert len(table.notes) == 1 and '1 measure ("size") is left out' in table.notes[0]
    assert js.read_results(made_up(), "made-up", scale=2).values[0, 0, 0] == 1.0


def test_the_words_of_the_user_stand_above_the_format(made_up):
    path = made_up()
    table = js.read_results(path, measures={"size": "min", "acc": "max"}, cluster="kin")
    assert table.measures == {"size": "min", "acc": "max"} and table.notes == ()
    assert table.n_families == 1
    assert js.read_results(path, measures=["tries"]).measures == {"tries": "min"}
    assert js.read_results(path, dataset="by", algorithm="data").algorithms == ("iris", "wine")
    assert js.read_results(path, rope={"acc": 0.1}, only=["B", "A"]).algorithms == ("B", "A")


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"measures": {"acc": "min"}}, errors.DirectionError,
         'states that higher is better of "acc"'),
        ({"measures": ["size"]}, errors.DirectionError,
         'Made-up does not state .* of "size": state it'),
        ({"measures": ["ac"]}, errors.ColumnError, 'mean "acc"'),
        ({"measures": {"none": "max"}}, errors.ColumnError, 'no column "none"'),
        ({"dataset": "none"}, errors.ColumnError, 'no column "none"'),
        ({"fold": "kin", "rope": 1}, errors.OptionError, "rope has no meaning for folds"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(made_up, options, error, said):
    with pytest.raises(error, match=said):
        js.read_results(made_up(), **options)


def test_failures_are_told_where_results_are_missing(made_up):
    path = made_up(acc=[0.5, None, 0.75, 0.5])
    with pytest.raises(
        errors.MissingValuesError, match=r"1 of 4 jobs failed \(time out 1\)\."
    ) as stopped:
        js.read_results(path)
    assert 'missing="drop"' in str(stopped.value) and "left out" not in str(stopped.value)
    table = js.read_results(path, missing="worst")
    assert table.notes[0] == "1 of 4 jobs failed (time out 1)."
    assert "  note:       1 of 4 jobs failed (time out 1).\n" in repr(table)


# --- sources --------------------------------------------------------------------------------------


def test_a_source_is_looked_at_as_it_is(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / ".hidden").mkdir()
    for name in ("a.csv", "in/b.json", "in/c.json.gz", ".hidden/d.json"):
        (tmp_path / name).write_text("x,y\n1,2\n")
    names = [path.name for path in format.Source(tmp_path).files("*.json")]
    assert names == ["b.json", "c.json.gz"]
    assert len(format.Source([tmp_path / "a.csv", tmp_path / "in"]).files()) == 3
    one = format.Source(tmp_path / "a.csv")
    assert one.columns == ("x", "y") and one.head(3) == b"x,y" and one.is_file
    for nothing in (tmp_path / "none.csv", {"a": 1}):
        assert format.Source(nothing).head() == b""
    assert format.Source({"a": 1}).object == {"a": 1} and format.Source(tmp_path).object is None


def test_open_files_and_the_home_folder(tmp_path, monkeypatch):
    (tmp_path / "r.csv").write_text(CSV)
    expected = js.read_results(tmp_path / "r.csv", **ROLES).values.tolist()
    for opened in (io.StringIO(CSV), io.BytesIO(CSV.encode())):
        assert js.read_results(opened, **ROLES).values.tolist() == expected
    with pytest.raises(errors.ReadError, match="the open file is empty"):
        js.read_results(io.BytesIO(), **ROLES)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert js.read_results("~/r.csv", **ROLES).values.tolist() == expected


@pytest.mark.parametrize("ending", [".gz", ".zip"])
def test_compressed_files_are_seen_through(tmp_path, ending):
    frame = pd.DataFrame({"data": ["a", "a"], "by": ["A", "B"], "acc": [1, 2]})
    frame.to_csv(tmp_path / f"r.csv{ending}", index=False)
    assert format.Source(tmp_path / f"r.csv{ending}").columns == ("data", "by", "acc")
    assert js.read_results(tmp_path / f"r.csv{ending}", **ROLES).values.tolist() == [[[1, 2]]]


def test_a_source_is_called_as_it_was_given(tmp_path):
    (tmp_path / "a.csv").write_text("x\n")
    for given, name in (
        ("-", "standard input"), (io.BytesIO(), "the open file"), ({"a": 1}, "the dict"),
        ("~/a.csv", "~/a.csv"), (["a.csv"], "a.csv"), (["a.csv", "b.csv"], "a.csv and 1 more"),
        ([Path("b.csv"), "a.csv", "c.csv"], "b.csv and 2 more"),
    ):  # fmt: skip
        assert format.Source(given).name == name
    assert format.Source(["~/a.csv"]).path == Path("~/a.csv").expanduser()
    assert format.Source([]).paths == () and format.Source([]).object == []
    assert format.Source(["a", "b"]).path is None and format.Source([{"a": 1}]).paths == ()
    with pytest.raises(errors.ReadError, match=r"^a and 1 more are several files: name one\.$"):
        format.Source(["a", "b"]).content  # noqa: B018 - looked at to be refused


def test_files_in_memory_are_those_of_one_folder_or_several():
    def given(*names):
        return format.Source.of_memory(dict.fromkeys(names, b"x"))

    assert given("a.csv").path == Path("a.csv") and given("a.csv").is_file
    assert given("in/a.csv", "in/b.csv").path == Path("in") and not given("in/a.csv").is_file
    for several in (("a.csv", "b.csv"), ("in/a.csv", "b.csv"), ("in/a.csv", "out/a.csv")):
        assert given(*several).paths == tuple(map(Path, several))
    three = given("b.csv", "a.csv", "c.json")
    assert list(map(str, three.files())) == ["a.csv", "b.csv", "c.json"]
    assert list(map(str, three.files("*.csv"))) == ["a.csv", "b.csv"]


def test_what_stands_beside_a_file_is_in_its_own_folder(tmp_path):
    for name in ("a.csv", "b.csv", "in/c.csv", "d.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x\n")
    inside = map(Path, ("top/a.csv", "top/b.csv", "top/in/c.csv", "top/d.json", "b.csv"))
    held = format.Source(Path("top/a.csv"), dict.fromkeys(inside, b""))
    for source in (format.Source(tmp_path / "a.csv"), held):
        assert [one.path.name for one in source.beside("*.csv")] == ["a.csv", "b.csv"]
    assert format.Source([tmp_path / "a.csv", tmp_path / "b.csv"]).beside("*.csv") == []
    assert format.Source(tmp_path / "a.csv").parents[0] == tmp_path.name
    assert held.parents == ("top",)
    assert format.Source({"a": 1}).parents == ()


def test_the_beginning_and_the_whole_of_a_file():
    text = b"x" * 5000
    for source in (format.Source(io.BytesIO(text)), format.Source(Path("a"), {Path("a"): text})):
        assert [len(source.head()), len(source.head(3))] == [4096, 3]
        assert source.content == text
    assert format.Source(io.StringIO("ä")).content == "ä".encode()
    assert format.Source(Path("a"), {Path("a"): text}, 5000).content == text
    with pytest.raises(errors.ReadError, match=r"^a is larger than 0 MB once unpacked"):
        format.Source(Path("a"), {Path("a"): text}, 4999).content  # noqa: B018
    large = format.Source("a", None, 3 << 20)
    large.refuse_large(3 << 20)
    with pytest.raises(errors.ReadError, match=r"^a is larger than 3 MB once unpacked\.$"):
        large.refuse_large((3 << 20) + 1)
    with pytest.raises(errors.ReadError, match=r"^a is not UTF-8 text: save it as UTF-8\.$"):
        format.Source(Path("a"), {Path("a"): b"\xff"}).text()
    assert format.Source(Path("a"), {Path("a"): b"\xef\xbb\xbfa"}).text() == "a"


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (b"a,b\r\n1,2\n", ("a", "b")), (b"a;b;c,d\n", ("a", "b", "c,d")), (b"a\tb\n", ("a", "b")),
        (b'"a,b",c\n', ("a,b", "c")), (b"\xef\xbb\xbfa,b", ("a", "b")), (b"one\n", ("one",)),
        (b"", ()), (b" {\n", ()), (b"[1, 2]\n", ()), (b"a,\0b\n", ()), (b"\n1,2\n", ()),
    ],
)  # fmt: skip
def test_the_first_line_of_a_table_has_its_names(text, columns):
    assert format.Source(Path("a"), {Path("a"): text}).columns == columns
    assert format.Source(io.BytesIO(text)).columns == columns


def test_too_many_files_are_a_folder_of_something_else(tmp_path, monkeypatch):
    monkeypatch.setattr("jointstats.table.formats.format.MOST_FILES", 2)
    for name in ("a.csv", "b.csv", ".c.csv"):
        (tmp_path / name).touch()
    assert len(format.Source(tmp_path).files()) == 2
    (tmp_path / "d.csv").touch()
    with pytest.raises(errors.ReadError, match=r"is a folder of more than 2 files: name that of"):
        format.Source(tmp_path).files()


def test_broken_json_is_told_by_its_line_or_its_depth():
    def said(text):
        with pytest.raises(errors.ReadError) as caught:
            format.Source(Path("a"), {Path("a"): text}).json  # noqa: B018
        return str(caught.value)

    assert said(b'{"a": 1,\n"b"}').startswith("a is not JSON: Expecting ':' delimiter in line 2.")
    assert said(b"[" * 10**5) == "a cannot be read as JSON: it is nested too deeply."
    twice = 'a cannot be read as JSON: one of its objects names "b" twice.'
    assert said(b'{"a": 1, "b": 2, "b": 3}') == twice
    # The first of two columns makes a table, one column does not.
    assert "seems to be a table of text" in said(b"a,b\n1,2\n")
    assert said(b"a\n1\n") == "a is not JSON: Expecting value in line 1."


STUMBLES = (
    ValueError, KeyError, IndexError, TypeError, AttributeError, ZeroDivisionError, RecursionError,
    csv.Error, struct.error,
)  # fmt: skip


@pytest.mark.parametrize("name", [name for name, one in catalogue.FORMATS.items() if one.states])
def test_what_a_reader_stumbles_over_is_told_and_a_fault_of_its_own_is_shown(name):
    def read(error):
        def fails(source):
            raise error("of  this.")

        return reading.read_found(
            format.Source("a"), replace(catalogue.FORMATS[name], read=fails), {}
        )

    for error in STUMBLES:
        with pytest.raises(errors.ReadError) as caught:
            read(error)
        title, kind = catalogue.FORMATS[name].title, error.__name__
        assert str(caught.value).startswith(
            f"a is damaged, or is not a file of {title} that can be read here ({kind}: "
        )
        assert "of this" in str(caught.value) and str(caught.value).endswith(").")
    for error in (AssertionError, MemoryError, OSError, NotImplementedError):
        with pytest.raises(error):
            read(error)


@pytest.mark.parametrize(
    "options",
    [{"test_share": 0.5}, {"dataset": "data", "columns": "x", "run_kind": "cv"}, {"min_folds": 2},
     {"dataset": "data", "run_kind": "cv"}, {"dataset": "data", "rope": {"x": 1}}],
)  # fmt: skip
def test_a_file_and_its_frame_are_refused_alike(tmp_path, options):
    (tmp_path / "a.csv").write_text(CSV)
    said = []
    for read, given in ((js.read_results, tmp_path / "a.csv"),
                        (js.results_table, pd.read_csv(tmp_path / "a.csv"))):  # fmt: skip
        with pytest.raises(js.JointStatsError) as caught:
            read(given, algorithm="by", measures={"acc": "max"}, **options)
        said.append(str(caught.value))
    assert said[0] == said[1]


# --- what cannot be read --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("http://a.org/r.csv", "is an address: download it first, and name the file."),
        ("s3://bucket/r.csv", "is an address: download it first, and name the file."),
        ("https://a.org/r.parquet", "download it first"),
        ("file:///r.csv", "by its path, without file://"),
        ("r.csv.xz", "There is no file r.csv.xz."),
        ("json.csv", 'holds JSON, not a CSV table: set format="json".'),
        ("lines.csv", 'holds JSON, not a CSV table: set format="json".'),
        ("list.csv", 'holds JSON, not a CSV table: set format="json".'),
    ],
)
def test_files_that_are_no_table_are_refused_in_a_sentence(tmp_path, monkeypatch, name, said):
    monkeypatch.chdir(tmp_path)
    Path("json.csv").write_text('{\n "data": ["iris"]}')
    Path("lines.csv").write_text('{"data": "iris", "by": "A"}\n{"data": "iris", "by": "B"}')
    Path("list.csv").write_text('[\n  {"data": "iris"}]')
    with pytest.raises(errors.ReadError) as stopped:
        js.read_results(name, **ROLES)
    text = str(stopped.value)
    assert name in text and said in text and "\n" not in text


def test_folders_and_files_that_cannot_be_read(tmp_path):
    (tmp_path / "a.csv").write_text(CSV)
    assert js.read_results(tmp_path, **ROLES).n == js.read_results(tmp_path / "a.csv", **ROLES).n
    (tmp_path / "empty").mkdir()
    with pytest.raises(errors.ReadError, match="empty holds no table that is read here"):
        js.read_results(tmp_path / "empty", **ROLES)
    with pytest.raises(errors.ReadError, match=r"There is no file .*none\.csv"):
        js.read_results([tmp_path / "a.csv", tmp_path / "none.csv"])
    with pytest.raises(errors.ReadError, match=r"There is no file .*none\.csv"):
        js.read_results(tmp_path / "none.csv")
    (tmp_path / "empty.csv").touch()
    with pytest.raises(errors.ReadError, match=r"empty\.csv is empty\.$"):
        js.read_results(tmp_path / "empty.csv")
    with pytest.raises(errors.ReadError, match=r"^/ is a folder"):
        js.read_results("/")
    with pytest.raises(errors.ReadError, match="is a folder: name a file"):
        js.read_results(tmp_path, "csv", **ROLES)
    with pytest.raises(errors.OptionError, match='format must be one of "auto", "csv"'):
        js.read_results(tmp_path / "a.csv", "nope")


def test_a_place_of_a_pattern_may_have_any_name(tmp_path):
    (tmp_path / "A").mkdir()
    (tmp_path / "A" / "x.csv").write_text(CSV)
    assert js.read_results(tmp_path, pattern="{1}/x.csv", **ROLES).algorithms == ("A", "B")


def test_a_plain_table_of_which_nothing_is_said_names_its_columns(tmp_path):
    (tmp_path / "a.csv").write_text(CSV)
    with pytest.raises(errors.ColumnError, match=r"(?s)algorithm=, measures=.*read_results\("):
        js.read_results(tmp_path / "a.csv")
    with pytest.raises(errors.InvalidValueError, match="of a known format; got int"):
        js.read_results(3)


@pytest.mark.parametrize("cell", [[1], {"a": 1}, {1}, np.array([1, 2])], ids=type)
@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("data", r'"data" \(data set\) holds several values in one cell \(.*, row 2\): every row'),
        ("by", r'"by" \(algorithm\) holds several values in one cell'),
        ("acc", r'measure "acc" holds several values .* for data set "iris", algorithm "B"'),
    ],
)
def test_a_cell_of_several_values_is_refused(cell, column, said):
    frame = pd.DataFrame({"data": ["iris"] * 2, "by": ["A", "B"], "acc": [1, 2]}, dtype=object)
    frame.at[1, column] = cell
    with pytest.raises((errors.ColumnError, errors.InvalidValueError), match=said):
        js.results_table(frame, **ROLES)


@pytest.mark.parametrize(
    "options",
    [
        {"dataset": "data", "measures": {"none": "max"}},
        {"dataset": "data", "measures": {"acc": "max", "none": "min"}},
        {"measures": {"acc": "max", "none": "max"}},
        {"measures": {"none": "max"}},
        {"dataset": "data", "measures": {"acc": "max"}, "per_algorithm": {"none": "min"}},
    ],
)
def test_a_column_that_lacks_is_told_before_rows_that_are_twice(options):
    frame = pd.DataFrame({"data": ["iris"] * 3, "by": ["A", "B", "B"], "acc": [1, 2, 3]})
    with pytest.raises(errors.ColumnError, match='no column "none"'):
        js.results_table(frame, algorithm="by", **options)


def test_an_unknown_keyword_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "own.csv").write_text(CSV)
    with pytest.raises(errors.OptionError, match=r"^There is no option onyl; known: .*\bonly\b"):
        js.read_results(tmp_path / "own.csv", **ROLES, onyl=["A"])
    with pytest.raises(errors.OptionError, match=r"^metrics is for jmetal; this is read as csv\.$"):
        js.read_results(tmp_path / "own.csv", **ROLES, metrics="ways.csv")


def test_a_frame_of_another_library_is_recognised_as_well():
    polars = pytest.importorskip("polars")
    file = FILES / "tabarena" / "results.csv"
    frame = js.read_results(polars.read_csv(file))
    np.testing.assert_allclose(frame.values, js.read_results(file).values, rtol=1e-12)


def test_nothing_is_fetched(monkeypatch):
    monkeypatch.setattr("urllib.request.urlopen", lambda *_, **__: pytest.fail("fetched"))
    for form in ("auto", "csv", "parquet", "sklearn"):
        with pytest.raises(errors.ReadError, match="download it first"):
            js.read_results("https://a.org/r.csv", form, **ROLES)
