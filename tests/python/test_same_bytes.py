"""The same seed gives the same bytes, whatever the process, its threads, workers, locale and zone.

``make repeatability`` asks every test and draws every figure; here are a few of each kind.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "repeat"))

import circumstances
import jobs


def locales():
    """Locales of this machine in UTF-8, those with decimal commas and with a dotless i first."""
    found = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
    known = [name for name in found.split() if "utf" in name.lower()]
    return sorted(known, key=lambda name: (not name.startswith(("de_", "tr_")), name))


@pytest.fixture(scope="module")
def digests():
    """Job to digest, of two processes that differ in all that must not matter."""
    pytest.importorskip("matplotlib")
    first = next(iter(locales()), "C.UTF-8")
    other = {"OMP_NUM_THREADS": "2", "PYTHONHASHSEED": "1", "LC_ALL": first, "TZ": "Asia/Kathmandu",
             "SOURCE_DATE_EPOCH": "1"}  # fmt: skip
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0",
                  "TZ": "America/St_Johns"}  # fmt: skip
    return [circumstances.digests(2, other), circumstances.digests(1, ascii_only)]


def test_every_kind_is_made(digests):
    endings = {Path(name).suffix for name in digests[0]}
    assert endings >= {".json", ".txt", ".csv", ".tex", ".html", ".svg", ".pdf"}
    assert len(digests[0]) == len(set(digests[0].values())) >= 34


def test_the_bytes_are_the_same_by_other_workers_and_where_only_ascii_can_be_shown(digests):
    # Texts for the terminal are spelled with what it has: see test_terminal.py.
    other, ascii_only = digests
    assert other.keys() == ascii_only.keys()
    files = [name for name in other if not name.endswith(".txt")]
    assert [name for name in files if ascii_only[name] != other[name]] == []


@pytest.mark.filterwarnings("ignore")
def test_texts_are_those_of_this_process(digests):
    texts = {f"{name}.txt": one.summary() for name, one in jobs.a_few().items()}
    assert texts.keys() == {name for name in digests[0] if name.endswith(".txt")}
    made = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}
    assert made == {name: digests[0][name] for name in texts}
