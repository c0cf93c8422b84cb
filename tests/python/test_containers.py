"""What text may hold besides separated columns is read, or refused by its name and place."""

import bz2
import json
import lzma

import pandas as pd
import pytest

import jointstats as js
from jointstats import errors

ROLES = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max"}}
WIDE = {"dataset": "data", "columns": "{measure} {algorithm}", "measures": {"acc": "max"}}
ROWS = [("iris", "A", 0.91), ("iris", "B", 0.93), ("wine", "A", 0.8), ("wine", "B", 0.75)]
CSV = "data,method,acc\n" + "".join(f"{d},{m},{x}\n" for d, m, x in ROWS)


@pytest.fixture
def read(tmp_path):
    def of(content, name="results.csv", **roles):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return js.read_results(path, **(roles or ROLES))

    return of


def the_table(table, *notes):
    assert (table.datasets, table.algorithms) == (("iris", "wine"), ("A", "B"))
    assert table.values[:, 0, :].tolist() == [[0.91, 0.93], [0.8, 0.75]]
    assert [str(note).split(", line")[0] for note in table.notes] == [*notes]


def test_a_table_in_markdown(read):
    lines = ["# Results", "", "| data | method | acc |", "|:-----|--------|----:|"]
    lines += [f"| {d} | `{m}` | **{x}** |" for d, m, x in ROWS]
    the_table(read("\n".join([*lines, "", "That is all."]), "results.md"))
    the_table(read("data | method | acc\n---|---|---\n" + CSV.split("\n", 1)[1].replace(",", "|")))
    with pytest.raises(errors.ReadError, match="line 5 has 2 cells, the head 3"):
        read("\n".join([*lines[:4], "| iris | A |"]), "results.md")
    with pytest.raises(errors.ReadError, match=r"has 2 tables \(lines 3 and 11\): keep one"):
        read("\n".join([*lines, "", "", *lines[2:]]), "results.md")


def test_attribute_relation_files(read):
    head = "% of WEKA\n@relation results\n@attribute data {iris,wine}\n@attribute method {A,B}\n"
    head += "@attribute acc numeric\n@data\n"
    the_table(read(head + CSV.split("\n", 1)[1], "results.arff"))
    with pytest.raises(errors.ReadError, match="is not an ARFF table that SciPy reads: String"):
        read(head.replace("{A,B}", "string") + "iris,A,0.9\n", "results.arff")


def test_comments_before_the_head(read):
    said = 'Line 1 is a comment ("# made on Monday, at noon") and left out.'
    the_table(read("# made on Monday, at noon\n" + CSV), said)
    two = 'Lines 1 to 2 are comments ("# a") and left out.'
    the_table(read("# a\n#\n" + CSV), two)
    the_table(read("#" + CSV, dataset="#data", algorithm="method", measures={"acc": "max"}))
    with pytest.raises(errors.ReadError, match="Expected 3 fields in line 4, saw 4"):
        read("# a\n" + CSV.replace("0.93", "0.93,1"))


def test_blanks_after_separators_are_for_people(read):
    lines = [f'"{d}",   "{m}",  {x}' for d, m, x in ROWS]
    the_table(read("\n".join(["data,   method,  acc", *lines])))


@pytest.mark.parametrize(
    "head",
    [
        "data,acc,,time,\n,A,B,A,B\n",
        ",acc,acc,time,time\ndata,A,B,A,B\n",
        ",acc,acc,time,time\nmethod,A,B,A,B\ndata,,,,\n",
    ],
)
def test_two_rows_of_heads_are_measure_and_algorithm(read, tmp_path, head):
    rows = "iris,0.91,0.93,1,2\nwine,0.8,0.75,3,4\n"
    said = 'The first rows are heads, which are joined, such as "acc A".'
    the_table(read(head + rows, **WIDE), said)
    cells = [line.split(",") for line in (head + rows).strip().split("\n")]
    frame = pd.DataFrame([[float(x) if x[:1].isdigit() else x for x in row] for row in cells])
    frame.to_excel(tmp_path / "results.xlsx", header=False, index=False)
    the_table(js.read_results(tmp_path / "results.xlsx", **WIDE), said)


def test_a_second_row_of_results_is_no_head(read):
    text = "data,,acc\niris,A,0.91\niris,B,0.93\n"
    with pytest.raises(errors.ColumnError):
        read(text)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_spreadsheets_save_unicode_text_as_utf_16(read, encoding):
    bom = "" if encoding == "utf-16" else "\ufeff"
    content = (bom + CSV.replace(",", "\t")).encode(encoding)
    table = read(content, "results.tsv")
    the_table(table, str(table.notes[0]))
    assert "is read as UTF-16" in str(table.notes[0])


def test_what_xz_and_bzip2_packed(read):
    the_table(read(lzma.compress(CSV.encode()), "results.csv.xz"))
    the_table(read(bz2.compress(CSV.encode()), "results.csv.bz2"))
    for name in ("results.csv.xz", "results.csv.bz2"):
        with pytest.raises(errors.ReadError, match=r"results\.csv\.\w+ cannot be read: "):
            read(b"no such file" * 9, name)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("t.tex", "\\begin{tabular}{lr}\nA & 0.9 \\\\\n\\end{tabular}", r"holds LaTeX \(line 1\)"),
        ("t.csv", "A & 0.9 \\\\\nB & 0.8 \\\\\n", r"holds LaTeX \(line 1\)"),
        ("t.yaml", "iris:\n  A: 0.9\n", "is YAML, which is not read here: save it as JSON"),
        ("t.csv", "- data: iris\n  acc: 0.9\n", "is YAML, which is not read here: save it as JSON"),
        ("t.csv", '"Step","a - acc","a - acc__MIN"\n1,0.1,0.1\n', 'column "a - acc__MIN"'),
    ],
)
def test_what_no_reader_takes_is_refused_by_its_name(read, name, content, said):
    with pytest.raises(errors.ReadError, match=said):
        read(content, name)


def test_points_between_thousands_in_one_column_of_a_measure(read):
    rows = "".join(
        f"I{i};{a};{b}\n" for i, a, b in ((1, "26,44", "7,02"), (2, "1.204,50", "53,26"))
    )
    table = read(
        "data;Zeit Alt;Zeit Neu\n" + rows,
        format="csv2", dataset="data", columns="{measure} {algorithm}", measures={"Zeit": "min"},
    )  # fmt: skip
    assert table.values[:, 0, :].tolist() == [[26.44, 7.02], [1204.5, 53.26]]
    assert '"1.204,50" is read as 1204.5' in str(table.notes[0])


def test_results_by_two_names_may_be_nested_either_way(read):
    by_data = {d: {m: x for e, m, x in ROWS if e == d} for d in ("iris", "wine")}
    by_model = {m: {d: x for d, k, x in ROWS if k == m} for m in "AB"}
    for nested, dataset, algorithm in ((by_data, "outer", "inner"), (by_model, "inner", "outer")):
        roles = {"dataset": dataset, "algorithm": algorithm, "measures": {"value": "max"}}
        the_table(read(json.dumps(nested), "r.json", **roles))
        the_table(js.read_results(nested, **roles))
        deeper = {o: {i: {"acc": x} for i, x in cells.items()} for o, cells in nested.items()}
        the_table(js.read_results(deeper, **{**roles, "measures": {"acc": "max"}}))


def test_a_mean_with_its_spread_is_refused_with_the_place(read):
    with pytest.raises(
        errors.InvalidValueError, match=r'"1\.5 ± 0\.2"\) \(for data set "iris", al'
    ):
        read("data,A,B\niris,1.5 ± 0.2,1.4 ± 0.1\n", dataset="data", columns="{algorithm}",
             measures={"return": "max"})  # fmt: skip
