"""The end of an evening at the desk: what each page says, who may open it, what its buttons do."""

from __future__ import annotations

import datetime
import io
import re
from decimal import Decimal

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import Client
from openpyxl import load_workbook
from PIL import Image

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.desk.closing import finish_event
from tournaments.desk.events import club_named
from tournaments.desk.presence import set_paid
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Club, ClubMember, Event

pytestmark = pytest.mark.django_db

ENGLISH = {"Accept-Language": "en"}
WHOLE = Evening(pairs=8, closed=3, programme="Mitchell 3")


def staff(club: Club, role: str = "director", name: str = "aldo") -> User:
    user = get_user_model().objects.create_user(name)
    ClubMember.objects.create(club=club, user=user, role=role)
    return user


@pytest.fixture
def event() -> Event:
    return an_evening(WHOLE)


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(staff(event.club))
    return client


def page(client: Client, event: Event, address: str, status: int = 200) -> str:
    answer = client.get(f"/desk/{event.slug}/{address}", headers=ENGLISH)
    assert answer.status_code == status
    return answer.content.decode()


PAGES = [
    "standings/",
    "standings/1/",
    "standings/picture.png",
    "workbook/",
    "prizes/",
    "prizes/list/",
    "finish/",
]
ACTIONS = ["standings/publish/", "prizes/", "finish/", "reopen/", "archive/"]


@pytest.mark.parametrize("address", PAGES)
def test_a_stranger_is_sent_to_the_sign_in(client: Client, event: Event, address: str) -> None:
    answer = client.get(f"/desk/{event.slug}/{address}")
    assert (answer.status_code, answer["Location"][:9]) == (302, "/sign-in/")


@pytest.mark.parametrize("address", PAGES)
def test_for_another_club_the_page_does_not_exist(client: Client, event: Event, address: str) -> None:
    client.force_login(staff(club_named("Another club"), "owner"))
    assert client.get(f"/desk/{event.slug}/{address}").status_code == 404


@pytest.mark.parametrize("address", ACTIONS)
def test_a_stranger_and_another_club_change_nothing(client: Client, event: Event, address: str) -> None:
    assert client.post(f"/desk/{event.slug}/{address}").status_code == 302
    client.force_login(staff(club_named("Another club"), "owner"))
    assert client.post(f"/desk/{event.slug}/{address}").status_code == 404
    event.refresh_from_db()
    assert event.journal.count() == event.version


@pytest.mark.parametrize("address", ACTIONS)
def test_a_scorer_publishes_nothing_and_finishes_nothing(client: Client, event: Event, address: str) -> None:
    client.force_login(staff(event.club, "scorer"))
    version = event.version
    assert client.post(f"/desk/{event.slug}/{address}").status_code == 403
    event.refresh_from_db()
    assert event.version == version


@pytest.mark.parametrize("address", ["standings/", "standings/1/", "standings/picture.png", "workbook/"])
def test_a_scorer_reads_the_standings(client: Client, event: Event, address: str) -> None:
    client.force_login(staff(event.club, "scorer"))
    assert client.get(f"/desk/{event.slug}/{address}", follow=True).status_code == 200


def test_each_published_standings_has_a_number_and_says_what_changed(director: Client, event: Event) -> None:
    assert "nothing has changed since no. 3" not in page(director, event, "standings/")  # the finish is next
    record(
        event=event, round_number=1, plan=ResultPlan(1, 9000, 0), by=DIRECTOR,
        reason="added wrongly", countersigned_by="Lia Neri",
    )  # fmt: skip
    shown = page(director, event, "standings/")
    assert "Publish standings no. 4" in shown
    assert "What no. 4 changes" in shown
    assert "corrected to 9,000 to 0, countersigned by Lia Neri" in shown
    assert "added wrongly" in shown
    director.post(f"/desk/{event.slug}/standings/publish/")
    paper = page(director, event, "standings/4/")
    assert "Publication no. 4" in paper
    assert "Changed since no. 3:" in paper
    assert "corrected to 9,000 to 0" in paper
    assert "replaced by no. 4" in page(director, event, "standings/3/")
    assert "no. 4" in client_page(f"/e/{event.slug}/standings/")


def client_page(address: str) -> str:
    return Client().get(address, headers=ENGLISH).content.decode()


def test_full_results_are_visible_before_the_time_for_corrections_ends(
    director: Client, event: Event
) -> None:
    """Closing the last round shows its standings and results at once; corrections stay open after it."""
    until = event.rounds.get(number=3).closed_at + datetime.timedelta(minutes=30)  # type: ignore[operator]
    assert until > datetime.datetime.now(datetime.UTC)
    assert Client().get(f"/e/{event.slug}/standings/3/").status_code == 200
    assert Client().get(f"/e/{event.slug}/results/3/").status_code == 200
    assert Client().get(f"/e/{event.slug}/standings/3/picture.png").status_code == 200
    assert "countersigned, until" in page(director, event, "finish/")


def test_not_released_means_not_released(client: Client) -> None:
    """No page, picture or workbook shows a round that is open as if it were over."""
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    record(event=event, round_number=2, plan=ResultPlan(1, 2000, 0), by=DIRECTOR)
    client.force_login(staff(event.club))
    for who in (client, Client()):
        for number in (0, 2, 3):
            assert who.get(f"/e/{event.slug}/standings/{number}/picture.png").status_code == 404
            assert who.get(f"/e/{event.slug}/standings/{number}/").status_code == 404
    assert client.get(f"/desk/{event.slug}/standings/2/").status_code == 404
    first = Client().get(f"/e/{event.slug}/standings/1/picture.png").content
    assert client.get(f"/desk/{event.slug}/standings/picture.png", follow=True).content == first
    assert "The 2nd round is not closed" in page(client, event, "standings/")


def test_before_the_first_closed_round_there_is_nothing_to_publish_nor_to_draw(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="published"))
    client.force_login(staff(event.club))
    shown = page(client, event, "standings/")
    assert "no round is closed yet" in shown
    assert client.get(f"/desk/{event.slug}/standings/picture.png").status_code == 404
    answer = client.post(f"/desk/{event.slug}/standings/publish/", follow=True, headers=ENGLISH)
    assert "No round is closed yet" in answer.content.decode()


def test_publish_pressed_twice_says_that_nothing_has_changed(director: Client, event: Event) -> None:
    answer = director.post(f"/desk/{event.slug}/standings/publish/", follow=True, headers=ENGLISH)
    assert "Nothing has changed since standings no. 3" in answer.content.decode()
    assert event.publications.count() == 3


def test_the_printed_standings_has_room_for_the_signatures_of_referee_and_director(
    director: Client, event: Event
) -> None:
    assert "Standings after the 3rd round" in page(director, event, "standings/3/")
    finish_event(event=event, by=DIRECTOR)
    paper = page(director, event, "standings/3/")
    assert "Final standings" in paper
    sign = paper[paper.index('class="sign"') :]
    assert "The referee" in sign
    assert "The tournament director" in sign
    assert "Check:" in paper
    assert "data-print" in paper


def test_a_picture_of_the_standings_can_be_sent_by_a_messaging_app(client: Client) -> None:
    event = an_evening(Evening(pairs=64, closed=1, with_hands=False))
    answers = [client.get(f"/e/{event.slug}/standings/1/picture.png?page={number}") for number in (1, 2, 3)]
    for answer in answers:
        assert answer["Content-Type"] == "image/png"
        assert len(answer.content) < 300_000
        image = Image.open(io.BytesIO(answer.content))
        assert image.width == 1080
        assert image.height > image.width
    assert len({answer.content for answer in answers}) == 3
    for wrong in ("0", "4", "x", "-1", "99999"):
        assert client.get(f"/e/{event.slug}/standings/1/picture.png?page={wrong}").status_code == 404
    again = client.get(
        f"/e/{event.slug}/standings/1/picture.png", headers={"If-None-Match": answers[0]["ETag"]}
    )
    assert again.status_code == 304


def test_a_picture_is_drawn_once_for_each_version_of_the_event(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournaments.views import pictures

    drawn = []
    monkeypatch.setattr(pictures, "png", lambda card: drawn.append(card) or b"png")
    for _ in range(3):
        client.get(f"/e/{event.slug}/standings/3/picture.png", headers=ENGLISH)
    assert len(drawn) == 1
    assert drawn[0].title == "Standings after round 3"
    record(
        event=event, round_number=1, plan=ResultPlan(1, 9000, 0), by=DIRECTOR, reason="x",
        countersigned_by="Lia",
    )  # fmt: skip
    client.get(f"/e/{event.slug}/standings/3/picture.png", headers=ENGLISH)
    assert len(drawn) == 2
    assert "corrected since" in drawn[1].stamp


def test_the_workbook_of_the_desk_has_the_card_numbers_and_the_rounds_not_yet_released(
    client: Client,
) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="drawn"))
    member = event.members.select_related("player").first()
    assert member is not None
    member.player.card_number = "PV-9917"
    member.player.save()
    client.force_login(staff(event.club))
    book = load_workbook(io.BytesIO(client.get(f"/desk/{event.slug}/workbook/").content))
    assert "Turno 2" in book.sheetnames
    assert "PV-9917" in {
        value for sheet in book for row in sheet.iter_rows(values_only=True) for value in row
    }


def test_an_evening_is_finished_reopened_and_archived(director: Client, event: Event) -> None:
    assert "Finish the evening" in page(director, event, "standings/")
    director.post(f"/desk/{event.slug}/finish/")
    event.refresh_from_db()
    assert event.state == "finished"
    shown = page(director, event, "finish/")
    assert "Archive the evening" in shown
    assert "7 December 2026" in shown  # results reach the federation within ten days
    asked = director.post(f"/desk/{event.slug}/reopen/", headers=ENGLISH)
    assert asked.status_code == 409
    assert "Reopen it?" in asked.content.decode()
    director.post(f"/desk/{event.slug}/reopen/", {"confirmed": "yes", "reason": "a slip was found"})
    event.refresh_from_db()
    assert event.state == "running"
    assert event.journal.latest("number").reason == "a slip was found"
    director.post(f"/desk/{event.slug}/finish/")
    assert director.post(f"/desk/{event.slug}/archive/").status_code == 409
    director.post(f"/desk/{event.slug}/archive/", {"confirmed": "yes"})
    event.refresh_from_db()
    assert event.state == "archived"
    shown = page(director, event, "finish/")
    assert "The evening is archived" in shown
    assert '<button class="btn main"' not in shown
    assert page(director, event, "standings/")


def test_the_finish_waits_for_the_open_round_and_asks_about_rounds_not_played(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=3, open_round="published"))
    client.force_login(staff(event.club))
    shown = page(client, event, "finish/")
    assert "Round 4 is not closed yet" in shown
    assert 'aria-disabled="true"' in shown
    answer = client.post(f"/desk/{event.slug}/finish/", {"confirmed": "yes"}, follow=True, headers=ENGLISH)
    assert "Round 4 is not closed yet" in answer.content.decode()
    short = an_evening(Evening(pairs=8, closed=2, name="Short"))
    shown = page(client, short, "finish/")
    assert "has 4 rounds and 2 were played. Finish all the same?" in shown
    assert client.post(f"/desk/{short.slug}/finish/").status_code == 409
    client.post(f"/desk/{short.slug}/finish/", {"confirmed": "yes"})
    short.refresh_from_db()
    assert short.state == "finished"


PRIZES = {
    "pot": "fees", "typed": "", "kept": "10", "kept_as": "percent", "kind": "shares", "places": "50 30 20",
    "share_ties": "on", "special-TOTAL_FORMS": "2", "special-INITIAL_FORMS": "0",
    "special-0-what": "Best mixed pair", "special-0-euros": "15", "special-0-pair": "5",
    "special-1-what": "", "special-1-euros": "", "special-1-pair": "",
}  # fmt: skip


def test_prizes_rounded_to_whole_euros_still_add_up_to_the_pot(director: Client, event: Event) -> None:
    event.fee = Decimal("12.50")
    event.save()
    for number in range(1, 8):
        set_paid(event=event, number=number, paid=True, by=DIRECTOR)
    answer = director.post(f"/desk/{event.slug}/prizes/", PRIZES)
    assert answer.status_code == 302
    line = event.journal.latest("number")
    assert (line.verb, line.new["pot"]) == ("set_prizes", 78)
    shown = page(director, event, "prizes/").replace("\N{NO-BREAK SPACE}", " ")
    for told in ("€ 87.50", "€ 8.75", "€ 78", "€ 0.75", "Best mixed pair"):
        assert told in shown
    paper = page(director, event, "prizes/list/")
    given = [int(euros) for euros in re.findall(r'class="n won">([0-9]+)<', paper)]
    assert given == [31, 19, 13, 15]
    assert sum(given) == 78


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"places": "50 thirty"}, "“thirty” is not a whole number"),
        ({"places": "30 50"}, "Place 2 would get more than place 1"),
        ({"pot": "typed"}, "Say how many euros are in the pot"),
        ({"pot": "typed", "typed": "10"}, "come to 15 euros and the pot is 9"),
        ({"kept": "101"}, "At most 100 percent"),
        ({"special-0-pair": "99", "pot": "typed", "typed": "100"}, "There is no pair 99"),
        ({"special-0-what": ""}, "Say what it is for"),
        ({"special-0-euros": ""}, "Say how many euros"),
        ({"places": " ".join(["1"] * 61)}, "At most 60 places"),
        (
            {"places": "", "special-0-what": "", "special-0-euros": "", "special-0-pair": ""},
            "at least the prize",
        ),
    ],
)
def test_prizes_that_make_no_sense_are_told_and_nothing_is_stored(
    director: Client, event: Event, change: dict[str, str], says: str
) -> None:
    answer = director.post(f"/desk/{event.slug}/prizes/", PRIZES | change, headers=ENGLISH)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    event.refresh_from_db()
    assert event.prizes == {}


def test_fees_that_come_back_leave_prizes_that_cannot_be_paid_and_the_page_says_so(
    director: Client, event: Event
) -> None:
    event.fee = Decimal(10)
    event.save()
    for number in range(1, 9):
        set_paid(event=event, number=number, paid=True, by=DIRECTOR)
    director.post(f"/desk/{event.slug}/prizes/", PRIZES | {"kind": "amounts", "places": "40 15", "kept": "0"})
    set_paid(event=event, number=8, paid=False, by=DIRECTOR)
    set_paid(event=event, number=7, paid=False, by=DIRECTOR)
    assert "come to 70 euros and the pot is 60: take 10 off" in page(director, event, "prizes/")


def test_an_archived_event_keeps_its_prizes(director: Client, event: Event) -> None:
    from tournaments.desk.closing import archive_event

    finish_event(event=event, by=DIRECTOR)
    director.post(f"/desk/{event.slug}/prizes/", PRIZES | {"pot": "typed", "typed": "100"})
    archive_event(event=event, confirmed=True, by=DIRECTOR)
    shown = page(director, event, "prizes/")
    assert "Store the prizes" not in shown
    assert "Best mixed pair" in shown
    answer = director.post(f"/desk/{event.slug}/prizes/", PRIZES | {"pot": "typed", "typed": "200"})
    assert answer.status_code == 422


@pytest.mark.parametrize("pairs", [40, 200])
def test_every_page_of_the_finish_takes_at_most_twelve_queries(
    client: Client, pairs: int, django_assert_max_num_queries: object
) -> None:
    event = an_evening(Evening(pairs=pairs, closed=2, with_hands=False))
    client.force_login(staff(event.club))
    record(event=event, round_number=1, plan=ResultPlan(1, 9000, 0), by=DIRECTOR, reason="misread")
    client.post(f"/desk/{event.slug}/prizes/", PRIZES | {"pot": "typed", "typed": "100"})
    client.get(f"/desk/{event.slug}/")  # what was said once is said
    for address in ("standings/", "standings/2/", "prizes/", "prizes/list/", "finish/"):
        with django_assert_max_num_queries(12):  # type: ignore[operator]
            assert client.get(f"/desk/{event.slug}/{address}").status_code == 200
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        assert Client().get(f"/e/{event.slug}/standings/2/picture.png").status_code == 200
