"""The OpenAPI document: what the decorators do not say follows from the views themselves.

Who may call an operation, and each refusal it can answer with, come from the view's ``may`` and from what
stands in its address, so that nobody has to remember them.
"""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from drf_spectacular.views import SpectacularAPIView

from tournaments.api.callers import ANYBODY, DIRECTORS
from tournaments.api.errors import finding_told
from tournaments.api.shapes.errors import ErrorShape, NotEnoughShape, StaleShape
from tournaments.api.shapes.fields import Sent


def example_of_error(code: str, sentence: str, **more: Any) -> dict[str, Any]:
    return {"code": code, "sentence": sentence, "field": None, "asks": False, "findings": [], **more}


_INVALID = example_of_error(
    "invalid",
    "Un numero intero valido è richiesto.",
    field="limit",
    findings=[finding_told("invalid", "Un numero intero valido è richiesto.", field="limit")],
)
_IMPOSSIBLE = example_of_error(
    "impossible_result",
    "Hanno chiuso entrambe le linee.",
    findings=[finding_told("V2", "Hanno chiuso entrambe le linee.", hand=2, table=7)],
)
_STALE = example_of_error(
    "stale",
    "Nel frattempo è cambiato: guardare che cosa vale adesso e decidere di nuovo.",
    current={"table": 7, "ns_mp": 3000, "ew_mp": 1485},
    sent={"ns_mp": 3000, "ew_mp": 1585},
)

_ERRORS: dict[int, tuple[type[Any], str, dict[str, Any]]] = {
    400: (ErrorShape, "A parameter, header or member cannot be as it was sent.", _INVALID),
    401: (
        ErrorShape,
        "A token or an account is needed, or the token shown is none.",
        example_of_error("who_are_you", "Serve un token o un accesso."),
    ),
    403: (
        NotEnoughShape,
        "Known here, but this is for somebody who may do more.",
        example_of_error("not_allowed", "Serve un ruolo più alto.", needs="director"),
    ),
    404: (
        ErrorShape,
        "Nothing is there, or it is somebody else's.",
        example_of_error("not_found", "Qui non c'è niente, o non è vostro."),
    ),
    406: (
        ErrorShape,
        "The answer is JSON, and Accept leaves it out.",
        example_of_error("not_acceptable", "La risposta è in JSON, in UTF-8."),
    ),
    409: (
        ErrorShape,
        "Against the rules as things stand; or, with asks, a question to say yes to.",
        example_of_error("reopen_finished", "La manifestazione è finita. Riaprirla?", asks=True),
    ),
    412: (StaleShape, "If-Match names a state that has passed: both values are told.", _STALE),
    413: (
        ErrorShape,
        "The body is too large.",
        example_of_error("too_large", "La richiesta è troppo grande."),
    ),
    415: (
        ErrorShape,
        "The body is not JSON.",
        example_of_error("media_type", "Il corpo deve essere JSON."),
    ),
    422: (
        ErrorShape,
        "A result that cannot be; or an Idempotency-Key that came before with another request.",
        _IMPOSSIBLE,
    ),
    429: (
        ErrorShape,
        "Too many requests; Retry-After says for how many seconds to wait.",
        example_of_error("too_many", "Troppe richieste: attendere un momento."),
    ),
}


class Described(AutoSchema):
    """Adds to each operation who may call it, and every refusal it can answer with."""

    def get_tags(self) -> list[str]:
        return [getattr(self.view, "tag", "")]

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        return super().get_serializer_name(serializer, direction).removesuffix("Shape")

    def get_auth(self) -> list[dict[str, Any]]:
        return [*super().get_auth(), *([{}] if self._may() == ANYBODY else [])]

    def _may(self) -> Any:
        return getattr(self.view, "may", {}).get(self.method, DIRECTORS)

    def refusals(self) -> list[int]:
        """The statuses with which this operation can say no."""
        found = {400, 401, 406, 429}
        if "{" in self.path:
            found.add(404)
        if self._may() > ANYBODY:
            found.add(403)
        if self.method != "GET":
            handler = getattr(self.view, self.method.lower())
            found |= {403, 412, 413, 415, 422, *getattr(handler, "may_refuse", ())}
        return sorted(found)

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        if self.method == "GET":
            bodies["304"] = {"description": "What you have still holds."}
        for status in self.refusals():
            shape, says, example = _ERRORS[status]
            told = OpenApiResponse(
                shape, says, [OpenApiExample("A refusal", example, status_codes=[str(status)])]
            )
            bodies.setdefault(str(status), self._body(told, str(status)))
        return bodies

    def _body(self, told: OpenApiResponse, status: str) -> Any:
        make: Any = self._get_response_for_code
        return make(told, status, ["application/json"])

    def _get_response_headers_for_code(self, status_code: str, direction: Any = "response") -> Any:
        found = {**super()._get_response_headers_for_code(status_code, direction)}
        text = {"schema": {"type": "string"}}
        if status_code in ("200", "201"):
            found["ETag"] = {
                **text,
                "description": "The mark of this answer, for If-None-Match and If-Match.",
            }
        if status_code == "201":
            found["Location"] = {**text, "description": "The address of what was made."}
        if status_code == "401":
            found["WWW-Authenticate"] = {**text, "description": "How to say who you are."}
        if status_code == "429":
            found["Retry-After"] = {"schema": {"type": "integer"}, "description": "Seconds to wait."}
        return found


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.callers.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of a club (pzt_...), made by its owner. It holds in that club alone.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "tournaments.api.callers.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "A browser signed in at the desk; changes need the X-CSRFToken header too.",
        }


class SentExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A body takes no members but its own."""

    target_class = Sent
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> Any:
        found = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # type: ignore[no-untyped-call]
        return {**found, "additionalProperties": False}


class Document(SpectacularAPIView):
    """The document itself. Anybody may read it."""


# Its own arrows are drawn by its stylesheet, as addresses that hold the drawing.
@csp_update({"img-src": ["data:"]})
@require_safe
@never_cache
def browse(request: HttpRequest) -> HttpResponse:
    """The document to be read and tried in a browser: Swagger UI from our own files."""
    return render(request, "api/browse.html", {"here": "api"})
