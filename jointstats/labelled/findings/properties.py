"""A finding about what is known of the algorithms beside their results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jointstats.labelled.findings.base import Finding
from jointstats.labelled.table.properties import Property


@dataclass(frozen=True, kw_only=True)
class KnownProperties(Finding):
    """Properties that are known and not tested, and what they make of wins.

    Attributes
    ----------
    properties : dict
    n_against : int
        Pairs that are trade-offs because who is shown to be better has a worse property.
    """

    properties: Mapping[str, Property]
    n_against: int
