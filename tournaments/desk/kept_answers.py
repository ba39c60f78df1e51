"""The first answer to a post that came with an ``Idempotency-Key``, for who sends the same again.

A key belongs to whoever sends it. It is claimed in the transaction of the verb, before the verb: of two
that come at once the second waits for the first and finds its answer; after a crash neither is there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.sentences import gettext_noop, say
from tournaments.desk.change import DeskRefusal
from tournaments.models import KeptAnswer

KEPT_FOR = timedelta(hours=24)
MOST_KEY = 120
CLAIMED = 0
"""The status of an answer that is being made; nobody outside the transaction ever sees it."""


class OtherRequestError(DeskRefusal):
    """The key was sent before, with another request."""

    def __init__(self) -> None:
        super().__init__(
            "key_used",
            say(
                gettext_noop(
                    "This Idempotency-Key came before with another request: a new request needs a new one."
                )
            ),
        )


def fingerprint_of(method: str, path: str, body: Any) -> str:
    """What makes two requests the same: where they go and what they say, however it was written down.

    >>> fingerprint_of("POST", "/a/", {"x": 1, "y": 2}) == fingerprint_of("POST", "/a/", {"y": 2, "x": 1})
    True
    """
    told = json.dumps([method, path, body], sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()


def claim(*, asker: str, key: str, fingerprint: str) -> KeptAnswer:
    """The answer under this key: the first one, or a new one with status ``CLAIMED`` still to be filled.

    To be called inside the transaction of the verb. Refuses a key that came with another request.
    """
    KeptAnswer.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
    try:
        with transaction.atomic():
            return KeptAnswer.objects.create(
                asker=asker, key=key, fingerprint=fingerprint, status=CLAIMED, body="", at=timezone.now()
            )
    except IntegrityError:
        kept = KeptAnswer.objects.get(asker=asker, key=key)
    if kept.fingerprint != fingerprint:
        raise OtherRequestError
    return kept


def keep(kept: KeptAnswer, *, status: int, headers: Mapping[str, str], body: str) -> None:
    """Fill a claimed answer."""
    kept.status, kept.headers, kept.body = status, dict(headers), body
    kept.save(update_fields=["status", "headers", "body"])
