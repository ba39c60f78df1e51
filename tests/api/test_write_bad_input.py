"""What nobody means: every change is sent wrong types, gaps, nulls, huge numbers, ids of nothing.

Made from the document itself, so that an operation added later is tried too.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.api.callers import ROOT, Caller, a_token, by_token
from tests.api.doors import DOORS, Door, House, a_house
from tournaments.models import JournalLine, Result
from tournaments.urls_api import operations

CHANGING = [door for door in DOORS.values() if door.method != "GET"]
NOTHING_KNOWN = {"code", "sentence", "field", "asks", "findings"}
HUGE = 10**16
BEYOND = 10**30
REFUSED = {"api_import_event": (400, 422)}
"""What is well written and no workbook is told apart from what is not well written."""


@pytest.fixture
def house(db: None) -> House:
    return a_house()


@pytest.fixture
def director(house: House) -> Caller:
    return by_token(a_token(house.running.club, "director")[1])


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    make: Any = SchemaGenerator
    found: dict[str, Any] = json.loads(json.dumps(make().get_schema(request=None, public=True)))
    return found


def body_schema(document: dict[str, Any], door: Door) -> dict[str, Any] | None:
    """The schema of what a door is sent."""
    pattern = next(str(one.pattern) for one in operations if one.name == door.name)
    for part in ("<slug:club>", "<slug:event>", *(f"<{kind}>" for kind in KINDS)):
        pattern = pattern.replace(part, "{" + part[1:-1].split(":")[1] + "}")
    body = document["paths"][ROOT + pattern][door.method.lower()].get("requestBody")
    return resolved(document, body["content"]["application/json"]["schema"]) if body else None


KINDS = ("number:round", "number:table", "number:number", "identity:pk")


def resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "allOf" in schema:
        schema = {**schema["allOf"][0], **{k: v for k, v in schema.items() if k != "allOf"}}
    if "$ref" in schema:
        return resolved(document, document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]])
    return schema


def wrong_for(schema: dict[str, Any]) -> list[Any]:
    """Values that cannot be what the schema says."""
    other_types: dict[str, list[Any]] = {
        "integer": ["12", 1.5, True, [1], {}, HUGE, -HUGE, BEYOND],
        "boolean": ["true", 1, [], {}],
        "string": [5, True, [], {}, "a\0b", "x" * 5000],
        "array": ["1", 5, {}, True],
        "object": ["1", 5, [], True],
    }
    found = other_types[schema.get("type", "object" if "properties" in schema else "string")]
    if "enum" in schema:
        found = [5, "nothing of the kind", []]
    return [*found, *([] if schema.get("nullable") else [None])]


def spoiled(document: dict[str, Any], schema: dict[str, Any], good: Any) -> Iterator[tuple[str, Any]]:
    """The good body with one thing wrong in it, thing by thing, however deep."""
    members = schema.get("properties", {})
    for name, below in members.items():
        told = resolved(document, below)
        for value in wrong_for(told):
            yield f"{name} = {value!r:.40}", {**good, name: value}
        if name in schema.get("required", ()):
            yield f"no {name}", {kept: value for kept, value in good.items() if kept != name}
        if name in good:
            for what, one in _deeper(document, told, good[name]):
                yield f"{name}.{what}", {**good, name: one}
    yield "unknown member", {**good, "nothing of the kind": 1}


def _deeper(document: dict[str, Any], told: dict[str, Any], good: Any) -> Iterator[tuple[str, Any]]:
    """The same below a member: in the first of a list, or in an object."""
    if told.get("type") == "array":
        item = resolved(document, told["items"])
        for value in wrong_for(item):
            yield f"0 = {value!r:.40}", [value]
        if item.get("properties"):
            for what, one in spoiled(document, item, good[0]):
                yield f"0.{what}", [one]
    elif told.get("properties"):
        yield from spoiled(document, told, good)


@pytest.mark.parametrize("door", CHANGING, ids=lambda door: f"{door.method} {door.name}")
def test_what_nobody_means_is_refused_and_nothing_is_stored(
    house: House, director: Caller, document: dict[str, Any], door: Door
) -> None:
    schema = body_schema(document, door)
    if schema is None:
        schema = {"properties": {}}
    path = house.address(door).removeprefix(ROOT)
    before = JournalLine.objects.count(), Result.objects.count()
    tried = 0
    bodies = list(spoiled(document, schema, copy.deepcopy(door.sends or {})))
    for what, body in bodies if body_schema(document, door) is not None else ():
        answer = director.ask(door.method, path, body)
        told = (what, answer.status_code, answer.content[:300])
        assert answer.status_code in REFUSED.get(door.name, (400,)), told
        assert set(answer.json()) >= NOTHING_KNOWN, told
        assert answer.json()["sentence"], told
        tried += 1
    for raw in (b"[]", b"null", b'"x"', b"{", b"\xff", b'{"a": NaN}', b'{"a": 1e999}'):
        answer = director.client.generic(
            door.method, ROOT + path, raw, content_type="application/json", headers=director.headers
        )
        if raw != b"null" or body_schema(document, door) is not None:
            assert answer.status_code == 400, (raw, answer.content[:200])
            tried += 1
    assert (JournalLine.objects.count(), Result.objects.count()) == before
    assert tried >= 6


IDS_IN_BODIES: dict[str, tuple[str, Any, set[int]]] = {
    "another pair that is not there": ("rounds/2/swap-seats/", {"first": 88, "second": 2}, {409}),
    "a pair that is not there": ("penalties/", {"entry": 88, "scope": "standings", "vp": 1}, {409}),
    "a round that is not there": (
        "penalties/", {"entry": 1, "scope": "match", "mp": 5, "round": 88}, {409}
    ),
    "a table that is not there": (
        "rounds/2/results/", {"results": [{"table": 888, "ns_mp": 5, "ew_mp": 0}]}, {422}
    ),
    "somebody who does not wait": ("waiting/join/", {"first": 888, "second": 889}, {409}),
    "a proposal that was never handed in": ("rounds/2/results/2/take/", {"proposal": 888}, {409}),
    "a round whose clock cannot start": ("clock/start/", {"round": 88}, {409}),
    "a round in which nobody leaves": ("entries/2/withdraw/", {"justified": True, "round": 88}, {409}),
    "a player nobody knows": (
        "entries/2/substitute/", {"position": 1, "person": {"name": "Rota Ida", "player": 888}}, {404}
    ),
    "a prize for nobody": (
        "prizes/",
        {"typed": 100, "places": [1], "specials": [{"what": "fiori", "euros": 5, "entry": 88}]},
        {409},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", IDS_IN_BODIES)
def test_what_a_body_names_and_is_not_there_changes_nothing(
    house: House, director: Caller, what: str
) -> None:
    path, body, expected = IDS_IN_BODIES[what]
    before = JournalLine.objects.count()
    method = "PUT" if path == "prizes/" else "POST"
    answer = director.ask(method, f"events/{house.running.slug}/{path}", body)
    assert answer.status_code in expected, answer.content
    assert set(answer.json()) >= NOTHING_KNOWN
    assert JournalLine.objects.count() == before
