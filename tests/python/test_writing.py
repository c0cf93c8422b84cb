"""Tables as CSV and Parquet: what is written is what the result says, in types that stay."""

import csv
import io
import math
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
from pyarrow import parquet

import jointstats as js
from jointstats.base import rows
from jointstats.base.files import typed_frame


@pytest.fixture(scope="module")
def weka():
    return js.load_dataset("weka").select(measures=["accuracy", "rmse"])


@pytest.fixture(scope="module")
def separate(weka):
    return js.sign_test(weka)


@pytest.fixture(scope="module")
def comparison(weka):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return js.compare_algorithms(weka.select(algorithms=list(weka.algorithms[:3])))


def test_csv_has_every_number_with_all_its_digits(separate):
    read = list(csv.DictReader(io.StringIO(separate.to_csv())))
    assert len(read) == len(separate.tests)
    assert list(read[0]) == list(separate.to_frame().columns)
    for line, row in zip(read, separate.tests, strict=True):
        assert (line["a"], line["b"], line["measure"]) == (row.a, row.b, row.measure)
        assert float(line["p_adjusted"]) == row.p_adjusted  # to the last bit
        assert float(line["median_difference"]) == row.median_difference
        assert line["wins_a"] == str(row.wins_a)


@pytest.mark.parametrize("what", ["pairs", "board"])
def test_counts_stay_whole_and_unknown_cells_are_empty(comparison, what):
    """pandas makes 3.0 of a 3 that has an unknown neighbour."""
    table = comparison.table(what)
    read = list(csv.DictReader(io.StringIO(comparison.to_csv(what=what))))
    whole = [one.name for one in table.columns if one.kind is rows.Kind.WHOLE]
    flags = [one.name for one in table.columns if one.kind is rows.Kind.FLAG]
    assert whole
    assert bool(flags) == (what == "board")
    for name, cells in zip((c.name for c in table.columns), table.values, strict=True):
        for line, cell in zip(read, cells, strict=True):
            if cell is None or (isinstance(cell, float) and math.isnan(cell)):
                assert line[name] == ""
            elif name in whole:
                assert line[name] == str(int(cell))
            elif name in flags:
                assert line[name] == str(bool(cell)).upper()


def test_a_file_is_written_and_nothing_returned(separate, tmp_path):
    path = tmp_path / "tests.csv"
    assert separate.to_csv(path) is None
    assert path.read_bytes() == separate.to_csv().encode()
    assert b"\r" not in path.read_bytes()


def test_parquet_and_csv_say_the_same(comparison, tmp_path):
    path = tmp_path / "pairs.parquet"
    comparison.to_parquet(path)
    again = pd.read_csv(io.StringIO(comparison.to_csv()))
    stored = pd.read_parquet(path).replace("", None)  # CSV cannot tell an empty text from none
    assert list(stored.columns) == list(again.columns)
    for name in again:
        assert (stored[name].isna() == again[name].isna()).all(), name
        known = again[name].notna()
        if again[name].dtype == float:
            assert stored[name][known].tolist() == pytest.approx(again[name][known].tolist())
        else:
            assert stored[name][known].tolist() == again[name][known].tolist()


def test_types_follow_from_the_declarations_also_where_all_is_unknown(comparison, tmp_path):
    table = comparison.table()
    comparison.to_parquet(tmp_path / "pairs.parquet")
    schema = parquet.read_schema(tmp_path / "pairs.parquet")
    arrow = {rows.Kind.NAME: "large_string", rows.Kind.TEXT: "large_string", rows.Kind.FLAG: "bool"}
    arrow |= {rows.Kind.WHOLE: "int64"}
    for one in table.columns:
        said = str(schema.field(one.name).type).replace("large_", "")
        assert said == arrow.get(one.kind, "double").replace("large_", ""), one.name
    unknown = typed_frame(js.base.rows.Table(table.columns, ((None,),) * len(table.columns)))
    assert list(unknown.dtypes) == list(typed_frame(table).dtypes)


def test_a_comparison_writes_each_of_its_frames(comparison):
    for what in ("pairs", "board"):
        header = comparison.to_csv(what=what).splitlines()[0].split(",")
        assert header == list(comparison.to_frame(what).columns)
    with pytest.raises(js.errors.OptionError, match="what must be one of"):
        comparison.to_csv(what="leagues")


def test_the_table_itself_is_read_back_as_it_was(weka, tmp_path):
    weka.to_csv(tmp_path / "weka.csv")
    weka.to_parquet(tmp_path / "weka.parquet")
    for name in ("weka.csv", "weka.parquet"):
        again = js.read_results(
            tmp_path / name, dataset="dataset", algorithm="algorithm", measures=weka.measures
        )
        assert (again.datasets, again.algorithms) == (weka.datasets, weka.algorithms)
        assert np.array_equal(again.values, weka.values)


def test_counts_are_written_too(weka):
    counts = js.statement_counts(weka.select(algorithms=list(weka.algorithms[:2])))
    read = list(csv.DictReader(io.StringIO(counts.to_csv())))
    assert sum(float(line["count"]) for line in read) == counts.n
    assert list(read[0]) == [*counts.measures, "count"]


def test_commas_and_quotes_in_names_survive():
    table = js.results_table(
        {'A, "large"': [[1.0], [2.0]], "B": [[2.0], [3.0]]}, measures={"acc": "max"}
    )
    read = list(csv.DictReader(io.StringIO(js.sign_test(table).to_csv())))
    assert {read[0]["a"], read[0]["b"]} == {'A, "large"', "B"}


def test_without_pyarrow_a_sentence_names_the_extra(separate, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(js.errors.MissingExtraError, match=r"Writing Parquet needs pyarrow: .*parq"):
        separate.to_parquet(tmp_path / "x.parquet")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_is_not_there_is_an_error_with_its_name(separate, tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        separate.to_csv(tmp_path / "nowhere" / "x.csv")


def test_csv_needs_no_pyarrow():
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "import jointstats as js\n"
        "print(js.sign_test(js.load_dataset('example1')).to_csv()[:9])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "a,b,measu\n"
