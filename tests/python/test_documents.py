"""README and documents: the first screen is short and its code works, links lead somewhere."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md")),
             *sorted(ROOT.glob("vignettes/*.md"))]  # fmt: skip
LINK = re.compile(r"\[[^][]*\]\(([^()\s]+)\)")
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.M | re.S)
# Pages that exist on the site alone: built from lectures and studies, or generated.
BUILT = re.compile(r"(?:try\.html|gallery\.md|lectures\.md|lecture-.*|samples/.*|reference/.*)$")


def first_blocks() -> tuple[str, str, str]:
    """What precedes the first code, the code, and what is printed below it."""
    code, printed = list(FENCE.finditer(README))[:2]
    return README[: code.start()], code[2], printed[2]


def test_readme_is_short():
    before, code, _ = first_blocks()
    words = re.sub(r"<.*?>|^#.*$", "", before, flags=re.M)
    assert README.count("\n") <= 160
    assert len(re.findall(r"[\w’'-]+", words)) <= 80
    assert len([line for line in code.splitlines() if line.strip()]) <= 6


def test_documents_are_few():
    assert len([path for path in DOCUMENTS if path.parent.name == "docs"]) <= 24


def test_the_first_code_prints_what_the_readme_shows():
    _, code, promise = first_blocks()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "<README>", "exec"), {})
    pieces = [re.escape(" ".join(piece.split())) for piece in promise.split("...")]
    assert len(max(pieces, key=len)) > 80
    assert re.search(".*".join(pieces), " ".join(printed.getvalue().split()))


def anchors(path: Path) -> set[str]:
    """The places of a page, as GitHub and the site name them."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    heads = re.findall(r"^#+ (.+?)(?:\s*\{[^}]*\})?$", text, re.M)
    plain = [re.sub(r"[^\w\s-]", "", head.lower()) for head in heads]
    marked = set(re.findall(r"\{#([\w-]+)", text)) | set(re.findall(r'id="([\w-]+)"', text))
    return {head.replace(" ", "-") for head in plain} | {
        re.sub(r"[-\s]+", "-", head.strip()) for head in plain
    } | marked  # fmt: skip


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_of_a_document_lead_to_pages_and_headings(path):
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    broken = []
    for target in LINK.findall(text):
        file, _, place = target.partition("#")
        if re.match(r"[a-z]+:", target) or BUILT.match(file):
            continue
        page = (path.parent / file).resolve() if file else path
        known = anchors(page) if place and page.suffix == ".md" and page.is_file() else {place}
        if not page.exists() or (place and place not in known and not place.startswith("only-")):
            broken.append(target)
    assert not broken
