"""Files, folders and objects under every format: `read_results`."""

import contextlib
import gzip
import io
import json
import os
import tempfile
import zipfile
from functools import cache
from pathlib import Path

import pandas as pd
from hypothesis import strategies as st

import jointstats as js
from fuzz import ingredients as of
from fuzz.accounting import accounted, columns_of_csv
from fuzz.laws import lawful, visible
from jointstats.table.formats import catalogue

FIXTURES = Path(__file__).parent.parent / "python" / "formats"
LARGEST = 30_000  # bytes of a fixture that is damaged
ROLES = {"dataset": "data", "algorithm": "method", "measures": {"acc": "max"}}
LONG = "data,method,acc,time\niris,A,0.9,1\niris,B,0.8,2\nwine,A,0.7,3\nwine,B,0.75,1.5\n"
FORMATS = ("auto", *catalogue.FORMATS)
TREES = (
    [{"data": "iris", "method": "A", "acc": 0.9}, {"data": "iris", "method": "B", "acc": 0.8}],
    {"data": ["iris", "iris"], "method": ["A", "B"], "acc": [0.9, 0.8]},
    {"data": [["iris", "A", 0.9], ["iris", "B", 1]], "columns": ["data", "method", "acc"]},
    {"acc": {"0": 0.9, "1": 0.8}, "method": {"0": "A", "1": "B"}, "data": {"0": "x", "1": "x"}},
)


@cache
def seeds():
    """Contents that are damaged: small fixtures of every format by their names, and plain tables."""
    found = {}
    for path in sorted(FIXTURES.rglob("*")):
        kept = path.is_file() and path.suffix not in (".md", "") and "LICENSE" not in path.name
        if kept:
            content = path.read_bytes()
            text = path.suffix in (".csv", ".jsonl")
            if len(content) <= LARGEST or text:
                found[str(path.relative_to(FIXTURES))] = content[:LARGEST]
    frame = pd.read_csv(io.StringIO(LONG))
    book, parquet, packed = io.BytesIO(), io.BytesIO(), io.BytesIO()
    frame.to_excel(book, index=False)
    frame.to_parquet(parquet)
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("results.csv", LONG)
    found |= {
        "x.csv": LONG.encode(),
        "x.tsv": LONG.replace(",", "\t").encode(),
        "semicolons.csv": LONG.replace(",", ";").encode(),
        "x.xlsx": book.getvalue(),
        "x.parquet": parquet.getvalue(),
        "x.csv.zip": packed.getvalue(),
        "x.csv.gz": gzip.compress(LONG.encode(), mtime=0),
        "x.csv.xz": b"\xfd7zXZ\x00" + LONG.encode(),
        "x.csv.bz2": b"BZh9" + LONG.encode(),
        "x.csv.zst": b"\x28\xb5\x2f\xfd" + LONG.encode(),
        "deep.json": b"[" * 100_000,
        "long.json": b'[{"acc": ' + b"9" * 5000 + b"}]",
        "nul.csv": LONG.replace("0.9", "0.9\x00").encode(),
        "mark.csv": b"\xef\xbb\xbf" + LONG.encode(),
        "head.csv": b"data,method,acc\n",
        "x.jsonl": "\n".join(map(json.dumps, TREES[0])).encode(),
    }
    return found | {f"{i}.json": json.dumps(tree).encode() for i, tree in enumerate(TREES)}


def _with_name(name):
    return st.fixed_dictionaries(
        {
            "name": of.mostly(st.just(Path(name).name), st.sampled_from(
                ["x.csv", "x.json", "x.eval", "results_x.json", "samples_x.jsonl", "x", "x.xlsx",
                 "testResample0.csv", "x.parquet", "x.tsv", "x.csv.gz", "x.zip"])),
            "format": of.mostly(st.just("auto"), st.sampled_from(FORMATS)),
            "bytes": of.damaged([seeds()[name]]),
            "said": of.options_of(
                dataset=of.mostly(st.just("data"), of.names),
                algorithm=of.mostly(st.just("method"), of.names),
                measures=of.mostly(
                    st.just({"acc": "max"}),
                    st.dictionaries(of.names, of.ways, max_size=2) | st.lists(of.names, max_size=2),
                ),
                missing=st.sampled_from(["drop", "worst", "unknown", "raise"]),
                aggregate=st.sampled_from(["mean", "median"]),
                test_share=of.numbers,
            ),
        }
    )  # fmt: skip


def files():
    """Damaged files under every format."""
    return st.sampled_from(sorted(seeds())).flatmap(_with_name)


def read(given):
    """Read a file as it is said."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / given["name"]
        path.write_bytes(of.as_bytes(given["bytes"]))
        table = lawful(lambda: js.read_results(path, given["format"], **given["said"]))
    if table is not None:
        visible(repr(table), "a table")
        if given["name"].endswith(".csv") and given["format"] in ("auto", "csv"):
            accounted(table, columns_of_csv(of.as_bytes(given["bytes"])), given["said"])


def trees():
    """Tables in JSON, bent: as JSON and as JSON Lines."""
    return st.fixed_dictionaries(
        {"tree": of.bent(TREES), "lines": st.booleans(), "said": st.just(ROLES)}
    )


def read_tree(given):
    """Write and read it."""
    tree = given["tree"]
    if given["lines"]:
        rows = tree if isinstance(tree, list) else [tree]
        text, name = "\n".join(map(json.dumps, rows)), "x.jsonl"
    else:
        text, name = json.dumps(tree), "x.json"
    read({"name": name, "format": "auto", "bytes": text, "said": given["said"]})


def _logs():
    """Fixtures of other programs in JSON, by their names."""
    found = {}
    for name, content in seeds().items():
        if name.endswith(".json") and "/" in name:
            with contextlib.suppress(ValueError):  # cut
                found[Path(name).name] = json.loads(content)
        elif name.endswith("samples.jsonl"):
            found[Path(name).name] = [json.loads(line) for line in content.decode().splitlines()]
    return found


def logs():
    """Logs of other programs, bent."""
    known = _logs()
    return st.sampled_from(sorted(known)).flatmap(
        lambda name: st.fixed_dictionaries(
            {
                "name": st.just(name),
                "tree": of.bent((known[name],), 4),
                "format": st.sampled_from(["auto", "auto", "lm-eval", "inspect", "sklearn"]),
            }
        )
    )


def read_log(given):
    """Write and read it."""
    read(
        {
            "name": given["name"],
            "format": given["format"],
            "bytes": json.dumps(given["tree"]),
            "said": {},
        }
    )


_SCORES = {"fit_time": [0.1, 0.2], "test_accuracy": [0.9, 0.8], "test_neg_log_loss": [-1, -2]}
_SEARCH = {"params": [{"C": 1}, {"C": 2}], "mean_test_score": [0.9, 0.8],
           "split0_test_score": [0.9, 0.8], "split1_test_score": [0.9, 0.8]}  # fmt: skip
OBJECTS = (
    {"iris": {"A": _SCORES, "B": _SCORES}, "wine": {"A": _SCORES, "B": _SCORES}},
    {"iris": _SEARCH, "wine": _SEARCH},
    _SEARCH,
    {"A": _SCORES, "B": _SCORES},
)


def objects():
    """Objects that hold results, bent, and anything else."""
    return st.fixed_dictionaries(
        {
            "object": of.mostly(of.bent(OBJECTS), of.anything),
            "format": st.sampled_from(["auto", "auto", "sklearn", "inspect", "json"]),
            "test_share": st.sampled_from([None, 0.5, 0, "x"]),
        }
    )


def read_object(given):
    """Read an object as it is, not a path that it might name."""
    made = given["object"]
    if isinstance(made, str) or (isinstance(made, list) and all(isinstance(x, str) for x in made)):
        made = {"object": made}
    lawful(lambda: js.read_results(made, given["format"], test_share=given["test_share"]))


ADDRESSES = ("s3://bucket/x.csv", "http://x/y.csv", "https://x/y.csv", "file:///etc/passwd",
             "gs://x", "ftp://x/y", "HTTP://X", "//x/y", "", ".", "~nobody/x", "\x00", "x\x00.csv",
             "\ud800.csv", "a" * 1000, "/dev/null", "nul", "x.zip")  # fmt: skip


def paths():
    """Names of files that are none."""
    return st.fixed_dictionaries(
        {
            "path": st.one_of(st.sampled_from(ADDRESSES), of.names.filter(lambda x: x != "-")),
            "format": st.sampled_from(FORMATS),
        }
    )


def read_path(given):
    """Read what is not there, from an empty folder; nothing waits for standard input."""
    before = Path.cwd()
    if given["path"] == "-":
        return
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            lawful(lambda: js.read_results(given["path"], given["format"], **ROLES))
        finally:
            os.chdir(before)
