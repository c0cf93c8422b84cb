"""Both languages print the same numbers: read from the lectures that `make vignettes` has built."""

import re

import pytest
from lecture_source import BUILT, SOURCES, outputs

DECIMAL = re.compile(r"-?\d*\.\d+(?:e-?\d+)?")
# Drawn at random, in each language by its own generator.
RANDOM = {("b-two-joint-tests", "solution3")}


def decimals(text):
    """Its numbers with a decimal point: row numbers are not compared."""
    return [float(found) for found in DECIMAL.findall(text)]


def strangers(one, other):
    """Numbers of the shorter list that the longer one lacks, even if either was rounded.

    Below 0.001 they may be words: "p < 0.001".
    """
    few, many = sorted((one, other), key=len)
    few = [x for x in few if abs(x) >= 1e-3]
    return [x for x in few if not any(abs(x - y) <= max(5.1e-4, 1e-3 * abs(x)) for y in many)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_r_and_python_print_the_same_numbers(path):
    found = outputs(path.stem, BUILT)
    twins = [name for name in found if f"{name}_py" in found]
    assert len(twins) > 3, "make vignettes builds the lectures"
    for name in twins:
        if (path.stem, name) not in RANDOM:
            texts = found[name].text, found[f"{name}_py"].text
            assert strangers(*map(decimals, texts)) == [], f"{name}: {texts}"


def test_no_number_is_printed_with_its_type():
    for path in SOURCES:
        for name, output in outputs(path.stem, BUILT).items():
            assert not re.search(r"np\.\w+\(|array\(|<.* object at", output.text), (path.stem, name)


def test_a_number_that_differs_is_found():
    assert strangers([0.5, 0.25], [0.2503, 0.5, 7.5]) == []
    assert strangers([0.5, 0.26], [0.25, 0.5, 7.5]) == [0.26]
