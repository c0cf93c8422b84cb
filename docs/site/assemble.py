"""Gather the site's pages: python docs/site/assemble.py OUTPUT_DIRECTORY.

Pages written by hand come from docs/, the rest is generated: the Python reference, the modules by
subject, the gallery of figures, sample reports, the lectures that have been built, the page that
computes in the browser, the changelog. The navigation lists what there is. The pages of
the R reference come from build_r_reference.R, which runs first.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import warnings
from pathlib import Path
from typing import Any

import from_files
import function_links
import gallery
import lectures
import live
import modules
import r_reference
import reference
import samples

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

# Files of the repository that are pages of the site, and links to them in other pages.
ELSEWHERE = {
    "NEWS.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "jointstats/datasets/README.md": "datasets.md",
    "benchmarks/README.md": "benchmarks.md",
    "vignettes/project.md": "project.md",
} | {
    page.relative_to(ROOT).as_posix(): f"study-{page.parent.name.replace('_', '-')}.md"
    for page in sorted((ROOT / "studies").glob("*/README.md"))
}
# Lectures in R: reached from those in Python, and opened in their place for readers of R.
HIDDEN = "lecture-*-r.md"
TRY = "Try it"  # a file, not a page
# Section of the navigation -> pages; those that do not exist are left out, new ones join the last.
SECTIONS: dict[str, list[Any]] = {
    "Start": ["index.md", "from-your-files.md", "app.md", "cookbook.md", "faq.md"],
    TRY: ["./try.html"],
    "Read the answer": ["what-is-shown.md", "four-counts.md", "how-to-read-the-figures.md",
                        "gallery.md", "report.md"],
    "Choose a test": ["which-test-when.md", "claims.md", "leaderboards.md",
                      "families-folds-missing.md", "looking-again.md", "price.md", "simulation.md",
                      "normal-theory.md", "network.md"],
    "R": ["coming-from-r.md"],
    "Lectures": lectures.SECTION,
    "Reference": ["reference/python", "reference/r", "glossary.md",
                  "measure-names.md", "datasets.md"],
    "Behind it": ["validity.md", "beside-other-packages.md", "benchmarks.md",
                  *(name for name in ELSEWHERE.values() if name.startswith("study-")),
                  "changelog.md", "architecture.md", "contributing.md"],
}  # fmt: skip


def main(output: Path) -> None:
    """Write all pages into a directory, and the site's configuration next to it."""
    output.mkdir(parents=True, exist_ok=True)
    for page in DOCS.glob("*.md"):
        shutil.copy(page, output)
    for source, name in ELSEWHERE.items():
        if (ROOT / source).exists():
            shutil.copy(ROOT / source, output / name)
    copy_pictures(output)
    gallery.write(output)
    lectures.write(output)
    reference.write(output / "reference" / "python")
    r_reference.write_index(output / "reference" / "r")
    samples.write(output / "samples")
    live.write(output)
    rewrite(output / "architecture.md", lambda text: modules.filled(text, ROOT))
    chooser = output / "which-test-when.md"
    rewrite(chooser, lambda text: function_links.in_tables(text, output))
    for page in DOCS.glob("*.md"):
        rewrite(output / page.name, function_links.at_first)
    for page in output.glob("study-*.md"):
        rewrite(page, study)
    for name in ("from-your-files.md", "leaderboards.md"):
        rewrite(output / name, from_files.filled)
    for page in output.glob("*.md"):
        rewrite(page, lambda text, here=page: site_links(text, here, output))
    write_configuration(output)


def study(text: str) -> str:
    """The report of a study with its title, and without a gap in the levels of its headings."""
    text = text.replace("# ", "# Study: ", 1)
    return text if "\n## " in text else text.replace("\n### ", "\n## ")


def rewrite(page: Path, change: Any) -> None:
    """Change the text of a page."""
    page.write_text(change(page.read_text(encoding="utf-8")), encoding="utf-8")


def copy_pictures(output: Path) -> None:
    """The pictures of the pages, the schema of results, the style and the favicon."""
    for picture in (DOCS / "figures").glob("*.png"):
        (output / "figures").mkdir(exist_ok=True)
        shutil.copy(picture, output / "figures")
    if (DOCS / "schema").exists():
        shutil.copytree(DOCS / "schema", output / "schema", dirs_exist_ok=True)
    (output / "assets").mkdir(exist_ok=True)
    for name in ("site.css", "favicon.svg", "iframe-worker.js", "readable.js"):
        shutil.copy(Path(__file__).parent / name, output / "assets")


def site_links(text: str, page: Path, output: Path) -> str:
    """Links into the repository as links into the site, or as plain text if they lead out of it."""
    origin = next((s for s, name in ELSEWHERE.items() if name == page.name), f"docs/{page.name}")

    def link(found: re.Match[str]) -> str:
        shown, target = found[1], found[2]
        path = target.split("#")[0]
        inside_site = not path.startswith("..") and (output / path).exists()
        if not path or re.match(r"[a-z]+:", target) or inside_site:
            return found[0]
        inside = (ROOT / origin).parent.joinpath(path).resolve()
        if path in lectures.SECTION:
            return shown  # not built: `make vignettes` does it
        if not inside.exists():
            return found[0]  # a broken link: the strict build refuses it
        name = inside.relative_to(ROOT).as_posix()
        here = (ELSEWHERE | lectures.PAGES).get(name, name.removeprefix("docs/"))
        return f"[{shown}]({here}{target[len(path) :]})" if (output / here).is_file() else shown

    return re.sub(r"(?<!!)\[([^\[\]]+)\]\(([^()\s]+)\)", link, text)


def navigation(output: Path) -> list[dict[str, Any]]:
    """The sections with the pages that there are."""
    there = {page.name for page in output.glob("*.md")}
    there -= {page.name for page in output.glob(HIDDEN)}
    listed = {name for names in SECTIONS.values() for name in names}
    sections = {key: list(names) for key, names in SECTIONS.items()}
    sections["Behind it"] += sorted(there - listed)
    nav: list[dict[str, Any]] = []
    for title, names in sections.items():
        entries = [entry(output, name) for name in names if (output / name).exists()]
        if entries:
            nav.append({title: entries if len(entries) > 1 else entries[0]})
    return nav


def entry(output: Path, name: str) -> Any:
    """One page, or one folder with its index first."""
    if not (output / name).is_dir():
        return {"Changelog": name} if name == "changelog.md" else name
    if name.endswith("/r"):
        grouped = r_reference.groups(output / name).items()
        topics = [{title: [f"{name}/{topic}.md" for topic in group]} for title, group in grouped]
        return {"R": [f"{name}/index.md", *topics]}
    pages = ["index.md", *(f"{key}.md" for key in (*reference.subjects(), "results", "others"))]
    return {"Python": [f"{name}/{page}" for page in pages if (output / name / page).exists()]}


def write_configuration(output: Path) -> None:
    """The site's settings, with places and navigation; JSON is YAML."""
    settings = {
        "INHERIT": "../docs/site/mkdocs.yml",
        "docs_dir": output.name,
        "site_dir": "site",
        "nav": navigation(output),
    }
    (output.parent / "mkdocs.yml").write_text(json.dumps(settings, indent=1), encoding="utf-8")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(Path(sys.argv[1]))
