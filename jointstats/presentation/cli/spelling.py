"""Complaints in the words of the command line: the tests speak Python, a shell has options."""

from __future__ import annotations

import re

from jointstats.presentation.cli.arguments import TESTS

# Python's names of options, where they are not the command line's with other dashes.
_FLAGS = {
    "measures": "--max and --min",
    "n_algorithms": "--algorithms",
    "n_jobs": "--jobs",
    "n_measures": "--measures",
    "rng": "--seed",
    "shifts": "--shift",
    "truth": "--shares",
} | {
    name: f"--{name.replace('_', '-')}"
    for name in (
        "aggregate", "algorithm", "alpha", "cases", "control", "correction", "correlation",
        "columns", "dataset", "draws", "ess", "fold", "format", "margin", "max_n", "max_parents",
        "measure", "min_folds", "missing", "n", "negatives", "of", "on", "only", "p_adjust",
        "post_hoc", "prior", "prior_shape", "prior_strength", "question", "replicates", "rope",
        "run", "structure", "test_train_ratio", "tests", "ties", "wanted",
    )
}  # fmt: skip
_NAME = "|".join(_FLAGS)
_UNMISTAKABLE = "|".join(name for name in _FLAGS if "_" in name)

# A value in quotes, or several: "mean" or "median".
_TEXT = r'"[^"]*"'
_PATTERN = re.compile(
    rf"""
      \b pairwise_tests \( test= "(?P<pairs>\w+)" \)
    | \b (?P<test> {"|".join(TESTS)})_test \b
    | (?P<share> Every\ share\ in\ truth)
    | \b pairwise_tests \b
    | (?<![\w.-]) (?P<option> {_NAME}) = (?P<value> {_TEXT} (?:\ or\ {_TEXT})* | \d+ \b)?
    | (?P<quoted> {_TEXT})
    | ^ (?P<first> {_NAME}) (?= \ (?:must|names|needs|goes|has|puts)\b)
    | (?<= \ goes\ with\ ) (?P<partner> {_NAME}) \b
    | \b (?P<word> {_UNMISTAKABLE}) \b
    """,
    re.VERBOSE,
)
_PYTHON_ONLY = re.compile(r", or make the table with fold_table\(\)")


def for_the_shell(sentence: str) -> str:
    """Spell options and tests as the command line does; names in quotes stay as they are.

    Examples
    --------
    >>> for_the_shell('question="control" needs control=, the name of an algorithm.')
    '--question control needs --control, the name of an algorithm.'
    >>> for_the_shell('min_folds must be a number; the measure "min_folds" is none.')
    '--min-folds must be a number; the measure "min_folds" is none.'
    >>> for_the_shell('Use pairwise_tests(test="glrt"), or bayes_test with fewer (only=).')
    'Use "pairwise glrt", or "test bayes" with fewer (--only).'
    """
    return _PATTERN.sub(_spelled, _PYTHON_ONLY.sub("", sentence)).replace(
        "The seed (--seed)", "--seed"
    )


def _spelled(found: re.Match[str]) -> str:
    if found["quoted"]:
        return found[0]
    if found["share"]:
        return "Every share in --shares"
    if found["pairs"]:
        return f'"pairwise {found["pairs"]}"'
    if found["test"]:
        return f'"test {found["test"]}"'
    name = found["option"] or found["first"] or found["partner"] or found["word"]
    if name is None:
        return '"pairwise"'
    value = (found["value"] or "").replace('"', "")
    return f"{_FLAGS[name]} {value}".rstrip()
