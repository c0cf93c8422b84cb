"""Reports and references made in R are Python's. (Tables: test_same_answers.py.)"""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd

import jointstats


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def numbers(path):
    return np.array(lines(path), dtype=float)


def report(tmp_path, table, test=jointstats.compare_algorithms, **options):
    """Python's report of a result."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        test(table, **options).to_html(tmp_path / "report.html")
    return (tmp_path / "report.html").read_bytes()


def test_a_report_is_the_same_file(documents, tmp_path):
    groups = {"both": ["accuracy", "time"]}
    expected = report(tmp_path, jointstats.load_dataset("example1"), groups=groups)
    assert (documents / "example1.html").read_bytes() == expected
    assert b"groups = list(both = c(&quot;accuracy&quot;, &quot;time&quot;))" in expected


def test_references_are_the_same(documents):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compared = jointstats.compare_algorithms(jointstats.load_dataset("example1"))
    assert (documents / "references.bib").read_text(encoding="utf-8") == compared.references()


def test_a_report_of_a_data_frame_with_awkward_names_is_the_same_file(documents, tmp_path):
    frame = pd.DataFrame(
        {
            "algorithm": lines(documents / "algorithm"),
            "dataset": numbers(documents / "dataset"),
            "F1 score": numbers(documents / "F1 score"),
            "time": numbers(documents / "time"),
        }
    )
    expected = report(
        tmp_path, frame, dataset="dataset", algorithm="algorithm",
        measures={"F1 score": "max", "time": "min"}, rope={"F1 score": 0.05},
        control="A & B",
    )  # fmt: skip
    assert (documents / "awkward.html").read_bytes() == expected


def test_the_report_names_the_seed_that_r_drew(documents, tmp_path):
    seed = int(lines(documents / "seed.txt")[0])
    assert seed > 0
    expected = report(
        tmp_path, jointstats.load_dataset("example1"), jointstats.hotelling_test,
        permutation=True, draws=99, rng=seed,
    )  # fmt: skip
    assert (documents / "drawn.html").read_bytes() == expected
    assert f"rng={seed}".encode() in expected
