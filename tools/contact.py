"""Write contact.toml into the files that packages are made of; run by `make contact`.

Empty fields are left out. CRAN wants an address: until there is one, a domain that cannot exist
stands in DESCRIPTION.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOBODY = "maintainer@jointstats.invalid"


def description(text: str, contact: dict[str, str]) -> str:
    """R's DESCRIPTION: the person, URL and BugReports."""
    person = (
        f'person("{contact["maintainer"]}", role = c("aut", "cre"), '
        f'email = "{contact["email"] or NOBODY}")'
    )
    text = re.sub(r"^Authors@R: .*$", lambda _: f"Authors@R: {person}", text, flags=re.M)
    text = re.sub(r"^(URL|BugReports): .*\n", "", text, flags=re.M)
    links = [("URL", contact["url"]), ("BugReports", contact["issues"])]
    lines = "".join(f"{name}: {value}\n" for name, value in links if value)
    return text.replace("License: ", f"{lines}License: ", 1)


def pyproject(text: str, contact: dict[str, str]) -> str:
    """The Python package's author and [project.urls]."""
    email = f', email = "{contact["email"]}"' if contact["email"] else ""
    author = f'authors = [{{ name = "{contact["maintainer"]}"{email} }}]'
    text = re.sub(r"^authors = .*$", lambda _: author, text, flags=re.M)
    text = re.sub(r"^\[project\.urls\]\n(?:.+\n)*\n", "", text, flags=re.M)
    links = [("Homepage", contact["url"]), ("Issues", contact["issues"])]
    lines = "".join(f'{name} = "{value}"\n' for name, value in links if value)
    table = f"[project.urls]\n{lines}\n" if lines else ""
    optional = "[project.optional-dependencies]"
    return text.replace(optional, f"{table}{optional}", 1)


FILES = {"DESCRIPTION": description, "pyproject.toml": pyproject}


def main() -> None:
    """Write the files, or with --check say which of them differ."""
    contact = tomllib.loads((ROOT / "contact.toml").read_text())
    differ = []
    for name, written in FILES.items():
        path = ROOT / name
        before = path.read_text()
        after = written(before, contact)
        if after != before:
            differ.append(name)
            if "--check" not in sys.argv:
                path.write_text(after)
    if "--check" in sys.argv and differ:
        raise SystemExit(f"Not as contact.toml says: {', '.join(differ)}. Run `make contact`.")


if __name__ == "__main__":
    main()
