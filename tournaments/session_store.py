"""Django's sessions in the database, found by a question whose SQL is kept: every signed-in request asks it.

The class keeps Django's name, which is part of what a session is signed with.
"""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.prepared import prepared


@prepared
def _with_key(key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)


class SessionStore(db.SessionStore):
    def _get_session_from_db(self) -> Any:
        """The row of this session; none once it is over, and its key is not used again then."""
        for row in _with_key(self.session_key or ""):
            if row.expire_date > timezone.now():
                return row
        self._session_key = None
        return None
