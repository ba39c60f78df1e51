"""Everything a person reads is Italian first and English second."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.test import RequestFactory
from django.utils import translation
from django.utils.translation import gettext, ngettext

from scoring.sentences import say
from tests.house import messages
from tests.house.missing import needs
from tournaments.words import spoken

ROOT = messages.ROOT
CODE = sorted(path for room in ("scoring", "tournaments", "config") for path in (ROOT / room).rglob("*.py"))


@pytest.fixture(scope="module")
def catalogue() -> Catalog:
    return messages.read(ROOT / messages.PO)


def test_every_sentence_is_translated_with_the_gaps_of_its_source(catalogue: Catalog) -> None:
    assert list(messages.faults(catalogue)) == []


def test_what_the_program_reads_is_what_the_translators_wrote(catalogue: Catalog) -> None:
    read = (ROOT / messages.PO).with_suffix(".mo").read_bytes()
    assert read == messages.compiled(catalogue), "run: make messages-compile"
    spoken_by_it = GNUTranslations(BytesIO(read))
    for source, message in messages.translations(catalogue).items():
        if message.context is None and isinstance(message.string, str) and message.string:
            assert spoken_by_it.gettext(source) == message.string


def test_the_catalogue_holds_the_sentences_of_the_sources_and_no_other(
    catalogue: Catalog, tmp_path: Path
) -> None:
    needs("xgettext", for_what="the comparison of catalogue and sources")
    for room in messages.SOURCES:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("locale", "__pycache__"))
    shutil.copy(ROOT / "manage.py", tmp_path)
    messages.extract(tmp_path)
    said = messages.ids(messages.read(tmp_path / messages.PO))
    assert len(said) > 100
    assert said - messages.ids(catalogue) == set(), "run: make messages, then translate"
    assert messages.ids(catalogue) - said == set(), "run: make messages"


def test_a_forgotten_translation_a_guess_and_a_lost_gap_are_faults() -> None:
    spoiled = Catalog(locale="it")
    spoiled.add("Table", string="Tavolo")
    spoiled.add("Round {round}", string="Turno")
    spoiled.add("%(count)s pairs", string="coppie")
    spoiled.add("Standings", string="")
    spoiled.add("Bye", string="Bai", flags=["fuzzy"])
    spoiled.add(("{n} table", "{n} tables"), string=("{n} tavolo", "tavoli"))
    assert [fault.split(":")[0] for fault in messages.faults(spoiled)] == [
        "gaps [] instead of ['{round}']",
        "gaps [] instead of ['%(count)s']",
        "no translation",
        "a guess, not a translation",
        "gaps [] instead of ['{n}']",
    ]
    assert b"Bai" not in messages.compiled(spoiled)


def calls(path: Path) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Call))


def name_of(call: ast.expr) -> str:
    if isinstance(call, ast.Call):
        call = call.func
    return call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "")


def has_words(template: ast.expr) -> bool:
    """Whether a literal says anything besides what its gaps will bring."""
    return any(
        re.search(r"[^\W\d_]", re.sub(r"\{\w*\}", "", str(part.value)))
        for part in ast.walk(template)
        if isinstance(part, ast.Constant)
    )


def test_no_sentence_is_said_that_the_translators_cannot_find() -> None:
    unmarked = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in CODE
        for call in calls(path)
        if name_of(call) == "say" and call.args and isinstance(call.args[0], ast.Constant | ast.JoinedStr)
        if has_words(call.args[0])
    ]
    assert unmarked == []


def test_every_gap_of_a_sentence_is_filled_where_it_is_said() -> None:
    """``say(gettext_noop("... {melded}"), melded=80)``: the same names on both sides, read in the code."""
    wrong, seen = [], 0
    for path in CODE:
        for call in calls(path):
            template = call.args[0] if name_of(call) == "say" and call.args else None
            if not isinstance(template, ast.Call) or any(word.arg is None for word in call.keywords):
                continue
            text = ast.literal_eval(template.args[0])
            seen += 1
            if messages.gaps(text) != {f"{{{word.arg}}}" for word in call.keywords}:
                wrong.append(f"{path.relative_to(ROOT)}:{call.lineno}")
    assert seen > 20
    assert wrong == []


def plain_sentence(catalogue: Catalog) -> tuple[str, str]:
    """A sentence whose Italian differs, without gaps."""
    return next(
        (source, str(message.string))
        for source, message in sorted(messages.translations(catalogue).items())
        if isinstance(message.string, str)
        and message.string not in {"", source}
        and not messages.gaps(source)
    )


def test_an_english_reader_reads_english(catalogue: Catalog) -> None:
    """The default language is Italian, yet what is not in an English catalogue must not fall back to it."""
    english, italian = plain_sentence(catalogue)
    for language in ("en", "en-gb"):
        with translation.override(language):
            assert gettext(english) == english
            assert spoken(say(english)) == english
            assert ngettext("%(n)s quiet table", "%(n)s quiet tables", 2) == "%(n)s quiet tables"
    with translation.override("it"):
        assert gettext(english) == italian
        assert spoken(say(english)) == italian


@pytest.mark.parametrize(
    ("browser", "language"),
    [
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("en-GB,en;q=0.9", "en"),
        ("en-US", "en"),
        ("de-DE,de;q=0.9", "it"),
        ("de-DE,en;q=0.5", "en"),
        ("", "it"),
    ],
)
def test_the_language_is_the_browsers_where_we_speak_it_and_italian_elsewhere(
    browser: str, language: str
) -> None:
    request = RequestFactory().get("/", headers={"accept-language": browser})
    assert translation.get_language_from_request(request) == language


def test_numbers_follow_the_reader() -> None:
    sentence = say("{melded}", melded=-1485)
    with translation.override("it"):
        assert spoken(sentence) == "−1.485"
    with translation.override("en"):
        assert spoken(sentence) == "−1,485"


def test_no_sentence_hides_from_the_translators_inside_an_f_string() -> None:
    """xgettext reads no f-strings: a word marked in one is never translated, and nobody is told."""
    hidden = []
    for folder in ("config", "scoring", "tournaments"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for outer in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(outer, ast.JoinedStr):
                    continue
                for inner in ast.walk(outer):
                    called = inner.func if isinstance(inner, ast.Call) else None
                    if isinstance(called, ast.Name) and called.id in {"_", "gettext", "ngettext", "pgettext"}:
                        hidden.append(f"{path.relative_to(ROOT)}:{inner.lineno}")
    assert hidden == []
