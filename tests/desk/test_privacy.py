"""A player's data leave when asked to: the name is nowhere any more, and the evening still adds up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards.journal import journal_rows
from tournaments.boards.person import everything_about
from tournaments.boards.verify import verify
from tournaments.desk.change import Actor, DeskRefusal
from tournaments.desk.closing import archive_event, finish_event
from tournaments.desk.entries import PersonPlan, remove_entry
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.desk.players import PlayerPlan, edit_player, merge_players
from tournaments.desk.presence import stop_waiting, wait_for_partner
from tournaments.desk.privacy import erase_again, erase_player, register
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import close_round
from tournaments.desk.substitutions import substitute
from tournaments.desk.whole_rounds import Sent, record_results
from tournaments.models import (
    Account,
    Event,
    Job,
    JournalLine,
    KeptAnswer,
    Member,
    Penalty,
    Player,
    Source,
    Waiting,
)
from tournaments.models.journal import JournalIsForGoodError
from tournaments.words import spoken

pytestmark = pytest.mark.django_db

SURNAME, FIRST = "Zanzottera", "Quintilia"
NAME = f"{SURNAME} {FIRST}"


@pytest.fixture(autouse=True)
def a_folder_of_its_own(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def played_by_her(name: str = "Burraco d'autunno") -> tuple[Event, Player]:
    """An evening in which she sat in pair 3 under another spelling, was penalised, signed by phone."""
    event = an_evening(Evening(pairs=8, closed=2, open_round="published", programme="Mitchell 3", name=name))
    member = Member.objects.filter(event=event, entry__number=3, position=1).select_related("player").get()
    plan = PlayerPlan("Zanzotera", FIRST, card_number="PV-12", phone="333 1234567", email="q@example.org")
    edit_player(player_id=member.player_id, plan=plan, by=DIRECTOR)
    edit_player(player_id=member.player_id, plan=PlayerPlan(SURNAME, FIRST, phone="333 1234567"), by=DIRECTOR)
    reason = f"{FIRST} {SURNAME.upper()} parlava; {SURNAME} ha insistito"
    penalise(event=event, plans=[PenaltyPlan(3, vp=1, mp=5, reason=reason)], by=DIRECTOR)
    seat = member.entry.seats.select_related("match").get(round__number=3)
    phone = Actor(f"{SURNAME} – Conti", Source.PHONE)
    for table in range(1, 5):
        by = phone if table == seat.match.table else DIRECTOR
        record(event=event, round_number=3, plan=ResultPlan(table, 2400, 900), by=by)
    return event, Player.objects.get(pk=member.player_id)


def playing_since_the_first_round() -> tuple[Event, Player]:
    """She sits in pair 3; one round is closed, the second under way."""
    event = an_evening(Evening(pairs=8, closed=1, open_round="published", programme="Mitchell 3"))
    member = Member.objects.get(event=event, entry__number=3, position=1)
    edit_player(player_id=member.player_id, plan=PlayerPlan(SURNAME, FIRST), by=DIRECTOR)
    return event, Player.objects.get(pk=member.player_id)


def ended(event: Event) -> None:
    close_round(event=event, number=3, by=DIRECTOR)
    finish_event(event=event, by=DIRECTOR)


def erase(player: Player, by: Actor = DIRECTOR) -> Any:
    return erase_player(player_id=player.pk, typed=player.full_name, by=by)


def everything_written() -> Iterator[tuple[str, str]]:
    """Every text the database holds, with where it stands."""
    for model in apps.get_models():
        for row in model._default_manager.values():
            yield model.__name__, json.dumps(row, default=str, ensure_ascii=False)
    for session in Session.objects.all():
        yield "a list", json.dumps(SessionStore().decode(session.session_data), ensure_ascii=False)


def traces() -> list[str]:
    """Where she can still be read; her surname is nobody else's."""
    return [
        f"{where}: {text}"
        for where, text in everything_written()
        if SURNAME.casefold() in text.casefold() or "zanzotera" in text.casefold() or "1234567" in text
    ]


def test_her_name_is_nowhere_any_more_and_the_evening_still_adds_up() -> None:
    event, player = played_by_her()
    ended(event)
    user = User.objects.create_user("q")
    Account.objects.create(user=user, player=player)
    old = Player.objects.create(surname=SURNAME, first_name="Q.", phone="333 1234567", merged_into=player)
    assert len(traces()) > 6
    figures = list(event.results.order_by("pk").values_list("ns_mp", "ew_mp", "state"))
    done = erase(player)
    assert traces() == []
    event.refresh_from_db()
    assert [spoken(sentence) for sentence in verify(event)] == []
    assert list(event.results.order_by("pk").values_list("ns_mp", "ew_mp", "state")) == figures
    player.refresh_from_db()
    assert player.full_name == done.label == f"Giocatore {player.pk}"
    assert player.erased_at is not None
    assert (player.card_number, player.phone, player.email, player.club) == ("", "", "", None)
    assert Member.objects.filter(event=event, player=player, entry__number=3).count() == 1
    assert Account.objects.get(user=user).player is None
    old.refresh_from_db()
    assert old.full_name == f"Giocatore {old.pk}"


def test_why_a_referee_let_a_whole_round_through_names_her_no_more() -> None:
    event, player = played_by_her()
    reason = f"lo conferma {FIRST} {SURNAME}, e {SURNAME} ha firmato"
    let_through = ResultPlan(1, 2405, 900, override_reason=reason)
    record_results(event=event, round_number=3, sent=[Sent(let_through)], by=DIRECTOR, confirmed=True)
    ended(event)
    label = erase(player).label
    assert traces() == []
    line = JournalLine.objects.get(event=event, verb="record_round", new__has_key="overridden")
    assert line.new["overridden"] == [[1, f"lo conferma {label}, e {label} ha firmato"]]


def test_every_page_that_named_her_names_the_label(client: Client) -> None:
    event, player = played_by_her()
    ended(event)
    pages = [
        f"/e/{event.slug}/{page}" for page in ("pairs/", "pairs/3/", "standings/", "results/1/", "seats/1/")
    ]
    assert all(SURNAME in client.get(page).content.decode() for page in pages)
    label = erase(player).label
    for page in pages:
        told = client.get(page).content.decode()
        assert SURNAME not in told, page
        assert label in told, page
    found = client.get(f"/e/{event.slug}/where/", {"q": SURNAME}).content.decode()
    assert f"/e/{event.slug}/pairs/3/" not in found


def test_each_event_notes_what_was_done_to_its_journal_and_by_whom() -> None:
    event, player = played_by_her()
    ended(event)
    before = {line.number: line for line in event.journal.all()}
    erase(player)
    *rest, last = event.journal.order_by("number")
    assert last.verb == "erase_player"
    assert last.by_name == DIRECTOR.name
    changed = [
        line.number
        for line in rest
        if any(
            getattr(line, name) != getattr(before[line.number], name)
            for name in ("old", "new", "reason", "by_name")
        )
    ]
    assert last.new["lines"] == changed != []
    for line in rest:
        was = before[line.number]
        assert (line.verb, line.at, line.round_number, line.table, line.entry_id, line.source) == (
            was.verb, was.at, was.round_number, was.table, was.entry_id, was.source,
        )  # fmt: skip
    told = spoken(journal_rows(event)[0].sentence)
    assert f"Giocatore {player.pk}" in told and str(len(changed)) in told


def test_the_journal_is_otherwise_as_unchangeable_as_before() -> None:
    event, _player = played_by_her()
    line = event.journal.first()
    assert line is not None
    with pytest.raises(JournalIsForGoodError):
        JournalLine.objects.filter(pk=line.pk).update(reason="x")
    with pytest.raises(JournalIsForGoodError):
        line.save()


def test_an_archived_evening_is_reached_too() -> None:
    event, player = played_by_her()
    ended(event)
    archive_event(event=event, confirmed=True, by=DIRECTOR)
    erase(player)
    assert traces() == []
    assert event.journal.latest("number").verb == "erase_player"


def test_who_was_struck_off_or_waited_in_vain_is_named_in_no_journal() -> None:
    event = an_event(Evening(pairs=4))
    member = Member.objects.filter(event=event, entry__number=2, position=1).get()
    edit_player(player_id=member.player_id, plan=PlayerPlan(SURNAME, FIRST), by=DIRECTOR)
    wait_for_partner(event=event, person=PersonPlan("Neri Zoe"), by=DIRECTOR)
    remove_entry(event=event, number=2, by=DIRECTOR)
    wait_for_partner(event=event, person=PersonPlan(NAME, player_id=member.player_id), by=DIRECTOR)
    stop_waiting(event=event, waiting_id=Waiting.objects.get(player=member.player_id).pk, by=DIRECTOR)
    assert len(traces()) > 3
    erase(Player.objects.get(pk=member.player_id))
    assert traces() == []
    event.refresh_from_db()
    assert verify(event) == []


def test_a_namesake_in_the_same_hall_keeps_her_name_and_her_lines() -> None:
    event, player = playing_since_the_first_round()
    substitute(event=event, number=6, position=1, person=PersonPlan(NAME, is_new=True), by=DIRECTOR)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    other = Member.objects.get(event=event, entry__number=6, position=1, to_round=None).player
    assert other.pk != player.pk
    erase(player)
    other.refresh_from_db()
    assert other.full_name == NAME
    line = event.journal.get(verb="substitute")
    assert line.new["player"] == NAME
    assert event.journal.get(verb="edit_player").new["player"] == f"Giocatore {player.pk}"


def test_what_lies_outside_the_events_is_forgotten_too() -> None:
    event, player = played_by_her()
    ended(event)
    content = {
        "event": event.pk,
        "user": 1,
        "sources": [{"rows": [[1, [NAME]]], "sheet": "", "is_message": True}],
    }
    Session.objects.create(
        session_key="k" * 32, session_data=SessionStore().encode(content), expire_date=timezone.now()
    )
    innocent = {"event": event.pk, "user": 1, "sources": [{"rows": [[1, ["Neri Zoe"]]]}]}
    Session.objects.create(
        session_key="j" * 32, session_data=SessionStore().encode(innocent), expire_date=timezone.now()
    )
    now = timezone.now()
    KeptAnswer.objects.create(
        asker="t", key="1", fingerprint="f", status=201, body=json.dumps({"player": NAME, "vp": 7}), at=now
    )
    problems = [{"where": "3", "says": [{"says": "{name} twice", "with": {"name": NAME}}]}]
    Job.objects.create(kind="players", state="failed", asked_at=now, problems=problems, club=event.club)
    Job.objects.create(kind="export", state="done", asked_at=now, event=event, file="x/standings.xlsx")
    erase(player)
    assert traces() == []
    assert not Session.objects.filter(session_key="k" * 32).exists()
    assert Session.objects.filter(session_key="j" * 32).exists()
    assert json.loads(KeptAnswer.objects.get().body) == {"player": f"Giocatore {player.pk}", "vp": 7}
    assert not Job.objects.exclude(file="").exists()


def test_what_programs_were_answered_about_her_tells_nothing_of_her_any_more() -> None:
    event, player = played_by_her()
    ended(event)
    about_her = {
        "surname": SURNAME, "first_name": FIRST, "card_number": "PV-12", "phone": "333 1234567",
        "birth_date": "1950-01-02", "email": "q@example.org", "club": "pavia", "id": player.pk,
    }  # fmt: skip
    pair = {
        "number": 3,
        "short": f"{SURNAME} – Conti",
        "people": [about_her, {"surname": "Conti", "first_name": "Ugo"}],
    }
    body = json.dumps(pair, ensure_ascii=False)
    KeptAnswer.objects.create(asker="t", key="1", fingerprint="f", status=201, body=body, at=timezone.now())
    label = erase(player).label
    told = json.loads(KeptAnswer.objects.get().body)
    assert told["short"] == f"{label} – Conti"
    assert told["people"][1] == {"surname": "Conti", "first_name": "Ugo"}
    assert told["people"][0] == {
        "surname": label, "first_name": "", "card_number": "", "phone": "", "birth_date": "", "email": "",
        "club": "", "id": player.pk,
    }  # fmt: skip


def test_a_list_with_her_surname_and_first_name_in_two_columns_is_forgotten() -> None:
    event, player = played_by_her()
    ended(event)
    content = {"event": event.pk, "user": 1, "sources": [{"rows": [[1, [SURNAME, FIRST]]]}]}
    Session.objects.create(
        session_key="k" * 32, session_data=SessionStore().encode(content), expire_date=timezone.now()
    )
    erase(player)
    assert not Session.objects.exists()


def test_nobody_is_erased_while_playing_nor_without_the_name_nor_twice() -> None:
    event, player = played_by_her()
    with pytest.raises(DeskRefusal) as refused:
        erase(player)
    assert refused.value.code == "still_plays"
    assert event.name in spoken(refused.value.sentence)
    ended(event)
    with pytest.raises(DeskRefusal) as refused:
        erase_player(player_id=player.pk, typed="Zanzottera", by=DIRECTOR)
    assert refused.value.code == "not_typed"
    assert traces()
    erase_player(player_id=player.pk, typed=f" {SURNAME.lower()}  {FIRST} ", by=DIRECTOR)
    player.refresh_from_db()
    with pytest.raises(DeskRefusal) as refused:
        erase(player)
    assert refused.value.code == "erased_already"


def test_an_erased_record_is_neither_found_nor_joined_nor_given_a_name_again() -> None:
    event, player = played_by_her()
    ended(event)
    erase(player)
    plan = PlayerPlan("Rossi", "Ada")
    with pytest.raises(DeskRefusal):
        edit_player(player_id=player.pk, plan=plan, by=DIRECTOR)
    other = Player.objects.create(surname="Rossi", first_name="Ada")
    with pytest.raises(DeskRefusal):
        merge_players(keep_id=player.pk, gone_id=other.pk, by=DIRECTOR)
    next_event = an_event(Evening(pairs=0, name="Next"))
    wait_for_partner(event=next_event, person=PersonPlan(f"Giocatore {player.pk}"), by=DIRECTOR)
    assert Waiting.objects.get(event=next_event).player_id != player.pk


@pytest.mark.django_db(transaction=True)
def test_a_restored_copy_brings_nobody_back_for_long() -> None:
    event, player = played_by_her()
    ended(event)
    kept = Player.objects.filter(pk=player.pk).values().get()
    erase(player)
    assert register.numbers() == {player.pk}
    # As an older copy has it.
    Player.objects.filter(pk=player.pk).update(
        **{name: value for name, value in kept.items() if name != "id"}
    )
    with pytest.raises(CommandError, match=NAME):
        call_command("erase_player", after_restore=True)
    assert Player.objects.get(pk=player.pk).surname == SURNAME, "asked before anybody is erased"
    call_command("erase_player", after_restore=True, yes=True)
    assert traces() == []
    assert erase_again(by=DIRECTOR) == []


# ---- what is kept, handed over --------------------------------------------------------------------------


def test_she_is_told_everything_that_is_kept_about_her() -> None:
    event, player = played_by_her()
    ended(event)
    Player.objects.filter(pk=player.pk).update(birth_date=date(1951, 1, 29), sex="F", email="q@example.org")
    Player.objects.create(surname=SURNAME, first_name="Q.", phone="02 999", merged_into=player)
    Account.objects.create(user=User.objects.create_user("quintilia"), player=player)
    player.refresh_from_db()
    told = everything_about(player)
    again = json.loads(json.dumps(told))
    assert again["record"]["birth_date"] == "1951-01-29"
    assert again["record"]["email"] == "q@example.org"
    assert again["joined_records"][0]["phone"] == "02 999"
    assert again["accounts"] == ["quintilia"]
    (evening,) = again["evenings"]
    assert (evening["event"], evening["pair"]) == (event.slug, 3)
    assert [one["round"] for one in evening["rounds"]] == [1, 2, 3]
    assert evening["place"] and evening["vp"] is not None
    assert evening["penalties"][0]["reason"] == Penalty.objects.get().reason
    assert any(SURNAME in line["says"] for line in evening["journal"])


def test_who_took_her_place_is_told_only_the_rounds_of_his_own() -> None:
    event, player = playing_since_the_first_round()
    substitute(event=event, number=3, position=1, person=PersonPlan("Neri Zoe"), by=DIRECTOR)
    new = Member.objects.get(event=event, entry__number=3, position=1, to_round=None)
    assert new.from_round == 2
    for table in range(1, 5):
        record(event=event, round_number=2, plan=ResultPlan(table, 2400, 900), by=DIRECTOR)

    def rounds(somebody: Player) -> list[int]:
        return [one["round"] for one in everything_about(somebody)["evenings"][0]["rounds"]]

    assert (rounds(player), rounds(new.player)) == ([1], [2])
    assert everything_about(player)["evenings"][0]["to_round"] == 1


# ---- from the command line --------------------------------------------------------------------------------


def test_the_commands_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    event, player = played_by_her()
    ended(event)
    call_command("export_player", str(player.pk))
    assert json.loads(capsys.readouterr().out)["record"]["surname"] == SURNAME
    with pytest.raises(CommandError):
        call_command("erase_player", str(player.pk))
    with pytest.raises(CommandError):
        call_command("erase_player")
    call_command("erase_player", str(player.pk), name=NAME)
    assert event.slug in capsys.readouterr().out
    assert traces() == []
    with pytest.raises(CommandError):
        call_command("export_player", "999999")
