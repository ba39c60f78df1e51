"""Events come in from workbooks and go out again by the command line."""

from __future__ import annotations

import json
import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import ManagementUtility, call_command
from django.utils import translation

from scoring.hand import Hand, Line
from scoring.sentences import say
from tests.factories import DIRECTOR, Evening
from tests.factories import an_evening as an_evening_at_the_desk
from tests.spreadsheets.slips import CASES, with_sheet
from tests.spreadsheets.workbooks import an_evening, file_of, put_all, spoiled
from tournaments.boards.export import book_of
from tournaments.boards.facts import load
from tournaments.boards.verify import verify
from tournaments.desk import imports
from tournaments.desk.change import DeskRefusal
from tournaments.desk.entries import PersonPlan
from tournaments.desk.imports import import_event
from tournaments.desk.results import HandPlan, ResultPlan, record
from tournaments.desk.substitutions import substitute
from tournaments.models import Event, Player, Round
from tournaments.spreadsheets import read_event, write_event

pytestmark = pytest.mark.django_db
EVENTS = Path(__file__).parents[1] / "data" / "events"


def imported(path: Path) -> Event:
    out = StringIO()
    call_command("import_event", str(path), stdout=out)
    return Event.objects.get(slug=out.getvalue().splitlines()[-1])


@pytest.mark.parametrize("workbook", sorted(EVENTS.glob("*.xlsx")), ids=lambda path: path.stem)
def test_every_pair_of_a_sample_evening_ends_with_its_vp_and_net_mp(workbook: Path) -> None:
    event = imported(workbook)
    expected = json.loads(workbook.with_suffix(".expected.json").read_text())
    found = {standing.entry: standing for standing in load(event).standings()}
    assert [{"number": n, "vp": found[n].vp, "net_mp": found[n].net_mp} for n in sorted(found)] == expected
    assert {found.state for found in event.rounds.all()} == {Round.State.CLOSED}


def everything_stored() -> dict[str, int]:
    return {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models(include_auto_created=True)
    }


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """What a command that fails says on stderr, one problem a line; nothing on stdout, exit code 1."""
    with pytest.raises(SystemExit) as left, pytest.MonkeyPatch.context() as process:
        # A command that ends closes its connections; here the test goes on with them.
        process.setattr("django.core.management.base.connections.close_all", lambda: None)
        ManagementUtility(["manage.py", *arguments]).execute()
    said = capsys.readouterr()
    assert left.value.code == 1
    assert said.out == ""
    assert "Traceback" not in said.err
    return said.err.splitlines()


@pytest.mark.parametrize("case", CASES)
def test_of_a_workbook_with_a_slip_nothing_is_stored(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "serata.xlsx"
    path.write_bytes(spoiled(CASES[case][0]))
    before = everything_stored()
    assert len(refused(capsys, "import_event", str(path))) >= 1
    assert everything_stored() == before


def test_every_problem_has_a_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "serata.xlsx"
    path.write_bytes(spoiled(put_all(("Turno 1", "C5", 99), ("Turno 2", "D3", "x"), ("Coppie", "B4", None))))
    with translation.override("en"):
        lines = refused(capsys, "import_event", str(path))
    assert [line.partition(":")[0] for line in lines] == [
        "Coppie, row 4, column B (Giocatore 1)",
        "Turno 1, row 5, column C (EO)",
        "Turno 2, row 3, column D (NS smazzata 1)",
    ]


def test_what_the_desk_refuses_half_way_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> None:
        raise DeskRefusal("full", say("The hall is full."))

    path = tmp_path / "serata.xlsx"
    path.write_bytes(file_of(an_evening()))
    before = everything_stored()
    monkeypatch.setattr(imports, "close_round", refuse)
    assert "The hall is full." in refused(capsys, "import_event", str(path))[0]
    assert everything_stored() == before


def test_a_file_that_is_not_there_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(refused(capsys, "import_event", str(tmp_path / "nessuno.xlsx"))) == 1


def test_notices_come_before_the_slug(tmp_path: Path) -> None:
    path = tmp_path / "serata.xlsx"
    path.write_bytes(spoiled(with_sheet("Incasso", ("quota", 30))))
    out = StringIO()
    call_command("import_event", str(path), stdout=out)
    notice, slug = out.getvalue().splitlines()
    assert "Incasso" in notice
    assert Event.objects.get().slug == slug


def test_the_journal_tells_the_evening_as_if_it_had_been_run_at_the_desk(tmp_path: Path) -> None:
    event = imported(EVENTS / "stage-1.xlsx")
    lines = event.journal.order_by("number")
    assert [line.number for line in lines] == list(range(1, event.version + 1))
    assert {line.source for line in lines} == {"import"}
    a_round = ["seat_round", "publish_round", "record_round", "close_round"]
    assert [line.verb for line in lines] == ["create_event", "enter", *a_round * 4]
    assert verify(event) == []


def test_the_same_workbook_taken_in_twice_makes_two_events_of_the_same_people(tmp_path: Path) -> None:
    first, second = imported(EVENTS / "stage-1.xlsx"), imported(EVENTS / "stage-1.xlsx")
    assert first.slug != second.slug
    assert [str(sentence) for sentence in imports.loaded_before(first)] == [
        f"The same evening is here already, as {second.slug}: with this one it is here twice."
    ]
    assert book_of(first) == book_of(second)
    assert Player.objects.count() == 60


def test_a_workbook_taken_in_twice_says_so_before_the_slug_and_another_evening_does_not() -> None:
    first, other = imported(EVENTS / "stage-1.xlsx"), imported(EVENTS / "stage-2.xlsx")
    out = StringIO()
    with translation.override("en"):
        call_command("import_event", str(EVENTS / "stage-1.xlsx"), stdout=out)
    notice, slug = out.getvalue().splitlines()
    assert notice == f"The same evening is here already, as {first.slug}: with this one it is here twice."
    assert slug not in (first.slug, other.slug)
    assert imports.loaded_before(other) == []


@pytest.mark.parametrize("workbook", sorted(EVENTS.glob("*.xlsx")), ids=lambda path: path.stem)
def test_a_sample_evening_goes_out_and_comes_back_as_the_same_event(workbook: Path, tmp_path: Path) -> None:
    event = imported(workbook)
    path = tmp_path / "fuori.xlsx"
    call_command("export_event", event.slug, str(path), stdout=StringIO())
    again = imported(path)
    assert book_of(again) == book_of(event)
    assert load(again).standings() == load(event).standings()


def test_an_event_nobody_knows_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "fantasma" in refused(capsys, "export_event", "fantasma", str(tmp_path / "x.xlsx"))[0]
    assert list(tmp_path.iterdir()) == []


def test_a_path_that_cannot_be_written_is_one_clear_line_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = imported(EVENTS / "stage-1.xlsx")
    for path in (tmp_path / "nessuna" / "x.xlsx", tmp_path):
        assert str(path) in refused(capsys, "export_event", event.slug, str(path))[0]
    assert list(tmp_path.iterdir()) == []


def test_an_earlier_workbook_is_replaced_whole_or_not_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    event = imported(EVENTS / "stage-1.xlsx")
    path = tmp_path / "x.xlsx"
    path.write_text("di ieri")
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        assert "No space left" in refused(capsys, "export_event", event.slug, str(path))[0]
    assert path.read_text() == "di ieri"
    assert list(tmp_path.iterdir()) == [path]
    call_command("export_event", event.slug, str(path), stdout=StringIO())
    assert path.read_bytes().startswith(b"PK")


@pytest.mark.parametrize("command", ["import_event", "export_event"])
def test_a_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left, translation.override("it"):
        ManagementUtility(["manage.py", command, "--help"]).execute()
    assert left.value.code == 0
    assert "torneo" in capsys.readouterr().out


def test_an_export_asks_the_database_as_often_for_a_large_event_as_for_a_small_one(
    django_assert_num_queries: Any,
) -> None:
    for event in (
        an_evening_at_the_desk(Evening(pairs=8)),
        an_evening_at_the_desk(Evening(pairs=40, name="B")),
    ):
        found = Event.objects.select_related("club").get(pk=event.pk)
        with django_assert_num_queries(13):
            book_of(found)


def test_the_public_workbook_holds_no_cards_and_no_round_that_is_only_drawn() -> None:
    event = an_evening_at_the_desk(Evening(pairs=8, closed=1, open_round="drawn"))
    Player.objects.filter(pk=event.members.values("player_id")[:1]).update(card_number="10231")
    ours, public = book_of(event), book_of(event, public=True)
    assert [len(book.rounds) for book in (ours, public)] == [2, 1]
    assert ["10231" in str(book) for book in (ours, public)] == [True, False]
    assert {(row.number, row.vp) for row in public.standings} == {
        (s.entry, s.vp) for s in load(event).standings(1)
    }
    assert b"10231" not in write_event(public)


def test_players_who_were_replaced_come_back_in_their_rounds() -> None:
    event = an_evening_at_the_desk(Evening(pairs=8, closed=1))
    substitute(event=event, number=3, position=2, person=PersonPlan("Rossi Ada", "4711"), by=DIRECTOR)
    again = import_event(read_event(write_event(book_of(event))), by=DIRECTOR)
    rows = [
        list(
            found.members.filter(entry__number=3)
            .order_by("position", "from_round")
            .values_list("position", "player__surname", "from_round", "to_round")
        )
        for found in (event, again)
    ]
    assert rows[0] == rows[1]
    assert rows[1][-1] == (2, "Rossi", 2, None)


def test_a_hand_keeps_its_score_sheet_on_the_way_out_and_in() -> None:
    event = an_evening_at_the_desk(Evening(pairs=4, closed=0, open_round="published", programme="Mitchell 2"))
    hand = Hand(
        Line(clean=1, semi_clean=1, dirty=1, took_pozzetto=True, melded=360, left=20),
        Line(dirty=1, closed=True, took_pozzetto=True, melded=500, left=155),
    )
    plans = (
        HandPlan(790, 545, hand=hand),
        HandPlan(305, 560, ns_base=350, ns_net=-45, ew_base=100, ew_net=460),
    )
    record(
        event=event, round_number=1, plan=ResultPlan(1, 1095, 1105, hands=plans), by=DIRECTOR, confirmed=True
    )
    book = book_of(event)
    assert read_event(write_event(book)) == book
    again = import_event(read_event(write_event(book)), by=DIRECTOR)
    assert book_of(again) == book


def test_a_score_that_stands_for_a_reason_comes_back_with_it() -> None:
    event = an_evening_at_the_desk(Evening(pairs=4, closed=0, open_round="published", programme="Mitchell 2"))
    plan = ResultPlan(1, 20_000, 5, override_reason="deciso dall'arbitro")
    record(event=event, round_number=1, plan=plan, by=DIRECTOR, confirmed=True)
    book = book_of(event)
    assert read_event(write_event(book)) == book
