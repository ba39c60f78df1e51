"""A whole event out of a workbook, by the same verbs a director uses: everything or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from scoring.sentences import Sentence, gettext_noop, say
from tournaments import names
from tournaments.desk.change import Actor
from tournaments.desk.closing import archive_event, finish_event
from tournaments.desk.entries import EntryPlan, PastPlan, PersonPlan, enter
from tournaments.desk.events import EventPlan, club_named, create_event
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.results import HandPlan, ResultPlan, record_round
from tournaments.desk.rounds import close_round, publish_round, seat_round
from tournaments.models import Event, Phase
from tournaments.movements.pairing import Pairing
from tournaments.spreadsheets.book import EventBook, HandScore, PairRow, RoundSheet, RulingRow, TableRow


def import_event(book: EventBook, *, by: Actor) -> Event:
    """Store a workbook's event, in one transaction.

    The journal reads as if the evening had been run at the desk. Raises ``Refusal`` where a verb refuses;
    then nothing is stored. What can be wrong in the workbook itself was found when it was read.
    """
    with transaction.atomic():
        event = create_event(club=club_named(book.settings.club), plan=_event_plan(book), by=by)
        enter(event=event, plans=[_entry_plan(pair) for pair in book.pairs], by=by)
        phases = list(event.phases.order_by("position"))
        for sheet in book.rounds:
            rulings = [ruling for ruling in book.rulings if ruling.round == sheet.number]
            _play(event, sheet, _phase(book, phases, sheet.number), rulings, by)
        if book.penalties:
            penalise(event=event, plans=_penalty_plans(book), by=by)
        if book.settings.state in ("finished", "archived"):
            finish_event(event=event, confirmed=True, by=by)
        if book.settings.state == "archived":
            archive_event(event=event, confirmed=True, by=by)
    return event


def loaded_before(event: Event) -> list[Sentence]:
    """Said of an event just taken in where the same club has another of the same name on the same day."""
    others = Event.objects.filter(club_id=event.club_id, date=event.date).exclude(pk=event.pk).order_by("pk")
    text = gettext_noop("The same evening is here already, as {slug}: with this one it is here twice.")
    return [
        say(text, slug=slug)
        for slug, name in others.values_list("slug", "name")
        if names.key(name) == names.key(event.name)
    ]


def _event_plan(book: EventBook) -> EventPlan:
    settings = book.settings
    return EventPlan(
        name=settings.name,
        date=settings.date,
        programme=settings.programme,
        scale=settings.scale,
        bye_vp=settings.bye_vp,
        bye_mp=settings.bye_mp,
        hands_per_round=settings.hands_per_round,
        place=settings.place,
        depth=settings.depth,
        rules_variant=settings.rules_variant,
        kind=settings.kind,
        criteria=settings.criteria,
        official_places=settings.official_places,
        seed=settings.seed,
        fee=settings.wishes.fee,
        awards={
            name: list(amount) if isinstance(amount, tuple) else amount
            for name, amount in settings.wishes.awards
        },
        apart_rounds=settings.wishes.apart_rounds,
        apart_pairs=settings.wishes.apart_pairs,
        double_keying=settings.wishes.double_keying,
        correction_minutes=settings.wishes.correction_minutes,
    )


def _entry_plan(pair: PairRow) -> EntryPlan:
    return EntryPlan(
        number=pair.number,
        people=tuple(PersonPlan(person.name, person.card) for person in pair.people),
        club_name=pair.club,
        line=pair.line,
        section=pair.section,
        state=pair.state,
        left_in_round=pair.left_in_round,
        left_justified=pair.left_justified,
        drawn_lot=pair.drawn_lot,
        official_place=pair.official_place,
        past=tuple(
            PastPlan(
                past.position, PersonPlan(past.person.name, past.person.card), past.from_round, past.to_round
            )
            for past in pair.past
        ),
    )


def _phase(book: EventBook, phases: Sequence[Phase], number: int) -> Phase:
    return phases[book.settings.programme.position(number).index]


def _play(event: Event, sheet: RoundSheet, phase: Phase, rulings: Sequence[RulingRow], by: Actor) -> None:
    """Seat a round and bring it as far as the workbook says it has come."""
    pairings = [Pairing(table.table, table.ns, table.ew) for table in sheet.tables]
    sections = {table.table: table.section for table in sheet.tables}
    seat_round(event=event, number=sheet.number, phase=phase, pairings=pairings, sections=sections, by=by)
    if sheet.state == "drawn":
        return
    publish_round(event=event, number=sheet.number, by=by)
    results = [_result_plan(table) for table in sheet.tables if table.is_played]
    if results:
        record_round(event=event, round_number=sheet.number, plans=results, by=by)
    if rulings:
        rule(event=event, round_number=sheet.number, plans=[_ruling_plan(row) for row in rulings], by=by)
    if sheet.state == "closed":
        close_round(event=event, number=sheet.number, by=by)


def _result_plan(table: TableRow) -> ResultPlan:
    if table.ns_mp is None or table.ew_mp is None:
        raise ValueError(f"table {table.table} has no result")
    return ResultPlan(
        table=table.table,
        ns_mp=table.ns_mp,
        ew_mp=table.ew_mp,
        hands=tuple(_hand_plan(hand) for hand in table.hands),
        override_reason=table.override_reason,
    )


def _hand_plan(hand: HandScore) -> HandPlan:
    return HandPlan(
        ns_mp=hand.ns_mp,
        ew_mp=hand.ew_mp,
        hand=hand.hand,
        ns_base=hand.ns_base,
        ns_net=hand.ns_net,
        ew_base=hand.ew_base,
        ew_net=hand.ew_net,
    )


def _ruling_plan(row: RulingRow) -> RulingPlan:
    return RulingPlan(
        table=row.table,
        ns_vp=row.ns_vp,
        ns_mp=row.ns_mp,
        ew_vp=row.ew_vp,
        ew_mp=row.ew_mp,
        kind=row.kind,
        reason=row.reason,
    )


def _penalty_plans(book: EventBook) -> list[PenaltyPlan]:
    return [
        PenaltyPlan(
            number=row.number,
            vp=row.vp,
            mp=row.mp,
            round_number=row.round,
            scope=row.scope,
            kind=row.kind,
            reason=row.reason,
        )
        for row in book.penalties
    ]
