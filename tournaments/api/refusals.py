"""What the interface refuses by itself, beside what the desk refuses."""

from __future__ import annotations

from typing import Any

from scoring.sentences import Sentence, gettext_noop, say


class ApiRefusal(Exception):  # noqa: N818 -- it refuses, it does not fail
    """An answer in the shape of errors: status, ``code`` for programs, ``sentence`` for people.

    ``more``: further members of the answer.
    """

    def __init__(
        self, status: int, code: str, sentence: Sentence, *, field: str | None = None, **more: Any
    ) -> None:
        super().__init__(str(sentence))
        self.status, self.code, self.sentence, self.field, self.more = status, code, sentence, field, more


class FieldRefusal(ApiRefusal):
    """A parameter or header that cannot be as it was sent: 400."""

    def __init__(self, field: str, code: str, sentence: Sentence) -> None:
        super().__init__(400, code, sentence, field=field)


class StaleError(ApiRefusal):
    """``If-Match`` names a version that is not the present one: 412 with what stands and what was sent."""

    def __init__(self, current: Any, sent: Any) -> None:
        super().__init__(
            412,
            "stale",
            say(
                gettext_noop("This has changed since it was read: look at what stands now, and decide again.")
            ),
            current=current,
            sent=sent,
        )


def not_there() -> ApiRefusal:
    return ApiRefusal(
        404, "not_found", say(gettext_noop("There is nothing at this address, or it is not yours."))
    )
