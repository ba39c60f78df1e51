"""Coming in, going out, and the first account of all."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tournaments.desk.accounts import first_owner_link

pytestmark = pytest.mark.django_db
PASSWORD = "una lunga serata di burraco"  # noqa: S105


@pytest.fixture
def link() -> str:
    found = first_owner_link("http://testserver")
    assert found is not None
    return found


def claim(client: Client, link: str, **changed: str) -> int:
    form = {"username": "aldo", "password": PASSWORD, "again": PASSWORD, **changed}
    return client.post(link, form).status_code


def test_the_printed_link_makes_the_first_account_and_signs_it_in(client: Client, link: str) -> None:
    assert client.get(link).status_code == 200
    assert claim(client, link) == 302
    assert client.get("/load/").status_code == 200
    another = Client()
    assert another.post("/sign-in/", {"username": "aldo", "password": PASSWORD})["Location"] == "/desk/"
    assert another.get("/desk/").status_code == 200


def test_the_link_works_once(client: Client, link: str) -> None:
    assert claim(client, link) == 302
    assert Client().get(link).status_code == 404
    assert claim(Client(), link, username="eva") == 404
    assert get_user_model().objects.count() == 1


def test_another_link_makes_nobody(client: Client, link: str) -> None:
    assert claim(client, link.rstrip("/") + "x/") == 404
    assert get_user_model().objects.count() == 0


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"password": "12345678", "again": "12345678"}, "12345678"),
        ({"again": "another"}, "The two passwords are not the same."),
        ({"username": ""}, "This field is required."),
        ({"username": "a b"}, "Enter a valid username"),
    ],
)
def test_a_form_that_cannot_be_taken_says_why_and_makes_nobody(
    client: Client, link: str, changed: dict[str, str], said: str
) -> None:
    form = {"username": "aldo", "password": PASSWORD, "again": PASSWORD, **changed}
    answer = client.post(link, form, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 400
    assert get_user_model().objects.count() == 0
    page = answer.content.decode()
    assert 'class="finding"' in page
    assert said in page or said == "12345678"
    assert f'value="{PASSWORD}"' not in page
    assert claim(Client(), link) == 302


def test_signing_in_leads_where_one_was_going(client: Client) -> None:
    get_user_model().objects.create_user("aldo", password=PASSWORD)
    asked = client.get("/load/")
    assert asked["Location"] == "/sign-in/?next=/load/"
    answer = client.post("/sign-in/", {"username": "aldo", "password": PASSWORD, "next": "/load/"})
    assert answer["Location"] == "/load/"


def test_signing_in_leads_to_no_other_site(client: Client) -> None:
    get_user_model().objects.create_user("aldo", password=PASSWORD)
    form = {"username": "aldo", "password": PASSWORD, "next": "https://example.org/"}
    assert client.post("/sign-in/", form)["Location"].startswith("/")
    assert client.get("/desk/").status_code == 200


def test_a_wrong_password_is_said_without_saying_which_half_was_wrong(client: Client) -> None:
    get_user_model().objects.create_user("aldo", password=PASSWORD)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    for form in ({"username": "aldo", "password": "no"}, {"username": "nobody", "password": PASSWORD}):
        page = client.post("/sign-in/", form).content.decode()
        assert "User name and password do not go together." in page


def test_a_link_alone_signs_nobody_out(client: Client) -> None:
    client.force_login(get_user_model().objects.create_user("aldo"))
    assert client.get("/sign-out/").status_code == 200
    assert client.get("/desk/").status_code == 200
    assert client.post("/sign-out/").status_code == 302
    assert client.get("/desk/").status_code == 302


@pytest.mark.parametrize("address", ["/sign-in/", "/sign-out/", "/load/"])
def test_forms_from_another_site_are_refused(address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(get_user_model().objects.create_user("aldo"))
    answer = client.post(address, {}, HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 403
    assert "You may not do this" in answer.content.decode()
