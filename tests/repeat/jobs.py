"""What is made again elsewhere: ``python tests/repeat/jobs.py [--all] [--workers N]``.

Every job gives bytes; a line of JSON says each job's name and the SHA-256 of its bytes. The user's
locale is switched on first, decimal commas and all, as programs with windows do.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import locale
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import jointstats as js
from jointstats.interfaces import bridge, figures
from jointstats.interfaces.cli import main as shell

FOLDER = Path(__file__).parents[1] / "cross_language"
ENDINGS = (".svg", ".pdf")
# Of the results, if not all are asked for; the league of a comparison is that of its leaderboard.
DRAWN = ("matrix", "network", "results", "statements", "plane", "strips")
COMPARE = ["compare", "@example1", "--json"]


def a_few() -> dict[str, object]:
    """Results of tests with random numbers and without."""
    example = js.load_dataset("example1")
    rng = np.random.default_rng(4)
    worse = {name: rng.normal(i / 2, 1.0, (9, 3)) for i, name in enumerate(("Ä", "I", "i"))}
    ways = {"accuracy": "max", "time": "min", "size": "min"}
    three = js.results_table(worse, measures=ways)
    return {
        "compare": js.compare_algorithms(three),
        "network": js.network_test(three, target_mcse=0.01, rng=3),
        "hotelling": js.hotelling_test(example, permutation=True, draws=500, rng=3),
        "leaderboard": js.leaderboard(three),
        "sensitivity": js.sensitivity(js.bayes_test(example)),
    }


def everything() -> dict[str, object]:
    """A result of every declared test."""
    sys.path.append(str(FOLDER))
    import record_replies

    return record_replies.values()


def spread(workers: int) -> Iterator[tuple[str, bytes]]:
    """What several processes share out."""
    example = js.load_dataset("pnn")
    few = dict(n=[6, 12], max_n=12, replicates=20, rng=3, n_jobs=workers)
    made = {
        "plan": js.plan_datasets([0.6, 0.4], **few),
        "pairwise": js.pairwise_tests(example, test="network", n_jobs=workers),
        "simulate": js.simulate_roc(cases=20, tests=["glrt", "network"], draws=100, n_jobs=workers),
    }
    for name, result in made.items():
        yield f"{name} by workers", _plain(result)


def files(name: str, result: object, every: bool) -> Iterator[tuple[str, bytes]]:
    """A result as JSON, text and table, and its figures."""
    yield f"{name}.json", _plain(result)
    if not isinstance(result, js.StatementCounts | js.ResultsTable):
        yield f"{name}.txt", result.summary().encode()
        yield f"{name}.csv", result.to_csv().encode()
        yield f"{name}.tex", result.to_latex().encode()
    for figure in getattr(result, "figures", ()):
        if every or figure in DRAWN:
            for ending in ENDINGS:
                yield f"{name} {figure}{ending}", figures.drawing(result, figure).encoded(ending)


def pages(name: str, result: object) -> Iterator[tuple[str, bytes]]:
    """A report."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        result.to_html(path)
        yield f"{name}.html", path.read_bytes()


def commands() -> Iterator[tuple[str, bytes]]:
    """What the command line prints."""
    for words in (COMPARE, ["datasets", "weka"]):
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        with contextlib.redirect_stdout(out):
            assert shell(words) == 0
        yield f"jointstats {' '.join(words)}", out.buffer.getvalue()


def _plain(result: object) -> bytes:
    """Text and numbers, to the last bit."""
    text, numbers = bridge.pack(result)
    return text.encode() + np.asarray(numbers, dtype=float).tobytes()


def jobs(every: bool, workers: int) -> Iterator[tuple[str, bytes]]:
    """All of it, by name."""
    made = everything() if every else a_few()
    for name, result in made.items():
        yield from files(name, result, every)
    yield from pages("compare", made["compare"])
    yield from commands()
    yield from spread(workers)


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--all", action="store_true", help="every test, every figure")
    given.add_argument("--workers", type=int, default=1)
    asked = given.parse_args()
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, "")
    warnings.simplefilter("ignore")
    found = {
        name: hashlib.sha256(made).hexdigest() for name, made in jobs(asked.all, asked.workers)
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
