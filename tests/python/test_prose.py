"""Plain words: documents, messages, docstrings and help use none of a list of mannerisms.

Parts to choose with ``-k``: ``document``, ``vignette`` and ``page`` with a file's name;
a room of the package, ``rbridge``; ``command``; ``man``;
``messages_of_r``; ``verdicts``; ``names``.
"""

import argparse
import ast
import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from house import ROOMS

import jointstats as js
from jointstats.interfaces.cli.arguments import parser

ROOT = Path(__file__).parents[2]
DOCUMENTS = ["README.md", "NEWS.md", "CONTRIBUTING.md"] + [
    f"docs/{path.name}" for path in sorted(ROOT.glob("docs/*.md"))
]
VIGNETTES = [f"vignettes/{path.name}" for path in sorted(ROOT.glob("vignettes/*.*md"))]
# What else the site has as pages.
OTHER_PAGES = ["jointstats/datasets/README.md", "benchmarks/README.md"] + [
    path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("studies/*/README.md"))
]
# Words per sentence, and the share of sentences with a colon.
LIMITS = (14, 0.10)
FOLDERS = {
    **{room: sorted((ROOT / "jointstats" / room).rglob("*.py")) for room in ROOMS},
    "rbridge": sorted((ROOT / "rbridge").rglob("*.py")),
}
VAGUE = {"one", "found", "own", "told", "made", "kept"}

# A blank in an expression stands for any white space: sentences go over lines.
MANNERISMS = {
    r"\bshown of\b|\bnothing (?:is|was|has been) shown\b": "the data do not establish …",
    r"\bat once\b": "jointly; on both; in one call",
    r"\bbeside\b": "next to; compared with",
    r"\bnobody\b|\bwhom\b": "no algorithm; which is unbeaten?",
    r"\b(?:stands?|stood)\b(?! (?:for|out)\b)": "is",
    r"\bwhatever\b(?! the truth\b)|\bwhichever\b|\bwhoever\b": "name it",
    r"\bbeforehand\b": "in advance",
    r"\b(?:is|are|was|were) left\b(?! (?:out|of|blank|empty|unchanged|unset)\b|-)": "remain",
    r"\b(?:say|says|said) so\b|\b(?:is|are|was) said\b": "the report states",
    r"\bof (?:its|their) own\b(?=\s*(?:[.,;:)]|$|(?:and|or|in|for|with|on|to|that|by|as|is|are|if"
    r"|from|at)\b))|\bof itself\b|\bof themselves\b": "a separate; automatically",
    r"\bother way r?a?round\b": "16 data sets to 0; the reverse",
    r"\btold\b|\btells\b(?! you\b)": "specify; states",
    r"\bof which\b|[,;:] which of\b|\bwhich of (?:them|these|those|it)\b": "split the sentence",
    r"\bby (?:its|their) (?:name|mean|label|title|column|rank|position|place)s?\b": "from the name",
    r"\bso many\b|\b(?:is|are) so\b(?=\s*(?:[.,;:)?]|$|(?:on|in|for|if|more often|with)\b))": (
        "the number; holds"
    ),
    r"[,;] for (?:it|they|there|this is|these are|that is)\b": "because",
    r"\bask(?:s|ed|ing)? for\b": "requested; needs",
    r"(?:^|[.!:] )(?-i:Who) [^?.!:|]*[.:]": "If you know …, set …",
    r"\breports? of (?:\d+|two|seven|all|your|the) |\banswers? of (?:your|the|a) table\b": (
        "report on; answer for"
    ),
    r"\bhow surely\b": "with what confidence",
    r"\bsuppos(?:es|ed|ing)\b|(?-i:\bsuppose\b)": "assumes",
    r"\bhardly\b": "rarely; almost no",
    r"\ballowing for its choice\b": "corrected for having been picked as the largest",
    r"\bby turns\b": "alternate",
}
COMPILED = {
    re.compile(habit.replace(" ", r"\s+"), re.M | re.I): plain
    for habit, plain in MANNERISMS.items()
}


class Prose(NamedTuple):
    """A text of a file, and the line where it begins."""

    path: str
    line: int
    text: str


def mannerisms(texts: list[Prose]) -> list[str]:
    """Where a text has a mannerism, with what to write instead."""
    hits = []
    for path, line, text in texts:
        for habit, plain in COMPILED.items():
            for match in habit.finditer(text):
                at = line + text.count("\n", 0, match.start())
                words = " ".join(match[0].split())
                hits.append(f"{path}:{at}: {words!r}: write {plain!r}")
    return hits


def refuse_mannerisms(texts: list[Prose]) -> None:
    hits = mannerisms(texts)
    if hits:
        pytest.fail("\n".join([f"{len(hits)} mannerisms:", *hits]), pytrace=False)


# --- What is read ---------------------------------------------------------------------------------


def blank(match: re.Match[str]) -> str:
    """What is not prose becomes a word without a meaning; lines keep their numbers."""
    return "Code" + "\n" * match[0].count("\n")


def without_code(text: str) -> str:
    """Markdown without its code within lines, targets of links and tags."""
    text = re.sub(r"\A---\n.*?\n---\n", blank, text, flags=re.S)
    text = re.sub(r"(?<!`)(`{1,2})(?!`)(.+?)(?<!`)\1(?!`)", blank, text, flags=re.S)
    text = re.sub(r"\]\([^)\s]*\)", lambda match: "]" + "\n" * match[0].count("\n"), text)
    return re.sub(r"<[a-z/!][^>]*>|\{[#.:][^}]*\}|https?://\S+", blank, text)


def document(name: str) -> list[Prose]:
    return [Prose(name, 1, without_code((ROOT / name).read_text(encoding="utf-8")))]


def strings(path: Path) -> Iterator[Prose]:
    """Strings of a module that are sentences or phrases, docstrings included."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name, inside = str(path.relative_to(ROOT)), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside |= {id(part) for part in node.values}
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "X"
                           for part in node.values)  # fmt: skip
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = "" if id(node) in inside else node.value
        else:
            continue
        if " " in text.strip():
            text = re.sub(r"^ *[\w, *]+ : .*$", "X", text, flags=re.M)  # a name and its type
            yield Prose(name, node.lineno, without_code(text))


def commands(command: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A command and those below it."""
    yield command
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from commands(below)


def man_page(path: Path) -> Prose:
    """R's help without usage and code."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"^\\usage\{\n.*?^\}", blank, text, flags=re.M | re.S)
    text = re.sub(r"\\(?:code|link|verb|href|url)(?:\[[^]]*\])?\{[^{}]*\}", blank, text)
    return Prose(f"man/{path.name}", 1, text)


def r_strings(path: Path) -> Iterator[Prose]:
    """Strings of R code that have a blank; its comments are help, or for maintainers."""
    for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        code = line.split("#'")[0]
        for _, text in re.findall(r"([\"'])((?:\\.|(?!\1).)*)\1", code):
            if " " in text.strip():
                yield Prose(f"R/{path.name}", n, text)


# --- No mannerisms --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOCUMENTS + OTHER_PAGES)
def test_a_document_has_no_mannerism(name):
    refuse_mannerisms(document(name))


@pytest.mark.parametrize("name", VIGNETTES)
def test_a_vignette_has_no_mannerism(name):
    refuse_mannerisms(document(name))


@pytest.mark.parametrize("folder", FOLDERS)
def test_messages_and_docstrings_have_no_mannerism(folder):
    texts = [text for path in FOLDERS[folder] for text in strings(path)]
    assert len(texts) > 20
    refuse_mannerisms(texts)


def test_command_help_has_no_mannerism():
    pages = [Prose(command.prog, 1, command.format_help()) for command in commands(parser())]
    assert len(pages) > 10
    refuse_mannerisms(pages)


def test_man_pages_have_no_mannerism():
    refuse_mannerisms([man_page(path) for path in sorted(ROOT.glob("man/**/*.Rd"))])


def test_messages_of_r_have_no_mannerism():
    texts = [text for path in sorted(ROOT.glob("R/*.R")) for text in r_strings(path)]
    assert len(texts) > 50
    refuse_mannerisms(texts)


# --- Short sentences, few colons ------------------------------------------------------------------

END = re.compile(
    r"(?<!e\.g\.)(?<!i\.e\.)(?<!vs\.)(?<!al\.)(?<!\b[A-Z]\.)(?<=[.!?…])[\"”')*_]*\s+(?=[\"“'(*_\[]*[A-Z0-9])"
)
ITEM = re.compile(r"^\s*(?:[*+-]|\d+\.)\s+", re.M)


def sentences(text: str) -> list[str]:
    """Sentences of paragraphs and items, by full stops; an item ends its sentence."""
    parts = [part for block in re.split(r"\n\s*\n", text) for part in ITEM.split(block)]
    found = [sentence for part in parts for sentence in END.split(" ".join(part.split()))]
    return [sentence for sentence in found if len(re.findall(r"\w+", sentence)) > 1]


def running_text(name: str) -> str:
    """A page's paragraphs and items: no tables, code, quotes, headings, pictures, links alone."""
    text = (ROOT / name).read_text(encoding="utf-8")
    text = re.sub(r"^([ ]*)(```+|~~~+)[^\n]*\n.*?^\1\2[ ]*$", "\n", text, flags=re.M | re.S)
    text = re.sub(r"\$\$.*?\$\$|<!--.*?-->|<(table|style|svg)\b.*?</\1>", "\n", text, flags=re.S)
    text = re.sub(r"^\d[^.\n]*:\n\n(?=\|)", "\n", text, flags=re.M)  # the caption of a table
    text = re.sub(r"^[ ]*(?:\||#|>|!\[|\[!\[|<|:::).*$", "\n", text, flags=re.M)
    text = re.sub(
        r"^[*+-] (?:\*\*[^*]+\*\*:? )?(?:\[[^]]*\]\([^)]*\)[\s,;.·]*)+$", "\n", text, flags=re.M
    )
    return without_code(text)


def long_or_colons(texts: list[str]) -> tuple[float, float]:
    """Words per sentence, numbers not counted, and the share of sentences with a colon."""
    listed = [sentence for text in texts for sentence in sentences(text)]
    words = sum(len(re.findall(r"\b[^\W\d_][\w'’.,·/-]*", sentence)) for sentence in listed)
    colons = sum(bool(re.search(r":(?=\s|$|[*_\"”)])", sentence)) for sentence in listed)
    return words / len(listed), colons / len(listed)


@pytest.mark.parametrize("name", DOCUMENTS + VIGNETTES + OTHER_PAGES)
def test_a_page_has_short_sentences(name):
    words, colons = long_or_colons([running_text(name)])
    within = (words <= LIMITS[0], colons <= LIMITS[1])
    assert within == (True, True), f"{words:.1f} words, {colons:.0%} colons"


# Pages for those who check or build the package may be longer.
LONG = {"docs/validity.md", "docs/architecture.md"}
PAGES = [name for name in DOCUMENTS if name.startswith("docs/")]


@pytest.mark.parametrize("name", [name for name in PAGES if name not in LONG])
def test_a_page_is_not_too_long(name):
    assert len((ROOT / name).read_text(encoding="utf-8").split()) <= 2500


TESTS = ("bayes", "bayes_sign", "corrected_t", "friedman", "glrt", "hotelling", "manova", "mardia",
         "network", "quade", "sign", "wilcoxon")  # fmt: skip


def packaged() -> Iterator[js.ResultsTable]:
    """Every packaged table."""
    for name in js.list_datasets():
        with contextlib.suppress(js.JointStatsError):  # only folds
            yield js.load_dataset(name)


def verdicts() -> list[str]:
    """Verdicts of every packaged table by each test that it allows without options."""
    said = []
    for table in packaged():
        compared = js.compare_algorithms(table)
        said += [compared.verdict, *map(str, compared.findings)]
        for test in TESTS:
            with contextlib.suppress(js.JointStatsError):
                said.append(getattr(js, f"{test}_test")(table).verdict)
    return said


@pytest.mark.filterwarnings("ignore::jointstats.JointStatsWarning")
def test_verdicts_of_packaged_tables_are_short_sentences():
    said = verdicts()
    words, colons = long_or_colons(said)
    assert (words <= 18, colons <= 0.15) == (True, True), f"{words:.1f} words, {colons:.0%} colons"
    refuse_mannerisms([Prose("verdict", 1, text) for text in said])


# --- Names ----------------------------------------------------------------------------------------


def names(tree: ast.AST) -> Iterator[str]:
    """Names that a module assigns, and those of arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def test_few_names_are_vague():
    by_folder = {
        folder: Counter(
            name in VAGUE
            for path in paths
            for name in names(ast.parse(path.read_text(encoding="utf-8")))
        )
        for folder, paths in FOLDERS.items()
    }
    total = sum(by_folder.values(), Counter())
    shares = {folder: f"{count[True] / count.total():.1%}" for folder, count in by_folder.items()}
    assert total[True] <= 0.03 * total.total(), shares
