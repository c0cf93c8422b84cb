"""Every fixture of every format, asked of every format: only its own recognises it."""

from pathlib import Path

import pytest

from jointstats.labelled.formats.catalogue import FORMATS, format_of
from jointstats.labelled.formats.format import Source

FOLDER = Path(__file__).parent / "formats"
FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file() and path.name != "SOURCE.md")
FOLDERS = sorted({path.parent for path in FILES if path.parent.parent != FOLDER})


def own(path):
    """The name of the format whose fixture it is."""
    return path.relative_to(FOLDER).parts[0]


def recognising(path):
    return [name for name, one in FORMATS.items() if one.recognises(Source(str(path)))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_file_is_recognised_by_its_own_format_alone(path):
    assert recognising(path) in ([own(path)], [])
    if recognising(path):
        assert format_of(Source(str(path))).name == own(path)


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_other_format_recognises_a_folder(path):
    assert set(recognising(path)) <= {own(path)}


@pytest.mark.parametrize("name", sorted({own(path) for path in FILES}))
def test_every_format_recognises_some_of_its_fixtures(name):
    paths = [path for path in [*FILES, *FOLDERS] if own(path) == name]
    assert any(recognising(path) == [name] for path in paths)
    assert (FOLDER / name / "SOURCE.md").exists()


def test_every_format_that_states_something_has_fixtures():
    stating = {name for name, one in FORMATS.items() if one.states}
    assert stating == {own(path) for path in FILES}


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_says_what_it_takes(name):
    assert FORMATS[name].title and FORMATS[name].takes
