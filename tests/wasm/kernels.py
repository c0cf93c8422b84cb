"""The kernels' tests in the engine, where an index has 32 bits: run by tests/wasm/run.mjs.

What is left out, and why, stands here; properties are tried on a few examples each.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.append("build/wasm-tools")  # pytest, hypothesis

import pytest
from hypothesis import HealthCheck, settings

EXAMPLES = 5
# Simulations of error rates: what they show does not depend on the machine, and they take minutes.
SIMULATIONS = (
    "test_tied_modes_are_rarely_told_apart",
    "test_the_stated_error_is_that_of_the_seeds",
    "test_all_intervals_together_cover",
    "test_three_hundred_looks_err_at_most_as_often_as_one_may",
    "test_number_of_classes",
    "test_stated_error_is_the_error",
)


class Selection:
    """Leaves tests out by name, and lets the others try few examples, whatever they ask for."""

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list) -> None:
        def out(item: pytest.Function) -> bool:
            return item.originalname in SIMULATIONS

        config.hook.pytest_deselected(items=[item for item in items if out(item)])
        items[:] = [item for item in items if not out(item)]
        for item in items:
            asked = getattr(item.obj, "_hypothesis_internal_use_settings", None)
            if asked is not None:
                item.obj._hypothesis_internal_use_settings = settings(
                    asked,
                    max_examples=EXAMPLES,
                    derandomize=True,
                    database=None,
                    suppress_health_check=list(HealthCheck),
                )


def main() -> int:
    """The exit code of pytest."""
    if np.dtype(np.intp).itemsize != 4:
        raise SystemExit("An index has not 32 bits here: run it by tests/wasm/run.mjs.")
    files = sys.argv[1:] or sorted(map(str, Path("tests/python").glob("test_kernel_*.py")))
    options = ["-p", "no:cacheprovider", "--tb=short", "--durations=10", "-W", "ignore"]
    return int(pytest.main([*options, *files], plugins=[Selection()]))


sys.exit(main())
