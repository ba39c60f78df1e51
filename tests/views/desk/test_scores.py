"""The pages of the scores: the grid, what it sends and hears, corrections and what they move."""

from __future__ import annotations

import json
import re
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.desk_moves import moves_of
from tournaments.boards.facts import load
from tournaments.desk.events import club_named
from tournaments.desk.results import ResultPlan, record, record_round
from tournaments.desk.rounds import draw_next_round, publish_round
from tournaments.models import ClubMember, Event, Result, Round, SecondKeying

pytestmark = pytest.mark.django_db


def signed_in(event: Event, role: str = ClubMember.Role.DIRECTOR, name: str = "aldo") -> Client:
    user = User.objects.create_user(name)
    ClubMember.objects.create(club=event.club, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


def at(name: str, event: Event, *arguments: Any) -> str:
    return reverse(name, args=[event.slug, *arguments])


def text(response: Any) -> str:
    """What a reader sees, in one line."""
    body = re.sub(r"<(script|style|template).*?</\1>", "", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


@pytest.fixture
def event() -> Event:
    """Fifteen pairs, one resting; totals only."""
    event = an_evening(Evening(pairs=15, closed=0, open_round="published", with_hands=False))
    Event.objects.filter(pk=event.pk).update(depth=Event.Depth.TOTALS)
    event.refresh_from_db()
    return event


def tables_of(event: Event, number: int = 1) -> list[int]:
    return [m.table for m in load(event).matches_of(number) if not m.is_bye]


def send(client: Client, event: Event, **entry: Any) -> Any:
    return client.post(
        at("desk_record", event, entry.pop("round", 1)), json.dumps(entry), content_type="application/json"
    )


# ---- the grid ----------------------------------------------------------------------------------------


def test_the_grid_shows_who_sits_where_what_has_come_and_what_is_missing(event: Event) -> None:
    first, second, *_ = tables_of(event)
    record(event=event, round_number=1, plan=ResultPlan(first, 2375, 2025), by=DIRECTOR)
    page = signed_in(event).get(at("desk_scores", event))
    shown = text(page)
    assert "Gentile – Conti" in shown
    assert 'value="2.375"' in page.content.decode()
    assert f'href="#t{second}"' in page.content.decode()
    assert f'href="#t{first}"' not in page.content.decode()
    assert "6 tavoli mancanti" in shown


@pytest.mark.parametrize("depth", Event.Depth.values)
@pytest.mark.parametrize("pairs", [20, 500])
def test_the_grid_takes_twelve_queries_at_any_size_and_depth(
    pairs: int, depth: str, django_assert_max_num_queries: Any
) -> None:
    event = an_evening(Evening(pairs=pairs, closed=1, open_round="published"))
    Event.objects.filter(pk=event.pk).update(depth=depth)
    client = signed_in(event)
    for number in (1, 2):
        with django_assert_max_num_queries(12):
            assert client.get(at("desk_scores_round", event, number)).status_code == 200


def test_before_anything_is_published_the_page_says_so_and_a_round_only_drawn_is_not_found() -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="drawn"))
    client = signed_in(event)
    assert client.get(at("desk_scores", event)).status_code == 200
    assert client.get(at("desk_scores_round", event, 1)).status_code == 404
    assert client.get(at("desk_scores_round", event, 9)).status_code == 404


def test_the_page_opens_on_the_round_being_played_else_on_the_last_one_closed() -> None:
    event = an_evening(Evening(pairs=8, closed=2, open_round="published"))
    client = signed_in(event)
    assert "3º turno" in text(client.get(at("desk_scores", event)))
    closed = an_evening(Evening(pairs=8, closed=2, name="Altra serata"))
    assert "2º turno" in text(signed_in(closed, name="rosa").get(at("desk_scores", closed)))


# ---- entries as the grid sends them -------------------------------------------------------------------


def test_an_entry_is_answered_with_its_vp_and_the_tables_still_missing(event: Event) -> None:
    first, *rest = tables_of(event)
    answer = send(signed_in(event), event, table=first, ns=2375, ew=2025, seen=None, key="k1").json()
    assert answer["vp"] == [12, 8]
    assert answer["missing"] == rest
    assert answer["state"] == "sala conti"


def test_recording_over_http_takes_fifteen_queries_at_250_tables(django_assert_max_num_queries: Any) -> None:
    event = an_evening(Evening(pairs=500, closed=0, open_round="published"))
    client = signed_in(event)
    with django_assert_max_num_queries(15):
        answer = send(client, event, table=9, ns=1000, ew=400, seen=None, key="k1")
    assert answer.status_code == 200
    assert len(answer.json()["missing"]) == 249


def test_1000_and_400_are_stored_as_1000_and_400_never_reversed(event: Event) -> None:
    first = tables_of(event)[0]
    client = signed_in(event)
    send(client, event, table=first, ns=400, ew=1000, seen=None)
    stored = Result.objects.get()
    assert (stored.ns_mp, stored.ew_mp) == (400, 1000)


def test_what_cannot_be_is_refused_what_a_referee_may_allow_asks_a_reason(event: Event) -> None:
    first = tables_of(event)[0]
    client = signed_in(event)
    refused = send(client, event, table=first, ns=2183, ew=400, seen=None)
    assert refused.status_code == 422
    assert refused.json()["asks"] is None
    assert refused.json()["findings"][0]["line"] == "ns"
    asked = send(client, event, table=first, ns=20000, ew=400, seen=None)
    assert (asked.status_code, asked.json()["asks"]) == (422, "reason")
    allowed = send(client, event, table=first, ns=20000, ew=400, seen=None, override="due fogli uniti")
    assert allowed.status_code == 200
    assert Result.objects.get().override_reason == "due fogli uniti"


def test_warnings_ask_for_one_confirmation(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(depth=Event.Depth.COMPONENTS)
    first = tables_of(event)[0]
    client = signed_in(event)
    line = {"clean": 0, "semi_clean": 0, "dirty": 0, "closed": False, "took_pozzetto": True}
    hand = {
        "components": {"ns": {**line, "melded": 300, "left": 50}, "ew": {**line, "melded": 60, "left": 310}}
    }
    entry = {"table": first, "ns": 250, "ew": -250, "hands": [hand], "seen": None}
    asked = send(client, event, **entry)
    assert (asked.status_code, asked.json()["asks"]) == (422, "confirm")
    assert send(client, event, **entry, confirmed=True).status_code == 200
    kept = Result.objects.get().hands.get()
    assert kept.components["ew"]["left"] == 310


def test_the_second_of_two_typists_gets_409_with_both_values(event: Event) -> None:
    first = tables_of(event)[0]
    send(signed_in(event), event, table=first, ns=1000, ew=400, seen=None)
    rosa = signed_in(event, ClubMember.Role.SCORER, "rosa")
    told = send(rosa, event, table=first, ns=1000, ew=450, seen=None)
    assert told.status_code == 409
    assert (told.json()["theirs"]["ns"], told.json()["theirs"]["ew"]) == (1000, 400)
    assert told.json()["mine"] == [1000, 450]
    assert send(rosa, event, table=first, ns=1000, ew=450, seen=[1000, 400]).status_code == 200


@pytest.mark.parametrize(
    "body",
    ["[]", "{}", '{"table": 1, "ns": "1.000", "ew": 400}', '{"table": 1, "ns": true, "ew": 400}',
     '{"table": 1, "ns": 1e9, "ew": 400}', '{"table": 1, "ns": 1, "ew": 5, "hands": [{"base": [1]}]}',
     '{"table": 1, "ns": 5, "ew": 5, "seen": [1, 2, 3]}', '{"table": 1, "ns": 5, "ew": 5, "key": 7}',
     "[" * 19_000],
)  # fmt: skip
def test_what_no_page_of_ours_sends_is_a_bad_request_and_stores_nothing(event: Event, body: str) -> None:
    answer = signed_in(event).post(at("desk_record", event, 1), body, content_type="application/json")
    assert answer.status_code == 400
    assert not Result.objects.exists()


def test_only_the_rows_changed_since_are_told_and_nothing_when_nothing_has(event: Event) -> None:
    client = signed_in(event)
    first, second, *_ = tables_of(event)
    since = event.version
    record(event=event, round_number=1, plan=ResultPlan(first, 1000, 400), by=DIRECTOR)
    news = client.get(at("desk_scores_state", event, 1), {"since": since})
    assert [row["table"] for row in news.json()["rows"]] == [first]
    assert second in news.json()["missing"]
    again = client.get(at("desk_scores_state", event, 1), headers={"If-None-Match": news.headers["ETag"]})
    assert again.status_code == 304
    assert client.get(at("desk_scores_state", event, 2)).status_code == 404
    record_round(event=event, round_number=1, plans=[ResultPlan(second, 1000, 400)], by=DIRECTOR)
    everything = client.get(at("desk_scores_state", event, 1), {"since": news.json()["version"]}).json()
    assert len(everything["rows"]) == 7


# ---- without a script ---------------------------------------------------------------------------------


def form_of(client: Client, event: Event, number: int = 1) -> dict[str, str]:
    page = client.get(at("desk_scores_round", event, number)).content.decode()
    fields = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name:
            fields[name[1]] = value[1] if value else ""
    return fields


@pytest.mark.parametrize("depth", [Event.Depth.TOTALS, Event.Depth.HANDS])
def test_without_a_script_every_row_changed_in_the_form_is_stored(event: Event, depth: str) -> None:
    Event.objects.filter(pk=event.pk).update(depth=depth)
    client = signed_in(event)
    first, second, *_ = tables_of(event)
    form = form_of(client, event)
    names = {True: ("ns-{}", "ew-{}"), False: ("ns-{}-{}", "ew-{}-{}")}[depth == Event.Depth.TOTALS]
    hands = [None] if depth == Event.Depth.TOTALS else [1, 2, 3, 4]
    for table in (first, second):
        for hand in hands:
            form[names[0].format(table, hand)], form[names[1].format(table, hand)] = "1.485", "−20"
    assert client.post(at("desk_record", event, 1), form).status_code == 302
    times = len(hands)
    assert {(r.ns_mp, r.ew_mp) for r in Result.objects.all()} == {(1485 * times, -20 * times)}
    assert Result.objects.count() == 2
    version = Event.objects.get(pk=event.pk).version
    assert client.post(at("desk_record", event, 1), form_of(client, event)).status_code == 302
    assert Event.objects.get(pk=event.pk).version == version


def test_without_a_script_a_refusal_stays_at_its_row_with_what_was_typed(event: Event) -> None:
    client = signed_in(event)
    first, second, third, *_ = tables_of(event)
    form = form_of(client, event)
    form |= {f"ns-{first}": "1.48", f"ew-{first}": "500", f"ns-{second}": "1.485", f"ew-{second}": "500"}
    form |= {f"ns-{third}": "1.000"}
    page = client.post(at("desk_record", event, 1), form)
    assert page.status_code == 422
    assert f'id="f{first}"' in page.content.decode()
    assert 'value="1.48"' in page.content.decode()
    assert f'id="f{third}"' in page.content.decode()
    assert Result.objects.get().match.table == second


def test_a_slip_can_be_written_in_four_ways_as_a_plain_form(event: Event) -> None:
    client = signed_in(event)
    table = tables_of(event)[0]
    address = at("desk_table", event, 1, table)
    for form in ("totals", "hands", "base", "components"):
        assert client.get(address, {"form": form}).status_code == 200
    hand = {"h1-ns-base": "350", "h1-ns-net": "−45", "h1-ew-base": "100", "h1-ew-net": "200"}
    assert client.post(address, {"form": "base", "seen": ";", **hand}).status_code == 302
    result = Result.objects.get()
    assert (result.ns_mp, result.ew_mp, result.hands.get().ns_net) == (305, 300, -45)
    whole = {
        "h1-ns-clean": "1",
        "h1-ns-took_pozzetto": "yes",
        "h1-ns-closed": "yes",
        "h1-ns-melded": "420",
        "h1-ns-left": "15",
        "h1-ew-took_pozzetto": "yes",
        "h1-ew-melded": "260",
        "h1-ew-left": "60",
    }
    assert client.post(address, {"form": "components", "seen": "305;300", **whole}).status_code == 302
    assert Result.objects.get(state="confirmed").ns_mp == 200 + 100 + 420 - 15


# ---- closing, swapping, keying twice --------------------------------------------------------------------


def test_a_round_is_closed_once_all_tables_are_in_and_only_once(event: Event) -> None:
    client = signed_in(event)
    close = at("desk_close_round", event, 1)
    client.post(close)
    assert event.rounds.get().state == Round.State.PUBLISHED
    plans = [ResultPlan(table, 1000, 400) for table in tables_of(event)]
    record_round(event=event, round_number=1, plans=plans, by=DIRECTOR)
    client.post(close)
    assert event.rounds.get().state == Round.State.CLOSED
    assert "chiuso" in text(client.post(close, follow=True))
    assert event.journal.filter(verb="close_round").count() == 1


def test_the_swap_button_swaps_once(event: Event) -> None:
    client = signed_in(event)
    table = tables_of(event)[0]
    record(event=event, round_number=1, plan=ResultPlan(table, 1000, 400), by=DIRECTOR)
    for _ in range(2):
        client.post(at("desk_swap", event, 1), {"table": table, "ns": 1000, "ew": 400})
    assert Result.objects.get(state="confirmed").ns_mp == 400


def test_the_second_pass_shows_no_figures_and_then_only_the_differences(event: Event) -> None:
    client = signed_in(event)
    first, second, *_ = tables_of(event)
    for table in (first, second):
        record(event=event, round_number=1, plan=ResultPlan(table, 1735, 2365), by=DIRECTOR)
    page = client.get(at("desk_again", event, 1)).content.decode()
    assert "1.735" not in page
    assert "1735" not in page
    for table, ew in ((first, 2365), (second, 2300)):
        body = json.dumps({"table": table, "ns": 1735, "ew": ew, "seen": None})
        assert (
            client.post(at("desk_again", event, 1), body, content_type="application/json").status_code == 200
        )
    assert SecondKeying.objects.count() == 2
    shown = client.get(at("desk_differences", event, 1))
    assert f'id="t{second}"' in shown.content.decode()
    assert f'id="t{first}"' not in shown.content.decode()
    client.post(at("desk_differences", event, 1), {"table": second, "stands": "second"})
    assert Result.objects.get(match__table=second, state="confirmed").ew_mp == 2300
    assert "data-difference" not in client.get(at("desk_differences", event, 1)).content.decode()


# ---- corrections ----------------------------------------------------------------------------------------


def test_correcting_a_score_three_rounds_back_refreshes_every_later_standings_and_says_what_moved(
    django_assert_max_num_queries: Any,
) -> None:
    event = an_evening(Evening(pairs=20, closed=4, with_hands=False, programme="Mitchell 5"))
    client = signed_in(event)
    before = {n: {s.entry: s.place for s in load(event).standings(n)} for n in (1, 2, 3, 4)}
    old = next(m for m in load(event).matches_of(1) if m.table == 1)
    answer = send(client, event, table=1, ns=0, ew=3000, seen=[old.ns_mp, old.ew_mp]).json()
    with django_assert_max_num_queries(14):
        shown = text(client.get(answer["moves"]))
    for number in (1, 2, 3, 4):
        assert f"dopo il {number}º turno" in shown
    after = {n: {s.entry: s.place for s in load(event).standings(n)} for n in (1, 2, 3, 4)}
    assert before != after
    line = event.journal.get(number=int(answer["moves"].rstrip("/").rsplit("/", 1)[1]))
    for board in moves_of(event, line):
        told = {row.name.number: (row.place_before, row.place) for row in board.rows}
        moved = [n for n in before[board.upto] if before[board.upto][n] != after[board.upto][n]]
        assert set(moved) <= set(told)
        for number, places in told.items():
            assert places == (before[board.upto][number], after[board.upto][number])


def test_a_wrong_result_came_to_light_after_the_next_round_was_drawn_not_published_correct_and_draw_again_published_only_the_result_changes_nothing_already_drawn_changes_by_itself() -> (  # noqa: E501
    None
):
    event = an_evening(Evening(pairs=8, closed=3, with_hands=False))
    client = signed_in(event)
    draw_next_round(event=event, by=DIRECTOR)
    drawn = [(m.table, m.ns, m.ew) for m in load(event).matches_of(4)]
    old = next(m for m in load(event).matches_of(3) if m.table == 1)
    answer = send(client, event, round=3, table=1, ns=0, ew=5000, seen=[old.ns_mp, old.ew_mp]).json()
    assert [(m.table, m.ns, m.ew) for m in load(event).matches_of(4)] == drawn
    assert at("desk_draw_again", event, 4) in client.get(answer["moves"]).content.decode()
    client.post(at("desk_draw_again", event, 4))
    assert event.journal.last().verb == "redraw_round"
    again = [(m.table, m.ns, m.ew) for m in load(event).matches_of(4)]
    assert again != drawn
    publish_round(event=event, number=4, by=DIRECTOR)
    answer = send(client, event, round=3, table=1, ns=5000, ew=0, seen=[0, 5000]).json()
    assert at("desk_draw_again", event, 4) not in client.get(answer["moves"]).content.decode()
    client.post(at("desk_draw_again", event, 4))
    assert [(m.table, m.ns, m.ew) for m in load(event).matches_of(4)] == again


def test_after_the_last_round_the_grid_is_asked_who_countersigns() -> None:
    event = an_evening(Evening(pairs=8, closed=3, with_hands=False, programme="Mitchell 3"))
    client = signed_in(event)
    old = next(m for m in load(event).matches_of(3) if m.table == 1)
    entry = {"round": 3, "table": 1, "ns": 1000, "ew": 5, "seen": [old.ns_mp, old.ew_mp]}
    asked = send(client, event, **entry)
    assert (asked.status_code, asked.json()["asks"]) == (422, "countersign")
    assert send(client, event, **entry, countersigned="Ada Fiore").status_code == 200
    assert "Ada Fiore" in text(client.get(at("desk_moves", event, 3, event.journal.last().number)))


def test_a_slip_altered_after_signing_both_versions_stay_visible_with_who_and_when(event: Event) -> None:
    client = signed_in(event)
    table = tables_of(event)[0]
    send(client, event, table=table, ns=1735, ew=2365, seen=None)
    rosa = signed_in(event, ClubMember.Role.SCORER, "rosa")
    send(rosa, event, table=table, ns=1735, ew=2300, seen=[1735, 2365])
    shown = text(client.get(at("desk_table", event, 1, table)))
    for figure in ("2.365", "2.300", "aldo", "rosa"):
        assert figure in shown
    assert len(re.findall(r"\d\d:\d\d:\d\d", shown)) == 2


# ---- who may -------------------------------------------------------------------------------------------

PAGES = [
    ("desk_scores", (), "get", True), ("desk_scores_round", (1,), "get", True),
    ("desk_scores_state", (1,), "get", True), ("desk_table", (1, "first"), "get", True),
    ("desk_again", (1,), "get", True), ("desk_differences", (1,), "get", True),
    ("desk_rulings", (), "get", True), ("desk_ruling", ("late",), "get", False),
    ("desk_record", (1,), "post", True), ("desk_swap", (1,), "post", True),
    ("desk_close_round", (1,), "post", False), ("desk_double_keying", (), "post", False),
    ("desk_draw_again", (1,), "post", False), ("desk_take_back", (), "post", False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "arguments", "method", "scorer"), PAGES)
def test_the_scores_open_for_the_club_only_and_decisions_for_its_directors_only(
    event: Event, name: str, arguments: tuple[Any, ...], method: str, scorer: bool
) -> None:
    given = [tables_of(event)[0] if argument == "first" else argument for argument in arguments]
    address = at(name, event, *given)
    anonymous = getattr(Client(), method)(address)
    assert anonymous.status_code == 302
    assert anonymous.url.startswith(reverse("sign_in"))
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    assert getattr(stranger, method)(address).status_code == 404
    other = User.objects.create_user("other")
    ClubMember.objects.create(club=club_named("Altro circolo"), user=other, role=ClubMember.Role.OWNER)
    elsewhere = Client()
    elsewhere.force_login(other)
    assert getattr(elsewhere, method)(address).status_code == 404
    status = getattr(signed_in(event, ClubMember.Role.SCORER, "rosa"), method)(address).status_code
    assert (status == 403) is not scorer
    assert status < 500
    wrong = {"get": "post", "post": "get"}[method]
    if name in ("desk_record", "desk_close_round", "desk_scores"):
        assert getattr(signed_in(event), wrong)(address).status_code == 405


def test_a_page_from_before_a_restore_is_told_every_table(event: Event) -> None:
    client = signed_in(event)
    address = at("desk_scores_state", event, 1)
    kept = client.get(address, {"since": event.version})
    assert kept.json()["rows"] == []
    with patch("tournaments.views.desk.scores.epoch", return_value="another"):
        told = client.get(address, {"since": event.version}, headers={"If-None-Match": kept.headers["ETag"]})
    assert told.status_code == 200
    assert [row["table"] for row in told.json()["rows"]] == tables_of(event)
