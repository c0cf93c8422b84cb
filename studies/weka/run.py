"""Repeat the WEKA study: gather the data sets, cross-validate, reduce to the shipped tables.

    python studies/weka/run.py [--jobs 2]

Needs Debian's ``weka`` and the R packages named in README.md; everything else is fetched or
written into ``work/`` beside this file. Each (data set, classifier) pair is one job with its
own CSV file; a second start does only what is missing. The tables are written to
``work/tables`` and compared with the shipped ones, which are left alone.
"""

import argparse
import csv
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import tables

HERE = Path(__file__).resolve().parent
WORK = HERE / "work"
SHIPPED = HERE.parent.parent / "jointstats" / "datasets"
WEKA_JAR = "/usr/share/java/weka.jar"
SCIKIT_LEARN = "scikit-learn==1.9.1"  # only its CSV files are read

DISCRETIZED = [
    "weka.classifiers.meta.FilteredClassifier",
    "--",
    "-F",
    "weka.filters.supervised.attribute.Discretize -R first-last",
    "-W",
]
CLASSIFIERS = {
    "NaiveBayes": ["weka.classifiers.bayes.NaiveBayes"],
    "BayesNet": ["weka.classifiers.bayes.BayesNet", "--", "-D"],
    "AODE": [*DISCRETIZED, "weka.classifiers.bayes.AODE"],
    "J48graft": ["weka.classifiers.trees.J48graft"],
    "RandomForest": ["weka.classifiers.trees.RandomForest"],
    "Bagging": ["weka.classifiers.meta.Bagging"],
    "Logistic": ["weka.classifiers.functions.Logistic"],
}
RUNS = FOLDS = 10


class Job(NamedTuple):
    """One classifier on one data set: 10 runs of 10-fold cross-validation."""

    dataset: str
    algorithm: str

    @property
    def result(self) -> Path:
        return WORK / "results" / f"{self.dataset}__{self.algorithm}.csv"


def gather() -> list[dict[str, str]]:
    """Write the ARFF files unless they are there; return one record per data set."""
    arff = WORK / "arff"
    if not (arff / "sets.csv").exists():
        arff.mkdir(parents=True, exist_ok=True)
        wheel = WORK / "scikit-learn"
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--upgrade"]
        subprocess.run([*pip, "--target", str(wheel), SCIKIT_LEARN], check=True)
        subprocess.run(
            ["Rscript", "gather.R", str(arff), str(wheel / "sklearn/datasets/data")],
            cwd=HERE,
            check=True,
            env={**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"},
        )
    with open(arff / "sets.csv", newline="") as file:
        return list(csv.DictReader(file))


def size(record: dict[str, str]) -> int:
    return int(record["n"]) * int(record["attributes"]) * int(record["classes"])


def command(job: Job, out: Path) -> list[str]:
    java = ["java", "-Xmx3g", "-XX:+UseSerialGC", "-Djava.awt.headless=true", "-cp", WEKA_JAR]
    return [
        *java,
        "weka.experiment.Experiment",
        *("-r", "-L", "1", "-U", str(RUNS)),
        *("-T", str(WORK / "arff" / f"{job.dataset}.arff")),
        *("-D", f"weka.experiment.CSVResultListener -O {out}"),
        *("-P", "weka.experiment.CrossValidationResultProducer"),
        *("--", "-X", str(FOLDS)),
        *("-W", "weka.experiment.ClassifierSplitEvaluator"),
        *("--", "-W", *CLASSIFIERS[job.algorithm]),
    ]


def complete(path: Path) -> bool:
    with open(path) as file:
        return sum(1 for _ in file) == 1 + RUNS * FOLDS


def log(line: str) -> None:
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S")
    with open(WORK / "log.txt", "a") as file:
        file.write(f"{stamp} load {os.getloadavg()[0]:.2f} {line}\n")


def run(job: Job) -> bool:
    """Run one job; its CSV file appears under its final name only when it is complete."""
    if job.result.exists():
        return True
    part = job.result.with_suffix(".part")
    part.unlink(missing_ok=True)
    start = time.monotonic()
    with open(job.result.with_suffix(".err"), "w") as messages:
        status = subprocess.run(
            command(job, part), stdout=messages, stderr=subprocess.STDOUT, cwd=WORK, check=False
        ).returncode
    done = status == 0 and part.exists() and complete(part)
    if done:
        part.rename(job.result)
        job.result.with_suffix(".err").unlink()
    verdict = "done" if done else f"FAILED (status {status})"
    log(f"{job.dataset} {job.algorithm} {verdict} {time.monotonic() - start:.1f} s")
    return done


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (2)")
    options = parser.parse_args()

    records = sorted(gather(), key=size)
    if others := tables.changed(WORK, records, HERE / "sets.csv"):
        print("other files than those of sets.csv:", *others, sep="\n  ", file=sys.stderr)
        return 1
    jobs = [Job(r["dataset"], algorithm) for r in records for algorithm in CLASSIFIERS]
    (WORK / "results").mkdir(exist_ok=True)
    with ThreadPoolExecutor(options.jobs) as pool:
        done = list(pool.map(run, jobs))
    usage = os.times()
    log(f"all jobs: user {usage.children_user:.0f} s, system {usage.children_system:.0f} s")
    failed = [f"{j.dataset} {j.algorithm}" for j, ok in zip(jobs, done, strict=True) if not ok]
    if failed:
        print("incomplete (see work/log.txt):", *failed, sep="\n  ", file=sys.stderr)
        return 1
    out = WORK / "tables"
    out.mkdir(exist_ok=True)
    tables.write_tables(WORK, records, list(CLASSIFIERS), out)
    print("tables written to", out)
    print(tables.comparison(out / "sets.csv", HERE / "sets.csv"))
    print(tables.comparison(out / "weka.csv", SHIPPED / "weka.csv", ignore="training_time"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
