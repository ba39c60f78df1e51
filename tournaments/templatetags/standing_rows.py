"""The rows of the standings, for fields of any size.

A row's markup is a template like all others, but rendered once, with named gaps that are then filled
for each pair. Everything filled in is escaped here.
"""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.boards.names import PairName, Person
from tournaments.boards.standings import Played, Row, StandingsBoard
from tournaments.boards.tie_breaks import Behind, Meeting
from tournaments.models import Event
from tournaments.templatetags.field import moved, moved_sign, net_here, nth, nth_f, points
from tournaments.words import spoken

register = template.Library()

ROUND = '<tr><td>{}</td><td>{}</td><td class="n">{}</td><td class="n won">{}</td></tr>'
PRINTED = (
    '<tr><td class="n won">{place}</td><td class="nowrap">{moved}</td><td>{people}</td><td>{club}</td>'
    '<td class="n won">{vp}</td><td class="n">{mp}</td></tr>'
)


@register.simple_tag
def standing_rows(event: Event, board: StandingsBoard) -> SafeString:
    """One ``<li>`` for each pair, which opens to say why it stands there."""
    row_gaps = render_to_string("parts/standing_row.html", {"event": event})
    words = _Words(board)
    return mark_safe("\n".join(row_gaps.format_map(words.row(row)) for row in board.rows))  # noqa: S308


@register.simple_tag
def printed_rows(board: StandingsBoard) -> SafeString:
    """One table row for each pair, for paper."""
    rows = []
    signed, withdrawn = net_here(), escape(_("withdrawn"))
    for row in board.rows:
        people = " – ".join(_person(person) for person in row.name.people) or escape(row.name.short)
        gone = f" ({withdrawn})" if row.withdrawn else ""
        rows.append(
            PRINTED.format(
                place=row.place,
                moved=moved_sign(row.moved),
                people=people + gone,
                club=escape(row.name.club),
                vp=row.vp,
                mp=signed(row.mp),
            )
        )
    return mark_safe("".join(rows))  # noqa: S308


class _Words:
    """The words and figures of one page, each looked up or escaped once."""

    def __init__(self, board: StandingsBoard) -> None:
        self.rounds = {number: nth(number) for number in range(1, board.upto + 1)}
        self.moves = {places: moved(places) for places in {row.moved for row in board.rows}}
        # xgettext does not look inside f-strings, so the words are named first.
        rest, ruled = escape(_("rest")), escape(_("(ruling)"))
        self.rest = f'<span class="quiet">{rest}</span>'
        self.ruled = f' <span class="quiet">{ruled}</span>'
        self.penalty = escape(_("Penalty"))
        withdrawn = escape(_("Withdrawn."))
        self.withdrawn = f'<p class="alert">{withdrawn}</p>'
        self.why = escape(_("Why %(place)s?"))
        self.net = net_here()
        self.decide = escape(_("What decides among level pairs"))
        undecided = escape(_("cannot decide here"))
        self.undecided = f'<span class="quiet">{undecided}</span>'
        self.met = escape(_("%(round)s round, table %(table)s, with %(other)s: %(vp)s to %(theirs)s VP"))
        self.labels: dict[str, str] = {}
        self.shorts: dict[int, str] = {}

    def row(self, row: Row) -> dict[str, object]:
        people = " ".join(f"<span>{_person(person)}</span>" for person in row.name.people)
        return {
            "number": row.number,
            "place": f"<b>{row.place}</b>" if row.podium else f'<span class="only">{row.place}</span>',
            "moved": self.moves[row.moved],
            "people": people or f"<span><b>{escape(row.name.short)}</b></span>",
            "club": escape(row.name.club),
            "vp": row.vp,
            "mp": self.net(row.mp),
            "why": self._why(row),
            "rounds": "".join([self._round(played) for played in row.played]) + self._penalty(row),
        }

    def _why(self, row: Row) -> str:
        gone = self.withdrawn if row.withdrawn else ""
        values = self._values(row.behind) if row.behind else ""
        if not row.why:
            return values + gone
        asked = self.why.replace("%(place)s", nth_f(row.place))
        return f"<p><b>{asked}</b> {escape(row.why)}</p>{values}{gone}"

    def _values(self, behind: Behind) -> str:
        """Every criterion with its value, and the matches of the direct encounter."""
        lines = []
        for value in behind.values:
            label = self.labels.get(value.key)
            if label is None:
                label = self.labels[value.key] = str(escape(capfirst(spoken(value.label))))
            told = self.undecided
            if value.value is not None:
                told = self.net(value.value) if value.key == "net_mp" else points(value.value)
            lines.append(f"<dt>{label}</dt><dd>{told}</dd>")
            if value.key == "direct_encounter":
                lines += [f'<dd class="met small">{self._meeting(met)}</dd>' for met in behind.meetings]
        return f'<dl class="facts values" aria-label="{self.decide}">{"".join(lines)}</dl>'

    def _meeting(self, met: Meeting) -> str:
        return self.met % {
            "round": self.rounds[met.round],
            "table": met.table,
            "other": self._short(met.opponent),
            "vp": met.vp,
            "theirs": met.their_vp,
        }

    def _round(self, played: Played) -> str:
        against = self._short(played.opponent) if played.opponent else self.rest
        if played.kind == "ruled":
            against += self.ruled
        return ROUND.format(self.rounds[played.round], against, self.net(played.mp), played.vp)

    def _short(self, name: PairName) -> str:
        # By identity: a name is one object on the whole page, and hashing its parts costs more than escaping.
        known = self.shorts.get(id(name))
        if known is None:
            known = self.shorts[id(name)] = str(escape(name.short))
        return known

    def _penalty(self, row: Row) -> str:
        if not (row.penalty_vp or row.penalty_mp):
            return ""
        mp, vp = (points(-amount) if amount else "" for amount in (row.penalty_mp, row.penalty_vp))
        return ROUND.format("", f'<span class="alert">{self.penalty}</span>', mp, vp)


def _person(person: Person) -> str:
    return f"<b>{escape(person.surname)}</b> {escape(person.first_name)}"
