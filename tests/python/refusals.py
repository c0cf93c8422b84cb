"""The sentence with which something is refused."""

import pytest


def said(error, call, *given, **options):
    """What an error says that a call must raise."""
    with pytest.raises(error) as caught:
        call(*given, **options)
    return str(caught.value)
