"""Questions to the database that are put into words once, and asked a thousand times with other numbers.

For a question of five lines Django takes longer to write the SQL than the database takes to answer. Where
results come in fifty a second, ``prepared`` keeps the SQL, for each connection, and puts the new values into
it; rows are read as from any queryset. What a value is compared with must not change the question: the SQL
is written twice, with two sets of made-up values, and has to be the same but for these.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

P = ParamSpec("P")
Row = TypeVar("Row")

MOST = 2**15 - 1
"""The greatest number of a small column. Beyond it Django answers some comparisons without asking."""
MOST_KEY = 2**31 - 1


def prepared(make: Callable[P, QuerySet[Any, Row]]) -> Callable[P, list[Row]]:
    """The rows of the queryset ``make`` returns, whose SQL is kept; arguments in their order, none by name.

    An argument is a whole number or a text, compared with a column and used for nothing else. Whatever else
    comes is asked in the ordinary way. No ``prefetch_related``.
    """

    @wraps(make)
    def rows(*values: Any, **_named: Any) -> list[Row]:
        if _named:
            raise TypeError(f"{make.__name__} takes its values in their order")
        kinds = tuple(type(value) for value in values)
        if not all(_ordinary(value) for value in values):
            return list(make(*values))  # type: ignore[call-arg]
        kept: dict[Any, _Question] = vars(connections[DEFAULT_DB_ALIAS]).setdefault("_prepared", {})
        question = kept.get((make, kinds))
        if question is None:
            question = kept[make, kinds] = _Question(make, kinds)
        found: list[Row] | None = question.ask(values)
        return list(make(*values)) if found is None else found  # type: ignore[call-arg]

    return rows


def _ordinary(value: Any) -> bool:
    return type(value) is str or (type(value) is int and 0 <= value <= MOST_KEY)


class _Question:
    """One queryset on one connection: its SQL, and at which places the values stand in it."""

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], kinds: tuple[type, ...]) -> None:
        first, second = (_made_up(kinds, start) for start in (30_011, 31_019))
        made_up = list(zip(first, second, strict=True))
        self.rows = cast("Any", make(*first))  # more of it is used here than its types tell
        if self.rows._prefetch_related_lookups:
            raise TypeError(f"{make.__name__} asks more than one question")
        compiler = self.rows.query.get_compiler(DEFAULT_DB_ALIAS)
        self.sql, told = compiler.as_sql()
        again, told_again = make(*second).query.get_compiler(DEFAULT_DB_ALIAS).as_sql()
        self.parameters = list(told)
        self.places: list[tuple[int, int, type]] = []
        for place, (one, other) in enumerate(zip(told, told_again, strict=False)):
            if one != other:
                number = next((at for at, pair in enumerate(made_up) if pair == (one, other)), None)
                if number is None:
                    raise TypeError(f"{make.__name__} does more with its values than compare them")
                self.places.append((place, number, type(one)))
        if self.sql != again or {number for _place, number, _kind in self.places} != set(range(len(kinds))):
            raise TypeError(f"{make.__name__} is another question for other values")
        # From here on Django's own reading of rows finds the SQL written already.
        compiler.as_sql = lambda *_args, **_kwargs: (self.sql, tuple(self.parameters))
        self.rows.query.get_compiler = lambda *_args, **_kwargs: compiler

    def ask(self, values: tuple[Any, ...]) -> list[Any] | None:
        """The rows; None where one of the numbers is too great for its column."""
        for place, number, kind in self.places:
            value = values[number]
            if kind.__name__ == "Int2" and value > MOST:
                return None
            self.parameters[place] = value if type(value) is kind else kind(value)
        return list(self.rows._iterable_class(self.rows))


def _made_up(kinds: tuple[type, ...], start: int) -> list[Any]:
    """Values no query of ours has of itself, each another one."""
    return [start + at if kind is int else f"made-up-{start + at}" for at, kind in enumerate(kinds)]
