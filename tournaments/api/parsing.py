"""Reading JSON that anybody may have written: what no column can hold is refused here, with a sentence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from django.conf import settings
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.parsers import BaseParser

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.api.refusals import ApiRefusal

DEEPEST = 20
BIGGEST = 2**53
"""Beyond this not every program reads a whole number as it was written."""


class JSONParser(BaseParser):
    """A JSON object in UTF-8 (an empty body is an empty object), at most ``API_MOST_BYTES`` long."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        raw = stream.read(settings.API_MOST_BYTES + 1)
        if len(raw) > settings.API_MOST_BYTES:
            raise ApiRefusal(413, "too_large", say(gettext_noop("The request is too large.")))
        charset = ((parser_context or {}).get("encoding") or "utf-8").lower()
        if charset not in ("utf-8", "utf8", "us-ascii"):
            raise UnsupportedMediaType(f"charset={charset}")
        try:
            text = raw.decode("utf-8")
            found = json.loads(text, parse_constant=_no_number) if text.strip() else {}
        except RecursionError:
            raise _malformed(_DEEP) from None
        except ValueError:
            raise _malformed(_NO_JSON) from None
        check(found)
        if not isinstance(found, dict):
            raise _malformed(_NO_OBJECT)
        return found


_NO_JSON = gettext_noop("The body cannot be read as JSON.")
_NO_OBJECT = gettext_noop("The body must be a JSON object.")
_DEEP = gettext_noop("The body is nested too deeply.")
_TEXT = gettext_noop("The body holds characters that are none: NUL or half of a pair.")
_NUMBER = gettext_noop("The body holds a number nobody means.")


def check(value: Any, depth: int = 0) -> None:
    """Refuse text and numbers that cannot be stored, and nesting nobody means."""
    if depth > DEEPEST:
        raise _malformed(_DEEP)
    if isinstance(value, str):
        if not is_text(value):
            raise _malformed(_TEXT)
    elif isinstance(value, (int, float)):
        if not -BIGGEST <= value <= BIGGEST:
            raise _malformed(_NUMBER)
    elif isinstance(value, dict):
        for name, below in value.items():
            check(name, depth + 1)
            check(below, depth + 1)
    elif isinstance(value, list):
        for below in value:
            check(below, depth + 1)


def is_text(value: str) -> bool:
    """Whether every database can keep it: no NUL, no half of a surrogate pair.

    >>> is_text("D’Angelo"), is_text("a\\0b"), is_text("\\ud800")
    (True, False, False)
    """
    return "\0" not in value and not any("\ud800" <= character <= "\udfff" for character in value)


def _no_number(_written: str) -> NoReturn:
    raise ValueError("NaN and Infinity are no JSON")


def _malformed(sentence: str | Sentence) -> ApiRefusal:
    return ApiRefusal(400, "malformed", say(sentence) if isinstance(sentence, str) else sentence)
