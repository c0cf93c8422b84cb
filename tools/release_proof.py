"""What an installation must answer: run by `release.py` in an environment of its own.

``alone``: with the hard dependencies only; ``plot`` and ``all``: with these extras; ``numbers``
prints what R has to print, too.
"""

from __future__ import annotations

import importlib
import importlib.metadata as metadata
import json
import pkgutil
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import jointstats as js

VERDICT = "RandomForest wins against Bagging"
# Fourteen data sets, four algorithms, and the p-value of R's friedman.test.
AUC = np.array([
    [0.763, 0.768, 0.771, 0.798], [0.599, 0.591, 0.590, 0.569], [0.954, 0.971, 0.968, 0.967],
    [0.628, 0.661, 0.654, 0.657], [0.882, 0.888, 0.886, 0.898], [0.936, 0.931, 0.916, 0.931],
    [0.661, 0.668, 0.609, 0.685], [0.583, 0.583, 0.563, 0.625], [0.775, 0.838, 0.866, 0.875],
    [1, 1, 1, 1], [0.940, 0.962, 0.965, 0.962], [0.619, 0.666, 0.614, 0.669],
    [0.972, 0.981, 0.975, 0.975], [0.957, 0.978, 0.946, 0.970],
])  # fmt: skip
FRIEDMAN = 0.011986176325417817
EXACT = 130 / 256  # binomial, of the two leading statements of @example1


def expect(what: str, answer: Any, wanted: Any) -> None:
    """End with a sentence where they differ."""
    if answer != wanted:
        raise SystemExit(f"{what} is {answer!r}; expected {wanted!r}.")


def shell(*words: str) -> subprocess.CompletedProcess[str]:
    """The command of this environment."""
    command = Path(sys.executable).with_name("jointstats")
    return subprocess.run([command, *words], capture_output=True, text=True, check=False)


def known_answers() -> None:
    """Numbers known by hand or from other programs, and the words for the packaged table."""
    expect("the likelihood-ratio test", js.glrt_test(js.load_dataset("example1")).p_value, EXACT)
    matrices = {name: AUC[:, [i]] for i, name in enumerate("ABCD")}
    friedman = js.friedman_test(matrices, measures={"auc": "max"}).tests[0]
    expect("Friedman's p-value", round(friedman.p_value_chi2, 12), round(FRIEDMAN, 12))
    said = shell("compare", "@weka")
    expect("the shell's status", said.returncode, 0)
    expect("the shell's verdict", VERDICT in " ".join(said.stdout.split()), True)
    expect("what the shell notes", said.stderr, "")
    expect("the version", shell("--version").stdout.split(), ["jointstats", js.__version__])


def needs_nothing_else() -> None:
    """What is installed is what the package asks for, and what that asks for, and pip."""
    asked, names = ["jointstats"], set()
    while asked:
        name = asked.pop()
        if name not in names:
            names.add(name)
            lines = (line for line in metadata.requires(name) or () if "extra ==" not in line)
            asked += [re.split(r"[^\w-]", line)[0].lower() for line in lines if installed(line)]
    installed_names = {
        distribution.metadata["Name"].lower() for distribution in metadata.distributions()
    }
    expect("what else is installed", sorted(installed_names - names - {"pip", "setuptools"}), [])


def installed(requirement: str) -> bool:
    """Whether what it names is there: markers leave out what this Python does not need."""
    try:
        return bool(metadata.version(re.split(r"[^\w-]", requirement)[0]))
    except metadata.PackageNotFoundError:
        return False


def every_module_loads() -> None:
    """Without extras a module either loads, or is what an extra is for."""
    for module in pkgutil.walk_packages(js.__path__, "jointstats."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def of_polars() -> Any:
    """An object that says that it is a frame of Polars, which is not here."""
    return type("DataFrame", (), {"__module__": "polars"})()


def excel() -> Path:
    """A file that is an Excel file as far as its outside goes."""
    with zipfile.ZipFile("book.xlsx", "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    return Path("book.xlsx")


def parquet() -> Path:
    """The same of Parquet."""
    Path("rows.parquet").write_bytes(b"PAR1" + bytes(16) + b"PAR1")
    return Path("rows.parquet")


def inspect_log() -> Path:
    """A log whose members say that they are compressed with Zstandard."""
    path = Path("log.eval")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", "{}")
    raw, zstandard = bytearray(path.read_bytes()), (93).to_bytes(2, "little")
    central = raw.index(b"PK\x01\x02")
    raw[8:10], raw[central + 10 : central + 12] = zstandard, zstandard
    path.write_bytes(raw)
    return path


WEKA = js.load_dataset("weka")
TWO = ["accuracy", "auc"]
ROLES: dict[str, Any] = {"dataset": "d", "algorithm": "a", "measures": {"accuracy": "max"}}
# Extra -> what cannot be done without it.
REFUSED: dict[str, Callable[[], Any]] = {
    "plot": lambda: js.compare_algorithms(WEKA).plot(),
    "parquet": lambda: js.read_results(parquet(), **ROLES),
    "excel": lambda: js.read_results(excel(), **ROLES),
    "inspect": lambda: js.read_results(inspect_log()),
    "frames": lambda: js.results_table(of_polars(), **ROLES),
    "parallel": lambda: js.pairwise_tests(WEKA, test="network", on=TWO, n_jobs=2),
    "sklearn": lambda: js.compare_estimators({}, {}),
    "scale": lambda: js.pairwise_tests(WEKA, test="network", on=TWO, n_jobs="tcp://127.0.0.1:9"),
    "r": lambda: importlib.import_module("rbridge"),
}
ELSEWHERE = {"all", "bench", "dev", "docs"}  # not for users, or several together
# Its newest version may be the wrong one, so that another command is advised.
NAMED = {"r": "rpy2>=3.5.17"}


def extras_are_refused() -> None:
    """Each with one sentence that names what to install."""
    for extra, what in REFUSED.items():
        try:
            what()
        except js.errors.MissingExtraError as error:
            said = str(error)
            package = NAMED.get(extra, f"jointstats[{extra}]")
            expect(f"{package} in {said!r}", f"pip install '{package}'" in said, True)
            expect(f"lines of {said!r}", len(said.splitlines()), 1)
        else:
            raise SystemExit(f"[{extra}] is not installed, and nothing says so.")
    said_by_shell = shell("completion", "bash")
    expect("the status without [completion]", said_by_shell.returncode, 2)
    expect("its sentence", "jointstats[completion]" in said_by_shell.stderr, True)
    # A report has its figures without any extra.
    js.compare_algorithms(WEKA).to_html("without.html")
    expect("the report", "<svg" in Path("without.html").read_text("utf-8"), True)
    extras = {*REFUSED, "completion", *ELSEWHERE}
    expect("extras", set(metadata.metadata("jointstats").get_all("Provides-Extra") or ()), extras)


def draws() -> None:
    """A figure as a file, and a report with figures."""
    result = js.compare_algorithms(WEKA)
    result.plot().figure.savefig("league.pdf")
    result.to_html("report.html")
    expect("a figure", Path("league.pdf").read_bytes()[:5], b"%PDF-")
    expect("a drawing in the report", "<svg" in Path("report.html").read_text("utf-8"), True)


def every_extra_is_used() -> None:
    """What was refused alone is done with [all]: files, frames, workers, estimators."""
    rows = pd.DataFrame({"d": [f"d{i // 2}" for i in range(8)], "a": ["A", "B"] * 4,
                         "accuracy": [0.9, 0.8, 0.7, 0.6, 0.8, 0.7, 0.9, 0.6]})  # fmt: skip
    rows.to_parquet("rows.parquet")
    rows.to_excel("rows.xlsx", index=False)
    for name in ("rows.parquet", "rows.xlsx"):
        expect(f"data sets of {name}", js.read_results(name, **ROLES).n, 4)
    shared = js.pairwise_tests(WEKA, test="network", on=TWO, n_jobs=2).to_dict()["pairs"]
    alone = js.pairwise_tests(WEKA, test="network", on=TWO).to_dict()["pairs"]
    expect("the pairs of two workers", shared, alone)
    expect("completion", shell("completion", "bash").returncode, 0)


def numbers() -> None:
    """Verdict and numbers, a line each, to the last digit."""
    result = js.compare_algorithms(WEKA)
    print(json.dumps(result.verdict, ensure_ascii=False))
    glrt = js.glrt_test(js.load_dataset("example1"))
    bayes = js.bayes_test(js.load_dataset("example1"))
    shown = [glrt.p_value, *(row.probability for row in bayes.statements)]
    shown += [row["p_adjusted"] for row in js.wilcoxon_test(WEKA, p_adjust="holm").rows]
    for value in shown:
        print(f"{value:.17g}")


if __name__ == "__main__":
    asked = sys.argv[1]
    if asked == "numbers":
        numbers()
    else:
        if Path(js.__file__).parts[: len(Path(sys.prefix).parts)] != Path(sys.prefix).parts:
            raise SystemExit(f"jointstats comes from elsewhere: {js.__file__}.")
        known_answers()
        if asked == "alone":
            needs_nothing_else()
            every_module_loads()
            extras_are_refused()
        else:
            draws()
        if asked == "all":
            every_extra_is_used()
