"""The rows of the grid, and what its script has to know: addresses, the scale, a hand's sums, words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.boards.desk_scores import Grid, Table
from tournaments.desk.judging import RULES
from tournaments.models import Event
from tournaments.templatetags.field import points
from tournaments.views.desk import score_answers as answers

Said = dict[int, tuple[str, str | None]]
Own = Mapping[int, str]
"""The table at which who looks sits as a player, with the line; empty for most."""


@dataclass(frozen=True, slots=True)
class Cell:
    """An input of the grid: its name in a plain form, its key for the script, and what stands in it."""

    name: str
    key: str
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Row:
    """A table on the page, as stored or, where something is to be said about it, as it was typed."""

    table: Table
    number: str
    url: str
    ns: str
    ew: str
    cells: tuple[Cell, ...]
    state: str
    vp: SafeString
    says: str = ""
    asks: str | None = None
    again: bool = False
    waits: str = ""

    @property
    def mood(self) -> str:
        if self.says or self.waits:
            return "flagged"
        if self.table.is_bye:
            return "bye"
        return "missing" if self.again or self.table.is_missing else ""

    @property
    def told(self) -> str:
        """What stands under the row: what is wrong with what was typed, or why the table waits."""
        return self.says or self.waits

    @property
    def ns_cells(self) -> tuple[Cell, ...]:
        return self.cells[::2]

    @property
    def ew_cells(self) -> tuple[Cell, ...]:
        return self.cells[1::2]

    @property
    def seen(self) -> str:
        """The totals the page shows; the second pass shows none."""
        if self.again:
            return ";"
        return f"{points(self.table.ns_mp)};{points(self.table.ew_mp)}"

    @property
    def was(self) -> str:
        """The cells as they were sent out, so that a plain form tells what has been typed since."""
        return "" if self.says else "|".join(cell.value for cell in self.cells)

    @property
    def sheet_label(self) -> str:
        return _("Table {n}, hands").format(n=self.number)


def rows_of(
    event: Event, grid: Grid, said: Said, typed: Mapping[str, str], *, own: Own, again: bool = False
) -> list[Row]:
    """Every table of the round as a row; those in ``said`` keep what was ``typed``."""
    address = reverse("desk_table", args=[event.slug, grid.round.number, 0]).replace("/0/", "/{}/")
    hands = event.hands_per_round if event.depth == event.Depth.HANDS and not again else 0
    names = _cell_names(hands)
    rows = []
    for table in grid.tables:
        says, asks = said.get(table.table, ("", None))
        cells: tuple[Cell, ...] = ()
        if not table.is_bye:
            values = dict.fromkeys((key for key, _ in names), "") if again else _values(table, hands)
            cells = tuple(
                _cell(table.table, key, label, values, typed if says else {}) for key, label in names
            )
        rows.append(
            Row(
                table=table,
                number=str(table.table),
                url=address.format(table.table),
                ns=table.ns_name.short if table.ns_name else "",
                ew=table.ew_name.short if table.ew_name else "",
                cells=cells,
                state="" if again else answers.state_of(table),
                vp=vp_html(None, None) if again else vp_html(*table.vp),
                says=says,
                asks=asks,
                again=again,
                waits="" if again or says else answers.waits_for(table, own),
            )
        )
    return rows


def _cell_names(hands: int) -> list[tuple[str, str]]:
    sides = (("ns", _("North-South")), ("ew", _("East-West")))
    if not hands:
        return [(side, f"{name}, MP") for side, name in sides]
    told = _("{line}, hand {n}")
    return [(f"{side}-{n}", told.format(line=name, n=n)) for n in range(1, hands + 1) for side, name in sides]


def _values(table: Table, hands: int) -> dict[str, str]:
    if not hands:
        return {"ns": points(table.ns_mp), "ew": points(table.ew_mp)}
    values = {}
    for hand in table.hands:
        values[f"ns-{hand.number}"], values[f"ew-{hand.number}"] = points(hand.ns_mp), points(hand.ew_mp)
    return values


def _cell(table: int, key: str, label: str, values: Mapping[str, str], typed: Mapping[str, str]) -> Cell:
    side, _dash, hand = key.partition("-")
    name = f"{side}-{table}-{hand}" if hand else f"{side}-{table}"
    value = typed.get(name) if typed else values.get(key, "")
    return Cell(name, key, value or "", _("Table {n}, {what}").format(n=table, what=label))


def vp_html(ns: int | None, ew: int | None) -> SafeString:
    """The VP of a table with the winner's in bold, as the script writes them too."""
    if ns is None and ew is None:
        return SafeString("")
    if ns is None or ew is None:
        return format_html("<b>{}</b>", ew if ns is None else ns)
    return format_html(
        '<span class="{}">{}</span> – <span class="{}">{}</span>',
        "won" if ns >= ew else "quiet",
        ns,
        "won" if ew >= ns else "quiet",
        ew,
    )


def page_data(event: Event, grid: Grid, *, own: Own, again: bool = False) -> dict[str, Any]:
    """Plain values for the page's JSON block; ``again``: the second pass, whose cells start empty."""
    here = [event.slug, grid.round.number]
    rules = RULES[event.rules_variant]
    return {
        "slug": event.slug,
        "round": grid.round.number,
        "again": again,
        "depth": "totals" if again else event.depth,
        "hands": event.hands_per_round,
        "bounds": event.scale_bounds,
        "maximum": event.scale_maximum,
        "pays": {
            "clean": rules.pays("clean"),
            "semi_clean": rules.pays("semi_clean"),
            "dirty": rules.pays("dirty"),
            "closed": rules.closing,
            "no_pozzetto": rules.no_pozzetto,
            "excused": rules.no_pozzetto_penalty_if_neither_took,
        },
        "separator": str(get_format("THOUSAND_SEPARATOR")),
        "version": event.version,
        "record": reverse("desk_again" if again else "desk_record", args=here),
        "state": reverse("desk_scores_state", args=here),
        "swap": reverse("desk_swap", args=here),
        "take": reverse("desk_take", args=here),
        "table": reverse("desk_table", args=[*here, 0]),
        "rulings": reverse("desk_rulings", args=[event.slug]),
        "rows": [] if again else [answers.row_json(table, own) for table in grid.tables if not table.is_bye],
        "keyings": keyings_in_the_way(event, grid),
        "words": words(),
    }


def keyings_in_the_way(event: Event, grid: Grid) -> list[str]:
    """What the two keyings still leave to do before the round can be closed."""
    parts = []
    differ = len(grid.differences)
    if differ:
        parts.append(
            ngettext("{n} difference to decide", "{n} differences to decide", differ).format(n=differ)
        )
    return parts


def in_the_way(event: Event, grid: Grid) -> str:
    """What has to happen before the round can be closed, in a few words; empty if nothing."""
    missing = len(grid.progress.missing)
    parts = []
    if missing:
        parts.append(ngettext("{n} table missing", "{n} tables missing", missing).format(n=missing))
    return ", ".join([*parts, *keyings_in_the_way(event, grid)])


def words() -> dict[str, str]:
    """What the script says by itself, in the language of the page."""
    return {
        "missing": _("missing"),
        "missing_ns": _("N‑S missing"),
        "missing_ew": _("E‑W missing"),
        "missing_hands": _("hands missing"),
        "unsent": _("not stored yet"),
        "keyed": _("keyed"),
        "check": _("to check"),
        "not_points": _("“{typed}” is not a number of points. Write 1485 or {example}."),
        "not_by_five": _("{typed} is not possible: points go by fives. Does the slip say {low} or {high}?"),
        "few_hands": _("Only {n} hands of {all} are written. Store the table all the same?"),
        "yes": _("Yes, store it"),
        "look_again": _("I’ll look again"),
        "reason": _("Why it stands all the same"),
        "with_reason": _("Store it with this reason"),
        "signature": _("Countersigned by (referee)"),
        "with_signature": _("Store it, countersigned"),
        "stored_is": _("Stored: {ns} to {ew} ({state})."),
        "you_typed": _("You typed {ns} to {ew}."),
        "theirs": _("{ns} to {ew} stands"),
        "disputed": _("The two lines have handed in different totals. Which ones stand?"),
        "handed_in": _("{line} handed in {ns} to {ew}"),
        "meanwhile": _("Somebody else has typed this table meanwhile."),
        "unreachable": _("The program does not answer. What you type is kept here and will be sent."),
        "keeps_nothing": _("This browser keeps nothing: wait for “not stored yet” to go before leaving."),
        "signed_out": _(
            "You have been signed out. What you typed is kept here: sign in again in another tab."
        ),
        "not_allowed": _("This was not accepted. Load the page again."),
        "swap": _("Swap the totals of table {table}: N‑S {ns} to E‑W {ew} becomes {ew} to {ns}?"),
        "swap_yes": _("Yes, swap them"),
        "no_such_table": _("There is no table {n} here."),
        "of_table": _("Table {n}"),
        "tables_missing_1": _("1 table missing"),
        "tables_missing": _("{n} tables missing"),
        "to_check": _("{n} to check"),
        "to_send": _("{n} not stored yet"),
        "hand": _("Hand {n}"),
        "closed_round": _("The round has been closed meanwhile."),
        "ns": _("North-South"),
        "ew": _("East-West"),
    }
