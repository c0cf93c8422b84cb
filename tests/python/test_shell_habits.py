"""What a shell's user is used to: exit statuses, forms of output, the Tab key, `python -m`."""

import csv
import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import jointstats as js
from jointstats.interfaces.cli import main
from jointstats.interfaces.cli.arguments import parser

HERE = [sys.executable, "-m", "jointstats"]


def shell(*words, **keywords):
    said = {"capture_output": True, "text": True, "timeout": 60} | keywords
    return subprocess.run([*HERE, *words], **said)


@pytest.mark.parametrize(("words", "status"), [(["--version"], 0), (["tset"], 2)])
def test_the_process_ends_with_that_status(words, status):
    done = shell(*words)
    assert (done.returncode, done.stderr == "", done.stdout != "") == (status, *[status == 0] * 2)


def test_a_process_can_be_interrupted_where_sigint_is_ignored(tmp_path):
    """As under nohup: what tests start does not inherit it, or they would wait for ever."""
    file = tmp_path / "test_inside.py"
    file.write_text("import signal\ndef test(): assert signal.getsignal(2) != signal.SIG_IGN\n")
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "conftest", file]
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, stdout=-1, text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def commands(command):
    """A command and those below it."""
    yield command
    for below in command.commands.values():
        yield from commands(below)


@pytest.mark.parametrize("command", [*commands(parser())], ids=lambda command: command.prog)
def test_help_is_phrases(command):
    texts = [command.description or "", *(action.help or "" for action in command._actions)]
    texts += [
        line.help for action in command._actions for line in getattr(action, "_choices_actions", ())
    ]
    assert not [text for text in texts if re.search(r"[.?]\)?$|[.?] [A-Z]", text)]


def test_a_pipe_is_as_wide_as_columns_say(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["compare", "@weka"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 40
    monkeypatch.delenv("COLUMNS")
    assert main(["compare", "@weka"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) > 80


@pytest.mark.parametrize("words", [
    ["compare", "@weka"], ["compare", "@example1"], ["leaderboard", "@weka"],
    ["claim", "@example1", "--for", "B", "--over", "A", "--better", "accuracy"],
], ids=" ".join)  # fmt: skip
def test_the_error_rate_is_on_the_narrowest_screen(capsys, monkeypatch, words):
    monkeypatch.setenv("COLUMNS", "40")
    assert main(words) == 0
    assert "is at most 5 % if data sets are independent draws" in " ".join(
        capsys.readouterr().out.split()
    )


def test_every_status_is_in_the_help(capsys):
    main(["--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert all(f"{status} " in text.split("Exit status: ")[1] for status in (0, 1, 2, 130))


@pytest.mark.parametrize("command", [["test", "glrt"], ["compare"], ["leaderboard"]])
def test_the_table_in_another_form(capsys, command):
    table = js.load_dataset("example1")
    name = {"test": "glrt_test", "compare": "compare_algorithms"}.get(command[0], command[0])
    result = getattr(js, name)(table)
    for form, text in (("latex", result.to_latex()), ("markdown", result.to_markdown())):
        assert main([*command, "@example1", "--to", form]) == 0
        assert capsys.readouterr().out.strip() == text.strip()
    assert main([*command, "@example1", "--to", "csv"]) == 0
    text = capsys.readouterr().out
    assert text == result.to_csv()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == len(result.to_frame())
    assert list(rows[0]) == list(result.to_frame())
    assert main([*command, "@example1", "--to", "csv", "--json"]) == 2
    assert "not both" in capsys.readouterr().err


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """What `jointstats completion bash` prints."""
    pytest.importorskip("shtab")
    path = tmp_path_factory.mktemp("completion") / "jointstats.bash"
    path.write_text(shell("completion", "bash", check=True).stdout, encoding="utf-8")
    return path


def completions(script, line):
    """What bash offers at the end of a line."""
    words = line.split(" ")
    ask = f"""source '{script}'
    COMP_WORDS=({" ".join(f"'{word}'" for word in words)}) COMP_CWORD={len(words) - 1}
    COMP_LINE='{line}' COMP_POINT={len(line)}
    _shtab_jointstats jointstats '{words[-1]}' '{words[-2]}' 2>/dev/null
    printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("jointstats comp", {"compare", "completion"}),
        ("jointstats test wil", {"wilcoxon"}),
        ("jointstats compare --with", {"--within"}),
        ("jointstats test bayes --rule ", {"lower", "probability"}),
        ("jointstats compare --to ", {"latex", "markdown", "csv"}),
    ],
)
def test_bash_completes_commands_options_and_words(script, line, offered):
    assert set(completions(script, line)) == offered


@pytest.mark.parametrize("name", ["zsh", "fish"])
def test_other_shells_have_their_scripts(capsys, name):
    pytest.importorskip("shtab")
    assert main(["completion", name]) == 0
    text = capsys.readouterr().out
    assert "wilcoxon" in text
    assert "p-adjust" in text


def test_without_shtab_the_extra_is_named(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert "jointstats[completion]" in capsys.readouterr().err
