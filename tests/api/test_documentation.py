"""The OpenAPI document is complete, true, and can be read without a network."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from jsonschema_rs import validator_for

from tests.api.callers import Caller
from tournaments.api.documentation import _ERRORS

METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """As ``manage.py spectacular --validate --fail-on-warn`` prints it: a warning is an error."""
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    found: dict[str, Any] = yaml.safe_load(out.getvalue())
    return found


def operations_of(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def test_every_operation_has_a_name_of_its_own_a_summary_and_a_description(document: dict[str, Any]) -> None:
    names = []
    for path, method, operation in operations_of(document):
        names.append(operation["operationId"])
        assert operation["summary"].strip(), (path, method)
        assert len(operation["description"].strip()) > 10, (path, method)
        assert operation["tags"] != [""], (path, method)
        assert "_" not in operation["summary"], (path, method)
    assert len(names) == len(set(names))
    assert len(names) >= 26


def test_every_answer_and_every_body_has_an_example(document: dict[str, Any]) -> None:
    for path, method, operation in operations_of(document):
        for status, answer in operation["responses"].items():
            content = answer.get("content", {}).get("application/json")
            if content is None:
                assert status in ("204", "304"), (path, method, status)
            else:
                assert content["examples"], (path, method, status)
        body = operation.get("requestBody")
        if body is not None:
            assert list(body["content"]) == ["application/json"], (path, method)
            assert body["content"]["application/json"]["examples"], (path, method)


def test_every_operation_tells_all_its_refusals(document: dict[str, Any]) -> None:
    for path, method, operation in operations_of(document):
        told = set(operation["responses"])
        assert {"400", "401", "406", "429"} <= told, (path, method)
        assert ("404" in told) == ("{" in path), (path, method)
        anybody = {} in operation["security"]
        assert ("403" in told) == (not anybody), (path, method)
        assert ("304" in told) == (method == "get"), (path, method)
        if method != "get":
            assert {"412", "413", "415", "422"} <= told, (path, method)
    assert {int(status) for _path, _method, o in operations_of(document) for status in o["responses"]} - {
        200,
        201,
        204,
        304,
    } <= set(_ERRORS)


def test_the_examples_are_what_the_shapes_say(document: dict[str, Any]) -> None:
    for path, method, operation in operations_of(document):
        contents = [answer.get("content", {}) for answer in operation["responses"].values()]
        contents.append(operation.get("requestBody", {}).get("content", {}))
        for content in contents:
            for kind in content.values():
                schema = {"components": document["components"], **_nullable(kind["schema"])}
                for example in kind["examples"].values():
                    assert validator_for(_nullable(schema)).is_valid(example["value"]), (path, method)


def _nullable(schema: Any) -> Any:
    """OpenAPI 3.0 says ``nullable`` where JSON Schema names null as a type."""
    if isinstance(schema, list):
        return [_nullable(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _nullable(one) for name, one in schema.items()}
    if found.pop("nullable", False):
        return {"anyOf": [found, {"type": "null"}]}
    return found


def test_the_document_is_served_as_json_and_yaml(anybody: Caller, db: None) -> None:
    told = anybody.get("openapi.json", Accept="*/*")
    assert told.status_code == 200
    assert told.json()["openapi"].startswith("3.")
    assert yaml.safe_load(anybody.get("openapi.yaml", Accept="*/*").content)["paths"]


def test_the_page_to_try_it_has_no_script_or_style_of_its_own(anybody: Caller, db: None) -> None:
    page = anybody.client.get("/api/v1/")
    assert page.status_code == 200
    text = page.content.decode()
    assert "<style" not in text
    assert " style=" not in text
    assert text.count("<script") == text.count("<script src=") == 2
    assert "http" not in text.replace("https://", "http")
