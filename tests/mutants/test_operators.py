"""The faults themselves: `make mutants` runs these first."""

import pytest
from cosmic_ray.mutating import mutate_code

from mutants import pins, sites
from mutants.operators import ArgumentLeftOut, Twin


@pytest.mark.parametrize(
    "operator, code, wanted",
    [
        (Twin(), "x = min(a)", ["x = max(a)"]),
        (Twin(), "x = a.any(axis=0) + a.min", ["x = a.all(axis=0) + a.min"]),
        (Twin(), "if kind == 'less': min = 1", ["if kind == 'greater': min = 1"]),
        (Twin(), "def min(a): pass", []),
        (ArgumentLeftOut(), "f(a, b=1, c=2)", ["f(a, c=2)", "f(a, b=1)"]),
        (ArgumentLeftOut(), "f(b=1, c=2)", ["f( c=2)", "f(b=1)"]),
        (ArgumentLeftOut(), "f(a)", []),
    ],
)
def test_each_fault_in_its_place(operator, code, wanted):
    found = [mutate_code(code, operator, n) for n in range(5)]
    assert [one for one in found if one is not None] == wanted


def test_a_larger_sample_has_the_smaller_one():
    small, large = (sites.sample("kernels", size, 3) for size in (20, 60))
    assert large[:20] == small
    assert len({(one.module, one.line, one.column) for one in large}) == 60
    assert sites.sample("kernels", 20, 4) != small


def test_no_fault_in_types_decorators_or_errors():
    module = "kernels/normal/mardia.py"
    lines = sites.text(module).splitlines()
    touched = {lines[one.line - 1].strip() for one in sites.mutants_of(module)}
    assert not any(line.startswith(("raise ", "@", "import ", "from ")) for line in touched)


def test_no_fault_in_what_no_caller_sees():
    """The mark of arguments given by name, and whether our own lists are of one length."""
    module = "kernels/joint/dirichlet.py"
    lines = sites.text(module).splitlines()
    touched = [lines[one.line - 1][one.column :] for one in sites.mutants_of(module)]
    assert any("*," in line for line in lines) and not any(t.startswith("*,") for t in touched)
    module = "kernels/studies/averaging.py"
    changed = [one.change()[1] for one in sites.mutants_of(module) if "zip(" in one.change()[0]]
    assert "strict=True" in sites.text(module)
    assert all("strict=True" in after for after in changed if "zip(" in after)
    module = "labelled/rows.py"
    changed = [one.change()[0] for one in sites.mutants_of(module)]
    assert "if not TYPE_CHECKING" in sites.text(module)
    assert not any("TYPE_CHECKING" in before for before in changed)


def test_texts_are_equal_or_not_but_have_no_order():
    found = [one.change() for one in sites.mutants_of("labelled/joint/pareto.py")]
    after = [after for before, after in found if 'if name != "only"' in before]
    assert len(after) == 1 and 'if name == "only"' in after[0]
    assert any("<=" in after and "==" in before for before, after in found)


def test_what_is_kept_once_it_was_computed_is_known():
    """Only the first test that asks runs its lines: all of the module are tried."""
    assert pins.remembering("kernels/joint/family_shares.py") == {"_correlations"}
    assert pins.remembering("labelled/rows.py") == {"_names", "_columns"}
    assert not pins.remembering("labelled/compare/claim_rows.py")  # kept by each object
