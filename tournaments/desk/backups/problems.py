"""What keeps a copy from being made or put back, as sentences for whoever looks after the installation."""

from __future__ import annotations

from django.utils import timezone

from scoring.sentences import Refusal, Sentence, gettext_noop, say


class BackupRefusal(Refusal):
    """A copy cannot be made, is not sound, or may not be put back now: ``code`` for programs."""

    def __init__(self, code: str, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.code = code


def in_one_line(error: object) -> str:
    """What an error says, without line breaks."""
    return " ".join(str(error).split())


def in_use() -> BackupRefusal:
    return BackupRefusal(
        "in_use",
        say(
            gettext_noop(
                "A server is running on this database, or another program has it open: stop it first, then"
                " restore."
            )
        ),
    )


def there_is_one(what: str) -> BackupRefusal:
    told = gettext_noop(
        "There is a database already ({what}). To put the copy in its place, say --replace: the old one is"
        " kept under another name."
    )
    return BackupRefusal("there_is_one", say(told, what=what))


def dated(stem: str, separator: str = "-") -> str:
    """The name under which a database is kept that gave way now."""
    stamp = timezone.localtime(timezone.now()).strftime(f"%Y%m%d{separator}%H%M%S")
    return f"{stem}{separator}until{separator}{stamp}"
