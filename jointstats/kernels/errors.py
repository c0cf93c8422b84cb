"""The root of every error that jointstats raises on purpose."""

from __future__ import annotations

from jointstats.kernels.messages import Message


class JointStatsError(Message, ValueError):
    """Base class: the input or an option is at fault, and the message says which and what to do.

    Made from the parts of its message: text, and what each front end spells in its own way (see
    :mod:`jointstats.kernels.messages`).
    """
