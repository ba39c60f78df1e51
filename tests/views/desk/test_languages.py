"""One language at a time: no Italian on the desk of an English browser, no English on an Italian one."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.views.desk.doors import DOORS, a_house
from tests.views.desk.test_who_may import with_a_list
from tournaments.models import ClubMember

pytestmark = pytest.mark.django_db

# Small words that stand in nearly every sentence of one language, in none of the other and in no name.
MARKS = {
    "en": {
        "il",
        "gli",
        "della",
        "dei",
        "che",
        "sono",
        "una",
        "non",
        "turno",
        "tavolo",
        "coppia",
        "classifica",
    },
    "it": {"the", "and", "of", "with", "this", "not", "are", "pair", "pairs", "round", "table", "standings"},
}
SPOKEN = {"aria-label", "placeholder", "title", "alt", "data-unsaved", "data-usual"}
NO_PAGES = {"desk_picture", "desk_workbook", "desk_scores_state", "desk_partner"}


class Words(HTMLParser):
    """Everything of a page that is read or spoken to somebody."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style")
        self.found += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.found.append(" ".join(data.split()))


def leftovers(page: str, language: str) -> list[str]:
    """The phrases of a page in which a word of the other language stands."""
    return [
        phrase
        for phrase in Words(page).found
        if MARKS[language] & set(re.findall(r"[a-zà-ù]+", phrase.lower()))
    ]


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_of_the_desk_speaks_the_language_of_the_browser(language: str) -> None:
    house = a_house()
    user = User.objects.create_user("aldo")
    ClubMember.objects.create(club=house.running.club, user=user, role=ClubMember.Role.OWNER)
    client = Client(headers={"Accept-Language": language})
    client.force_login(user)
    house = with_a_list(house, client)
    addresses = [
        house.address(door) for door in DOORS.values() if door.method == "GET" and door.name not in NO_PAGES
    ]
    for event in (house.running, house.preparing):
        addresses += [
            reverse(name, args=[event.slug])
            for name in (
                "desk_event",
                "desk_entries",
                "desk_seats",
                "desk_scores",
                "desk_standings",
                "desk_journal",
            )
        ]
        for action in (
            "late",
            "absent",
            "withdrawn",
            "adjusted",
            "match-penalty",
            "standings-penalty",
            "warning",
        ):
            address = reverse("desk_ruling", args=[event.slug, action])
            addresses += [address, f"{address}?pair=3&round=1&minutes=12&justified=no"]
    found = {}
    for address in addresses:
        answer = client.get(address)
        phrases = leftovers(answer.content.decode(), language)
        if phrases:
            found[address] = phrases[:6]
    assert not found, "\n".join(f"{address}: {phrases}" for address, phrases in found.items())


def test_a_sentence_left_in_the_other_language_is_found() -> None:
    assert leftovers('<p>Tavolo 3</p><p>Wait for the pair.</p><a aria-label="Print this">x</a>', "it") == [
        "Wait for the pair.",
        "Print this",
    ]
    assert leftovers("<p>Table 3</p><p>Aspetta la coppia.</p><script>il turno</script>", "en") == [
        "Aspetta la coppia."
    ]
