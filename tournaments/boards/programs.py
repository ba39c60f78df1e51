"""The programs that act for a club: each with its token's first characters, what it may, until when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.models import ApiToken, Club, ClubMember


@dataclass(frozen=True, slots=True)
class ProgramRow:
    """A token in the list. ``state``: "open", "revoked" or "over"."""

    pk: int
    name: str
    label: str
    begins: str
    made_by: str
    expires_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None
    state: str


def programs_of(club: Club) -> list[ProgramRow]:
    """The tokens of a club, those that open something first, then the newest. One query."""
    now = timezone.now()
    rows = [
        ProgramRow(
            pk=token.pk,
            name=token.name,
            label=str(ClubMember.Role(token.scope).label),
            begins=token.begins,
            made_by=(token.by.get_full_name() or token.by.get_username()) if token.by else "",
            expires_at=token.expires_at,
            last_used_at=token.last_used_at,
            revoked_at=token.revoked_at,
            state="revoked" if token.revoked_at else "open" if token.expires_at > now else "over",
        )
        for token in ApiToken.objects.filter(club=club).select_related("by").order_by("-at", "-pk")[:200]
    ]
    return sorted(rows, key=lambda row: row.state != "open")
