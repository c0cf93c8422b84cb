"""Every fixture of every format, asked of every format: only its own recognises it."""

from pathlib import Path

import pytest

from jointstats import errors
from jointstats.table.formats import catalogue, format

FOLDER = Path(__file__).parent / "formats"
FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file() and path.name != "SOURCE.md")
FOLDERS = sorted({path.parent for path in FILES if path.parent.parent != FOLDER})


def own(path):
    """The name of the format whose fixture it is."""
    return path.relative_to(FOLDER).parts[0]


def recognising(path):
    return [
        name for name, one in catalogue.FORMATS.items() if one.recognises(format.Source(str(path)))
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_file_is_recognised_by_its_own_format_alone(path):
    assert recognising(path) in ([own(path)], [])
    if recognising(path):
        assert catalogue.format_of(format.Source(str(path))).name == own(path)


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: str(path.relative_to(FOLDER)))
def test_no_other_format_recognises_a_folder(path):
    assert set(recognising(path)) <= {own(path)}


@pytest.mark.parametrize("name", sorted({own(path) for path in FILES}))
def test_every_format_recognises_some_of_its_fixtures(name):
    paths = [path for path in [*FILES, *FOLDERS] if own(path) == name]
    assert any(recognising(path) == [name] for path in paths)
    assert (FOLDER / name / "SOURCE.md").exists()


def test_every_format_that_states_something_has_fixtures():
    stating = {name for name, one in catalogue.FORMATS.items() if one.states}
    assert stating == {own(path) for path in FILES}


def test_the_command_line_has_every_option_of_every_format(capsys):
    from jointstats.interfaces.cli import main

    folder = str(FOLDER / "lm-eval" / "output")
    assert main(["compare", folder, "--max", "exact_match", "--filter", "strict-match"]) == 0
    assert "exact_match" in capsys.readouterr().out
    logs = str(FOLDER / "inspect" / "eval")
    assert main(["compare", logs, "--unit", "task", "--missing", "drop"]) == 0
    assert "2 data sets" in capsys.readouterr().out
    weka = str(FOLDER / "weka" / "experiment.csv")
    assert main(["compare", weka, "--unit", "sample"]) == 2
    assert "--unit is for inspect; this is read as weka." in capsys.readouterr().err


def test_a_report_repeats_the_options_of_a_format(tmp_path):
    from jointstats.interfaces.cli import main

    folder, words = str(FOLDER / "lm-eval" / "output"), ["--max", "exact_match"]
    words += ["--filter", "strict-match"]
    page = tmp_path / "report.html"
    assert main(["compare", folder, *words, "--report", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "--filter strict-match" in text
    assert "filter=&quot;strict-match&quot;" in text or 'filter="strict-match"' in text


def test_a_folder_of_several_formats_is_refused_by_name():
    with pytest.raises(
        errors.ReadError, match=r"holds files of several formats \(jmetal, lm-eval, "
    ):
        catalogue.format_of(format.Source(str(FOLDER)))
