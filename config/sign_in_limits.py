"""How often somebody may type a wrong password: by user name and address, and by address alone.

A hall, or a club behind one line to the internet, is one address with many people: it is given more tries
than one name is. Forgetting is by name: who signs in has shown a password of one account, not that whoever
else tries from there means well.
"""

from __future__ import annotations

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest

Credentials = dict[str, Any] | None


class Handler(AxesDatabaseHandler):  # type: ignore[misc] # the library has no types
    """django-axes with a higher limit for an address than for a name at that address."""

    def get_failures(self, request: HttpRequest, credentials: Credentials = None) -> int:
        """The failures that count against ``AXES_FAILURE_LIMIT``: those of the name at this address, or those
        of the whole address in proportion to its own limit.

        With limits of 5 and 30: four of the name and 29 of the address are 4, thirty of the address are 5.
        """
        of_name, of_address = (_failures(found) for found in self.get_user_attempts(request, credentials))
        share = of_address * settings.AXES_FAILURE_LIMIT // settings.AXES_ADDRESS_FAILURE_LIMIT
        return max(of_name, share)

    def reset_user_attempts(self, request: HttpRequest, credentials: Credentials = None) -> int:
        """Who signs in has the wrong tries of the own name forgotten, not those of everybody there."""
        of_name, _of_address = self.filter_user_attempts(request, credentials)
        count: int = of_name.delete()[0]
        return count

    def holds_address(self, request: HttpRequest, credentials: Credentials = None) -> bool:
        """Whether it is the whole address that is held up, and not this one name there."""
        _of_name, of_address = self.get_user_attempts(request, credentials)
        return _failures(of_address) >= settings.AXES_ADDRESS_FAILURE_LIMIT

    def last_failure(self, request: HttpRequest, credentials: Credentials = None) -> Any:
        """When the last of the tries was that hold this name or this address up; None if none does."""
        of_name, of_address = self.get_user_attempts(request, credentials)
        held = of_name if _failures(of_name) >= settings.AXES_FAILURE_LIMIT else of_address
        return held.aggregate(last=Max("attempt_time"))["last"]


def _failures(attempts: QuerySet[Any]) -> int:
    return attempts.aggregate(all=Sum("failures_since_start"))["all"] or 0
