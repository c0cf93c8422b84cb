"""The files of the page, by name: all that a server or a folder of a site has to hold."""

from __future__ import annotations

import base64
import hashlib
from importlib import resources

from jointstats.presentation.report.style import script, style

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}


def assets() -> dict[str, bytes]:
    """Name to content: the page, its scripts, and its style, which is the report's with more.

    ``index.html`` names the engine that computes: ``engine-server.js``, unless whoever serves the
    page puts another module's name there.
    """
    folder = resources.files(__package__)
    found = {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.name.endswith((".html", ".js"))
    }
    own = folder.joinpath("app.css").read_text(encoding="utf-8")
    return found | {"style.css": f"{style()}{own}".encode()}


def policy(*more: str) -> str:
    """The page's content security policy: no script but its own files and that of the report.

    Parameters
    ----------
    *more : str
        Directives that replace those of the same name, such as ``"connect-src 'self' https:"``.
    """
    digest = base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()
    said = [
        "default-src 'none'", f"script-src 'self' 'sha256-{digest}'",
        "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:", "connect-src 'self'",
        "frame-src 'self' blob:", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'",
    ]  # fmt: skip
    replaced = {one.split()[0] for one in more}
    return "; ".join([*(one for one in said if one.split()[0] not in replaced), *more])
