"""The code in the pages runs, and prints what the pages say; other packages' where installed."""

import ast
import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import from_files
import pytest
import snippets

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    "index.md", "claims.md", "price.md", "families-folds-missing.md", "beside-other-packages.md",
    "from-your-files.md", "what-is-shown.md", "how-to-read-the-figures.md", "looking-again.md",
    "cookbook.md",
]  # fmt: skip
PAGES_IN_PYTHON = [*PAGES, "report.md", "leaderboards.md", "network.md", "normal-theory.md",
                   "simulation.md"]  # fmt: skip
PAGES_IN_R = [*PAGES, "coming-from-r.md"]
LIBRARY = ROOT / "build" / "r" / "library"
OWN = {"", "Python", "R", "jointstats"}
# Pages whose code reads files, and their folders; and one that writes some.
FOLDERS = {"from-your-files.md": from_files.FILES, "families-folds-missing.md": ROOT}
WRITES = {"index.md", "cookbook.md", "how-to-read-the-figures.md", "looking-again.md", "report.md"}


def text(page):
    return (ROOT / "docs" / page).read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def no_windows():
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield
    pyplot.close("all")


@pytest.mark.parametrize("page", PAGES_IN_PYTHON)
def test_python_code_does_what_the_page_says(page, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path if page in WRITES else FOLDERS.get(page, ROOT))
    namespace, compared = {}, 0
    for block in snippets.blocks(text(page), "python"):
        if block.title not in OWN:
            module = block.title.replace("-", "_")
            if importlib.util.find_spec(module) is None:
                continue
        for promise, output in snippets.run(block.code, namespace):
            compared += 1
            assert snippets.agrees(promise, output), f"{page} says {promise!r}, it is {output!r}"
    assert compared


DISTRIBUTIONS = {"sklearn": "scikit-learn"}  # where the name is not the module's


def imported(code):
    """What code imports from outside the standard library."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module.partition(".")[0])
    return {DISTRIBUTIONS.get(name, name) for name in found - sys.stdlib_module_names}


def installed(*extras):
    """What pip is asked for by these extras, by distribution."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted, found = [*project["dependencies"]], {"jointstats"}
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    for requirement in wanted:
        name, _, more = re.match(r"([\w-]+)(\[(.*?)\])?", requirement).groups()
        found |= installed(*more.split(",")) if name == "jointstats" else {name}
    return found


@pytest.mark.parametrize("page", PAGES_IN_PYTHON)
def test_what_a_page_imports_is_installed_for_the_site(page):
    blocks = [one for one in snippets.blocks(text(page), "python") if one.title in OWN]
    assert set().union(*(imported(one.code) for one in blocks)) <= installed("all", "docs")


@pytest.mark.parametrize("page", PAGES_IN_R)
def test_r_code_does_what_the_page_says(page, tmp_path):
    found = [b.code for b in snippets.blocks(text(page), "r") if b.title in {"R", "jointstats"}]
    script = "".join(f'cat("\\n@@block\\n")\n{code}\n' for code in found)
    (tmp_path / "page.R").write_text(f'pdf(NULL)\n.libPaths(c("{LIBRARY}", .libPaths()))\n{script}')
    run = subprocess.run(
        ["Rscript", tmp_path / "page.R"], capture_output=True, text=True,
        cwd=FOLDERS.get(page, tmp_path),
        env=os.environ | {"RETICULATE_PYTHON": sys.executable, "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    outputs = run.stdout.split("@@block\n")[1:]
    assert len(outputs) == len(found)
    for code, output in zip(found, outputs, strict=True):
        lines = [line.removeprefix("#>") for line in code.split("\n") if line.startswith("#>")]
        for line in joined(lines):
            assert snippets.agrees(line, output), f"{page} says {line!r}, it is {output!r}"


def joined(lines):
    """Printed vectors stand for themselves, a sentence over several lines is one promise."""
    return lines if lines and lines[0].startswith(" [1]") else [" ".join(lines)]


def test_the_cookbook_has_ten_tasks_of_at_most_five_lines():
    _, *tasks = re.split(r"^## ", text("cookbook.md"), flags=re.M)
    assert len(tasks) == 10
    for task in tasks:
        found = [[*snippets.blocks(task, name)] for name in ("python", "r")]
        assert len(found[0]) == len(found[1]) > 0, task.split("\n")[0]
        for one in (*found[0], *found[1]):
            lines = [line for line in one.code.splitlines() if line[:1] != "#"]
            assert len(lines) <= 5, one.code


def test_the_page_of_questions_has_ten():
    assert len(re.findall(r"^## ", text("faq.md"), re.M)) == 10


@pytest.mark.parametrize(
    ("promise", "output", "agreed"),
    [("a ... d", "a b c d", True), ("1.5", "1.4", False), ("a\n b", "a b", True),
     ("(x)", "x", False)],
)  # fmt: skip
def test_promises_are_compared(promise, output, agreed):
    assert snippets.agrees(promise, output) is agreed


def test_commands_of_the_page_of_formats_print_what_it_will_show():
    page = from_files.filled(text("from-your-files.md"))
    found = [c for block in snippets.blocks(text("from-your-files.md"), "sh")
             for c in from_files.commands(block.code)]  # fmt: skip
    assert len(found) >= 9
    assert len(list(snippets.blocks(page, "text"))) == len(list(snippets.blocks(page, "sh")))
    assert "Note: 6 of 96 results are imputed (NaiveBayes: 6)" in page


def test_the_page_of_formats_has_all_of_them():
    from jointstats.table.formats.catalogue import FORMATS

    page = from_files.filled(text("from-your-files.md"))
    assert all(f"| `{name}` |" in page for name in FORMATS)
    shown = "".join(block.code for block in snippets.blocks(page, "sh"))
    assert all(f" {name}" in shown for name, one in FORMATS.items() if one.states)


def test_a_command_that_fails_stops_the_building_of_the_page():
    with pytest.raises(RuntimeError, match="ends with 2"):
        from_files.filled("```sh\njointstats compare amlb/results.csv\n```\n")
