"""Sentences a person will read, written where the rule lives and translated where it is shown.

The rules know nothing of Django, yet what they have to say ("North-South melded 80, but ...") is read
by a director in Italian. So a rule hands out a ``Sentence``: a template in English, marked for the
translators, and the numbers that go into it. The pages translate the template and write the numbers
as the reader's language does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MINUS = "\N{MINUS SIGN}"


def gettext_noop(text: str) -> str:
    """Mark ``text`` for the translators and return it unchanged."""
    return text


def grouped(number: int, separator: str = ",") -> str:
    """An integer with its thousands grouped and a real minus.

    >>> grouped(1485), grouped(-20, ".")
    ('1,485', '−20')
    """
    return f"{number:,}".replace(",", separator).replace("-", MINUS)


@dataclass(frozen=True)
class Sentence:
    """A template with named gaps and what fills them; a value may itself be a sentence.

    >>> str(say("{line} melded {melded}", line=say("North-South"), melded=1485))
    'North-South melded 1,485'
    """

    template: str
    values: Mapping[str, int | str | Sentence] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return self.template.format(**{name: _in_english(value) for name, value in self.values.items()})


def say(template: str, **values: int | str | Sentence) -> Sentence:
    """Build a ``Sentence``; call it with a literal marked by ``gettext_noop``."""
    return Sentence(template, values)


def as_typed(value: object) -> str:
    """Whatever somebody entered where something else belonged, short enough to be shown back.

    >>> as_typed("12 a"), as_typed(None), as_typed(10**5000)
    ('12 a', 'None', '…')
    """
    try:
        text = value if isinstance(value, str) else repr(value)
    except ValueError:  # an integer of thousands of digits cannot be written out
        return "…"
    return text if len(text) <= 40 else text[:39] + "…"


def _in_english(value: int | str | Sentence) -> str:
    return grouped(value) if isinstance(value, int) else str(value)


class Refusal(ValueError):  # noqa: N818 -- it refuses, it does not fail
    """Something a person asked for that the rules do not allow, and that the person can mend.

    Carries a ``sentence`` that says what is wrong and what to do; ``str()`` gives it in English.
    """

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
