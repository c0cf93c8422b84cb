"""Use jointstats on R objects inside a Python process (rpy2), and get R objects back.

Every public function of jointstats is here under its own name. It accepts R data frames, tibbles,
matrices, named vectors and lists, as well as what jointstats itself accepts, and returns R objects
of the classes that the R package ``jointstats`` makes, so that R's own printing, summaries and
figures work on them. :data:`converter` teaches the same to rpy2.

Needs R's package jsonlite, and rpy2 3.5.17 or later (``pip install 'rpy2>=3.5.17'``): tested with
R 4.2. rpy2-rinterface 3.6.6 and later cannot be loaded into R before 4.5, which needs
``pip install rpy2-rinterface==3.6.5 rpy2-robjects==3.6.6`` then.

Examples
--------
>>> import rpy2.robjects as ro
>>> import rbridge
>>> wide = ro.r('cbind(A = c(0.91, 0.88, 0.79), B = c(0.93, 0.90, 0.85))')
>>> result = rbridge.glrt_test(wide, measures={"accuracy": "max"})
>>> tuple(result.rclass)
('jointstats_glrt', 'jointstats_test', 'htest')
"""

from __future__ import annotations

from typing import Any

from jointstats.base.errors import MissingExtraError

try:
    import rpy2.rinterface  # noqa: F401 - starts nothing; tells whether R can be embedded at all
except ModuleNotFoundError:
    raise MissingExtraError(
        "rbridge needs rpy2: pip install 'rpy2>=3.5.17' (and R itself)."
    ) from None
except Exception as error:
    raise MissingExtraError(
        f"rbridge cannot start R through this rpy2 ({error}). Is R there? With R before 4.5, rpy2 "
        "needs: pip install 'rpy2-rinterface==3.6.5' 'rpy2-robjects==3.6.6'."
    ) from None

from rbridge.conversion import RResult, add_counts, converter, names, to_python, to_r, twin

__all__ = ["RResult", "add_counts", "converter", "to_python", "to_r", *names()]


def __getattr__(name: str) -> Any:
    if name in names():
        globals()[name] = twin(name)
        return globals()[name]
    raise AttributeError(f"module 'rbridge' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
