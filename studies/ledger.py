"""The ledger: which study checks which promise of which public test.

    python studies/ledger.py --run               # every study that did not run as it is now
    python studies/ledger.py --begin looks       # before a study: forget what others computed
    python studies/ledger.py --stamp looks       # after a study ran: what it wrote, and with what
    python studies/ledger.py --keep              # after answers were recorded anew (see `keep`)
    python studies/ledger.py --keep looks        # after rows of a study were taken out, as well

A test names its rows where it is declared (`validity=`). docs/validity.md has the ledger as a
table. Tests check that every public test has a row, that every folder of studies is listed here or
excused, that result files are those that the studies wrote, and repeat a part of each file.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import platform
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import stamps

HERE = Path(__file__).parent
MANIFEST = HERE / "manifest.json"
BEGUN = "begun"
"""A file in the folder of a study that has begun and not finished: with what it runs."""


@dataclass(frozen=True)
class Entry:
    """A row of the ledger.

    Attributes
    ----------
    row : str
        Its name, which declarations of tests give as `validity`.
    about : str
        What is promised or measured.
    rests_on : str
        A theorem that the study checks, or the study alone.
    command : str
        What runs the study.
    files : tuple of str
        Its results, in this folder; the column `function` names the tests that a line is about.
    repeated : str
        The test that repeats a part of each of its files.
    seed : str
        Of all its random numbers, together with the name of a cell where there are several.
    """

    row: str
    about: str
    rests_on: str
    command: str
    files: tuple[str, ...]
    repeated: str
    seed: str

    @property
    def functions(self) -> tuple[str, ...]:
        """The public tests that declare the row: each one occurs in its files."""
        from jointstats.base.declare import checked_by

        return checked_by(self.row)


def _validity(*parts: str) -> tuple[str, ...]:
    return tuple(f"validity/{part}.csv" for part in parts)


AGAIN = "test_studies_again.py::test_a_part_of_each_file_again"

LEDGER = (
    Entry("claims shown", "probability of any false claim about any pair, at most alpha",
          "theorem, checked", "make validity sizes",
          (*_validity("shown", "power"), "sizes/enumerated.csv", "sizes/kept.csv"), AGAIN,
          "2016 and 2033"),
    Entry("one claim", "p-values and intervals of a claim stated in advance",
          "theorem, checked", "make validity", _validity("claims"), AGAIN, "2016"),
    Entry("bounds", "probability of any bound that misses its median, at most alpha",
          "theorem, checked", "make sizes", ("sizes/populations.csv",), AGAIN, "2033"),
    Entry("prices", "probability of any false break-even price, at most alpha",
          "theorem, checked", "make sizes", ("sizes/populations.csv",), AGAIN, "2033"),
    Entry("leaders", "the most common statement: exact p, lower probability, and the interval of "
          "its share", "theorem, checked", "make validity", _validity("coverage"), AGAIN, "2016"),
    Entry("probabilities", "how often a statement with a given probability is true, under the "
          "test's prior and elsewhere",
          "by definition under the prior, checked; elsewhere study alone", "make calibration",
          ("calibration/reliability.csv", "calibration/first.csv"), AGAIN, "2016"),
    Entry("graphs", "wrong edges in the graph of the measures, by default of the prior",
          "study alone", "make network-default",
          ("network_default/edges.csv", "network_default/areas.csv"), AGAIN, "2016"),
    Entry("families", "the exact p where the statements of a family weigh 1 in all",
          "study alone", "make families", ("families/leaders.csv",), AGAIN, "2029"),
    Entry("runs", "decisions by mean results", "study alone",
          "make runs", ("runs/results.csv", "runs/shown.csv"), AGAIN, "name of the cell"),
    Entry("missing results", "the Bayesian test on incomplete tables", "study alone",
          "make missing", ("missing/bayes.csv",), AGAIN, "2030"),
    Entry("looks", "a claim established at any look", "theorem, checked",
          "make looks gate",
          ("looks/looks.csv", "gate/passes.csv", "gate/chances.csv"),
          AGAIN, "13"),
    Entry("mean ranks", "Friedman's test by permutation, exact tests of the pairs after it, and "
          "Nemenyi's", "theorem, checked; Nemenyi's test approximate: study alone",
          "make friedman", ("friedman/errors.csv",), AGAIN, "2016"),
    Entry("means", "tests of normal theory, within their assumptions and outside",
          "theorem under normality; outside study alone", "make type-one-error normal-theory",
          ("type_one_error/sizes.csv", "type_one_error/first.json", "type_one_error/blocks.csv",
           "type_one_error/blocks_first.json", "normal_theory/tables.csv",
           "normal_theory/repeated_cv.csv", "normal_theory/repeated_cv_first.json"),
          AGAIN, "2016, 2018 and 2003"),
    Entry("one measure", "tests of each measure with Holm's correction",
          "theorem: exact (Wilcoxon's beyond 200 ties or 49 data sets approximate: study alone)",
          "make one-measure", ("one_measure/errors.csv",), AGAIN, "2016 and the name of the cell"),
    Entry("every pair", "p-values of one test of each pair, corrected for all pairs and measures",
          "the test's own rows, and theorem (Holm's correction)", "make test", (),
          "test_pairwise.py::test_adjusted_p_values", ""),
    Entry("intervals", "95 % intervals: of a median difference, Cliff's delta, the lead "
          "of the most frequent statement, mean values",
          "theorem, checked (means: if normal and spread alike); Cliff's delta approximate: study "
          "alone", "make intervals", ("intervals/coverage.csv",), AGAIN,
          "2016 and the name of the cell"),
    Entry("other settings", "decisions under other settings: reruns, no error rate",
          "description", "make test", (),
          "test_sensitivity.py::test_each_data_set_left_out_as_a_rerun_from_scratch", ""),
    Entry("plans", "planned chances against simulated ones", "exact where it can be, checked",
          "make planning roc",
          ("planning/chances.csv", "roc/results/areas.csv", "roc/results/differences.csv",
           "roc/results/curves.csv"), AGAIN, "2031 and 2016"),
)  # fmt: skip

INNER = {
    "bayes_test": (
        "probability_largest",
        "chosen_share_interval",
        "most_probable",
        "largest_of_many",
    ),
    "break_even": ("prices_of_pairs",),
    "claim_test": ("claim_share", "confidence_interval"),
    "compare_algorithms": ("votes_of_pairs",),
    "corrected_t_test": ("one_sample",),
    "glrt_test": ("exact_p_value", "chosen_share_interval", "winner_lead_lower_bound"),
    "hotelling_test": ("one_sample", "confidence_region"),
    "leaderboard": ("votes_of_pairs",),
    "learn_measures": ("learn",),
    "manova_test": ("manova",),
    "mardia_test": ("mardia",),
    "network_test": ("network_posterior",),
    "sign_test": ("median_intervals", "cliffs_deltas"),
    "watch_claim": ("log_e_share",),
    "wilcoxon_test": ("median_intervals", "cliffs_deltas"),
}
"""What public functions compute by, and studies call in their place."""

OUTSIDE = {
    "twelve_tables": "examples whose truth is known, no error rate; a test repeats the whole page",
    "neighbours": "what other packages print for one table; it supports no promise",
    "weka": "how a packaged table was made, which needs Java and WEKA; nothing is tested",
    "roc/results/check.csv": "how much the number of draws matters to the areas of `roc`",
    "roc/results/ess.csv": "why the network's prior has the mass that it has; no error rate",
}
"""Folders and files of studies that support no promise, and why."""

RESUMED = {
    "calibration": ("reliability.csv", "first.csv"),
    "runs": ("results.csv",),
    "validity": ("partial/*.csv",),
}
"""Of studies that go on where they were interrupted: what they would take for done."""


def folders() -> list[str]:
    """Folders of the studies of the ledger."""
    return list(dict.fromkeys(name.split("/")[0] for name in files()))


def lines_of(name: str, text: str) -> list[dict[str, Any]]:
    """The rows of a result file with this text."""
    return [json.loads(text)] if name.endswith(".json") else [*csv.DictReader(text.splitlines())]


def functions_in(name: str, text: str | None = None) -> set[str]:
    """The public functions that a result file names, in its column or key `function`."""
    lines = lines_of(name, text or (HERE / name).read_text(encoding="utf-8"))
    return {function for line in lines for function in line["function"].split()}


def never_run(functions: Iterable[str], names: Iterable[str]) -> list[str]:
    """Functions that occur in none of these result files."""
    present = {function for name in names for function in functions_in(name)}
    return [function for function in functions if function not in present]


def digest(name: str) -> str:
    """SHA-256 of a result file."""
    return hashlib.sha256((HERE / name).read_bytes()).hexdigest()


def files(entries: Iterable[Entry] = LEDGER) -> list[str]:
    """Every result file once."""
    return list(dict.fromkeys(name for entry in entries for name in entry.files))


def versions() -> str:
    """With what a study runs now."""
    import numpy
    import scipy

    import jointstats

    return (f"jointstats {jointstats.__version__}, NumPy {numpy.__version__}, "
            f"SciPy {scipy.__version__}, Python {platform.python_version()}")  # fmt: skip


def programs(folder: str) -> list[Path]:
    return sorted((HERE / folder).glob("*.py"))


def files_of(folder: str) -> list[str]:
    """The result files of a study."""
    return [name for name in files() if name.startswith(f"{folder}/")]


def answers(folder: str) -> str:
    """SHA-256 of the recorded answers of the functions that a study covers."""
    covered = {function for name in files_of(folder) for function in functions_in(name)}
    return stamps.answers_of(stamps.numbers(stamps.recorded(), covered))


def stamp_of(folder: str) -> dict[str, str]:
    """What a study would compute with: its own code, and the answers of what it covers."""
    return {"code": stamps.code(programs(folder)), "answers": answers(folder)}


def changed(folder: str) -> list[str]:
    """What is not as it was when a study ran: its `versions`, its `code`, or `answers`."""
    about = manifest().get(folder, {})
    now = {"versions": versions(), **stamp_of(folder)}
    return [what for what in now if about.get(what) != now[what]]


def manifest() -> dict[str, Any]:
    """Of every study: its versions, its stamp (`code`, `answers`), and SHA-256 of its results.

    A stamp is empty where something changed since the study ran, before stamps were what they are.
    """
    if not MANIFEST.exists():
        return {}
    known: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return known


def begin(folder: str) -> None:
    """Before a study runs: what it would go on with goes, unless it was interrupted as it is now.

    Otherwise a study that is run again would find all of it done, and compute nothing.
    """
    mark, now = HERE / folder / BEGUN, f"{versions()}\n{stamps.code(programs(folder))}\n"
    if mark.exists() and mark.read_text(encoding="utf-8") == now:
        return
    for pattern in RESUMED.get(folder, ()):
        for path in (HERE / folder).glob(pattern):
            path.unlink()
    mark.write_text(now, encoding="utf-8")


def stamp(folder: str) -> None:
    """Take down what a study, which ran just now, wrote: and with what it ran."""
    (HERE / folder / BEGUN).unlink(missing_ok=True)
    known = manifest()
    known[folder] = {
        "versions": versions(),
        **stamp_of(folder),
        "files": {name: digest(name) for name in files_of(folder)},
    }
    write(known)


def keep(shortened: Iterable[str] = ()) -> None:
    """Keep the stamps of studies that would compute what they computed at the last commit.

    Before a record of other calls, or of answers with other fields, is committed: a stamp that
    holds the committed answers stays if all numbers that both records have are equal. Of a study
    whose rows are taken out with the code for them, the new files and the new code are taken down:
    each row that is left must be a committed one. Whether code that is left still computes it is
    for whoever takes it out to say. A stamp that is void at the last commit stays void.
    """
    known = manifest()
    for folder, about in known.items():
        _keep_answers(folder, about)
        if folder in shortened:
            _shorten(folder, about)
    write(known)


def _keep_answers(folder: str, about: dict[str, Any]) -> None:
    covered = {
        f for name in about["files"] for f in functions_in(name, _committed(f"studies/{name}"))
    }
    before, now = (stamps.numbers(record, covered) for record in _records())
    if about["answers"] == stamps.answers_of(before) and stamps.same_rules(before, now):
        about["answers"] = answers(folder)


def _shorten(folder: str, about: dict[str, Any]) -> None:
    for name in files_of(folder):
        before = lines_of(name, _committed(f"studies/{name}"))
        for line in lines_of(name, (HERE / name).read_text(encoding="utf-8")):
            items = {key: value for key, value in line.items() if key != "function"}
            if not any(items.items() <= row.items() for row in before):
                raise SystemExit(f"{name}: {items} is not a row of the last commit; run the study.")
    listed = _git("ls-tree", "--name-only", "HEAD", f"studies/{folder}/").decode().split()
    texts = [_committed(name) for name in listed if name.endswith(".py")]
    if about["code"] == stamps.code_of(texts):
        about["code"] = stamps.code(programs(folder))
    about["files"] = {name: digest(name) for name in files_of(folder)}


@cache
def _records() -> tuple[dict[str, Any], dict[str, Any]]:
    """Recorded answers: as committed, and as they are."""
    path = stamps.RECORD.relative_to(HERE.parent).as_posix()
    return stamps.unpacked(_git("show", f"HEAD:{path}")), stamps.recorded()


def _committed(path: str) -> str:
    return _git("show", f"HEAD:{path}").decode()


def _git(*command: str) -> bytes:
    return subprocess.run(
        ["git", *command], check=True, capture_output=True, cwd=HERE.parent
    ).stdout


def write(known: dict[str, Any]) -> None:
    text = json.dumps(dict(sorted(known.items())), indent=1)
    MANIFEST.write_text(text + "\n", encoding="utf-8")


def run() -> None:
    """Run every study of which something changed since it ran."""
    targets = [target for entry in LEDGER for target in entry.command.split()[1:]]
    for target in dict.fromkeys(targets):
        if target in ("validity", "test"):  # the first last: its page reads the others
            continue
        if changed(target.replace("-", "_")):
            subprocess.run(["make", target], check=True, cwd=HERE.parent)


def table() -> str:
    """The ledger as Markdown."""
    lines = ["| row | about | rests on | tests | command |", "|---|---|---|---|---|"]
    for entry in LEDGER:
        functions = ", ".join(f"`{name}`" for name in entry.functions)
        cells = (entry.row, entry.about, entry.rests_on, functions, f"`{entry.command}`")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def outside() -> str:
    """What is not in the ledger, and why, as Markdown."""
    lines = ["| folder or file | what it is |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {why} |" for name, why in OUTSIDE.items())])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--begin", metavar="FOLDER", help="the study that runs next")
    parser.add_argument("--stamp", metavar="FOLDER", help="the study that ran just now")
    parser.add_argument("--run", action="store_true", help="what did not run as it is now")
    parser.add_argument("--keep", nargs="*", metavar="FOLDER", help="studies with fewer rows")
    options = parser.parse_args()
    if options.run:
        run()
    if options.begin:
        begin(options.begin)
    if options.stamp:
        stamp(options.stamp)
    if options.keep is not None:
        keep(options.keep)


if __name__ == "__main__":
    main()
