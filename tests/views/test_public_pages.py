"""What players find: every page of an evening answers, with a fixed small number of queries."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import Evening, an_evening, an_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db
PAGES = (
    "",
    "standings/",
    "standings/1/",
    "seats/",
    "seats/2/",
    "seats/2/?by=name",
    "results/",
    "results/1/",
    "pairs/",
    "pairs/?q=ros",
    "pairs/1/",
    "where/",
    "where/?q=ros",
)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def english() -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE="en")


def queries_for(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_every_page_asks_the_same_few_queries_for_20_pairs_and_for_200() -> None:
    small = an_evening(Evening(pairs=20, closed=2, open_round="published", name="Small"))
    large = an_evening(Evening(pairs=200, closed=2, open_round="published", name="Large"))
    client = Client()
    for page in PAGES:
        few = queries_for(client, f"/e/{small.slug}/{page}")
        many = queries_for(client, f"/e/{large.slug}/{page}")
        assert few == many, page
        assert many <= 12, page


def test_the_list_of_events_asks_one_query_however_many_there_are(client: Client) -> None:
    an_event(Evening(pairs=4, name="One"))
    one = queries_for(client, "/")
    for number in range(5):
        an_event(Evening(pairs=4, name=f"Event {number}"))
    assert queries_for(client, "/") == one == 1


def test_an_empty_installation_says_what_to_do(english: Client) -> None:
    page = english.get("/").content.decode()
    assert "Welcome to Pozzetto" in page
    assert "/sign-in/?next=/load/" in page


def test_the_list_of_events_says_how_far_each_is(english: Client) -> None:
    an_evening(Evening(pairs=8, closed=1, name="Under way"))
    an_event(Evening(pairs=6, name="To come"))
    page = english.get("/").content.decode()
    assert "1 rounds of 4 played" in page
    assert "in preparation" in page
    assert "6 pairs" in page


def test_the_front_of_an_event_shows_the_programme_and_the_first_places(english: Client) -> None:
    event = an_evening(Evening(pairs=12, closed=2, open_round="published"))
    page = english.get(f"/e/{event.slug}/").content.decode()
    assert "3rd round of 4, under way" in page
    assert "Modified Danish" in page
    assert "0 tables of 6" in page
    assert f'href="/e/{event.slug}/seats/3/"' in page


def test_a_pair_finds_its_seat_its_place_and_its_hands(english: Client) -> None:
    event = an_evening(Evening(pairs=12, closed=2, open_round="published"))
    page = english.get(f"/e/{event.slug}/pairs/1/").content.decode()
    assert "Gentile – Conti" in page
    assert "3rd round, sitting" in page
    assert page.count("After this round you were") == 2
    assert page.count('class="num hand-list"') == 2


def test_the_pair_that_rests_is_told_so(english: Client) -> None:
    event = an_evening(Evening(pairs=5, closed=0, open_round="published", programme="Mitchell 3"))
    page = english.get(f"/e/{event.slug}/pairs/5/").content.decode()
    assert "You rest in the 1st round" in page
    assert "12 VP and +305 MP" in page
    assert "Resting:" in english.get(f"/e/{event.slug}/seats/1/").content.decode()


def test_a_player_is_found_by_the_beginning_of_the_surname_without_accents_or_apostrophes(
    english: Client,
) -> None:
    event = an_event(Evening(pairs=30))
    for asked in ("dangelo", "D'Angelo", "d’ang", "DANGELO"):
        page = english.get(f"/e/{event.slug}/pairs/", {"q": asked}).content.decode()
        assert "D’Angelo" in page, asked
        assert "Gentile" not in page, asked


def test_a_pair_is_found_by_its_number(english: Client) -> None:
    event = an_event(Evening(pairs=12))
    page = english.get(f"/e/{event.slug}/pairs/", {"q": "12"}).content.decode()
    assert page.count(f'href="/e/{event.slug}/pairs/12/"') == 2


def test_what_is_searched_for_is_shown_as_text(english: Client) -> None:
    event = an_event(Evening(pairs=4))
    page = english.get(f"/e/{event.slug}/pairs/", {"q": "<script>alert(1)</script>"}).content.decode()
    assert "<script>" not in page
    assert "Nobody here is called" in page


def test_names_cannot_become_markup(english: Client) -> None:
    event = an_evening(
        Evening(
            pairs=4, closed=1, programme="Mitchell 2", surnames=("<b>Rossi", "{place}"), clubs=("<i>Club",)
        )
    )
    for page in ("standings/", "seats/1/", "seats/1/?by=name", "results/1/", "pairs/", "pairs/1/", ""):
        text = english.get(f"/e/{event.slug}/{page}").content.decode()
        assert "<b>Rossi" not in text.replace("<b>&lt;b&gt;Rossi", ""), page
        assert "<i>Club" not in text, page


def test_italian_is_spoken_first_and_figures_are_written_its_way() -> None:
    event = an_evening(Evening(pairs=30, closed=3))
    page = Client().get(f"/e/{event.slug}/standings/").content.decode()
    assert '<html lang="it">' in page
    assert "+1." in page
    assert "−" in page
    assert "3º" in page


def test_an_english_browser_gets_english(english: Client) -> None:
    event = an_evening(Evening(pairs=30, closed=3))
    page = english.get(f"/e/{event.slug}/standings/").content.decode()
    assert '<html lang="en">' in page
    assert "After the 3rd round of 4" in page
    assert "+1," in page


def test_the_language_is_switched_from_the_foot_of_any_page() -> None:
    client = Client(enforce_csrf_checks=True)
    event = an_event(Evening(pairs=4))
    answer = client.post("/language/", {"language": "en", "next": f"/e/{event.slug}/"})
    assert answer["Location"] == f"/e/{event.slug}/"
    assert '<html lang="en">' in client.get(f"/e/{event.slug}/").content.decode()


def test_the_language_switch_leads_nowhere_else(client: Client) -> None:
    answer = client.post("/language/", {"language": "en", "next": "https://example.org/"})
    assert answer["Location"] == "/"


def test_no_page_has_styles_or_scripts_of_its_own_nor_addresses_outside(english: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    for page in PAGES:
        text = english.get(f"/e/{event.slug}/{page}").content.decode()
        assert "style=" not in text, page
        assert "<script>" not in text, page
        assert "http:" not in text, page
        assert "https:" not in text, page


def test_nothing_private_of_a_player_is_on_a_page(english: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    member = event.members.select_related("player").first()
    assert member is not None
    player = member.player
    player.phone, player.email, player.card_number = "333 1234567", "ada@example.org", "PV-9917"
    player.save()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    for page in PAGES:
        text = english.get(f"/e/{event.slug}/{page}").content.decode()
        assert "1234567" not in text, page
        assert "ada@" not in text, page
        assert "PV-9917" not in text, page
