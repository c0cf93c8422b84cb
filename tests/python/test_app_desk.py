"""The desk behind the page: requests of JSON in, answers of JSON out, never an exception."""

import json

import pytest

from jointstats.presentation.app.desk import Desk


def ask(desk, data=None, **request):
    return json.loads(desk.answer(json.dumps(request), data))


@pytest.fixture(scope="module")
def example():
    desk = Desk()
    opened = ask(desk, ask="open", packaged="example1")
    roles = opened["table"]["known"]["roles"]
    return desk, opened, roles, ask(desk, ask="compare", roles=roles)


def test_a_packaged_table_is_opened_and_compared(example):
    _, opened, _, reply = example
    assert opened["ok"] and opened["table"]["rows"] == 24
    answer = reply["answer"]
    assert answer["verdict"].startswith("Nothing is shown of A and B")
    assert answer["number"] == 1 and answer["note"] == ""
