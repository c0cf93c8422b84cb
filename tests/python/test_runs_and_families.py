"""Tables that keep families of data sets, runs, and unknown results."""

import math

import numpy as np
import pandas as pd
from crossing import as_r_sends

import jointstats as js
from jointstats.interfaces import bridge

BOTH = {"acc": "max", "secs": "min"}
CV = {"runs": "fold", "run_kind": "cv", "test_share": 0.1}


def frame(n=4, runs=3):
    """Accuracy and seconds of A, B and C on n data sets, two to a family."""
    rng = np.random.default_rng(3)
    return pd.DataFrame(
        [
            {"data": f"d{d}", "kin": f"k{d // 2}", "by": by, "fold": f"f{j}",
             "acc": rng.normal(), "secs": rng.normal()}
            for d in range(n) for by in "ABC" for j in range(runs)
        ]
    )  # fmt: skip


def table(df=None, **keywords):
    df = frame() if df is None else df
    return js.results_table(df, dataset="data", algorithm="by", measures=BOTH, **keywords)


def test_runs_are_kept_beside_their_mean():
    df = frame()
    made = table(df, **CV)
    assert made.aggregate == "mean"
    assert made.all_runs.values.shape == (4, 2, 3, 3)
    assert (made.all_runs.names, made.all_runs.kind) == (("f0", "f1", "f2"), "cv")
    for row in df.itertuples():
        d, a, j = (int(row.data[1]), "ABC".index(row.by), int(row.fold[1]))
        assert made.all_runs.values[d, :, a, j].tolist() == [row.acc, row.secs]
    averaged = table(df, aggregate="mean")
    assert made.values.tobytes() == averaged.values.tobytes()


def test_a_run_that_an_algorithm_lacks_is_unknown():
    df = frame()
    df = df[~((df.data == "d1") & (df.by == "A") & (df.fold == "f2"))]
    made = table(df, min_folds=2, **CV)
    assert np.isnan(made.all_runs.values[1, :, 0, 2]).all()
    assert np.isnan(made.all_runs.values).sum() == 2
    two = df[(df.data == "d1") & (df.by == "A")]["acc"]
    assert made.values[1, 0, 0] == math.fsum(two) / 2


def test_the_bridge_carries_all_of_it():
    df = frame()
    df.loc[(df.data == "d1") & (df.by == "A"), "acc"] = np.nan
    made = table(df, missing="unknown", cluster="kin", **CV)
    text, flat = bridge.pack(made)
    again = bridge.unpack(as_r_sends(text), np.array(flat))
    assert (again.families, again.missing) == (made.families, "unknown")
    assert again.all_runs.values.tobytes() == made.all_runs.values.tobytes()
    facts = ("datasets", "names", "kind", "test_share")
    assert [getattr(again.all_runs, f) for f in facts] == [getattr(made.all_runs, f) for f in facts]
    assert again.incomplete.tobytes() == made.incomplete.tobytes()


def test_at_the_command_line(tmp_path, capsys):
    from jointstats.interfaces.cli import main

    path = tmp_path / "runs.csv"
    frame(n=12).to_csv(path, index=False)
    roles = ["--dataset", "data", "--algorithm", "by", "--max", "acc", "--min", "secs"]
    kept = ["--runs", "fold", "--run-kind", "cv", "--test-share", "0.1", "--cluster", "kin"]
    assert main(["test", "sign", str(path), *roles, *kept, "--exclude", "C"]) == 0
    said = capsys.readouterr()
    assert "A and B" in said.out
    assert "C" not in said.out.split("\n")[0]
    for more, fault in (
        (["--exclude", "Z"], "Z"),
        (["--exclude", "C", "--only", "A"], "--only or --exclude"),
    ):
        assert main(["test", "sign", str(path), *roles, *more]) == 2
        assert fault in capsys.readouterr().err
