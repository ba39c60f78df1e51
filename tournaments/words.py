"""From the rules' sentences to the reader's language."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext

from scoring.sentences import MINUS, Sentence


def number(value: int, *, signed: bool = False) -> str:
    """An integer as the reader's language writes it, with a real minus and, if asked, a plus.

    In Italian 1485 is "1.485", -20 is "−20".
    """
    text = number_format(abs(value), use_l10n=True, force_grouping=True)
    if value < 0:
        return MINUS + text
    return f"+{text}" if signed and value > 0 else text


def spoken(sentence: Sentence) -> str:
    """A sentence of the rules in the current language, its numbers grouped as that language does."""
    values = {name: _spoken_value(value) for name, value in sentence.values.items()}
    return gettext(sentence.template).format(**values)


def _spoken_value(value: int | str | Sentence) -> str:
    if isinstance(value, Sentence):
        return spoken(value)
    return number(value) if isinstance(value, int) else value
