"""The catalogue of translations: ``python -m tests.house.messages [--extract]``.

English is the language of the sources, so it needs no catalogue; Italian has one, kept as ``django.po``
(what people edit) and ``django.mo`` (what the program reads). Both are in the repository, so a machine
without GNU gettext speaks Italian too; compiling needs Babel only. Extracting new sentences needs
``xgettext`` and ``msgmerge``.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import string
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
PO = Path("tournaments/locale/it/LC_MESSAGES/django.po")
SOURCES = ("config", "scoring", "templates", "tournaments")  # where sentences stand
NEW_CATALOGUE = """\
# The Italian of Pozzetto.
msgid ""
msgstr ""
"Project-Id-Version: Pozzetto\\n"
"Language: it\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--extract", action="store_true", help="first merge in the sentences of the sources")
    options = parser.parse_args(arguments)
    if options.extract:
        extract(ROOT)
    catalogue = read(ROOT / PO)
    (ROOT / PO).with_suffix(".mo").write_bytes(compiled(catalogue))
    found = list(faults(catalogue))
    print(*found, sep="\n")
    print(f"{len(catalogue)} sentences, {len(found)} to mend in {PO}")
    return 0


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="it", abort_invalid=True)


class _Undated(Catalog):
    """A catalogue whose header says how to read it and nothing about when or with what it was made."""

    header = ""

    def __iter__(self) -> Iterator[Message]:
        yield Message("", self.header)
        yield from (message for message in super().__iter__() if message.id)


def compiled(catalogue: Catalog) -> bytes:
    """The ``.mo`` of a catalogue, the same bytes whichever Babel writes it; fuzzy guesses stay out."""
    plain = _Undated(locale="it", fuzzy=False)
    plain.header = f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {catalogue.plural_forms}\n"
    for message in catalogue:
        if message.id and not message.fuzzy:
            plain[message.id] = message
    buffer = io.BytesIO()
    write_mo(buffer, plain)
    return buffer.getvalue()


def extract(root: Path) -> None:
    """Merge the sentences of the sources under ``root`` into its catalogue; drop those no longer said."""
    po = root / PO
    if not po.exists():
        po.parent.mkdir(parents=True, exist_ok=True)
        po.write_text(NEW_CATALOGUE, encoding="utf-8")
    command = [sys.executable, "manage.py", "makemessages", "--locale", "it", "--no-obsolete", "--no-wrap"]
    command += ["--add-location", "file", "--verbosity", "0"]
    for entry in root.iterdir():
        if entry.is_dir() and entry.name not in SOURCES:
            command += ["--ignore", entry.name]
    with tempfile.TemporaryDirectory() as var_dir:
        subprocess.run(command, cwd=root, env={**os.environ, "VAR_DIR": var_dir}, check=True)
    # The hour of the extraction says nothing and would differ in every change.
    text = po.read_text(encoding="utf-8")
    po.write_text(re.sub(r'^"POT-Creation-Date:.*\n', "", text, flags=re.MULTILINE), encoding="utf-8")


def faults(catalogue: Catalog) -> Iterator[str]:
    """What a translator has to mend: nothing there, a guess nobody confirmed, other gaps than the source."""
    for message in catalogue:
        if not message.id:
            continue
        source, translation = _forms(message.id), _forms(message.string)
        if message.fuzzy:
            yield f"a guess, not a translation: {source[0]!r}"
        elif not all(translation):
            yield f"no translation: {source[0]!r}"
        else:
            yield from _other_gaps(source, translation)


def _other_gaps(source: tuple[str, ...], translation: tuple[str, ...]) -> Iterator[str]:
    for number, form in enumerate(translation):
        wanted = gaps(source[min(number, len(source) - 1)])
        if gaps(form) != wanted:
            yield f"gaps {sorted(gaps(form))} instead of {sorted(wanted)}: {source[0]!r}"


def _forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)


def gaps(text: str) -> set[str]:
    """The gaps of a sentence, however they are written.

    >>> sorted(gaps("Table {table}, round %(round)s"))
    ['%(round)s', '{table}']
    """
    named = {f"{{{name}}}" for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return named | set(re.findall(r"%\(\w+\)[a-z]|%[sd]", text))


def ids(catalogue: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    """What identifies each message: its context and its forms in the source language."""
    return {(message.context, _forms(message.id)) for message in catalogue if message.id}


def translations(catalogue: Catalog) -> dict[str, Message]:
    return {_forms(message.id)[0]: message for message in catalogue if message.id}


if __name__ == "__main__":
    raise SystemExit(main())
