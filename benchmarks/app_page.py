"""The page of `jointstats app`: its size, and seconds for what a visitor asks for."""

import io
import json
import time

import numpy as np
import pandas as pd

import jointstats as js
from jointstats.interfaces.app.desk import Desk
from jointstats.interfaces.app.server import assets


def made(algorithms, datasets, folds=1):
    """A long table of three measures, as bytes of CSV; later algorithms are better."""
    rng = np.random.default_rng(algorithms)
    index = pd.MultiIndex.from_product(
        [[f"data-{i}" for i in range(datasets)], [f"algorithm-{i:02d}" for i in range(algorithms)],
         range(folds)], names=["dataset", "algorithm", "fold"],
    )  # fmt: skip
    frame = pd.DataFrame(
        rng.normal(size=(len(index), 3)), index, ["accuracy", "auc", "f1"]
    ).reset_index()
    skill = 0.05 * frame["algorithm"].str[-2:].astype(int)
    frame[["accuracy", "auc", "f1"]] = frame[["accuracy", "auc", "f1"]].add(skill, axis=0)
    out = io.BytesIO()
    frame.to_csv(out, index=False)
    return out.getvalue()


def timed(desk, marks, data=None, **request):
    """A reply and its seconds; `marks` are those of the table and the answer, as the page's."""
    begun = time.perf_counter()
    reply = json.loads(desk.answer(json.dumps(marks | request), data))
    if "error" in reply:
        raise SystemExit(reply["error"])
    marks["table"] = reply["table"]["mark"]
    marks["answer"] = reply.get("answer", {}).get("mark", marks.get("answer"))
    return reply, time.perf_counter() - begun


def visit(name, data, roles):
    desk, marks = Desk(), {}
    first = {"packaged": name[1:]} if data is None else {"file": name}
    reply, opening = timed(desk, marks, data, ask="open", **first)
    roles = roles or reply["table"]["known"]["roles"]
    seconds = [
        opening,
        timed(desk, marks, ask="compare", roles=roles)[1],
        timed(desk, marks, ask="explore", setting="level")[1],
        timed(desk, marks, ask="explore", setting="rope")[1],
        timed(desk, marks, ask="report")[1],
    ]
    print(f"| {name} | " + " | ".join(f"{one:.1f}" for one in seconds) + " |")


def main():
    files = assets()
    print(f"{len(files)} files, {sum(map(len, files.values())):,} bytes without the engine\n")
    js.compare_algorithms(js.load_dataset("example1"))  # what is imported is not measured
    print("| table | open | compare | other thresholds | other ropes | report |")
    print("|---|---|---|---|---|---|")
    for name in ("@example1", "@weka", "@weka_folds"):
        visit(name, None, None)
    roles = {
        "dataset": "dataset", "algorithm": "algorithm", "aggregate": "mean",
        "measures": dict.fromkeys(["accuracy", "auc", "f1"], "max"),
    }  # fmt: skip
    visit("40 algorithms, 40 data sets", made(40, 40), roles)
    long = made(30, 200, 100)
    visit(f"30 algorithms, 200 data sets, 100 folds ({len(long) / 1e6:.0f} MB)", long, roles)


if __name__ == "__main__":
    main()
