"""The copies as whoever looks after the installation sees them, and what the desk says when none is kept."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import Evening, an_evening
from tournaments.desk import backups
from tournaments.desk.backups import failures, shelf

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Iterator[Path]:
    settings.BACKUP_DIR = tmp_path / "copies"
    settings.VAR_DIR = tmp_path
    yield tmp_path / "copies"
    failures.forget()


@pytest.fixture
def administrator() -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(
        User.objects.create_superuser("renata"), backend="django.contrib.auth.backends.ModelBackend"
    )
    return client


def test_a_copy_is_made_listed_and_taken_away(administrator: Client, folder: Path) -> None:
    event = an_evening(Evening(pairs=4, closed=1))
    answer = administrator.post(reverse("desk_backups"), follow=True)
    assert answer.status_code == 200
    (path,) = folder.glob("*.zip")
    page = answer.content.decode()
    assert page.count(path.name) == 2, "the message and the row"
    taken = administrator.get(reverse("desk_backups"), {"file": path.name})
    content = b"".join(taken.streaming_content)  # type: ignore[attr-defined]
    assert content == path.read_bytes()
    assert "attachment" in taken["Content-Disposition"]
    if shelf.engine() == "sqlite":
        assert event.slug.encode() in zipfile.ZipFile(io.BytesIO(content)).read("pozzetto.sqlite3")


def test_only_a_copy_can_be_taken_away(administrator: Client, folder: Path) -> None:
    backups.keep_backup("closing")
    (folder.parent / "secret_key").write_text("a secret")
    for name in ("../secret_key", "secret_key", ".lock", "", "/etc/passwd", "nothing.zip"):
        assert administrator.get(reverse("desk_backups"), {"file": name}).status_code == 404


def test_a_damaged_copy_is_listed_as_such(administrator: Client, folder: Path) -> None:
    folder.mkdir()
    (folder / "pozzetto-x.zip").write_text("Cara Enrica")
    page = administrator.get(reverse("desk_backups")).content.decode()
    assert "pozzetto-x.zip" in page
    assert "damaged" in page


def test_a_copy_that_cannot_be_kept_is_told_there_and_at_the_desk_until_one_is(
    administrator: Client, folder: Path
) -> None:
    event = an_evening(Evening(pairs=4, closed=1))
    desk = reverse("desk_event", args=[event.slug])
    told = "No copy of the data has been kept since"
    assert told not in administrator.get(desk).content.decode()
    folder.write_text("a file where the folder should be")
    answer = administrator.post(reverse("desk_backups"), follow=True)
    assert "cannot be written" in answer.content.decode()
    for page in (desk, reverse("desk_backups")):
        assert told in administrator.get(page).content.decode()
    folder.unlink()
    administrator.post(reverse("desk_backups"))
    for page in (desk, reverse("desk_backups")):
        assert told not in administrator.get(page).content.decode()
