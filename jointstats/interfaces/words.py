"""The words of every subject: verdict, findings and title of any result.

Importing this module registers the words of all subjects.
"""

from jointstats.base.worded import findings, title, verdict
from jointstats.claims import words as _comparison  # noqa: F401
from jointstats.claims import words_claims as _claims  # noqa: F401
from jointstats.claims.sensitivity import words as _sensitivity  # noqa: F401
from jointstats.joint import words as _statements  # noqa: F401
from jointstats.joint import words_pairwise as _pairwise  # noqa: F401
from jointstats.means import words as _means  # noqa: F401
from jointstats.planning import words as _plans  # noqa: F401
from jointstats.single import words as _single  # noqa: F401

__all__ = ["findings", "title", "verdict"]
