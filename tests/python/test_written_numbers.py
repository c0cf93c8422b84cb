"""Percent signs, decimal commas, thousands and Windows-1252: read alike wherever they come in."""

import csv
import io
import json
import math

import numpy as np
import pandas as pd
import pytest
from windows import ask

import jointstats as js
from jointstats.interfaces.app import desk as app_desk
from jointstats.interfaces.cli import main
from jointstats.table import columns, written
from jointstats.table.formats import opening

ROLES = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max", "secs": "min"}}
WORDS = ["--dataset", "data", "--algorithm", "method", "--max", "acc", "--min", "secs"]
PERCENT = (
    'The measure "acc" is written with percent signs and decimal commas: "91,5 %" is read as 91.5.'
)
SECONDS = (
    'The measure "secs" is written with decimal commas and points between thousands: "1.204,50" '
    "is read as 1204.5."
)
TEXT = [
    ["data", "method", "acc", "secs", "größe", "kept"],
    *(
        [f"d{i}", name, f"{i + 1}{tenth} %", seconds, f"{i},204", "good"]
        for i in range(8)
        for name, tenth, seconds in (("A", "1,5", "1.204,50"), ("B", "2,25", "950"))
    ),
]
TEXT[1][2] = "91,5 %"
PLAIN = np.array([[[(91.5 if not i else 10 * i + 11.5), 10 * i + 12.25], [1204.5, 950]]
                  for i in range(8)])  # fmt: skip


def of_commas(encoding="utf-8"):
    made = io.StringIO()
    csv.writer(made).writerows(TEXT)
    return made.getvalue().encode(encoding)


def of_semicolons(encoding="utf-8"):
    return "".join(";".join(row) + "\n" for row in TEXT).encode(encoding)


def read(cells):
    return columns.read_written(pd.Series(cells, dtype=object))


@pytest.mark.parametrize(
    ("cells", "values", "how"),
    [
        (["94,7 %", "95,0 %", "NA"], [94.7, 95, math.nan], "percent signs and decimal commas"),
        (["94.7%", "8\u00a0%"], [94.7, 8], "percent signs"),
        (["1.204,50", "3"], [1204.5, 3], "decimal commas and points between thousands"),
        (["1,204.50", "950"], [1204.5, 950], "commas between thousands"),
        (["1,234,567.8", "0.5"], [1234567.8, 0.5], "commas between thousands"),
        (["1,234,567", "12"], [1234567, 12], "commas between thousands"),
        (["1.234.567", "12"], [1234567, 12], "points between thousands"),
        (["1,204", "12,5"], [1.204, 12.5], "decimal commas"),
        (["1,204", "0,512"], [1.204, 0.512], "decimal commas"),  # no thousands begin with 0
        (["1.204", "12,5"], [1204, 12.5], "decimal commas and points between thousands"),
        (["-0,5", "+,25", "2,5e-4"], [-0.5, 0.25, 0.00025], "decimal commas"),
        ([3, "1,5"], [3, 1.5], "decimal commas"),
        ([1204.5, "1,204.5"], [1204.5, 1204.5], "commas between thousands"),
        (["1.204", "3.5"], [1.204, 3.5], ""),
    ],
)
def test_a_column_that_tells_how_it_is_written_is_read(cells, values, how):
    found = read(cells)
    np.testing.assert_array_equal(found.values, values)
    assert (found.how, found.doubt, found.odd.any()) == (how, "", False)


@pytest.mark.parametrize(
    ("cells", "doubt"),
    [
        (["1,204", "3,500"], '"1,204" may be 1.204 or 1204'),
        (["2", "1,000"], '"1,000" may be 1 or 1000'),
        (["1.5", "1,5"], '"1.5" has a decimal point, "1,5" a decimal comma'),
        ([1.204, "1,5"], '"1.204" has a decimal point, "1,5" a decimal comma'),
        (["1.204,50", "1,204.50"], '"1,204.50" has a decimal point, "1.204,50" a decimal comma'),
        (["94,7 %", "0,947"], 'some cells have a percent sign ("94,7 %"), others have none '
         '("0,947")'),
        ([0.947, "94.7%"], 'some cells have a percent sign ("94.7%"), others have none ("0.947")'),
    ],
)  # fmt: skip
def test_a_column_that_may_be_read_in_two_ways_is_refused_with_the_cure(cells, doubt):
    found = read(cells)
    assert (found.doubt, found.how) == (doubt, "") and found.odd.any()
    with pytest.raises(js.errors.InvalidValueError) as caught:
        columns.numbers(pd.Series(cells, dtype=object), "acc", lambda i: f"in row {i + 1}")
    said = str(caught.value)
    assert said.startswith(f'The measure "acc" cannot be read, because {doubt} (in row ')
    assert said.endswith((" or none.", "Decimals need a point, and thousands no comma."))


def test_what_is_no_number_is_named_and_not_what_is_read():
    found = read(["1,5", "crashed", "2,25", None])
    assert found.odd.tolist() == [False, True, False, False]
    assert found.values[[0, 2]].tolist() == [1.5, 2.25]
    with pytest.raises(js.errors.InvalidValueError, match=r'holds the text "crashed" in 1'):
        columns.numbers(pd.Series(["1,5", "crashed"]), "acc", lambda i: f"in {i}")
    assert read(["1,23,4", "x %", "% 5"]).odd.all()


def test_decimal_commas_of_a_format_are_no_thousands_and_marks_of_thousands_are_left():
    def points(*cells):
        return written.with_points(np.array(cells, dtype=object)).tolist()

    assert points("1,204", "3,500", "a,b", None) == ["1.204", "3.500", "a,b", None]
    assert points("94,7 %", "0.5") == ["94.7 %", "0.5"]
    for left in (("1.204,50", "1,5"), ("1,204.50", "1,5"), ("1.204", "1,5")):
        assert points(*left) == list(left)


def test_decimal_commas_of_one_column_tell_that_points_of_another_stand_between_thousands(tmp_path):
    def second_of(first, *cells):
        lines = [f"d{i};{a};{first};{cell}" for i, cell in enumerate(cells) for a in "AB"]
        (tmp_path / "r.csv").write_text("\n".join(["data;method;acc;secs", *lines, ""]))
        table = js.read_results(tmp_path / "r.csv", format="csv2", **ROLES)
        return table.values[:, 1, 0].tolist(), [str(note) for note in table.notes]

    said = (
        'The column "secs" is written with decimal commas and points between thousands: '
        '"1.204" is read as 1204.'
    )
    assert second_of("91,5", "1.204", "950") == ([1204, 950], [said])
    assert second_of("91,5 %", "1.204", "950")[0] == [1204, 950]
    assert second_of("0.915", "1.204", "950") == ([1.204, 950], [])
    assert second_of("91,5", "1.204", "9.5") == ([1.204, 9.5], [])
    assert second_of("915", "1.204", "950") == ([1.204, 950], [])  # as everywhere
    made, _ = written.all_with_points(
        [np.array(["1,5"]), np.array(["1.204", "v2"]), np.array([None])]
    )
    assert [cells.tolist() for cells in made] == [["1.5"], ["1.204", "v2"], [None]]


def expected(table):
    assert (table.algorithms, table.datasets) == (("A", "B"), tuple(f"d{i}" for i in range(8)))
    np.testing.assert_allclose(table.values, PLAIN, rtol=1e-15)


def test_python_reads_frames_and_files_and_says_how(tmp_path):
    frame = pd.DataFrame(TEXT[1:], columns=TEXT[0])
    table = js.results_table(frame, **ROLES)
    expected(table)
    assert [str(one) for one in table.notes] == [PERCENT, SECONDS]
    (tmp_path / "r.csv").write_bytes(of_commas())
    made = js.read_results(tmp_path / "r.csv", **ROLES)
    expected(made)
    assert made.notes == table.notes and PERCENT in repr(made)
    with pytest.warns(js.errors.JointStatsWarning) as caught:
        result = js.sign_test(made)
    assert [str(one.message) for one in caught][:2] == [PERCENT, SECONDS]
    assert result.warnings[:2] == (PERCENT, SECONDS)


def test_all_columns_of_a_measure_are_written_alike():
    wide = pd.DataFrame({"A": ["94,7 %", "90 %"], "B": ["93,1 %", "89 %"]}, index=["x", "y"])
    table = js.results_table(wide, measures={"acc": "max"})
    assert table.values.tolist() == [[[94.7, 93.1]], [[90, 89]]] and len(table.notes) == 1
    matrices = {name: wide[name].to_numpy()[:, None] for name in wide}
    both = js.results_table(matrices, measures={"acc": "max"})
    assert (both.values == table.values).all() and both.notes == table.notes
    board = wide.T.rename_axis("model").reset_index()
    named = {"algorithm": "model", "measures": {"acc": "max"}, "columns": "{dataset}"}
    made = js.results_table(board, **named)
    assert (made.values == table.values).all() and made.notes == table.notes
    wide["B"] = [0.931, 0.89]
    with pytest.raises(js.errors.InvalidValueError, match=r'percent sign \("94,7 %"\), others'):
        js.results_table(wide, measures={"acc": "max"})
    # The first data set alone could be in thousands; the second tells.
    board = pd.DataFrame({"model": ["A", "B"], "x": ["1,204", "3,500"], "y": ["1,5", "2,5"]})
    values = js.results_table(board, **named).values
    assert values.tolist() == [[[1.204, 3.5]], [[1.5, 2.5]]]


def test_properties_and_runs_are_read_alike_and_noted_once():
    frame = pd.DataFrame({"data": [*"xxyy"] * 2, "method": [*"ABAB"] * 2, "run": [*"11112222"],
                          "acc": ["1,5", "2,5"] * 4, "price": ["1.204,50", "3"] * 4})  # fmt: skip
    table = js.results_table(
        frame, dataset="data", algorithm="method", measures={"acc": "max"}, runs="run",
        run_kind="independent", per_algorithm={"price": "min"},
    )  # fmt: skip
    assert table.properties["price"].values == {"A": 1204.5, "B": 3}
    assert len(table.notes) == 2 and table.values[0].tolist() == [[1.5, 2.5]]


@pytest.mark.parametrize("semicolons", [False, True])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_shell_and_page_read_the_same_and_say_so(tmp_path, capsys, semicolons, encoding):
    data = (of_semicolons if semicolons else of_commas)(encoding)
    (tmp_path / "r.csv").write_bytes(data)
    form = ["--format", "csv2"] if semicolons else []
    assert main(["compare", str(tmp_path / "r.csv"), *WORDS, *form, "--json"]) == 0
    out, err = capsys.readouterr()
    plain = js.results_table(
        {name: PLAIN[:, :, i] for i, name in enumerate("AB")}, measures=ROLES["measures"]
    )
    verdict = js.compare_algorithms(plain).verdict
    assert json.loads(out)["verdict"] == verdict
    # Of a file with decimal commas these are no news.
    notes = [PERCENT.replace(" and decimal commas", "").replace('91,5 %"', '91.5 %"')
             if semicolons else PERCENT,
             SECONDS.replace("measure", "column") if semicolons else SECONDS]  # fmt: skip
    windows = 'r.csv is not UTF-8 text, and is read as Windows-1252, such as "größe": if letters '
    said = f"{out} {err}".replace('\\"', '"')
    assert all(note in said for note in notes)
    assert (windows in said) == (encoding == "cp1252")
    desk = app_desk.Desk()
    opened = ask(desk, data, ask="open", file="r.csv")["table"]
    columns_of_page = [note.replace('The measure "acc"', "The column “acc”") for note in notes]
    assert columns_of_page[0] in opened["problems"]
    assert any(windows in one for one in opened["problems"]) == (encoding == "cp1252")
    asked = {"ask": "compare", "roles": ROLES | {"layout": "long"}}
    answer = ask(desk, **asked)["answer"]
    assert answer["verdict"] == verdict
    assert all(note in answer["cautions"] for note in notes)
    assert any(windows in one for one in answer["cautions"]) == (encoding == "cp1252")


def test_the_page_names_every_column_that_can_be_no_measure_with_the_reason():
    text = "data,method,acc,secs,kept,none\n" + "".join(
        f'd{i},{name},"9{i},5 %","{i + 1},204",good,\n' for i in range(4) for name in "AB"
    )
    asked = json.dumps({"ask": "open", "file": "r.csv"})
    table = json.loads(app_desk.Desk().answer(asked, text.encode()))["table"]
    kinds = {one["name"]: (one["kind"], one.get("why")) for one in table["columns"]}
    assert kinds == {
        "data": ("text", "text, such as “d0”"),
        "method": ("text", "text, such as “A”"),
        "acc": ("number", None),
        "secs": ("text", '"1,204" may be 1.204 or 1204'),
        "kept": ("text", "text, such as “good”"),
        "none": ("empty", "empty"),
    }
    assert (
        'The column “secs” is not a measure, because "1,204" may be 1.204 or 1204. Decimals need a '
        "point, and thousands no comma."
    ) in table["problems"]


def test_what_is_neither_utf8_nor_windows_is_refused(tmp_path):
    example = opening.windows_example
    assert example("größe;1".encode("cp1252")) == "größe"
    assert example("94,7\u00a0%".encode("cp1252")) == "7\u00a0%"
    for content in (b"\xff\xfea\x00", b"a\x81b", "größe".encode() + b"\xfc", b"plain"):
        assert example(content) is None
    (tmp_path / "r.csv").write_bytes(of_commas("utf-8") + b"d9,\xfc,1,2,3,4\n")  # mixed
    with pytest.raises(js.errors.ReadError, match=r"is not UTF-8 text: save it as UTF-8\.$"):
        js.read_results(tmp_path / "r.csv", **ROLES)
    assert opening.beginning("größe".encode()[:3]) == "gr"
    assert opening.beginning("größe".encode("cp1252")) == "größe"
    (tmp_path / "r.csv").write_bytes(of_commas("cp1252"))
    with pytest.raises(js.errors.ColumnError, match='"größe"'):
        js.read_results(tmp_path / "r.csv", **ROLES | {"algorithm": None})
