"""What is proposed for a table is the table, or nothing: packaged tables and random ones."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import jointstats as js
from jointstats.base.errors import RolesError
from jointstats.table.reading import describe_dataset

UP = ["accuracy", "f1_macro", "ndcg@10", "success_rate", "neg_log_loss"]
DOWN = ["rmse", "train_time", "cost_usd", "WER ↓", "error"]
UNKNOWN = ["foo", "wise", "quux", "kappa_z", "response"]
ALGORITHMS = ["algorithm", "model", "method", "solver", "agent_name"]
DATASETS = ["dataset", "task", "problem", "env", "benchmark name"]


def proposed(frame):
    """The table of the call that is proposed, or None."""
    with pytest.raises(RolesError) as caught:
        js.results_table(frame)
    calls = re.findall("(?m)^  (results_table.*)$", str(caught.value))
    return eval(f"js.{calls[0]}", {"js": js, "df": frame}) if calls else None


def cells(table):
    """Every result by its names, and the directions."""
    values, datasets = table.everything()
    return dict(table.measures), {
        (d, m, a): values[i, j, k]
        for i, d in enumerate(datasets)
        for j, m in enumerate(table.measures)
        for k, a in enumerate(table.algorithms)
    }


def same(made, true):
    (ways, found), (known, expected) = cells(made), cells(true)
    return (
        ways == known
        and found.keys() == expected.keys()
        and all(
            np.isclose(found[key], value, rtol=1e-12, equal_nan=True)
            for key, value in expected.items()
        )
    )


@pytest.mark.parametrize("name", js.list_datasets())
def test_a_packaged_table_is_proposed_as_it_is_or_not_at_all(name):
    about, frame = describe_dataset(name), js.load_frame(name)
    made = proposed(frame)
    if made is not None:
        runs = {"aggregate": "mean"} if "fold" in about else {}
        ways = {n: way for n, way in about["measures"].items() if n in made.measures}
        keys = {role: about[role] for role in ("dataset", "algorithm")}
        assert {**made.measures} == ways
        assert same(made, js.results_table(frame, measures=ways, missing="unknown", **keys, **runs))
    assert (made is not None) == (name in ("example1", "pnn", "weka"))


FIXTURES = [path for path in sorted((Path(__file__).parent / "formats").rglob("*.csv"))
            if path.stat().st_size < 100_000]  # fmt: skip


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_files_of_programs_are_proposed_as_their_format_reads_them_or_not_at_all(path):
    from jointstats.table.formats.catalogue import format_of
    from jointstats.table.formats.format import Source

    made = proposed(pd.read_csv(path)) if read_by_commas(path) else None
    if made is None:
        return
    kind = format_of(Source(path))
    assert kind.states, made
    true = js.read_results(path, measures=dict(made.measures), missing=made.missing)
    assert {*made.algorithms} <= {*true.algorithms}, made


def read_by_commas(path):
    try:
        return len(pd.read_csv(path).columns) > 1
    except (ValueError, UnicodeDecodeError):
        return False


def random_table(rng):
    """A frame in an arbitrary shape, its true table, and whether a call has to be proposed."""
    n, l, runs = rng.integers(3, 9), rng.integers(2, 5), rng.choice([1, 1, 3])
    measures = {rng.choice(UP): "max", rng.choice(DOWN): "min"}
    keys = [rng.choice(DATASETS), rng.choice(ALGORITHMS)]
    rows = [
        {keys[0]: f"set {d}", keys[1]: f"alg {a}", "seed": r}
        for d in range(n) for a in range(l) for r in range(runs)
    ]  # fmt: skip
    frame = pd.DataFrame(rows)
    for name in measures:
        turned = -1 if name.startswith("neg_") else 1
        frame[name] = turned * rng.uniform(0.1, 0.9, len(frame)).round(4)
    dataset = keys[0]
    if rng.random() < 0.3:  # named by two columns
        number = frame.pop(keys[0]).str.removeprefix("set ").astype(int)
        frame[keys[0]], frame["case"] = "set " + (number // 2).astype(str), number % 2 + 1
        frame = frame[frame[keys[0]] != f"set {(n - 1) // 2}"] if n % 2 else frame
        dataset = [keys[0], "case"] if frame[keys[0]].nunique() > 1 else "case"
    true = js.results_table(
        frame, dataset=dataset, algorithm=keys[1], measures=measures,
        **({"aggregate": "mean"} if runs > 1 else {}),
    )  # fmt: skip
    if runs == 1 and rng.random() < 0.7:
        frame = frame.drop(columns="seed")
    frame = frame.reset_index(drop=True)
    d, a = frame[keys[0]], frame[keys[1]]
    first, second = measures
    joined = {
        "Unnamed: 0": range(len(frame)),
        "id": range(100, 100 + len(frame)),
        f"{first}_std": rng.uniform(0, 0.1, len(frame)),
        f"{second} stderr": rng.uniform(0, 0.1, len(frame)),
        "n_features": d.map({name: 5 + i % 3 for i, name in enumerate(d.unique())}),
        "family": d.map({name: f"family {i % 2}" for i, name in enumerate(d.unique())}),
        "n_layers": a.map({name: 2 + i for i, name in enumerate(a.unique())}),
        "version": "1.2",
        "batch_size": 32,
        "host": rng.choice(["node1", "node2"], len(frame)),
        "note": "",
    }
    opened = {
        "status": rng.choice(["ok", "timeout"], len(frame)),
        "found": rng.choice([True, False], len(frame)),
        "use_cache": rng.choice(["yes", "no"], len(frame)),
        "foo": rng.uniform(size=len(frame)),
        "step": rng.integers(1, 100, len(frame)),
        "price": a.map({name: 1.5 + i for i, name in enumerate(a.unique())}),
        "comment on it": rng.choice(["x", "y", "z"], len(frame)),
    }
    extra = {name: joined[name] for name in joined if rng.random() < 0.3}
    odd = {name: opened[name] for name in opened if rng.random() < 0.05}
    renamed = {}
    if rng.random() < 0.25:
        key = rng.choice([*keys, *measures])
        renamed[key] = rng.choice(UNKNOWN)
    frame = frame.assign(**extra, **odd).rename(columns=renamed)
    order = rng.permutation(frame.columns)
    whole = not odd and not renamed and dataset != "case"
    return frame[order].sample(frac=1, random_state=int(rng.integers(1e6))), true, whole


@pytest.mark.parametrize("part", range(6))
def test_a_random_table_is_proposed_as_it_is_or_not_at_all(part):
    rng = np.random.default_rng(part)
    wrong, lost = [], []
    for _ in range(50):
        frame, true, whole = random_table(rng)
        made = proposed(frame.reset_index(drop=True))
        if made is not None and not same(made, true):
            wrong.append(list(frame.columns))
        if made is None and whole:
            lost.append(list(frame.columns))
    assert not wrong and not lost, (wrong, lost)
