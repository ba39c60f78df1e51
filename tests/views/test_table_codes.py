"""What a table's code opens and what it does not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.factories import DIRECTOR, Evening, an_evening, seat
from tournaments.boards.table import ALPHABET, shown_code, typed_code
from tournaments.desk import codes
from tournaments.desk.calls import call_director
from tournaments.desk.change import Actor, DeskRefusal
from tournaments.desk.entries import EntryPlan, PersonPlan
from tournaments.desk.results import ResultPlan, record_round
from tournaments.desk.rounds import close_round, publish_round
from tournaments.desk.substitutions import enter_late
from tournaments.models import Event, JournalLine, Result, Source, TableCode
from tournaments.views import guesses, limits

pytestmark = pytest.mark.django_db

EVENING = Evening(pairs=8, closed=0, open_round="published")


@pytest.fixture(autouse=True)
def nothing_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing kept, and the clock stands: no window of the limits ends in the middle of a test."""
    cache.clear()
    monkeypatch.setattr(limits, "now", lambda: 1_800_000_060)


@pytest.fixture
def event() -> Event:
    return an_evening(EVENING)


def code_of(event: Event, table: int = 1, line: str = "ns", number: int = 1) -> str:
    return TableCode.objects.get(
        match__round__event=event, match__round__number=number, match__table=table, line=line, revoked_at=None
    ).code


def play(event: Event, number: int = 1, but: int = 0) -> None:
    plans = [ResultPlan(table, 2400, 900) for table in range(1, 5) if table != but]
    record_round(event=event, round_number=number, plans=plans, by=DIRECTOR)


def test_publishing_gives_both_lines_of_every_full_table_a_code() -> None:
    event = an_evening(Evening(pairs=9, closed=0, open_round="drawn"))
    assert not TableCode.objects.exists()
    publish_round(event=event, number=1, by=DIRECTOR)
    found = TableCode.objects.filter(match__round__event=event)
    assert sorted(found.values_list("match__table", "line")) == [
        (table, line) for table in range(1, 5) for line in ("ew", "ns")
    ]
    assert all(set(code.code) <= set(ALPHABET) and len(code.code) == 8 for code in found)
    assert JournalLine.objects.filter(verb="publish_round").count() == 1


def test_a_late_pairs_table_gets_its_codes() -> None:
    event = an_evening(Evening(pairs=9, closed=0, open_round="published"))
    enter_late(
        event=event, plan=EntryPlan(0, (PersonPlan("Rossi Ada"), PersonPlan("Bianchi Eva"))), by=DIRECTOR
    )
    assert TableCode.objects.filter(match__table=5).count() == 2


def test_a_round_that_comes_in_from_a_workbook_gets_codes_only_when_the_desk_asks() -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="drawn"))
    publish_round(event=event, number=1, by=Actor("import_event", Source.IMPORT))
    assert not TableCode.objects.exists()
    assert codes.issue_codes(event=event, round_number=1, by=DIRECTOR) == 8


def test_no_code_has_signs_that_look_alike() -> None:
    assert not set("0O1IL") & set(ALPHABET)
    assert typed_code(" 7kq2-m9xd ") == "7KQ2M9XD"
    assert shown_code("7KQ2M9XD") == "7KQ2-M9XD"


# ---- a table of code x page ----------------------------------------------------------------------------

PAGES = ("", "state/", "check/", "confirm/", "call/", "hand/1/counter/")
POSTS = ("check/", "confirm/", "call/")


def ask(client: Client, code: str, page: str) -> int:
    address = f"/t/{code}/{page}"
    if page in POSTS:
        return client.post(address, {"seen": "1"}).status_code
    return client.get(address).status_code


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("which", "opens"),
    [
        ("own", True),
        ("typed small, with a dash", True),
        ("wrong", False),
        ("too short", False),
        ("revoked", False),
        ("expired", False),
        ("of a round taken back", False),
    ],
)
def test_a_code_opens_its_pages_or_one_calm_page_for_all_others(
    client: Client, event: Event, which: str, opens: bool, page: str
) -> None:
    code = code_of(event)
    if which == "typed small, with a dash":
        code = shown_code(code).lower()
    elif which == "wrong":
        code = "ZZZZZZZZ"
    elif which == "too short":
        code = code[:7]
    elif which == "revoked":
        codes.revoke_code(event=event, round_number=1, table=1, line="ns", by=DIRECTOR)
    elif which == "expired":
        TableCode.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif which == "of a round taken back":
        event.rounds.update(state="drawn", published_at=None)
    status = ask(client, code, page)
    assert status == 404 if not opens else status in (200, 302, 422)


def test_the_page_for_wrong_expired_and_revoked_codes_is_the_same_to_the_letter(
    client: Client, event: Event
) -> None:
    expired, revoked = code_of(event, 1), code_of(event, 2)
    TableCode.objects.filter(code=expired).update(expires_at=timezone.now())
    codes.revoke_code(event=event, round_number=1, table=2, line="ns", by=DIRECTOR)
    pages = {
        client.get(f"/t/{code}/").content.decode().replace(code, "")
        for code in (expired, revoked, "ZZZZZZZZ")
    }
    assert len(pages) == 1
    assert event.name not in pages.pop()


def test_a_code_for_table_1_opens_nothing_of_table_2_nor_of_another_event_nor_of_the_next_round(
    client: Client,
) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    other = an_evening(Evening(pairs=8, closed=0, open_round="published", name="Altra serata"))
    code = code_of(event, 1, "ns", 2)
    body = {"form": "hands", **{f"h{n}-{side}-mp": "600" for n in range(1, 5) for side in ("ns", "ew")}}
    assert client.post(f"/t/{code}/", body).status_code == 302
    stored = Result.objects.filter(state="proposed")
    assert [(r.event_id, r.match.table, r.match.round.number, r.proposed_by_line) for r in stored] == [
        (event.pk, 1, 2, "ns")
    ]
    page = client.get(f"/t/{code}/").content.decode()
    assert other.name not in page
    # Nor can a field of the form say another table, line, round or event.
    more = {"table": "2", "line": "ew", "round": "1", "event": other.slug, "h1-ns-mp": "700"}
    client.post(f"/t/{code}/", body | more)
    assert {(r.match.table, r.proposed_by_line) for r in Result.objects.filter(state="proposed")} == {
        (1, "ns")
    }


def test_with_its_code_a_line_confirms_only_what_the_other_line_has_written(
    client: Client, event: Event
) -> None:
    ns, ew = code_of(event, 1, "ns"), code_of(event, 1, "ew")
    body = {"form": "hands", **{f"h{n}-{side}-mp": "600" for n in range(1, 5) for side in ("ns", "ew")}}
    client.post(f"/t/{ns}/", body)
    seen = Result.objects.get().pk
    assert client.post(f"/t/{ns}/confirm/", {"seen": seen}).status_code == 422
    assert client.post(f"/t/{code_of(event, 2, 'ew')}/confirm/", {"seen": seen}).status_code == 422
    assert Result.objects.get().state == "proposed"
    assert client.post(f"/t/{ew}/confirm/", {"seen": seen}).status_code == 302
    assert Result.objects.get().state == "confirmed"


def test_after_the_close_a_code_shows_what_was_stored_and_takes_nothing_more(
    client: Client, event: Event
) -> None:
    code = code_of(event)
    play(event)
    close_round(event=event, number=1, by=DIRECTOR)
    page = client.get(f"/t/{code}/")
    assert page.status_code == 200
    assert "2.400" in page.content.decode()
    assert "data-sheet" not in page.content.decode()
    assert client.post(f"/t/{code}/", {"form": "totals"}).status_code == 422
    assert client.post(f"/t/{code}/call/").status_code == 422
    assert client.get(f"/t/{code}/hand/1/counter/").status_code == 404


def test_the_next_round_has_codes_of_its_own(client: Client, event: Event) -> None:
    first = code_of(event)
    play(event)
    close_round(event=event, number=1, by=DIRECTOR)
    seat(event, EVENING, 2)
    publish_round(event=event, number=2, by=DIRECTOR)
    second = code_of(event, 1, "ns", 2)
    assert second != first
    assert "2º turno" in client.get(f"/t/{second}/").content.decode()
    assert "1º turno" in client.get(f"/t/{first}/").content.decode()


def test_a_line_sees_its_own_table_and_nothing_that_is_not_released(client: Client, event: Event) -> None:
    record_round(event=event, round_number=1, plans=[ResultPlan(2, 3335, 1115)], by=DIRECTOR)
    page = client.get(f"/t/{code_of(event)}/").content.decode()
    assert "Gentile – Conti" in page and "Valenti – Neri" in page
    assert "Marini" not in page and "Fabbri" not in page
    assert "3.335" not in page and "3335" not in page


# ---- issued anew, revoked -------------------------------------------------------------------------------


def test_a_new_code_closes_the_old_one_and_the_journal_holds_neither(client: Client, event: Event) -> None:
    old = code_of(event)
    made = codes.reissue_code(event=event, round_number=1, table=1, line="ns", by=DIRECTOR)
    assert client.get(f"/t/{old}/").status_code == 404
    assert client.get(f"/t/{made.code}/").status_code == 200
    written = "".join(str((line.old, line.new)) for line in JournalLine.objects.all())
    assert not any(code in written for code in TableCode.objects.values_list("code", flat=True))


def test_codes_that_have_run_out_are_made_anew_and_the_others_stay(event: Event) -> None:
    kept = code_of(event, 2)
    TableCode.objects.filter(match__table=1).update(expires_at=timezone.now())
    codes.revoke_code(event=event, round_number=1, table=3, line="ew", by=DIRECTOR)
    assert codes.issue_codes(event=event, round_number=1, by=DIRECTOR) == 3
    assert codes.issue_codes(event=event, round_number=1, by=DIRECTOR) == 0
    assert code_of(event, 2) == kept


def test_a_bye_has_no_code_and_a_closed_round_gets_none() -> None:
    event = an_evening(Evening(pairs=7, closed=1))
    for table in (1, 4):
        with pytest.raises(DeskRefusal):
            codes.reissue_code(event=event, round_number=1, table=table, line="ns", by=DIRECTOR)


# ---- typed by hand, and guessed -------------------------------------------------------------------------


def test_the_short_code_is_typed_in_a_box(client: Client, event: Event) -> None:
    assert client.get("/t/").status_code == 200
    code = code_of(event)
    typed = client.get("/t/", {"code": f" {shown_code(code).lower()} "})
    assert typed["Location"] == f"/t/{code}/"
    assert client.get("/t/", {"code": "???"}, follow=True).status_code == 404


def test_whoever_tries_codes_is_stopped_and_who_was_in_already_goes_on(event: Event) -> None:
    inside, guesser = Client(), Client()
    code, another = code_of(event), code_of(event, 2)
    assert inside.get(f"/t/{code}/").status_code == 200
    statuses = [
        guesser.get(f"/t/ZZZZ{n:04}/".replace("0", "A").replace("1", "B")).status_code for n in range(70)
    ]
    assert statuses[: guesses.MOST_WRONG] == [404] * guesses.MOST_WRONG
    assert statuses[-1] == 429
    assert guesser.get(f"/t/{another}/").status_code == 429
    assert inside.get(f"/t/{code}/").status_code == 200
    assert Client(REMOTE_ADDR="10.0.0.9").get(f"/t/{another}/").status_code == 200


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("ended", ["issued anew", "revoked", "expired", "of a round taken back"])
def test_an_old_page_left_open_does_not_lock_the_hall(event: Event, ended: str, page: str) -> None:
    old, another = code_of(event), code_of(event, 2)
    if ended == "issued anew":
        codes.reissue_code(event=event, round_number=1, table=1, line="ns", by=DIRECTOR)
    elif ended == "revoked":
        codes.revoke_code(event=event, round_number=1, table=1, line="ns", by=DIRECTOR)
    elif ended == "expired":
        TableCode.objects.filter(code=old).update(expires_at=timezone.now())
    else:
        event.rounds.update(state="drawn")
    phone = Client()
    assert {ask(phone, old, page) for _ in range(guesses.MOST_WRONG + 5)} == {404}
    event.rounds.update(state="published")
    assert Client().get(f"/t/{another}/").status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_code_that_is_in_no_list_any_more_counts_only_on_its_own_page(event: Event, page: str) -> None:
    """A table drawn anew takes its codes with it, and the pages it had go on asking."""
    another, phone = code_of(event, 2), Client()
    for _ in range(guesses.MOST_WRONG):
        assert ask(phone, "ZZZZZZZZ", page) == 404
    assert Client().get(f"/t/{another}/").status_code == (200 if page else 429)


@pytest.mark.parametrize("page", PAGES[1:])
def test_codes_are_not_found_by_way_of_the_other_addresses_of_a_table_either(
    event: Event, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guesses, "BELOW", limits.Limit("wrong-codes-below", most=70))
    code, another = code_of(event), code_of(event, 2)
    inside, guesser = Client(), Client()
    assert inside.get(f"/t/{code}/").status_code == 200
    assert {ask(guesser, "ZZZZZZZZ", page) for _ in range(70)} == {404}
    assert ask(guesser, "ZZZZZZZZ", page) == 429
    assert ask(guesser, another, page) == 429
    # Whoever has opened the page goes on, and typing a code is counted apart.
    assert ask(inside, code, page) in (200, 302, 422)
    assert Client().get(f"/t/{another}/").status_code == 200
    # The next window begins with nothing counted.
    monkeypatch.setattr(limits, "now", lambda: 1_800_000_600)
    assert ask(guesser, another, page) in (200, 302, 422)


def test_who_is_stopped_is_told_until_when(event: Event) -> None:
    guesser = Client(HTTP_ACCEPT_LANGUAGE="en")
    for _ in range(guesses.MOST_WRONG):
        guesser.get("/t/ZZZZZZZZ/")
    answer = guesser.get(f"/t/{code_of(event)}/")
    assert (answer.status_code, answer["Retry-After"]) == (429, "540")
    page = answer.content.decode()
    assert "Codes open again at 09:10" in page  # 1800000600 is 08:10 UTC, in January
    assert "data-start" not in page and 'name="code"' not in page
    told = guesser.get(f"/t/{code_of(event)}/state/", headers={"Accept": "application/json"})
    assert (told.status_code, told.json()) == (429, {"opens_in": 540})


def test_codes_typed_wrong_count_even_where_they_can_be_none(event: Event) -> None:
    guesser = Client()
    for _ in range(guesses.MOST_WRONG):
        assert guesser.get("/t/", {"code": "???"}, follow=True).status_code == 404
    assert guesser.get(f"/t/{code_of(event)}/").status_code == 429


def test_the_page_holds_what_it_says_once_its_code_opens_nothing_any_more(
    client: Client, event: Event
) -> None:
    page = client.get(f"/t/{code_of(event)}/").content.decode()
    assert 'data-start="/t/"' in page
    assert 'data-ended="' in page


def test_behind_a_proxy_each_phone_is_counted_by_itself(event: Event, settings: Any) -> None:
    settings.HTTPS = True
    code = code_of(event)
    for n in range(guesses.MOST_WRONG):
        Client().get(f"/t/ZZZZ22{n + 22}/", headers={"X-Forwarded-For": "6.6.6.6, 10.1.1.1"})
    assert Client().get(f"/t/{code}/", headers={"X-Forwarded-For": "10.1.1.1"}).status_code == 429
    assert Client().get(f"/t/{code}/", headers={"X-Forwarded-For": "10.1.1.2"}).status_code == 200


def test_right_codes_are_not_counted_however_many_phones_share_an_address(event: Event) -> None:
    code = code_of(event)
    assert {Client().get(f"/t/{code}/").status_code for _ in range(80)} == {200}


def test_a_phone_that_asks_for_news_gets_nothing_while_nothing_has_happened_at_its_table(
    client: Client, event: Event, django_assert_max_num_queries: Any
) -> None:
    address = f"/t/{code_of(event)}/state/"
    tag = client.get(address)["ETag"]
    record_round(event=event, round_number=1, plans=[ResultPlan(2, 2400, 900)], by=DIRECTOR)
    with django_assert_max_num_queries(2):
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    call_director(event=event, round_number=1, table=1, line="ew", by=DIRECTOR)
    called = client.get(address, headers={"If-None-Match": tag})
    assert called.status_code == 200
    play(event)
    stored = client.get(address, headers={"If-None-Match": called["ETag"]})
    assert stored.status_code == 200
    close_round(event=event, number=1, by=DIRECTOR)
    assert client.get(address, headers={"If-None-Match": stored["ETag"]}).status_code == 200


@pytest.mark.parametrize("pairs", [8, 500])
def test_the_page_of_a_table_takes_twelve_queries_whatever_the_field(
    client: Client, pairs: int, django_assert_max_num_queries: Any
) -> None:
    event = an_evening(Evening(pairs=pairs, closed=0, open_round="published"))
    ns, ew = code_of(event, 1, "ns"), code_of(event, 1, "ew")
    body = {"form": "hands", **{f"h{n}-{side}-mp": "600" for n in range(1, 5) for side in ("ns", "ew")}}
    client.post(f"/t/{ns}/", body)
    client.post(f"/t/{ew}/", body | {"h1-ns-mp": "700"})
    for code in (ns, ew):
        with django_assert_max_num_queries(12):
            assert client.get(f"/t/{code}/").status_code == 200
