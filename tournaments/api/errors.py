"""Every refusal in one shape.

``code``      for programs; does not change with the language
``sentence``  for people, in the language of ``Accept-Language``
``field``     the one member of the request it is about, with dots into what is nested; else null
``asks``      true: a question; the same request with ``"confirmed": true`` goes through, or with the
              reason or the signature that is asked for
``findings``  everything that is off, each with code, sentence, field, level, line, hand, table

A stale request (412) has two members more: ``current``, what stands now, and ``sent``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.serializers import as_serializer_error

from scoring.findings import Finding
from scoring.sentences import Refusal, Sentence, gettext_noop, say
from tournaments.api.refusals import ApiRefusal, not_there
from tournaments.desk.change import DeskRefusal, NeedsConfirmationError
from tournaments.desk.judging import ChangedMeanwhileError, ImpossibleResultError
from tournaments.desk.kept_answers import OtherRequestError
from tournaments.desk.whole_rounds import ImpossibleRoundError
from tournaments.words import spoken

_BY_CLASS: tuple[tuple[type[Exception], int, str, str], ...] = (
    (Http404, 404, "not_found", gettext_noop("There is nothing at this address, or it is not yours.")),
    (PermissionDenied, 403, "not_allowed", gettext_noop("You may not do this here.")),
    (RequestDataTooBig, 413, "too_large", gettext_noop("The request is too large.")),
    (exceptions.ParseError, 400, "malformed", gettext_noop("The body cannot be read as JSON.")),
    (exceptions.NotAuthenticated, 401, "who_are_you", gettext_noop("This needs a token or an account.")),
    (exceptions.AuthenticationFailed, 401, "who_are_you", gettext_noop("This account is not let in.")),
    (exceptions.PermissionDenied, 403, "not_allowed", gettext_noop("You may not do this here.")),
    (exceptions.MethodNotAllowed, 405, "method", gettext_noop("This cannot be done at this address.")),
    (exceptions.NotAcceptable, 406, "not_acceptable", gettext_noop("The answer is JSON, in UTF-8.")),
    (
        exceptions.UnsupportedMediaType,
        415,
        "media_type",
        gettext_noop("The body must be JSON: Content-Type: application/json."),
    ),
    (exceptions.Throttled, 429, "too_many", gettext_noop("Too many requests: wait a little and ask again.")),
)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Django REST framework's hook; None: a defect, which is logged and answered with 500."""
    found = answer_to(error)
    if found is not None:
        for name, value in _headers(error, context):
            found[name] = value
    return found


def answer_to(error: Exception) -> Response | None:
    """A refusal as an answer; None where the error is none."""
    if isinstance(error, ApiRefusal):
        return _answer(error.status, error.code, error.sentence, field=error.field, **error.more)
    if isinstance(error, Refusal):
        return _refused(error)
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    for kind, status, code, text in _BY_CLASS:
        if isinstance(error, kind):
            return _answer(status, code, say(text))
    return None


def _refused(refusal: Refusal) -> Response:
    """What the desk says no to, or asks about."""
    asks = isinstance(refusal, NeedsConfirmationError)
    code = refusal.code if isinstance(refusal, DeskRefusal) else "against_the_rules"
    if isinstance(refusal, ChangedMeanwhileError):
        current = {"ns_mp": refusal.current.ns_mp, "ew_mp": refusal.current.ew_mp}
        sent = {"ns_mp": refusal.mine.ns_mp, "ew_mp": refusal.mine.ew_mp}
        return _answer(412, code, refusal.sentence, current=current, sent=sent)
    findings: list[dict[str, Any]] = []
    status = 409
    if isinstance(refusal, ImpossibleResultError):
        findings = (
            _of_round(refusal)
            if isinstance(refusal, ImpossibleRoundError)
            else findings_told(refusal.findings)
        )
        status = 409 if asks else 422
    if isinstance(refusal, OtherRequestError):
        status = 422
    return _answer(status, code, refusal.sentence, asks=asks, findings=findings)


def _of_round(refusal: ImpossibleRoundError) -> list[dict[str, Any]]:
    """Each finding with its table and where in the request it was sent."""
    return [
        told
        for one in refusal.off
        for told in findings_told([one.finding], table=one.table, field=f"results.{one.position}")
    ]


HAND = gettext_noop("Hand {number}. {what}")


def findings_told(
    found: Iterable[Finding], *, table: int | None = None, field: str | None = None
) -> list[dict[str, Any]]:
    """Findings of the rules as the shape tells them; the hand is known where several were sent."""
    return [
        finding_told(
            finding.code,
            spoken(finding.sentence),
            field=field,
            level=finding.level,
            line=finding.line,
            hand=finding.values.get("number") if finding.sentence.template == HAND else None,
            table=table,
        )
        for finding in found
    ]


def finding_told(
    code: str,
    sentence: str,
    *,
    field: str | None = None,
    level: str = "refused",
    line: str | None = None,
    hand: Any = None,
    table: int | None = None,
) -> dict[str, Any]:
    """One of the ``findings``."""
    return {
        "code": code,
        "sentence": sentence,
        "field": field,
        "level": level,
        "line": line,
        "hand": hand,
        "table": table,
    }


def _invalid(error: exceptions.ValidationError) -> Response:
    """All fields that cannot be as they were sent."""
    detail: Any = as_serializer_error(error)
    findings = [finding_told(code, text, field=field or None) for field, code, text in _fields(detail, "")]
    one = findings[0] if len(findings) == 1 else None
    sentence = say(gettext_noop("What was sent cannot be accepted as it is: see the findings."))
    answer = _answer(400, "invalid", sentence, field=one["field"] if one else None, findings=findings)
    if one:
        answer.data["sentence"] = one["sentence"]
    return answer


def _fields(detail: Any, path: str) -> Iterator[tuple[str, str, str]]:
    """Where, what and why of each complaint, however deep it lies."""
    if isinstance(detail, dict):
        for name, below in detail.items():
            deeper = path if name == "non_field_errors" else f"{path}.{name}".lstrip(".")
            yield from _fields(below, deeper)
    elif isinstance(detail, list) and detail and all(isinstance(below, (dict, list)) for below in detail):
        for position, below in enumerate(detail):
            yield from _fields(below, f"{path}.{position}".lstrip("."))
    elif isinstance(detail, list):
        for below in detail:
            yield from _fields(below, path)
    else:
        yield path, getattr(detail, "code", "invalid"), str(detail)


def _answer(
    status: int,
    code: str,
    sentence: Sentence,
    *,
    field: str | None = None,
    asks: bool = False,
    findings: list[dict[str, Any]] | None = None,
    **more: Any,
) -> Response:
    body = {
        "code": code,
        "sentence": spoken(sentence),
        "field": field,
        "asks": asks,
        "findings": findings or [],
        **more,
    }
    return Response(body, status=status)


def _headers(error: Exception, context: dict[str, Any]) -> Iterator[tuple[str, str]]:
    status = getattr(error, "status", getattr(error, "status_code", 0))
    if status == 401:
        yield "WWW-Authenticate", 'Bearer realm="pozzetto"'
    wait = getattr(error, "wait", None)
    if wait is not None:
        yield "Retry-After", str(max(1, int(wait + 0.999)))


__all__ = ["answer_to", "exception_handler", "finding_told", "findings_told", "not_there"]
