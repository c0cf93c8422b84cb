"""rbridge in this process: what it accepts, what it returns, and how it leaves."""

from __future__ import annotations

import dataclasses
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import rpy2.robjects as ro

import jointstats
import rbridge

LONG = """
data.frame(
  data = factor(c("iris", "iris", "wine", "wine"), levels = c("unused", "wine", "iris")),
  method = c("A", "B", "A", "B"), acc = c(0.91, 0.93, 0.88, 0.90), n = c(1L, NA, 3L, 4L)
)
"""
ROLES = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max"}}


def python(code, **environment):
    """Run code in a fresh Python."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=120,
        check=False,
    )


def show(value):
    return "\n".join(ro.r["capture.output"](ro.r["print"](value)))


def test_a_test_returns_what_r_prints():
    result = rbridge.glrt_test(rbridge.load_dataset("example1"))
    assert tuple(result.rclass) == ("jointstats_glrt", "jointstats_test", "htest")
    assert "-2 ln lambda = 1.0194, df = 1, p-value = 0.5078" in show(result)
    assert ro.r("function(x) x$p_value")(result)[0] == 0.5078125
    assert ro.r("function(x) generics::tidy(x)$p.value")(result)[0] == 0.5078125
    assert "ggplot" in tuple(ro.r("function(x) ggplot2::autoplot(x, 'statements')")(result).rclass)


def test_matrices_wide_and_by_algorithm():
    wide = ro.r("rbind(iris = c(A = 0.91, B = 0.93), wine = c(A = 0.88, B = 0.90))")
    table = rbridge.results_table(wide, measures={"acc": "max"})
    assert list(table.rx2("datasets")) == ["iris", "wine"]
    by_algorithm = {"A": ro.r("cbind(c(0.91, 0.88))"), "B": ro.r("cbind(c(0.93, 0.90))")}
    same = rbridge.results_table(by_algorithm, measures={"acc": "max"}, datasets=["iris", "wine"])
    assert ro.r["identical"](table.rx2("values"), same.rx2("values"))[0]
    test = rbridge.sign_test(ro.ListVector({"acc": wide}), measures=ro.r('c(acc = "max")'))
    assert test.rx2("n")[0] == 2


def test_counts_add_up():
    counts = rbridge.statement_counts(rbridge.load_dataset("example1"))
    assert list(rbridge.add_counts(counts, counts).rx2("weights")) == [2, 4, 6, 12]


def test_r_errors_become_python_errors():
    with pytest.raises(jointstats.errors.ColumnError, match="several values per row"):
        rbridge.results_table(
            ro.r("data.frame(data = 1:2, method = 1:2, acc = I(list(1, 2)))"), **ROLES
        )
    with pytest.raises(jointstats.errors.OptionError, match="alpha must be plain R data"):
        rbridge.glrt_test(rbridge.load_dataset("example1"), alpha=ro.r("function() 1"))


def test_the_seed_comes_from_r_if_none_is_given():
    table = rbridge.load_dataset("example1")

    def seed(**options):
        with pytest.warns(jointstats.JointStatsWarning, match="a sample that passes need not"):
            return rbridge.mardia_test(table, draws=99, **options).rx2("seed")[0]

    ro.r("set.seed(1)")
    first = [seed(rng=None), seed(rng=None)]
    ro.r("set.seed(1)")
    assert [seed(rng=None), seed(rng=None)] == first
    assert first[0] != first[1]
    assert seed(rng=7) == 7


def test_the_converter_speaks_both_ways():
    frame = rbridge.to_python(ro.r(LONG))
    assert isinstance(frame, pd.DataFrame)
    assert frame["data"].tolist() == ["iris", "iris", "wine", "wine"]
    assert frame["n"].isna().tolist() == [False, True, False, False]
    with (ro.default_converter + rbridge.converter).context():
        table = jointstats.results_table(frame, **ROLES)
        ro.globalenv["a_table"] = table
        ro.globalenv["a_test"] = jointstats.sign_test(table)
        back = ro.globalenv["a_table"]
        assert isinstance(back, jointstats.ResultsTable)
        assert (back.values == table.values).all()
        counts = jointstats.statement_counts(table)
        ro.globalenv["counts"] = counts
        assert ro.globalenv["counts"].weights.tolist() == counts.weights.tolist()
        assert isinstance(ro.globalenv["a_test"], rbridge.RResult)
    assert list(ro.r("class(a_test)")) == ["jointstats_sign", "jointstats_test"]
    assert "Sign test" in show(ro.r("a_test"))


def every_kind_of_table():
    """Tables that have all that a table can have."""
    rows = [(f"d{d}", f"s{d % 3}", r, m) for d in range(9) for r in range(2) for m in "AB"]
    data = pd.DataFrame(rows, columns=["data", "source", "seed", "method"])
    data["acc"] = [math.sin(i) for i in range(len(data))]
    data["price"] = data["method"].map({"A": 3.0, "B": 2.0})
    holes = data.assign(acc=data["acc"].where(data["data"] != "d4"))
    folds = jointstats.load_frame("weka_folds").query("dataset == 'vote'")
    runs = {"runs": "seed", "run_kind": "independent", "cluster": "source"}
    make = jointstats.results_table
    return {
        "plain": jointstats.load_dataset("example1"),
        "runs": make(data, **ROLES, **runs, per_algorithm={"price": "min"}, rope=0.1),
        "unknown": make(holes, **ROLES, aggregate="mean", missing="unknown"),
        "failed": make(holes, **ROLES, aggregate="median", missing="worst"),
        "folds": make(
            folds, algorithm="algorithm", measures={"auc": "max"}, run="run", fold="fold"
        ),
    }


@pytest.mark.parametrize("kind", ["plain", "runs", "unknown", "failed", "folds"])
def test_a_table_crosses_to_r_and_back_with_all_that_it_has(kind):
    table = every_kind_of_table()[kind]
    held = rbridge.to_r(table)
    back = rbridge.to_python(held)
    assert type(back) is type(table)
    assert len(back.notes) == len(table.notes)  # in R's spelling
    for name in {field.name for field in dataclasses.fields(table)} - {"notes", "failed"}:
        before, after = getattr(table, name), getattr(back, name)
        if name == "all_runs" and before is not None:
            before, after = dataclasses.asdict(before), dataclasses.asdict(after)
        np.testing.assert_equal(after, before)
    again = rbridge.to_r(back)
    assert ro.r["identical"](held, again)[0]


def test_the_converter_touches_only_objects_of_jointstats():
    from rpy2.robjects import pandas2ri

    for before in (ro.default_converter, ro.default_converter + pandas2ri.converter):
        for code in ("data.frame(x = 1:2)", "list(a = 1)", "list(1, list(2))", "1:3", "'a'"):
            with before.context():
                expected = ro.r(code)
            with (before + rbridge.converter).context():
                found = ro.r(code)
            assert type(found) is type(expected), code


def test_a_result_of_r_is_displayed_with_verdict_figure_and_text():
    result = rbridge.compare_algorithms(rbridge.load_dataset("example1"))
    shown = result._repr_html_()
    assert str(result.rx2("verdict")[0]).replace("'", "&#x27;") in shown
    assert "<svg" in shown and "<pre>" in shown and "\x1b" not in shown
    part = rbridge.RResult(result.rx2("tests").rx2("glrt"))  # has no figures
    assert "<svg" not in part._repr_html_()


FRAME = """
local({
  df <- data.frame(
    tp = c(40L, 30L, NA), fp = c(10, 5, 1), tn = 45:47, fn = c(5L, 0L, 2L),
    day = as.Date(c("2024-02-29", NA, "1969-12-31")),
    utc = as.POSIXct(c(1700000000.123456, NA, -0.5), origin = "1970-01-01", tz = "UTC"),
    berlin = as.POSIXct(c("2024-07-01 12:00:00", "2024-12-01 12:00:00", NA), tz = "Europe/Berlin"),
    here = as.POSIXct(c(0, 86400, Inf), origin = "1970-01-01"),
    z = c(1.5-2i, NA, complex(real = Inf, imaginary = 1)),
    level = factor(c("low", NA, "high"), levels = c("unused", "low", "high")),
    n = c(1L, NA, 3L), yes = c(TRUE, NA, FALSE), text = c("a", NA, "NA")
  )
  df$parts <- list(1, "b", NULL)
  df
})
"""


def test_columns_beside_the_counts_are_returned_as_they_were():
    df = ro.r(FRAME)
    made = rbridge.measures_from_confusion(df, ["tpr"])
    same = ro.r("function(a, b) identical(a, b[names(a)])")
    assert same(df, made)[0]
    assert list(made.rx2("tpr"))[:2] == [40 / 45, 1]
    assert list(ro.r("function(x) attr(x, 'measures')")(made)) == ["max"]
    renamed = ro.r("function(df) setNames(df, sub('^tp$', 'hits', names(df)))")(df)
    assert same(renamed, rbridge.measures_from_confusion(renamed, ["tpr"], tp="hits"))[0]


def test_the_converter_carries_times_and_complex_numbers():
    ro.r("suppressWarnings(Sys.timezone())")  # R warns once where systemd does not run
    frame = rbridge.to_python(ro.r(f"subset({FRAME}, select = -parts)")).reset_index(drop=True)
    day, utc, berlin, here = (frame[name] for name in ("day", "utc", "berlin", "here"))
    assert day[0] == pd.Timestamp("2024-02-29")
    assert day[2] == pd.Timestamp("1969-12-31")
    assert utc[0] == pd.Timestamp("2023-11-14 22:13:20.123456", tz="UTC")
    assert utc[2] == pd.Timestamp("1969-12-31 23:59:59.5", tz="UTC")
    assert berlin[0] == pd.Timestamp("2024-07-01 10:00", tz="UTC")
    assert str(berlin.dtype.tz) == "Europe/Berlin"
    assert here[1] == pd.Timestamp("1970-01-02", tz="UTC")
    assert [x.isna().tolist().index(True) for x in (day, utc, berlin, here)] == [1, 1, 2, 2]
    assert frame["z"][0] == 1.5 - 2j
    assert math.isnan(frame["z"][1].real)
    assert frame["z"][2] == complex(math.inf, 1)
    assert frame["level"].isna().tolist() == [False, True, False]
    assert frame["level"].tolist()[::2] == ["low", "high"]
    assert frame["n"].isna().tolist() == [False, True, False]
    assert frame["yes"].isna().tolist() == [False, True, False]
    assert frame["text"].tolist()[::2] == ["a", "NA"]


def test_times_and_complex_numbers_of_a_python_frame_reach_r():
    when = pd.to_datetime(["2024-07-01 12:00:00.25", None])
    times = {"naive": when, "berlin": when.tz_localize("Europe/Berlin")}
    frame = pd.DataFrame(times | {"z": [1 - 2j, complex(math.inf, 1)]})
    ro.globalenv["made"] = rbridge.to_r(frame)
    seconds = ro.r("as.numeric(c(made$naive[1], made$berlin[1]))")
    assert list(seconds) == [1719835200.25, 1719828000.25]
    assert list(ro.r("c(attr(made$naive, 'tzone'), attr(made$berlin, 'tzone'))")) == [
        "UTC",
        "Europe/Berlin",
    ]
    assert list(ro.r("is.na(made$berlin)")) == [False, True]
    assert ro.r("identical(made$z, c(1-2i, complex(real = Inf, imaginary = 1)))")[0]


def test_a_process_that_used_it_ends_well_and_never_loads_reticulate():
    """reticulate inside an rpy2 process would abort it at exit."""
    code = """
import rpy2.robjects as ro, rbridge
result = rbridge.compare_algorithms(rbridge.load_dataset("example1"))
ro.r["print"](result)
ro.r("function(x) { pdf(NULL); plot(x); summary(x) }")(result)
print("reticulate" in ro.r("loadedNamespaces()"))
"""
    ran = python(code)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.rstrip().endswith("False")


def test_with_the_r_package_attached_a_result_draws_and_is_examined_without_reticulate():
    """The installed package computes through rbridge: two Pythons would end the process."""
    code = """
import rpy2.robjects as ro
ro.r("library(jointstats)")
import rbridge
result = rbridge.compare_algorithms(rbridge.load_dataset("example1"))
ro.r["print"](result.rx2("tests").rx2("glrt"))
ro.globalenv["result"] = result
ro.r("pdf(NULL); plot(result)")
print(tuple(ro.r("class(sensitivity(result, factors = 'level'))"))[0])
print(ro.r("jointstats_available()")[0], ro.r("reticulate::py_available()")[0])
"""
    ran = python(code)
    assert ran.returncode == 0, ran.stderr
    assert "Likelihood-ratio test" in ran.stdout
    assert ran.stdout.split()[-3:] == ["jointstats_sensitivity", "True", "False"]


def test_the_r_package_alone_does_not_start_python_inside_python():
    code = """
import rpy2.robjects as ro
ro.r("library(jointstats)")
print(ro.r("tryCatch(list_datasets(), jointstats_python_error = conditionMessage)")[0])
"""
    ran = python(code)
    assert ran.returncode == 0, ran.stderr
    assert "import rbridge in that Python" in ran.stdout


def test_all_files_are_read_but_those_that_start_python():
    code = rbridge.conversion
    starting = [path.name for path in code.FOLDER.glob("*.R") if path.name in code.STARTING]
    assert sorted(starting) == sorted(code.STARTING)
    for path in code.FOLDER.glob("*.R"):
        text = path.read_text(encoding="utf-8")
        if "reticulate::" in "\n".join(x for x in text.split("\n") if not x.startswith("#")):
            assert path.name in code.STARTING, path.name


def test_cells_of_r_in_a_notebook_exchange_results():
    """``%%R`` with the converter that docs/coming-from-r.md names."""
    pytest.importorskip("IPython")
    code = '''
import rpy2.robjects as ro, rbridge
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.run_line_magic("load_ext", "rpy2.ipython")
from rpy2.ipython import rmagic
shell.user_ns["both"] = rmagic.default.converter + rbridge.converter
import jointstats as js
shell.user_ns["result"] = js.compare_algorithms(js.load_dataset("example1"))
cell = """
frame <- as.data.frame(result)
again <- result
"""
shell.run_cell_magic("R", "-i result -o frame,again -c both", cell)
print(type(shell.user_ns["frame"]).__name__, shell.user_ns["frame"]["state"].tolist())
print(type(shell.user_ns["again"]).__name__, "<svg" in shell.user_ns["again"]._repr_html_())
'''
    ran = python(code)
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.strip().splitlines()
    assert lines[-2].startswith("DataFrame [") and lines[-1] == "RResult True"


def test_without_rpy2_one_sentence_says_what_to_install():
    code = """
import sys
class NoRpy2:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "rpy2":
            raise ModuleNotFoundError("No module named 'rpy2'", name="rpy2")
sys.meta_path.insert(0, NoRpy2())
import rbridge
"""
    ran = python(code)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == (
        "jointstats.base.errors.MissingExtraError: rbridge needs rpy2: "
        "pip install 'rpy2>=3.5.17' (and R itself)."
    )


def test_an_rpy2_that_this_r_cannot_load_names_the_one_that_it_can(tmp_path):
    (tmp_path / "rpy2").mkdir()
    (tmp_path / "rpy2" / "__init__.py").touch()
    said = "libR.so: undefined symbol: R_getVar"  # what rpy2-rinterface 3.6.7 says of R 4.2
    (tmp_path / "rpy2" / "rinterface.py").write_text(f"raise OSError({said!r})")
    ran = python(f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport rbridge")
    assert ran.returncode == 1
    last = ran.stderr.splitlines()[-1]
    assert f"rbridge cannot start R through this rpy2 ({said})" in last
    assert last.endswith("pip install 'rpy2-rinterface==3.6.5' 'rpy2-robjects==3.6.6'.")


def test_every_public_function_is_there():
    assert set(rbridge.conversion.names()) <= set(dir(rbridge))
    assert rbridge.glrt_test.__doc__ == jointstats.glrt_test.__doc__
    with pytest.raises(AttributeError, match="no attribute 'no_such_test'"):
        rbridge.no_such_test  # noqa: B018


def test_r_draws_a_results_table_that_python_holds():
    ro.globalenv["held"] = rbridge.load_dataset("weka")
    ro.r("grDevices::pdf(NULL)")
    try:
        ro.r("plot(held)")
        ro.r("plot(held, 'quadrant', pair = c('AODE', 'Bagging'), measures = c('accuracy', 'auc'))")
        assert "ggplot" in tuple(ro.r("class(ggplot2::autoplot(held))"))
        with pytest.raises(Exception, match='no figure "nothing" of a results table'):
            ro.r("plot(held, 'nothing')")
    finally:
        ro.r("grDevices::dev.off()")
        ro.r("rm(held)")


def test_the_examples_of_the_page_print_what_it_says(monkeypatch):
    root = Path(__file__).resolve().parents[2]
    monkeypatch.syspath_prepend(str(root / "docs" / "site"))
    import snippets

    page = (root / "docs" / "coming-from-r.md").read_text(encoding="utf-8")
    blocks, names = list(snippets.blocks(page, "python")), {}
    assert len(blocks) == 5
    for block in blocks:
        outputs = snippets.run(block.code, names)
        assert outputs, block.code
        for promise, output in outputs:
            assert snippets.agrees(promise, output), f"{promise!r} is {output!r}"
