"""The index of the R reference: help topics by subject, the tests by family as in Python."""

from __future__ import annotations

from pathlib import Path

from jointstats.base.declare import FAMILIES, catalogue

# Subjects of what is no test: title, and topics in the order of the index.
BEFORE = {
    "Results tables": (
        "results_table as_results_table read_results load_dataset "
        "measures_from_confusion jointstats_verbs plot.jointstats_table"
    )
}
AFTER = {
    "Results: print, draw, write": (
        "jointstats_methods jointstats_figures jointstats_autoplot to_html to_latex "
        "jointstats_tables compact_letters references"
    ),
    "Counts of statements": "statement_counts counts_from_vector",
    "The package, and its Python": (
        "jointstats-package install_jointstats jointstats_sitrep jointstats_available "
        "jointstats_conditions"
    ),
}
OTHERS = "Further topics"
HEAD = """# R reference

The help pages of the R package, as `?glrt_test` shows them, with what their examples print and
draw. The functions carry the same names as in Python and call the same core.
"""


def groups(directory: Path) -> dict[str, list[str]]:
    """Topics by subject; those that are filed under none come last."""
    there = titles(directory)
    tests = {
        title: [one.name for one in catalogue().values() if one.family == family]
        for family, title in FAMILIES.items()
    }
    written = [{title: names.split() for title, names in part.items()} for part in (BEFORE, AFTER)]
    filed = written[0] | tests | written[1]
    found = {title: [name for name in names if name in there] for title, names in filed.items()}
    found[OTHERS] = sorted(set(there) - {name for names in found.values() for name in names})
    return {title: names for title, names in found.items() if names}


def titles(directory: Path) -> dict[str, str]:
    """What each topic is about, as the R script has left it."""
    lines = (directory / "topics.tsv").read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


def write_index(directory: Path) -> None:
    """Write the page with all topics."""
    there, parts = titles(directory), [HEAD]
    for title, names in groups(directory).items():
        parts.append(f"## {title}\n\n| topic | what it is |\n|---|---|")
        parts += [f"| [`{name}`]({name}.md) | {there[name]} |" for name in names]
        parts.append("")
    (directory / "index.md").write_text("\n".join(parts), encoding="utf-8")
