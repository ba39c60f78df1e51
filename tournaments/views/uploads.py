"""A file somebody sends: how large it may be, what it may be called, and how many are read at a time."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.files.uploadedfile import UploadedFile

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.desk.change import DeskRefusal
from tournaments.spreadsheets.reading.outside import refused_by_name
from tournaments.spreadsheets.turns import reading

__all__ = ["TooBigError", "contents_of", "reading", "refused_at_sight"]

WORKBOOKS = (".xlsx",)
LISTS = (".xlsx", ".xls", ".ods", ".csv", ".tsv", ".txt")

ARCHIVES = (".zip",)

_HEAD = 100_000  # bytes in which a document says what it is


class TooBigError(DeskRefusal):
    """More bytes than are taken here; nothing of it was read."""


def contents_of(upload: UploadedFile, *, most_bytes: int, wanted: Sequence[str]) -> bytes:
    """The bytes of an upload; a ``DeskRefusal`` where it is too large or not what its name says."""
    if upload.size is None or upload.size > most_bytes:
        told = gettext_noop("The file is too big: at most {most} kB.")
        raise TooBigError("file_too_big", say(told, most=most_bytes // 1000))
    data = upload.read()
    sentence = refused_by_name(upload.name or "", data, wanted)
    if sentence is not None:
        raise DeskRefusal("not_what_it_is_called", sentence)
    return bytes(data)


def refused_at_sight(upload: UploadedFile, *, wanted: Sequence[str]) -> Sentence | None:
    """Why a file to be read later is not even put away, if it is not: empty, or not what it is called."""
    head = upload.read(_HEAD)
    upload.seek(0)
    if not head:
        return say(gettext_noop("The file is empty."))
    return refused_by_name(upload.name or "", head, wanted)
