"""Names that gave way to others: taken for a while with a warning, then refused with the new one.

Options declare theirs in ``@declare(renamed=…)``, rows and results in their class's ``renamed``,
public names in ``jointstats._RENAMED``. Python, R and the shell read the same declaration::

    renamed = {"delta": Old("lead_ratio", since="0.2.0", until="0.3.0")}  # taken, with a warning
    renamed = {"delta": "lead_ratio"}  # has gone: the error names the new one
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jointstats.kernels.messages import Function, Part, asked
from jointstats.labelled.cautions import announce_outside
from jointstats.labelled.errors import Caution, OldNameWarning, OptionError


@dataclass(frozen=True)
class Old:
    """What stands for an old name that is still taken.

    Attributes
    ----------
    now : str
        The new name.
    since : str
        Version that brought the new name, and the warning.
    until : str
        Version in which the old name is taken no more.
    """

    now: str
    since: str
    until: str

    def caution(self, was: Part, now: Part) -> Caution:
        """The sentence, with both names as a front end spells them."""
        return Caution(
            was, " has been called ", now, f" since version {self.since}: use that name, because "
            f"the old one goes with version {self.until}.", category=OldNameWarning,
        )  # fmt: skip


# Old name -> what stands for it; the name alone if the old one is refused.
Renames = Mapping[str, Old | str]


def now(name: str, renames: Renames) -> str:
    """The name of today, of an old name or of one of today."""
    given = renames.get(name, name)
    return given.now if isinstance(given, Old) else given


def options(given: Mapping[str, Any], renames: Renames) -> dict[str, Any]:
    """Options by their names of today; warns of old ones.

    Raises
    ------
    OptionError
        If one has gone, or is given by both names.
    """
    found: dict[str, Any] = {}
    for name, value in given.items():
        old = renames.get(name)
        if isinstance(old, str):
            raise OptionError(asked(name), " has gone; what comes nearest is ", asked(old), ".")
        if old is not None:
            if old.now in given:
                twice = (asked(name), " is the old name of ", asked(old.now))
                raise OptionError(*twice, ", which is given, too: leave the old one out.")
            announce_outside(old.caution(asked(name), asked(old.now)))
        found[now(name, renames)] = value
    return found


def still(
    name: str, renames: Renames, owner: str = "", error: type[Exception] = AttributeError
) -> str | None:
    """The new name of a field or a public name, after the warning; None of a name never renamed.

    Parameters
    ----------
    name : str
    renames : mapping
    owner : str, default ""
        The class whose field it is; a public name has none.
    error : type of exception, default AttributeError
        What Python expects of whoever is asked for a name that is not there.

    Raises
    ------
    error
        If the old name is taken no more; the sentence says the new one.
    """
    old = renames.get(name)
    if isinstance(old, str):
        raise error(f"{owner or 'jointstats'}.{name} is now called {old}.")
    if old is None:
        return None
    of_class = (f"{owner}.{name}", old.now)
    announce_outside(old.caution(*(of_class if owner else (Function(name), Function(old.now)))))
    return old.now
