"""The faults that `make mutants` tries, and which of them it reports."""

from pathlib import Path
from runpy import run_path

import pytest

run = run_path(str(Path(__file__).resolve().parents[1] / "mutants" / "run.py"))


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ("x = a + 2", {"x = a - 2", "x = a + 3"}),
        ("x = a < b", {"x = a <= b", "x = a > b"}),
        ("x = not a", {"x = a"}),
        ("x = a and True", {"x = a or True", "x = a and False"}),
        ("x = a.min(b)", {"x = a.max(b)"}),
        ("x = f(a, b=c, d='less')",
         {"x = f(a, d='less')", "x = f(a, b=c)", "x = f(a, b=c, d='greater')"}),
        ("for x in a:\n    break", {"for x in []:\n    break", "for x in a:\n    continue"}),
        ("if a:\n    b", {"if not a:\n    b"}),
        ("def min(a: int | None) -> int | None:\n    raise ValueError(a + 1)", set()),
        ("@cache(maxsize=1)\ndef f(a):\n    'less than 1'", set()),
    ],
)  # fmt: skip
def test_each_fault_in_its_place(code, faults):
    found = run["mutants"](code)
    assert set(found) == faults and len(found) == len(faults)


def test_the_faults_with_which_the_tests_pass_survive(tmp_path):
    path, source = tmp_path / "module.py", "x = abs(1 - 3) + 0"

    def passes():
        found = {}
        exec(path.read_text(), found)
        return found["x"] == 2

    left = run["survivors"](path, run["mutants"](source), passes)
    assert left == ["x = abs(1 - 3) - 0"]  # every other number, and + for -, gives another x
