"""How to repeat a comparison: every command and every code in a report makes the same one."""

import csv
import html
import os
import re
import shlex
import tempfile
from pathlib import Path

from hypothesis import strategies as st

import jointstats as js
from fuzz import ingredients as of
from fuzz.laws import Fault, lawful
from jointstats.interfaces.cli import arguments, commands
from jointstats.interfaces.report import repeat, sections

DASHED = (
    "-", "--", "-1", "-h", "-v", "-x", "--help", "--version", "--max", "--max=acc", "--only", "-1e5",
    "--control=A", "--rope", "-A B", "--report=x.html", "@A", "a=b", "-a=max", "$HOME", "$(x)", "!x",
    "a b", "'; ls", "*", "~",
)  # fmt: skip
FILES = ("x.csv", "x.csv", "-x.csv", "--help.csv", "x y.csv", "'x.csv", "$x.csv")

_names = st.one_of(st.sampled_from(DASHED), st.sampled_from(DASHED), of.names)


def comparisons():
    """A file of results and a comparison of it, with names that a shell or a parser may misread."""
    unique = {"unique": True}
    return st.fixed_dictionaries(
        {
            "called": st.sampled_from(FILES),
            "columns": st.lists(_names, min_size=4, max_size=4, **unique),
            "algorithms": st.lists(_names, min_size=3, max_size=4, **unique),
            "rope": st.sampled_from([None, 0.0, 0.1, 0.123456789, 1e-9, 3.0]),
            "chosen": st.sampled_from(["all", "only", "exclude"]),
            "control": st.booleans(),
            "groups": st.booleans(),
            "within": st.sampled_from([None, "jointly", "wins", 1]),
            "alpha": st.sampled_from([None, 0.1, 1e-7]),
        }
    )


def words(given):
    """The words of the command, of which every value belongs to its flag."""
    data, algorithm, first, second = given["columns"]
    said = [f"--dataset={data}", f"--algorithm={algorithm}", f"--max={first}", f"--min={second}"]
    kept = given["algorithms"]
    if given["chosen"] == "only":
        kept = kept[1:]
        said += [f"--only={name}" for name in kept]
    elif given["chosen"] == "exclude":
        said += [f"--exclude={kept[0]}"]
        kept = kept[1:]
    if given["control"]:
        said += [f"--control={kept[0]}"]
    if given["alpha"] is not None:
        said += [f"--alpha={given['alpha']}"]
    return said


def compare(given):
    """Read the words, and put in what no words can say; None if it is refused."""
    _, _, first, second = given["columns"]
    try:
        said = arguments.read(["compare", "x.csv", *words(given)])
    except js.JointStatsError:
        return None
    said.file = given["called"]
    if given["rope"] is not None:
        said.rope = [[first, str(given["rope"])]]
    if given["groups"]:
        said.groups = [["quality", first], ["cost", second]]
    if given["within"] is not None:
        said.within = [[str(given["within"])]]
    made = lawful(lambda: commands._computed(said, "compare_algorithms"))
    return made if made is None else _with_source(made, said)


def _with_source(result, said):
    result.call["source"] = commands.described(said)
    return result


def repeat_it(given):
    """Follow the report: a command that it prints, and its Python code, make the same again."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            _write(given)
            made = compare(given)
            if made is not None:
                _followed(made)
        finally:
            os.chdir(before)


def _write(given):
    rows = [
        [f"d{i}", name, i * j % 7 + j / 2, (i + j) % 5 + j / 3]
        for i in range(7)
        for j, name in enumerate(given["algorithms"])
    ]
    with open(given["called"], "w", encoding="utf-8", errors="replace", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([given["columns"], *rows])


def _followed(made):
    """What the report tells to do, done."""
    codes = [html.unescape(x) for x in re.findall(r"(?s)<pre>(.*?)</pre>", sections.repeat(made))]
    if len(codes) == 2 and repeat.NO_COMMAND not in html.unescape(sections.repeat(made)):
        raise Fault("a report without a command says nothing of it")
    for command in codes[2:]:
        again = shlex.split(command)
        if again[:2] != ["jointstats", "compare"] or again[-2:] != ["--report", "report.html"]:
            raise Fault(f"the report prints {command}")
        said = arguments.read(again[1:])
        _same(
            made, lawful(lambda said=said: commands._computed(said, "compare_algorithms")), command
        )
        if commands.described(said)["file"] != made.call["source"]["file"]:
            raise Fault(f"another file is read by {command}")
    code, scope = codes[0].rpartition("\n")[0], {}
    lawful(lambda: exec(code, scope))
    _same(made, scope.get("result"), code)


def _same(made, again, what):
    facts = {**made.to_dict(), "call": None}
    if again is None or facts != {**again.to_dict(), "call": None}:
        raise Fault(f"another comparison is made by {what}")
