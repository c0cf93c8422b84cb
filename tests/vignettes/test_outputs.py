"""Both languages print the same numbers: read from the lectures that `make vignettes` has built."""

import re

import pytest
from lecture_source import BUILT, SOURCES, outputs

NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")


def strangers(one, other):
    """Numbers with a decimal point that the text with fewer has, and the other one lacks.

    Either may be rounded; below 0.001 a number may be words: "p < 0.001".
    """
    few, many = sorted((NUMBER.findall(text) for text in (one, other)), key=len)
    known = [float(found) for found in many]
    wanted = [float(found) for found in few if "." in found]
    return [
        x for x in wanted
        if abs(x) >= 1e-3 and not any(abs(x - y) <= max(5.1e-4, 1e-3 * abs(x)) for y in known)
    ]  # fmt: skip


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_r_and_python_print_the_same_numbers(path):
    found = outputs(path.stem, BUILT)
    twins = [name for name in found if f"{name}_py" in found]
    assert len(twins) > 3, "make vignettes builds the lectures"
    for name in twins:
        texts = found[name].text, found[f"{name}_py"].text
        assert strangers(*texts) == [], f"{name}: {texts}"


def test_no_number_is_printed_with_its_type():
    for path in SOURCES:
        for name, output in outputs(path.stem, BUILT).items():
            assert not re.search(r"np\.\w+\(|array\(|<.* object at", output.text), (path.stem, name)


def test_a_number_that_differs_is_found():
    assert strangers("0.5 and 211.95", "0.5003, 3 times 7.5, 212") == []
    assert strangers("p = 0.26", "p = 0.25 of 3") == [0.26]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_vignette_shows_no_python(path):
    page = (BUILT / f"{path.stem}.html").read_text(encoding="utf-8")
    shown = re.sub(r"<style.*?</style>|base64,[^\"]*", "", page, flags=re.S)
    assert "library(jointstats)" in re.sub("<[^>]*>", "", shown)
    assert not re.search(r"[Pp]ython|\bimport\b|\bjs\.", shown)
