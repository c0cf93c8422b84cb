"""The examples of every docstring give what stands below them."""

import doctest
import importlib
import pkgutil
import warnings
from pathlib import Path

import numpy as np
import pytest

import jointstats as js


def modules():
    return [m.name for m in pkgutil.walk_packages([str(Path(js.__file__).parent)], "jointstats.")]


@pytest.mark.parametrize("name", modules())
def test_docstring_examples_run(name):
    if name.endswith(("plot", "bridge")):
        pytest.importorskip("matplotlib")
    module = importlib.import_module(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        failed, _ = doctest.testmod(
            module, extraglobs={"np": np}, optionflags=doctest.NORMALIZE_WHITESPACE
        )
    assert failed == 0
