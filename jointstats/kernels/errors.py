"""The root of every error that jointstats raises on purpose."""


class JointStatsError(ValueError):
    """Base class: the input or an option is at fault, and the message says which and what to do."""
