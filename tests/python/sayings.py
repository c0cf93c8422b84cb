"""What is said: the sentence with which something is refused, the texts of cautions."""

import pytest


def said(error, call, *given, **options):
    """What an error says that a call must raise."""
    with pytest.raises(error) as caught:
        call(*given, **options)
    return str(caught.value)


def texts(cautions):
    """The words of each caution, in their sequence."""
    return [str(one) for one in cautions]
