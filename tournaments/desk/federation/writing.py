"""Rows in bulk: COPY on PostgreSQL, inserts elsewhere. No signal is sent and no ``save`` is called."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.models import JSONField, Max

Row = tuple[Any, ...]


class Table:
    """The rows of one model on their way to the database, under keys that are counted here.

    ``columns``: what each row holds, in that order, after its key. Other columns get their defaults.
    """

    def __init__(self, model: type[models.Model], *columns: str) -> None:
        self.model = model
        fields = {field.attname: field for field in model._meta.concrete_fields}
        others = [name for name in fields if name not in ("id", *columns)]
        self.columns = ("id", *columns, *others)
        self.defaults: Row = tuple(fields[name].get_default() for name in others)
        self.json = [at for at, name in enumerate(self.columns) if isinstance(fields[name], JSONField)]
        self.last: int = model._default_manager.aggregate(last=Max("pk"))["last"] or 0
        self.rows: list[Row] = []

    def add(self, *values: Any) -> int:
        """Take a row; the key it will have."""
        self.last += 1
        self.rows.append((self.last, *values, *self.defaults))
        return self.last


def write(tables: Sequence[Table]) -> None:
    """Put the rows of all tables into the database, those pointed at first; all or none."""
    with transaction.atomic():
        for table in tables:
            if table.rows:
                (_copy if connection.vendor == "postgresql" else _insert)(table)
                table.rows = []


def count_on(tables: Sequence[Table]) -> None:
    """Let the database number its next rows after those written here."""
    with connection.cursor() as cursor:
        made = [table.model for table in tables]
        for statement in connection.ops.sequence_reset_sql(no_style(), made):
            cursor.execute(statement)


def be_reckoned_with(tables: Sequence[Table]) -> None:
    """Let the database look at how much there is now: until then it plans for empty tables."""
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"ANALYZE {connection.ops.quote_name(table.model._meta.db_table)}")


def _copy(table: Table) -> None:
    quote = connection.ops.quote_name
    columns = ", ".join(quote(name) for name in table.columns)
    statement = f"COPY {quote(table.model._meta.db_table)} ({columns}) FROM STDIN"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in table.rows:
            copy.write_row(_with_text(row, table.json) if table.json else row)


def _with_text(row: Row, json_at: Sequence[int]) -> list[Any]:
    values = list(row)
    for at in json_at:
        if values[at] is not None:
            values[at] = json.dumps(values[at], ensure_ascii=False, separators=(",", ":"))
    return values


def _insert(table: Table) -> None:
    table.model._default_manager.bulk_create(
        [table.model(**dict(zip(table.columns, row, strict=True))) for row in table.rows], batch_size=2_000
    )
