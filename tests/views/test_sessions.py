"""Signing in is slowed down where passwords are guessed; sessions end; one's own account is one's own."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.factories import Evening, an_event
from tests.views.desk.test_entries import staff
from tournaments.desk.events import club_named
from tournaments.models import Account, Player
from tournaments.sessions import PRECISION, USED

pytestmark = pytest.mark.django_db
PASSWORD = "quattro-smazzate-e-un-jolly"  # noqa: S105
PAGE = "text/html,application/xhtml+xml"
HOURS = 12 * 3600


@pytest.fixture
def aldo() -> User:
    return User.objects.create_user("aldo", password=PASSWORD)


def sign_in(username: str, password: str = PASSWORD, *, address: str = "192.0.2.7") -> int:
    client = Client(headers={"Accept-Language": "en"}, REMOTE_ADDR=address)
    return client.post("/sign-in/", {"username": username, "password": password}).status_code


def guess(times: int, username: str = "aldo", *, address: str = "192.0.2.7") -> list[int]:
    return [sign_in(username, "wrong", address=address) for _ in range(times)]


# ---- guessing ---------------------------------------------------------------------------------------------


def test_after_five_wrong_passwords_the_right_one_does_not_help_from_there(aldo: User) -> None:
    assert guess(5) == [200, 200, 200, 200, 429]
    assert sign_in("aldo") == 429
    assert sign_in("aldo", address="192.0.2.8") == 302, "from elsewhere its owner still gets in"


def test_the_page_says_in_plain_words_when_to_try_again(aldo: User) -> None:
    guess(5)
    client = Client(headers={"Accept-Language": "en"}, REMOTE_ADDR="192.0.2.7")
    answer = client.post("/sign-in/", {"username": "aldo", "password": PASSWORD})
    assert answer.status_code == 429
    assert 14 * 60 < int(answer["Retry-After"]) <= 15 * 60
    text = answer.content.decode()
    until = timezone.localtime(timezone.now() + timedelta(seconds=int(answer["Retry-After"])))
    said = re.search(r"try again at (\d\d):(\d\d)", text)
    assert said is not None, text
    minutes = (int(said[1]) * 60 + int(said[2]) - until.hour * 60 - until.minute) % (24 * 60)
    assert minutes in (0, 1, 24 * 60 - 1)
    assert PASSWORD not in text


def test_the_page_does_not_say_that_nobody_gets_in_where_one_name_is_held_up(aldo: User) -> None:
    def page() -> str:
        client = Client(headers={"Accept-Language": "en"}, REMOTE_ADDR="192.0.2.7")
        return client.post("/sign-in/", {"username": "aldo", "password": PASSWORD}).content.decode()

    guess(5)
    assert "This user name is not let in from here" in page()
    for name in range(9):
        guess(3, f"somebody{name}")
    assert "Nobody signs in from here" in page()


def test_trying_on_while_one_is_held_up_does_not_make_it_longer(aldo: User) -> None:
    from axes.models import AccessAttempt

    guess(5)
    last = AccessAttempt.objects.get().attempt_time
    guess(3)
    assert AccessAttempt.objects.get().attempt_time == last


def test_after_a_quarter_of_an_hour_one_may_try_again(aldo: User) -> None:
    from axes.models import AccessAttempt

    guess(5)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=15, seconds=1))
    assert sign_in("aldo") == 302


def test_whoever_gets_it_right_starts_again_from_nothing(aldo: User) -> None:
    guess(4)
    assert sign_in("aldo") == 302
    assert guess(4) == [200] * 4


def test_many_people_behind_one_address_have_more_tries_than_one_name(aldo: User) -> None:
    answers = [status for name in range(10) for status in guess(3, f"somebody{name}")]
    assert answers == [200] * 29 + [429], "thirty in all, whatever the name"
    assert sign_in("aldo") == 429
    assert sign_in("aldo", address="192.0.2.8") == 302


def test_getting_one_name_right_does_not_forget_what_was_tried_under_others(aldo: User) -> None:
    for name in range(9):
        guess(3, f"somebody{name}")
    assert sign_in("aldo") == 302
    assert guess(3, "another") == [200, 200, 429]


def test_an_address_that_a_visitor_only_claims_to_have_is_not_believed(aldo: User) -> None:
    for number in range(5):
        client = Client(REMOTE_ADDR="192.0.2.7", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}")
        client.post("/sign-in/", {"username": "aldo", "password": "wrong"})
    assert sign_in("aldo") == 429


def test_whoever_runs_the_house_lets_everybody_try_again(aldo: User) -> None:
    guess(5)
    call_command("axes_reset", verbosity=0)
    assert sign_in("aldo") == 302


def test_nothing_that_was_typed_as_a_password_is_kept(aldo: User) -> None:
    from axes.models import AccessAttempt

    sign_in("aldo", "the-secret-i-mistyped")
    kept = AccessAttempt.objects.values().get()
    assert "the-secret-i-mistyped" not in str(kept)


# ---- passwords and sessions -------------------------------------------------------------------------------


def test_passwords_are_kept_by_argon2_and_older_ones_become_so(aldo: User) -> None:
    assert aldo.password.startswith("argon2$argon2id$")
    from django.contrib.auth.hashers import make_password

    User.objects.filter(pk=aldo.pk).update(password=make_password(PASSWORD, hasher="pbkdf2_sha256"))
    assert sign_in("aldo") == 302
    aldo.refresh_from_db()
    assert aldo.password.startswith("argon2")


def age(client: Client, seconds: int) -> None:
    """Let the session be as if so many seconds had passed since it was last written down."""
    session = client.session
    session[USED] -= seconds
    session.save()
    Session.objects.filter(session_key=session.session_key).update(
        expire_date=timezone.now() + timedelta(seconds=HOURS - seconds)
    )


def left(client: Client) -> float:
    return (Session.objects.get().expire_date - timezone.now()).total_seconds()


def test_a_session_ends_twelve_hours_after_it_was_last_used(aldo: User) -> None:
    assert settings.SESSION_COOKIE_AGE == HOURS
    client = Client()
    client.force_login(aldo)
    assert client.get("/desk/").status_code == 200
    age(client, HOURS + 1)
    assert client.get("/desk/").status_code == 302


def test_using_it_moves_its_end(aldo: User) -> None:
    client = Client(headers={"Accept": PAGE})
    client.force_login(aldo)
    age(client, 3600)
    answer = client.get("/desk/")
    assert left(client) > HOURS - 60
    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == HOURS


def test_what_an_open_page_asks_by_itself_is_no_use(aldo: User) -> None:
    client = Client(headers={"Accept": "*/*"})
    client.force_login(aldo)
    age(client, 3600)
    client.get("/desk/")
    assert left(client) < HOURS - 3500


def test_looking_at_page_after_page_does_not_write_each_time(aldo: User) -> None:
    client = Client(headers={"Accept": PAGE})
    client.force_login(aldo)
    age(client, PRECISION - 60)
    before = Session.objects.get().expire_date
    client.get("/desk/")
    assert Session.objects.get().expire_date == before


def test_sessions_that_have_ended_are_cleared_away_at_the_start(aldo: User) -> None:
    client = Client()
    client.force_login(aldo)
    age(client, HOURS + 1)
    call_command("clearsessions")
    assert not Session.objects.exists()


def two_places(aldo: User) -> tuple[Client, Client]:
    here, there = Client(headers={"Accept-Language": "en"}), Client()
    for client in (here, there):
        client.force_login(aldo, backend="django.contrib.auth.backends.ModelBackend")
    return here, there


def test_a_changed_password_ends_every_other_session(aldo: User) -> None:
    here, there = two_places(aldo)
    new = "un altro jolly nel pozzetto"
    form = {"what": "password", "old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert here.post("/desk/account/", form).status_code == 302
    assert here.get("/desk/").status_code == 200
    assert there.get("/desk/").status_code == 302
    assert sign_in("aldo", new) == 302


def test_who_finds_a_desk_left_open_does_not_try_out_its_password_there(aldo: User) -> None:
    here, _ = two_places(aldo)
    new = "un altro jolly nel pozzetto"
    form = {"what": "password", "old_password": "no", "new_password1": new, "new_password2": new}
    assert [here.post("/desk/account/", form).status_code for _ in range(11)] == [422] * 10 + [429]
    stopped = here.post("/desk/account/", {**form, "old_password": PASSWORD})
    assert (stopped.status_code, int(stopped["Retry-After"]) > 0) == (429, True)
    assert sign_in("aldo", PASSWORD) == 302


@pytest.mark.parametrize(
    "wrong", [{"old_password": "no"}, {"new_password2": "another"}, {"new_password1": "aldo"}]
)
def test_a_password_that_cannot_be_taken_changes_nothing(aldo: User, wrong: dict[str, str]) -> None:
    here, there = two_places(aldo)
    new = "un altro jolly nel pozzetto"
    form = {"what": "password", "old_password": PASSWORD, "new_password1": new, "new_password2": new, **wrong}
    answer = here.post("/desk/account/", form)
    assert answer.status_code == 422
    assert 'class="finding"' in answer.content.decode()
    assert there.get("/desk/").status_code == 200


def test_signing_out_everywhere_else_leaves_this_session_and_everybody_elses(aldo: User) -> None:
    here, there = two_places(aldo)
    rosa = Client()
    rosa.force_login(User.objects.create_user("rosa"))
    here.post("/desk/account/", {"what": "elsewhere"})
    assert here.get("/desk/").status_code == 200
    assert there.get("/desk/").status_code == 302
    assert rosa.get("/desk/").status_code == 200


# ---- who one is at the tables -----------------------------------------------------------------------------


def test_an_account_says_which_player_of_its_club_it_is() -> None:
    event = an_event(Evening(pairs=4))
    client = Client(headers={"Accept-Language": "en"})
    user = staff(event.club, "director")
    client.force_login(user)
    ada = Player.objects.create(
        surname="Fiore", first_name="Ada", club=event.club, phone="333 1234567", card_number="77"
    )
    page = client.get("/desk/account/", {"q": "fio"}).content.decode()
    assert "I am Fiore Ada" in page
    assert "1234567" not in page
    client.post("/desk/account/", {"what": "player", "player": ada.pk})
    assert Account.objects.get(user=user).player == ada
    client.post("/desk/account/", {"what": "player", "player": ""})
    assert Account.objects.get(user=user).player is None


def test_nobody_is_a_player_of_a_club_they_do_not_work_for() -> None:
    event = an_event(Evening(pairs=4))
    client = Client()
    user = staff(event.club, "owner")
    client.force_login(user)
    eva = Player.objects.create(surname="Serra", first_name="Eva", club=club_named("Un altro circolo"))
    page = client.get("/desk/account/", {"q": "serra"}, headers={"Accept-Language": "en"}).content.decode()
    assert "Nobody found." in page
    assert "I am Serra" not in page
    client.post("/desk/account/", {"what": "player", "player": eva.pk})
    assert not Account.objects.filter(user=user, player=eva).exists()
