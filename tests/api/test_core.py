"""What every address does before and after its own work."""

from __future__ import annotations

from collections.abc import Callable

from tests.api.callers import Caller, a_token, by_token
from tournaments.models import Event


def test_an_event_is_read_by_anybody(evening: Event, anybody: Caller) -> None:
    answer = anybody.get(f"events/{evening.slug}/")
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert (told["slug"], told["version"], told["last_closed"]) == (evening.slug, evening.version, 1)


def test_what_has_not_changed_is_not_sent_again(evening: Event, anybody: Caller) -> None:
    first = anybody.get(f"events/{evening.slug}/")
    again = anybody.get(f"events/{evening.slug}/", If_None_Match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]


def test_another_language_is_another_answer(evening: Event, anybody: Caller) -> None:
    first = anybody.get(f"events/{evening.slug}/")
    again = anybody.get(f"events/{evening.slug}/", If_None_Match=first["ETag"], Accept_Language="it")
    assert again.status_code == 200


def test_a_list_that_has_not_changed_is_not_sent_again(evening: Event, anybody: Caller) -> None:
    first = anybody.get("events/")
    assert anybody.get("events/", If_None_Match=first["ETag"]).status_code == 304
    Event.objects.filter(pk=evening.pk).update(name="Another name")
    assert anybody.get("events/", If_None_Match=first["ETag"]).status_code == 200


def test_a_token_that_is_none_is_told_so_even_where_anybody_may_read(
    evening: Event, program: Callable[[str], Caller]
) -> None:
    answer = by_token("pzt_nothing").get("events/")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert answer.json()["code"] == "token_unknown"
    assert program("reader").get("events/").status_code == 200


def test_a_token_notes_when_it_was_used(evening: Event) -> None:
    token, secret = a_token(evening.club, "reader")
    by_token(secret).get("events/")
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    by_token(secret).get("events/")
    token.refresh_from_db()
    assert token.last_used_at == first
