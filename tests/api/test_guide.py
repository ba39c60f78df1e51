"""The commands of docs/api.md do what it says, on the evening it speaks of."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings

from tests.api.callers import Caller
from tests.api.doors import House, a_house
from tournaments.models import Event

GUIDE = (settings.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
COMMANDS = [block for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.S) if block.startswith("curl")]


@pytest.fixture
def house(db: None) -> House:
    return a_house()


@pytest.fixture
def evening(house: House) -> Event:
    return house.running


def asked(caller: Caller, command: str) -> Any:
    """What a ``curl`` asks for, asked here."""
    words = shlex.split(command.replace("\\\n", " "))
    method, body, headers, address = "GET", None, {}, ""
    rest = iter(words[1:])
    for word in rest:
        if word == "-X":
            method = next(rest)
        elif word == "-H":
            name, _colon, value = next(rest).partition(": ")
            headers[name.replace("-", "_")] = value
        elif word == "-d":
            body = json.loads(next(rest))
        else:
            address = word
    named = "Authorization" in headers
    headers = {name: value for name, value in headers.items() if name != "Authorization"}
    who = caller if named else Caller()
    return who.ask(method, address.removeprefix("$API/"), body, **headers)


def test_there_are_commands_to_try() -> None:
    assert len(COMMANDS) == 7


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide_is_answered(
    evening: Event, program: Callable[[str], Caller], command: str
) -> None:
    answer = asked(program("scorer"), command)
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert told.get("results") or told.get("recorded") or told.get("what") == "recorded"
