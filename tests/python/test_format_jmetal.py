"""Quality indicators as jMetalPy writes them, and the directions that SAES asks for."""

import csv
import io
from pathlib import Path

import numpy as np
import pytest

import jointstats as js
from jointstats.table.formats import catalogue, format

FORMAT = catalogue.FORMATS["jmetal"]

FOLDER = Path(__file__).parent / "formats" / "jmetal"
SUMMARY, METRICS = FOLDER / "QualityIndicatorSummary.csv", FOLDER / "metrics.csv"
HV = "Hypervolume quality indicator"


def values(indicator, algorithm, problem):
    with SUMMARY.open(newline="") as file:
        return [
            float(line["IndicatorValue"])
            for line in csv.DictReader(file)
            if (line["IndicatorName"], line["Algorithm"], line["Problem"])
            == (indicator, algorithm, problem)
        ]


def test_indicators_are_measures_and_executions_independent_runs():
    table = js.read_results(SUMMARY, measures={HV: "max", "Time": "min"})
    assert table.algorithms == ("NSGAII", "RandomSearch")
    assert set(table.datasets) == {"ZDT1", "ZDT2"}
    assert table.all_runs.kind == "independent"
    for i, problem in enumerate(table.datasets):
        for j, algorithm in enumerate(table.algorithms):
            for k, name in enumerate((HV, "Time")):
                own = values(name, algorithm, problem)
                assert len(own) == 3
                assert table.values[i, k, j] == pytest.approx(np.mean(own))


def test_the_summary_states_no_direction_and_the_error_says_how():
    with pytest.raises(js.errors.DirectionError) as error:
        js.read_results(SUMMARY)
    assert HV in str(error.value)
    assert 'measures={"Time": "max"}' in str(error.value)


def test_directions_are_taken_from_the_file_that_states_them():
    table = js.read_results(SUMMARY, metrics=METRICS)
    assert table.measures == {"Time": "min", HV: "max"}
    both = js.read_results([SUMMARY, METRICS])
    assert both.measures == table.measures
    assert (both.values == table.values).all()


def test_a_missing_execution_is_missing(tmp_path):
    lines = SUMMARY.read_text().splitlines(keepends=True)
    (tmp_path / "x.csv").write_text("".join(lines[:-1]))
    with pytest.raises(js.errors.MissingValuesError, match="RandomSearch"):
        js.read_results(tmp_path / "x.csv", metrics=METRICS)


# --- Small files in memory ------------------------------------------------------------------------

HEAD = "Algorithm,Problem,ExecutionId,IndicatorName,IndicatorValue\n"


def read(*lines, head=HEAD, **files):
    held = {"in/s.csv": head + "\n".join(lines)} | {f"in/{k}.csv": v for k, v in files.items()}
    return FORMAT.read(
        format.Source.of_memory({name: text.encode() for name, text in held.items()})
    )


def test_each_indicator_is_a_column_in_the_sequence_of_the_file():
    found = read("B,q,1,HV,5", "B,q,1,EP,6", "A,p,1,HV,1", "A,p,1,EP,2", "B,p,1,HV,3")
    assert list(found.frame) == ["Problem", "Algorithm", "ExecutionId", "HV", "EP"]
    assert found.frame["Problem"].tolist() == ["q", "p", "p"]
    assert found.frame["HV"].tolist() == ["5", "1", "3"]
    assert found.frame["EP"].tolist()[:2] == ["6", "2"]
    assert found.roles == {"dataset": "Problem", "algorithm": "Algorithm", "measures": {}}
    assert found.undirected == ("HV", "EP") and found.notes == ()
    runs = read("A,p,1,HV,1", "A,p,2,HV,2").roles
    assert (runs["runs"], runs["run_kind"]) == ("ExecutionId", "independent")
    with pytest.raises(js.errors.DuplicateRowsError, match='of "HV" of "A" on "p" in execution 2:'):
        read("A,p,1,HV,1", "A,p,2,HV,2", "A,p,2,HV,3")


def test_directions_beside_the_summary_and_what_is_neither():
    ways = "MetricName,Maximize\nHV,TRUE\nEP,false\nX,true\n"
    found = read("A,p,1,HV,1", "A,p,1,EP,1", "A,p,1,T,1", m=ways)
    assert found.roles["measures"] == {"HV": "max", "EP": "min"} and found.undirected == ("T",)
    assert found.notes == ()
    one = "1 CSV file of the folder is left out: no summary of jMetal."
    assert read("A,p,1,HV,1", m=ways, x="a,b\n").notes == (one,)
    two = "2 CSV files of the folder are left out: no summaries of jMetal."
    assert read("A,p,1,HV,1", m=ways, x="a,b\n", y="a,b\n").notes == (two,)
    # The file that is named goes before those beside.
    source = format.Source.of_memory({"in/s.csv": (HEAD + "A,p,1,HV,1\n").encode(),
                               "in/m.csv": b"MetricName,Maximize\nHV,true\n"})  # fmt: skip
    own = io.BytesIO(b"MetricName,Maximize\nHV,false\n")
    assert FORMAT.read(source, metrics=own).roles["measures"] == {"HV": "min"}


def test_blanks_around_cells_do_not_count_and_directions_are_words():
    blanks = read(" A , p , 1 , HV , 1 ", head=HEAD.replace(",", " , "))
    assert blanks.frame.iloc[0].tolist() == ["p", "A", "1", "1"]
    with pytest.raises(js.errors.ReadError, match="does not state directions: metrics"):
        js.read_results(SUMMARY, metrics=SUMMARY)
    with pytest.raises(js.errors.ReadError, match=r'Maximize of "EP" must be True or False; got'):
        read("A,p,1,HV,1", m="MetricName,Maximize\nHV,true\nEP,no\nX,perhaps\n")
