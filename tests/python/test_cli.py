"""The command line: what it prints where, its exit status, and a sentence for each mistake."""

import ast
import html
import json
import os
import re
import shlex
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest
from house import computing
from pages import repeated

import jointstats as js
from jointstats.base import files
from jointstats.interfaces.cli import main as run_main

COMMAND = str(Path(sys.executable).with_name("jointstats"))
ROLES = ["--dataset", "dataset", "--algorithm", "algorithm"]
BOTH = [*ROLES, "--max", "accuracy", "--min", "time"]


@pytest.fixture
def run(capsys):
    """Run in this process: exit status, stdout, stderr."""

    def call(*words):
        status = run_main([str(word) for word in words])
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture
def csv(tmp_path):
    path = tmp_path / "results of mine.csv"
    js.load_frame("example1").to_csv(path, index=False)
    return path


def shell(*words, **keywords):
    """Run as a user does: a process of its own."""
    settings = {"capture_output": True, "text": True, "timeout": 60} | keywords
    settings["env"] = os.environ | {"OMP_NUM_THREADS": "1"} | settings.pop("env", {})
    return subprocess.run([COMMAND, *map(str, words)], **settings)


# --- What it prints -------------------------------------------------------------------------------


def test_the_papers_example_from_a_file_and_packaged(run, csv):
    for source in ([csv, *BOTH], ["@example1"]):
        status, out, err = run("compare", *source)
        assert (status, err) == (0, "")
        assert "The data do not establish a difference between" in " ".join(out.split())
        status, out, err = run("test", "glrt", *source, "--json")
        assert (status, err) == (0, "")
        assert json.loads(out)["p_value_asymptotic"] == pytest.approx(0.3126627, abs=5e-8)
        assert json.loads(out)["p_value"] == 0.5078125


@pytest.mark.parametrize(
    ("words", "call"),
    [
        (["compare"], lambda t: js.compare_algorithms(t)),
        (["compare", "--control", "B", "--alpha", "0.1"],
         lambda t: js.compare_algorithms(t, control="B", alpha=0.1)),
        (["compare", "--rope", "time", "0", "--group", "all", "accuracy", "time", "--within",
          "wins"],
         lambda t: js.compare_algorithms(
             js.load_frame("example1"), dataset="dataset", algorithm="algorithm",
             measures=t.measures, rope={"time": 0}, groups={"all": ["accuracy", "time"]},
             within="wins")),
        (["test", "bayes", "--question", "control", "--control", "A"],
         lambda t: js.bayes_test(t, question="control", control="A")),
        (["test", "bayes_sign", "--prior", "even", "--control", "A"],
         lambda t: js.bayes_sign_test(t, prior="even", control="A")),
        (["pairwise", "glrt", "--cases", "pairwise", "--p-adjust", "hommel"],
         lambda t: js.pairwise_tests(t, test="glrt", cases="pairwise", p_adjust="hommel")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_json_is_one_object_the_results_dict(run, words, call):
    n = 2 if words[0] != "compare" else 1
    status, out, err = run(*words[:n], "@example1", *words[n:], "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == json.loads(json.dumps(call(js.load_dataset("example1")).to_dict()))


def test_the_packaged_tables_are_listed_and_printed(run):
    status, out, _ = run("datasets")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == list(js.list_datasets())
    status, out, _ = run("datasets", "pnn")
    assert out.splitlines()[0] == "dataset,algorithm,accuracy,complexity"
    assert run("datasets", "@pnn")[1] == out
    pd.testing.assert_frame_equal(pd.read_csv(StringIO(out)), js.load_frame("pnn"))


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_json_is_json_whatever_the_terminal_shows(tmp_path, encoding):
    names = ("café", "π-\U0001f600")
    rows = [f"d{i},{name},{i + k}" for i in range(4) for k, name in enumerate(names)]
    path = tmp_path / "names.csv"
    path.write_text("\n".join(["dataset,algorithm,x", *rows]), encoding="utf-8")
    words = ["test", "glrt", path, *ROLES, "--max", "x", "--json"]
    done = shell(*words, text=False, env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode("utf-8"))["algorithms"] == list(names)
    assert done.stdout.isascii() == (encoding != "utf-8")


@pytest.fixture
def limited():
    """No file may grow beyond 1,000 bytes, as if the disk were full."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="needs setrlimit")
@pytest.mark.parametrize("option, name", [("--report", "r.html"), ("--plot", "r.svg")])
def test_a_full_disk_costs_neither_the_old_file_nor_the_answer(
    run, request, tmp_path, option, name
):
    path = tmp_path / name
    path.write_text("the old one")
    words = ("compare", "@example1", option, path)
    request.getfixturevalue("limited")
    status, out, err = run(*words)
    assert status == 2
    assert "The data do not establish a difference" in out
    assert err.splitlines()[-1] == f"jointstats: {path}: File too large."
    assert path.read_text() == "the old one"
    assert [one.name for one in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("option, name", [("--report", "t.html"), ("--plot", "t.svg")])
def test_the_table_is_not_overwritten(run, tmp_path, option, name):
    table = tmp_path / name
    js.load_frame("example1").to_csv(table, index=False)
    before = table.read_bytes()
    status, out, err = run("compare", table, *BOTH, option, tmp_path / "." / name)
    assert (status, out) == (2, "")
    assert "is the input file" in err
    assert table.read_bytes() == before


def test_places_that_cannot_be_written_are_refused_before_the_work(run, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "jointstats.interfaces.cli.commands.read_table", lambda *_: pytest.fail("work was done")
    )
    (tmp_path / "folder.html").mkdir()
    for path in (tmp_path / "none" / "r.html", tmp_path / "folder.html"):
        status, out, err = run("compare", "@example1", "--report", path)
        assert (status, out) == (2, "")
        assert str(path) in err and err.count("\n") == 1


def test_files_are_replaced_as_they_were(tmp_path):
    path, link = tmp_path / "real.html", tmp_path / "link.html"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    files.write(link, b"new")
    assert link.is_symlink() and path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    files.write("/dev/null", b"nothing")
    assert not Path("/dev/null").is_file()


def test_the_report_repeats_the_very_file(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    frame = js.load_frame("weka").rename(columns={"dataset": "problem", "algorithm": "method"})
    frame.to_csv("mine.csv", index=False)
    words = ["--dataset", "problem", "--algorithm", "method", "--max", "auc", "--min", "rmse",
             "--only", "AODE", "J48graft"]  # fmt: skip
    status, out, err = run("compare", "mine.csv", *words, "--report", "first.html", "-v")
    assert (status, err) == (0, "")
    scope, call = repeated(tmp_path / "first.html")
    assert scope["result"].summary() == out.rstrip("\n")
    assert run(*call, "-v") == (0, out, "")
    page = html.unescape((tmp_path / "first.html").read_text(encoding="utf-8"))
    assert html.unescape((tmp_path / "report.html").read_text(encoding="utf-8")) == page
    assert 'read_results(\n  "mine.csv",\n  dataset = "problem"' in page


def test_a_figure_is_drawn_by_name_and_the_text_printed_all_the_same(run, tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "figure.svg"
    words = ("test", "glrt", "@example1", "--plot", path)
    status, out, err = run(*words, "--figure", "statements", "--json")
    assert (status, err) == (0, "") and json.loads(out)["test"] == "glrt"
    drawn = path.read_bytes()
    assert drawn.startswith(b"<svg")
    assert run(*words)[0] == 0 and path.read_bytes() != drawn  # the quadrant, by default
    assert run(*words, "--width", 3.3, "--theme", "grey")[0] == 0
    assert 'width="237.6pt"' in path.read_text()  # 3.3 inches
    for words in (("compare", "@example1"), ("pairwise", "bayes", "@example1"),
                  ("simulate", "--cases", 20), ("plan", "--shares", 0.4, 0.2, 0.2, 0.2, "--n", 10,
                  "--max", "x", "y", "--replicates", 50, "--max-n", 20)):  # fmt: skip
        status, _, err = run(*words, "--plot", tmp_path / f"{words[0]}.png")
        assert (status, err) == (0, "")
        assert (tmp_path / f"{words[0]}.png").read_bytes().startswith(b"\x89PNG")


# What a command must not load: --version nothing of the package, a help no table, an answer about
# three algorithms neither the tests of two, nor figures, pages and plans.
_OF_HELP = ("pandas", "scipy", "networkx", "table.formats", "table.reading", "joint", "network")
_OF_ANSWER = ("matplotlib", "networkx", "scipy.stats", "joint.bayes", "joint.glrt", "network",
              "planning", "means", "interfaces.report", "interfaces.figures", "interfaces.bridge",
              "interfaces.app.desk")  # fmt: skip


@pytest.mark.parametrize(
    "words, absent",
    [
        (["--version"], ("numpy", "argparse", "base.kinds", "table", "claims", "drawing")),
        (["test", "sign", "--help"], _OF_HELP),
        (["compare", "--help"], _OF_HELP),
        (["compare", "@weka"], _OF_ANSWER),
    ],
)
def test_a_command_loads_only_what_it_needs(words, absent):
    code = (
        "import sys\nfrom jointstats.interfaces.cli import main\n"
        "status = main(sys.argv[1:])\nprint(*sys.modules, file=sys.stderr)\nsys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    assert done.returncode == 0
    loaded = {name.removeprefix("jointstats.") for name in done.stderr.split()}
    assert not loaded & set(absent)


def test_help_and_version(run):
    status, out, err = run("--version")
    assert (status, out, err) == (0, f"jointstats {js.__version__}\n", "")
    for words in ([], ["compare"], ["test"], ["pairwise"], ["datasets"]):
        status, out, err = run(*words, "--help")
        assert (status, err) == (0, "")
        assert out.startswith("usage: jointstats")


# --- Mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Name a command"),
        ("foo", "invalid choice: 'foo'"),
        ("compare", "FILE"),
        ("compare 'no such.csv'", "There is no file no such.csv."),
        ("compare /", "/ is a folder"),
        ("compare @nope", '"nope"'),
        ("compare @example1 --max accuracy,time", 'no column "accuracy,time"'),
        ("compare @example1 --max time --min time", '"time" is named twice'),
        ("compare @example1 --rope time x", '"x"'),
        ("compare @example1 --rope time 1 --rope time 2", "twice"),
        ("compare @example1 --alpha few", '--alpha must be a number; got "few"'),
        (
            "test network @example1 --max-parents x",
            '--max-parents must be "auto" or "none" or a whole number; got "x"',
        ),
        ("compare @example1 --p-adjust holm", "--p-adjust has no meaning for compare"),
        ("compare @example1 --min-folds 2", ": --min-folds needs --aggregate"),
        ("compare @example1 --report /no/such/folder/r.html", "/no/such/folder/r.html"),
        ("compare @example1 --plot x.png --figure graph", '"effects"'),
        ("compare @example1 --width 3.3", "--plot FILE"),
        ("compare @example1 --plot x.png --width 1", "from 2 to 40"),
        ("compare @example1 --plot x.png --theme pink", '"grey"'),
        ("compare @example1 --plot x.doc", "must end in .png, .svg, .pdf"),
        ("compare @example1 --alhpa 1", "--alhpa 1; did you mean --alpha? See jointsta"),
        (
            "compare @example1 --fold x",
            "--fold has no meaning for compare; it belongs to test bayes, glrt",
        ),
        ("compare @example1 extra", "Name one packaged table, or files."),
        ("compare @example1 --alpha 0.95", "did you mean 0.05?"),
        ("compare @example1 --report r.pdf", '"r.pdf" must end in .html'),
        ("compare example1", "the packaged table is @example1."),
        ("test bayes @weka_folds --of iris", "Say which columns hold the run and the fold: --run"),
        (
            "compare @example1 --columns {algorithm} --aggregate mean",
            "--columns has no meaning for a packaged table",
        ),
        ("plan --shares 60 20 10 10", "they sum to 100"),
        ("plan --shares -1 1 1 0", ": Every share in --shares must be"),
        (
            "test hotelling @weka",
            'name two with --only, or use "pairwise hotelling" or "test manova".',
        ),
    ],
)
def test_each_mistake_ends_with_2_and_one_sentence(run, words, said):
    status, out, err = run(*shlex.split(words))
    assert (status, out) == (2, "")
    assert err.startswith("jointstats: ")
    assert err.count("\n") == 1
    assert said in err
    assert "Traceback" not in err


PARTS = {"Option", "asked", "Value", "Kind", "Function", "Extra", "Spelled", "repr"}


def texts(node):
    """Plain texts of a call's arguments; parts that front ends spell are not among them."""
    called = getattr(node, "func", None)
    name = getattr(called, "attr", getattr(called, "id", ""))
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif name not in PARTS:
        # The first argument of wrong() is the name of an option.
        for child in node.args[1:] if name == "wrong" else ast.iter_child_nodes(node):
            yield from texts(child)


def test_no_complaint_speaks_python_outside_its_parts():
    n = 0
    python = re.compile(r"\b[a-z_]{2,}=|\b\w+_tests?\b|\bn_jobs\b|\bNone\b")
    for path in computing():
        tree = ast.walk(ast.parse(path.read_text()))
        said = [x for x in tree if isinstance(x, ast.Raise) or _is_caution(x)]
        for text in (text for node in said for text in texts(node)):
            n += 1
            assert not python.search(text), (path.name, text)
    assert n > 200


def _is_caution(node):
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Caution"


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("", BOTH, "is empty"),
        ("dataset;algorithm;accuracy\nx;A;1\n", BOTH, "semicolons"),
        ("dataset,algorithm,accuracy,time\nx,A,1,1\nx,B,1,1\n", ROLES, "Missing: --max and --min"),
        ("dataset,algorithm,accuracy\nx,A,1,2\n", BOTH, "line 2"),
        ("a,b\n1,2\n", ["--max", "b"], "Missing: --dataset, --algorithm"),
        ("a,b\n1,2\n", ["--max", "c"], "(--dataset and --algorithm)"),
        ("a,b\n1,2\n", ["--max", "c"], "--columns {algorithm}"),
        (
            "a,B,C\n1,2,3\n",
            ["--dataset", "a", "--max", "b", "--columns", "{algorithm}", "--aggregate", "mean"],
            "--aggregate has no meaning for a wide data frame (without --algorithm).",
        ),
        ("a,b\n1,2\n", ["--dataset", "a", "--max", "b", "--columns", "b"], ": --columns must hold"),
    ],
)
def test_each_unsuitable_file_has_its_sentence(run, tmp_path, text, words, said):
    (tmp_path / "r.csv").write_text(text)
    status, out, err = run("compare", tmp_path / "r.csv", *words)
    lines = err.count("\n")
    assert (status, out) == (2, "") and (lines == 1 or "does not state what the columns" in err)
    assert said in err


def test_a_mistake_ends_with_2_an_internal_error_with_1_and_debug_shows_where(run, monkeypatch):
    status, out, err = run("test", "glrt", "@example1", "--debug", "--alpha", "3")
    assert (status, out) == (2, "")
    assert "Traceback (most recent call last)" in err
    assert err.splitlines()[-1].startswith("jointstats: --alpha must be")

    def broken(*_, **__):
        raise RuntimeError("the roof\nis leaking")

    monkeypatch.setattr("jointstats.interfaces.cli.commands.read_table", broken)
    status, out, err = run("test", "glrt", "@example1")
    assert (status, out) == (1, "")
    assert err == (
        "jointstats: internal error, RuntimeError: the roof is leaking (--debug shows where).\n"
    )
    status, out, err = run("test", "glrt", "@example1", "--debug")
    assert (status, out) == (1, "")
    assert "Traceback (most recent call last)" in err


# --- As a process of its own ----------------------------------------------------------------------


def test_standard_input(csv):
    done = shell("test", "bayes", "-", *BOTH, "--json", input=csv.read_text())
    assert (done.returncode, done.stderr) == (0, "")
    first = json.loads(done.stdout)["statements"][0]
    assert first["probability"] == pytest.approx(0.7982135872351864, abs=1e-12)
    assert shell("test", "bayes", "-", *BOTH, input="").returncode == 2


def test_a_closed_pipe_ends_silently():
    script = f"set -o pipefail; '{COMMAND}' datasets weka_folds | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    header, status = done.stdout.splitlines()
    assert header.startswith("dataset,")
    assert (status, done.stderr) == ("0", "")


def test_an_eight_bit_terminal_is_no_reason_to_crash(tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("d,a,größe 中文\nx,Ä,1\nx,<b>,2\n", encoding="utf-8")
    done = shell(
        "compare", path, "--dataset", "d", "--algorithm", "a", "--max", "größe 中文",
        text=False, env={"PYTHONIOENCODING": "latin-1"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"gr\xf6\xdfe \\u4e2d\\u6587" in done.stdout  # what latin-1 has, and what it has not
