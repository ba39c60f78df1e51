"""A sentence as data and back: what is said today can be kept, and spoken in another language tomorrow."""

from __future__ import annotations

from typing import Any

from scoring.sentences import Sentence


def as_data(sentence: Sentence) -> dict[str, Any]:
    """A sentence as plain values that JSON can hold.

    >>> from scoring.sentences import say
    >>> as_data(say("{n} of {file}", n=3, file=say("one file")))
    {'says': '{n} of {file}', 'with': {'n': 3, 'file': {'says': 'one file'}}}
    """
    kept: dict[str, Any] = {"says": sentence.template}
    if sentence.values:
        kept["with"] = {
            name: as_data(value) if isinstance(value, Sentence) else value
            for name, value in sentence.values.items()
        }
    return kept


def from_data(kept: dict[str, Any]) -> Sentence | None:
    """The sentence that was kept; None where nothing was.

    >>> str(from_data({"says": "{n} rows", "with": {"n": 1200}})), from_data({})
    ('1,200 rows', None)
    """
    if not kept.get("says"):
        return None
    values: dict[str, int | str | Sentence] = {}
    for name, value in kept.get("with", {}).items():
        inner = from_data(value) if isinstance(value, dict) else value
        values[name] = "" if inner is None else inner
    return Sentence(str(kept["says"]), values)
