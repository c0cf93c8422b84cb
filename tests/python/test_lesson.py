"""Cells that share their names: what they print and draw, what is wrong, what is right."""

import json

import pytest

from jointstats.interfaces.app.lesson import Lesson


@pytest.fixture
def lesson():
    return Lesson()


def run(lesson, code):
    return json.loads(lesson.run(code))


def test_names_are_kept_and_a_last_expression_is_shown(lesson):
    assert run(lesson, "x = 2\nprint('two')\nx + 1")["text"] == "two\n3\n"
    assert run(lesson, "def twice(y):\n    return x * y\n\ntwice(4)")["text"] == "8\n"
    assert run(lesson, "None") == {"text": "", "notes": "", "figures": [], "fault": None}
    assert run(lesson, "")["fault"] is None


def test_what_is_wrong_is_a_sentence_with_the_line(lesson):
    reply = run(lesson, "print(1)\n\nprint(y)")
    assert reply["text"] == "1\n"
    assert reply["fault"] == "Line 3: NameError: name 'y' is not defined"
    assert run(lesson, "x = = 2")["fault"] == "Line 1: invalid syntax."
    # The line of the cell, not that of the package.
    said = run(lesson, "import jointstats\n\njointstats.load_dataset('wekka')")["fault"]
    assert said.startswith("Line 3: ") and "wekka" in said and "Error" not in said
    assert run(lesson, "import sys\nsys.exit(3)")["fault"] == "Line 2: SystemExit: 3"


def test_what_goes_to_standard_error_is_a_note_and_no_output(lesson):
    reply = run(lesson, "import sys\nprint('mind this', file=sys.stderr)\nprint('done')")
    assert (reply["text"], reply["notes"]) == ("done\n", "mind this\n")


def test_figures_are_handed_over_once(lesson):
    code = "import jointstats as js\ntable = js.load_dataset('weka')\naxes = table.plot()"
    reply = run(lesson, f"{code}\ntable.plot('quadrant', width=3.3)")
    assert [one[:4] for one in reply["figures"]] == ["<svg", "<svg"]
    assert reply["notes"] == "" and reply["text"] == ""
    assert run(lesson, "1")["figures"] == []


def test_no_memory_and_an_interrupt_are_left_to_whoever_runs_the_cell(lesson):
    for error in (MemoryError, KeyboardInterrupt):
        with pytest.raises(error):
            lesson.run(f"raise {error.__name__}")
