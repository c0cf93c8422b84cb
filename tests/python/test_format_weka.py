"""Result files of the WEKA Experimenter, made by WEKA itself."""

import csv
from collections import defaultdict
from pathlib import Path

import pytest

import jointstats as js
from jointstats.table.formats import catalogue, format

FORMAT = catalogue.FORMATS["weka"]

FILE = Path(__file__).parent / "formats" / "weka" / "experiment.csv"
MEASURES = {"Percent_correct": "max", "UserCPU_Time_training": "min"}


def lines():
    """An independent look: WEKA's quotes are read by hand."""
    with FILE.open(newline="") as file:
        return list(csv.DictReader(file, quotechar="'", escapechar="\\"))


def test_each_result_is_the_mean_of_the_runs_in_the_file():
    table = js.read_results(FILE, measures=MEASURES)
    assert table.datasets == ("contact-lenses", "labor-neg-data", "iris")
    assert table.algorithms == ("ZeroR", "NaiveBayes", "J48 -C 0.25 -M 2", "J48 -U -M 2", "IBk")
    own = defaultdict(list)
    for line in lines():
        key = (line["Key_Dataset"], line["Key_Scheme"], line["Key_Scheme_options"])
        own[key].append([float(line[name]) for name in MEASURES])
    schemes = {
        "ZeroR": ("weka.classifiers.rules.ZeroR", ""),
        "J48 -U -M 2": ("weka.classifiers.trees.J48", "-U -M 2"),
        "J48 -C 0.25 -M 2": ("weka.classifiers.trees.J48", "-C 0.25 -M 2"),
    }
    for i, dataset in enumerate(table.datasets):
        for name, (scheme, options) in schemes.items():
            rows = own[dataset, scheme, options]
            assert len(rows) == 6
            means = [sum(column) / 6 for column in zip(*rows, strict=True)]
            assert table.values[i, :, table.algorithms.index(name)] == pytest.approx(means)


def test_weka_states_no_direction_and_the_error_says_how():
    with pytest.raises(js.errors.DirectionError) as error:
        js.read_results(FILE)
    said = str(error.value)
    assert said.startswith("The WEKA Experimenter does not state whether higher or lower is better")
    assert 'measures={"Percent_correct": "max"}' in said
    with pytest.raises(js.errors.DirectionError, match="UserCPU_Time_training"):
        js.read_results(FILE, measures=["UserCPU_Time_training"])


def test_a_cell_that_weka_left_open_is_missing():
    with pytest.raises(js.errors.MissingValuesError):  # a naive Bayes has no tree
        js.read_results(FILE, measures={"measureTreeSize": "min"})
    trees = js.read_results(
        FILE, measures={"measureTreeSize": "min"}, only=["J48 -C 0.25 -M 2", "J48 -U -M 2"]
    )
    assert trees.n == 3


def test_several_files_are_one_experiment(tmp_path):
    text = FILE.read_text().splitlines(keepends=True)
    (tmp_path / "a.csv").write_text("".join(text[:46]))
    (tmp_path / "b.csv").write_text(text[0] + "".join(text[46:]))
    whole, parts = (js.read_results(one, measures=MEASURES) for one in (FILE, tmp_path))
    assert whole.algorithms == parts.algorithms
    assert (whole.values == parts.values).all()


def test_a_file_that_was_cut_is_refused_in_a_sentence(tmp_path):
    cut = FILE.read_text()[:3000]
    (tmp_path / "cut.csv").write_text(cut)
    with pytest.raises(js.errors.ReadError, match=r"is broken: row \d+ has \d+ cells"):
        js.read_results(tmp_path / "cut.csv", measures=MEASURES)


def test_a_file_that_was_saved_with_semicolons_says_so(tmp_path):
    (tmp_path / "saved.csv").write_text(FILE.read_text().replace(",", ";"))
    with pytest.raises(js.errors.ReadError, match="separated by semicolons"):
        js.read_results(tmp_path / "saved.csv", measures=MEASURES)


# --- Small files in memory ------------------------------------------------------------------------

COLUMNS = ["Key_Dataset", "Key_Run", "Key_Fold", "Key_Scheme", "Key_Scheme_options", "Date_time",
           "Number_of_training_instances", "Number_of_testing_instances", "Percent_correct",
           "Summary"]  # fmt: skip


def read(*rows, columns=COLUMNS):
    """What is found of an experiment; a row may say some of its cells."""
    known = dict(zip(COLUMNS, ["iris", "1", "1", "weka.classifiers.A", "''", "1", "90", "10",
                               "50.0", "text"], strict=True))  # fmt: skip
    lines = [",".join(columns)]
    lines += [",".join((known | row)[name] for name in columns) for row in rows]
    return FORMAT.read(format.Source.of_memory({"a.csv": "\n".join(lines).encode()}))


def names(*pairs):
    """The names of schemes, each with its options."""
    rows = [{"Key_Scheme": f"weka.classifiers.{path}", "Key_Scheme_options": f"'{options}'"}
            for path, options in pairs]  # fmt: skip
    return read(*rows).frame["Scheme"].tolist()


def test_a_scheme_is_called_by_as_much_as_tells_it_apart():
    assert names(("trees.J48", "-U"), ("rules.ZeroR", "")) == ["J48", "ZeroR"]
    assert names(("trees.J48", "-U"), ("trees.J48", "-C 1")) == ["J48 -U", "J48 -C 1"]
    assert names(("trees.J48", ""), ("trees.J48", " -C 1 "), ("rules.ZeroR", "-x")) == [
        "J48", "J48 -C 1", "ZeroR",
    ]  # fmt: skip
    assert names(("trees.J48", ""), ("lazy.J48", "")) == ["trees.J48", "lazy.J48"]
    assert names(("trees.J48", "-a"), ("trees.J48", "-b"), ("lazy.J48", "-c")) == [
        "trees.J48 -a", "trees.J48 -b", "lazy.J48",
    ]  # fmt: skip
    bare = [name for name in COLUMNS if name != "Key_Scheme_options"]
    assert read({}, {"Key_Dataset": "wine"}, columns=bare).frame["Scheme"].tolist() == ["A", "A"]
    other = read({"Key_Scheme": "mine"}).frame["Scheme"].tolist()
    assert other == ["mine"]


def test_runs_are_told_by_what_differs():
    one = read({}, {"Key_Dataset": "wine"})
    assert one.roles == {"dataset": "Key_Dataset", "algorithm": "Scheme"}
    folds = read({"Key_Fold": "1.0"}, {"Key_Fold": "2.0"})
    assert folds.frame["Run"].tolist() == ["fold 1", "fold 2"]
    assert folds.roles | {"test_share": 0.1} == {
        "dataset": "Key_Dataset", "algorithm": "Scheme", "runs": "Run", "run_kind": "cv",
        "test_share": 0.1,
    }  # fmt: skip
    assert folds.roles["test_share"] == 0.1
    both = read({}, {"Key_Fold": "2"}, {"Key_Run": "2"})
    assert both.frame["Run"].tolist() == ["run 1, fold 1", "run 1, fold 2", "run 2, fold 1"]
    uneven = read({}, {"Key_Run": "2", "Number_of_testing_instances": "30"})
    assert uneven.roles["test_share"] == 40 / 220  # of all cases, not the mean of the shares
    for share in ({"Number_of_testing_instances": "0"}, {"Number_of_training_instances": "0"}):
        assert "test_share" not in read(share, {**share, "Key_Run": "2"}).roles
    lacking = [name for name in COLUMNS if name != "Number_of_testing_instances"]
    assert "test_share" not in read({}, {"Key_Run": "2"}, columns=lacking).roles


def test_measures_are_columns_of_numbers_those_that_are_asked_for_first():
    more = [*COLUMNS, "Own", "Empty", "Kappa_statistic"]
    row = {"Own": "1", "Empty": "?", "Kappa_statistic": "0.5"}
    first = ["Percent_correct", "Kappa_statistic"]
    assert read(row, columns=more).undirected == (
        *first, "Number_of_training_instances", "Number_of_testing_instances", "Own",
    )  # fmt: skip
    some = read(row, row | {"Empty": "3", "Own": "?"}, columns=more).undirected
    assert "Empty" in some and "Own" in some and "Summary" not in some


def test_cells_are_quoted_as_weka_does():
    made = read({"Key_Dataset": r"'it\'s, a'"})
    assert made.frame["Key_Dataset"].tolist() == ["it's, a"]
    with pytest.raises(js.errors.ReadError, match=r"a\.csv is broken: row 2 has 11 cells, the"):
        read({}, {"Key_Dataset": "a,b"})
    with pytest.raises(js.errors.ColumnError, match='has 2 columns of the name "Summary"'):
        read({}, columns=[*COLUMNS, "Summary"])
