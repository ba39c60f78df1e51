"""The first account is claimed by the printed link, once."""

from pathlib import Path
from typing import NoReturn
from unittest.mock import patch

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import UserManager
from django.db import IntegrityError
from django.test import override_settings

from tournaments.desk.accounts import claim_first_owner, first_owner_link, make_account
from tournaments.desk.change import DeskRefusal

pytestmark = pytest.mark.django_db
GOOD = "quattro-smazzate-e-un-jolly"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path) -> object:
    with override_settings(VAR_DIR=tmp_path):
        yield


def token() -> str:
    link = first_owner_link("http://127.0.0.1:8000")
    assert link is not None
    assert link.startswith("http://127.0.0.1:8000/welcome/")
    return link.rstrip("/").rsplit("/", 1)[1]


def test_the_link_stays_the_same_until_it_is_used_and_then_there_is_none() -> None:
    first = token()
    assert token() == first
    owner = claim_first_owner(token=first, username="carla", password=GOOD)
    assert owner.is_superuser
    assert owner.check_password(GOOD)
    assert first_owner_link("http://127.0.0.1:8000") is None


def test_a_link_works_once() -> None:
    used = token()
    claim_first_owner(token=used, username="carla", password=GOOD)
    with pytest.raises(DeskRefusal, match="has been used"):
        claim_first_owner(token=used, username="ugo", password=GOOD)
    assert get_user_model().objects.count() == 1


def test_a_link_printed_before_the_accounts_came_back_with_a_copy_opens_nothing() -> None:
    printed = token()
    get_user_model().objects.create_user("carla", password=GOOD)  # as a restored copy brings her
    with pytest.raises(DeskRefusal, match="has been used"):
        claim_first_owner(token=printed, username="ugo", password=GOOD)
    assert get_user_model().objects.count() == 1


def test_another_token_makes_no_account() -> None:
    token()
    with pytest.raises(DeskRefusal, match="not the one that was printed"):
        claim_first_owner(token="guessed", username="ugo", password=GOOD)
    assert not get_user_model().objects.exists()


def test_an_easy_password_is_refused_and_the_link_still_works() -> None:
    kept = token()
    with pytest.raises(DeskRefusal) as refused:
        claim_first_owner(token=kept, username="carla", password="12345678")
    assert refused.value.code == "weak_password"
    claim_first_owner(token=kept, username="carla", password=GOOD)


def test_a_user_name_is_needed() -> None:
    with pytest.raises(DeskRefusal, match="user name"):
        claim_first_owner(token=token(), username="  ", password=GOOD)


def test_of_two_who_choose_one_name_at_the_same_moment_one_is_told_it_is_taken() -> None:
    def the_other_was_first(*_arguments: object, **_named: object) -> NoReturn:
        raise IntegrityError("auth_user_username_key")

    with patch.object(UserManager, "create_user", the_other_was_first), pytest.raises(DeskRefusal) as told:
        make_account(username="ada", password="Burraco-2026-Pinella")
    assert told.value.code == "user_name_taken"
