"""A table in memory is read from memory alone, however its file is called."""

import contextlib
import os
import sys
import sysconfig
import threading
import warnings
from pathlib import Path

import pytest

import jointstats as js
from jointstats.table import reading
from jointstats.table.formats import catalogue, format

TABLE = b"data,method,acc\niris,A,0.9\niris,B,0.8\nwine,A,0.7\nwine,B,0.6\n"
PLACES = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
PACKAGES = (*map(os.path.realpath, [*PLACES, Path(js.__file__).parent]), "/proc/", "/dev/")
LOOKS = ("open", "os.listdir", "os.scandir", "os.walk", "glob.glob", "pathlib.Path.glob")
STEMS = [
    "{algorithm}1", "{algorithm}", "{a}", "{a}/{b}", "{a}/results", "*", "**", "?", "[a-z]1", "~",
    "~root", "..", "../x", "../../etc/passwd", "/etc/passwd", "/", "-", "", ".", "./here", "//x/y",
    "file:///etc/passwd", "http://localhost/x", "s3://x/y", "C:\\x", "\\\\x\\y", "nul", "a\nb",
    "$HOME", "%PATH%", "a" * 300, "\u2028", "é", "{dataset}_{algorithm}",
]  # fmt: skip
ENDINGS = (".csv", ".json", "")


class _Disk:
    """Records what this thread looks up on the disk outside of the packages."""

    def __init__(self):
        self.seen, self.thread = None, None
        sys.addaudithook(self._hook)  # which cannot be removed

    def _hook(self, event, args):
        if event in LOOKS and isinstance(args[0], str | bytes | os.PathLike):
            self.look(event, args[0])

    def look(self, event, path):
        if self.seen is None or threading.get_ident() != self.thread:
            return
        seen, self.seen = self.seen, None  # realpath looks, too
        with contextlib.suppress(ValueError):
            if not os.path.realpath(os.fsdecode(path)).startswith(PACKAGES):
                seen.append((event, os.fsdecode(path)))
        self.seen = seen

    @contextlib.contextmanager
    def watched(self, monkeypatch):
        stat = os.stat

        def looked(path, *args, **more):  # no event of the hook
            if not isinstance(path, int):
                self.look("os.stat", path)
            return stat(path, *args, **more)

        monkeypatch.setattr(os, "stat", looked)
        self.seen, self.thread = [], threading.get_ident()
        try:
            yield self.seen
        finally:
            self.seen = None


DISK = _Disk()


def read(kind, *names):
    """What is done with an upload on the page; a refusal is an answer."""
    with contextlib.suppress(js.JointStatsError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        source = format.Source.of_memory(dict.fromkeys(names, TABLE))
        catalogue.refuse_absent(source)
        reading.read_found(source, catalogue.format_of(source, kind), {})


def test_looks_at_the_disk_are_seen(tmp_path, monkeypatch):
    with DISK.watched(monkeypatch) as seen:
        list(os.walk(tmp_path)), list(tmp_path.iterdir()), (tmp_path / "x").exists()
        with contextlib.suppress(OSError):
            (tmp_path / "x").read_bytes()
    assert {event for event, _ in seen} >= {"open", "os.scandir", "os.listdir", "os.stat"}


@pytest.mark.parametrize("ending", ENDINGS)
def test_hostile_names_show_no_file_of_the_folder(ending, tmp_path, monkeypatch):
    """A hundred names in every format; the folder holds what they could lead to."""
    assert len(ENDINGS) * len(set(STEMS)) >= 100
    monkeypatch.chdir(tmp_path)
    for name in ("x1.csv", "A.csv", "a/results.csv", "a/b.csv", "b/b"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(TABLE)
    for kind in (None, *catalogue.FORMATS):  # what is imported only now
        read(kind, "x.csv")
    with DISK.watched(monkeypatch) as seen:
        for stem in STEMS:
            for kind in (None, *catalogue.FORMATS):
                read(kind, stem + ending)
        for kind in (None, *catalogue.FORMATS):
            read(kind, f"{{a}}/x{ending}", f"{{a}}/y{ending}")
    assert seen == []
