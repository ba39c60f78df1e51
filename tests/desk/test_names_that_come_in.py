"""Names as they come in: what cannot be seen in them does not get into the event."""

import unicodedata

import pytest

from tests.factories import DIRECTOR, Evening, an_event
from tournaments.desk.entries import EntryPlan, PersonPlan, enter
from tournaments.desk.events import club_named
from tournaments.models import Event
from tournaments.names import tidy

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
UNSEEN = TURNING + "\u200b\ufeff\u00ad\x00\x07\x1b\x9f"


@pytest.mark.parametrize("sign", UNSEEN, ids=lambda sign: f"U+{ord(sign):04X}")
def test_a_name_loses_what_turns_or_hides_letters_and_keeps_the_letters(sign: str) -> None:
    assert tidy(f"{sign}Fi{sign}ore {sign} Nicolò{sign}") == "Fiore Nicolò"


@pytest.mark.parametrize("name", ["D’Angelo Nicolò", "Çelik İpek", "Lo Presti-Rossi Anna Maria", "O'Neill"])
def test_a_name_keeps_its_accents_apostrophes_and_hyphens(name: str) -> None:
    assert tidy(name) == unicodedata.normalize("NFC", name)


def test_tabs_and_line_breaks_in_a_name_are_spaces() -> None:
    assert tidy("Fiore\tAda\r\nMaria\u00a0Pia") == "Fiore Ada Maria Pia"


@pytest.mark.django_db
def test_a_player_a_club_and_an_evening_are_called_without_marks_that_turn_the_page() -> None:
    event = an_event(Evening(pairs=0))
    people = (PersonPlan("\u202eFiore Ada"), PersonPlan("Bru\u200bno Ugo"))
    enter(event=event, plans=[EntryPlan(1, people, club_name="Circolo \u2067Nord")], by=DIRECTOR)
    members = event.entries.get().members.select_related("player__club")
    told = [f"{m.player.surname} {m.player.first_name} {m.player.club or ''}" for m in members]
    told.append(club_named("Circolo \u202eSud").name)
    assert "Fiore Ada" in told[0]
    assert not {sign for text in told for sign in text if unicodedata.category(sign) in ("Cc", "Cf")}
    assert Event.objects.count() == 1
