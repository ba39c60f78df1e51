"""Writers on SQLite take turns: in the order in which they came, and nobody keeps a turn he lost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection, connections, transaction

from tournaments.models import Club
from tournaments.one_writer.turns import Turns

PEOPLE = 8


def test_the_first_who_came_is_the_next() -> None:
    turns = Turns()
    assert turns.take(0)
    came: list[int] = []
    threads = []
    for number in range(PEOPLE):

        def wait(number: int = number) -> None:
            assert turns.take(60)
            came.append(number)
            turns.give()

        thread = threading.Thread(target=wait)
        thread.start()
        while len(turns._waiting) <= number:
            thread.join(0.001)
        threads.append(thread)
    turns.give()
    for thread in threads:
        thread.join(60)
    assert came == list(range(PEOPLE))
    assert turns.take(0)


def test_whoever_gave_up_waiting_is_passed_over() -> None:
    turns = Turns()
    assert turns.take(0)
    assert not turns.take(0.01)
    turns.give()
    assert turns.take(0)


def elsewhere(action: Callable[[], Any]) -> Any:
    """What ``action`` comes to in another thread, with a connection of its own."""
    found: list[Any] = []

    def act() -> None:
        try:
            found.append(action())
        except OperationalError as error:
            found.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=act)
    thread.start()
    thread.join(60)
    return found[0]


@pytest.fixture
def little_patience() -> Iterator[None]:
    """What a test takes from the patience of all connections is given back: they share their settings."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has many writers")
    shared = connections["default"].settings_dict
    options = shared["OPTIONS"]
    yield
    shared["OPTIONS"] = options
    connection.close()


pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("little_patience")]


def write(name: str) -> str:
    connection.settings_dict["OPTIONS"] = {**connection.settings_dict["OPTIONS"], "timeout": 0.1}
    Club.objects.create(name=name, slug=name)
    return name


def update() -> int:
    connection.settings_dict["OPTIONS"] = {**connection.settings_dict["OPTIONS"], "timeout": 0.1}
    return Club.objects.update(town="Pavia")


def test_while_one_writes_the_others_wait_their_patience_and_readers_do_not() -> None:
    with transaction.atomic():
        Club.objects.create(name="Ticino", slug="ticino")
        assert str(elsewhere(lambda: write("pinella"))) == "database is locked"
        assert str(elsewhere(update)) == "database is locked"
        assert elsewhere(Club.objects.count) == 0
    assert elsewhere(lambda: write("pinella")) == "pinella"
    assert elsewhere(update) == 2


def test_a_turn_ends_with_the_transaction_however_that_ends() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        Club.objects.create(name="Ticino", slug="ticino")
        raise RuntimeError
    assert elsewhere(lambda: write("one")) == "one"
    with transaction.atomic():
        Club.objects.create(name="Ticino", slug="ticino")
        connection.close()  # lost in the middle
    assert elsewhere(lambda: write("two")) == "two"


def test_a_refused_statement_gives_the_turn_back() -> None:
    Club.objects.create(name="Ticino", slug="ticino")
    with pytest.raises(OperationalError), connection.cursor() as cursor:
        cursor.execute("UPDATE no_such_table SET x = 1")
    assert elsewhere(lambda: write("one")) == "one"
