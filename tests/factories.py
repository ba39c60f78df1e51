"""Evenings built through the desk verbs, as a director would have brought them about."""

from __future__ import annotations

import datetime
import random
from dataclasses import dataclass

from scoring.victory_points import bye, for_hands
from tournaments.desk.change import Actor
from tournaments.desk.entries import EntryPlan, PersonPlan, enter
from tournaments.desk.events import EventPlan, club_named, create_event
from tournaments.desk.results import HandPlan, ResultPlan, record_round
from tournaments.desk.rounds import close_round, publish_round, seat_round
from tournaments.models import Event, Phase
from tournaments.movements import mitchell
from tournaments.movements.pairing import Pairing
from tournaments.movements.programme import parse

DIRECTOR = Actor(name="Aldo Sacchi", source="desk")

SURNAMES = """
Gentile Conti Valenti Neri Marini Rossi Fabbri Rognoni Spairani Farina Scotti Romano Mazza Tacconi Maggi
Longo Brambilla Lombardo Ruggiero Sartori Bianco Grimaldi Costa Casali Martinelli Dell'Acqua Barbieri
Benedetti Donati Rota Messina Pellegrini Vitale Parisi Riccardi Testa Caruso Ubezio Rossetti Fontana
Lombardi Sacchi Ferraro Palumbo Santoro Rizzi Bruno Colombo Orlando Mancini Guerra Monaco Ferri Galli Sala
Moretti D'Angelo Ricci Parodi Fiorentini
"""
FIRST_NAMES = """
Enrica Ugo Bruno Nadia Carlo Franca Patrizia Maria Alberto Graziella Bruna Loredana Dino Carla Grazia Angela
Lucia Ivana Luigi Marisa Anna Walter Oreste Mario Guido Teresa Giovanna Rita Cesare Elena Laura Ornella
"""
CLUBS = ("La Pinella, Pavia", "Circolo Ticino, Pavia", "Amici del Burraco, Voghera", "Dopolavoro, Casteggio")


@dataclass(frozen=True)
class Evening:
    """What kind of evening to build: ``closed`` rounds are played to the end, one more may be ``open``."""

    pairs: int = 30
    closed: int = 3
    open_round: str = ""  # "", "drawn", "published"
    hands: int = 4
    programme: str = "Mitchell 3; Danese modificato 1"
    name: str = "Burraco d'autunno"
    with_hands: bool = True
    seed: int = 7
    surnames: tuple[str, ...] = tuple(SURNAMES.split())
    first_names: tuple[str, ...] = tuple(FIRST_NAMES.split())
    clubs: tuple[str, ...] = CLUBS


def an_event(evening: Evening | None = None) -> Event:
    """An event with its pairs on the list, nothing drawn yet."""
    evening = evening or Evening()
    scale = for_hands(evening.hands)
    bye_vp, bye_mp = bye(evening.hands)
    event = create_event(
        club=club_named("Circolo La Pinella"),
        plan=EventPlan(
            name=evening.name,
            date=datetime.date(2026, 11, 27),
            programme=parse(evening.programme),
            scale=scale,
            bye_vp=bye_vp,
            bye_mp=bye_mp,
            hands_per_round=evening.hands,
            place="Pavia",
            seed=evening.seed,
        ),
        by=DIRECTOR,
    )
    enter(event=event, plans=[_pair(evening, number) for number in range(1, evening.pairs + 1)], by=DIRECTOR)
    return event


def _pair(evening: Evening, number: int) -> EntryPlan:
    first, second = (2 * number - 2, 2 * number - 1)
    return EntryPlan(
        number=number,
        people=(PersonPlan(_full_name(evening, first)), PersonPlan(_full_name(evening, second))),
        club_name=evening.clubs[number % len(evening.clubs)],
        line="ns" if number % 2 else "ew",
    )


def _full_name(evening: Evening, index: int) -> str:
    """Surname first; where surnames come round again the first names differ."""
    generation, surname = divmod(index, len(evening.surnames))
    first_names = evening.first_names
    first_name = first_names[(index * 7 + generation * 5) % len(first_names)]
    second = f" {first_names[generation % len(first_names)]}" if generation else ""
    return f"{evening.surnames[surname]} {first_name}{second}"


LONG_NAMES = Evening(
    name="Torneo sociale d'autunno intitolato alla memoria del cavaliere",
    pairs=9,
    closed=2,
    open_round="published",
    surnames=("Dell'Acquabuona", "De Sant'Agata", "Rossi", "Schwarzenberger-Hohenlohe", "Castelfranchi"),
    first_names=("Massimiliano Giovanni", "Maria Vittoria Emanuela", "Jo", "Bartolomeo"),
    clubs=("Associazione Dilettantistica Amici del Burraco, Castelnuovo Berardenga",),
)


def an_evening(evening: Evening | None = None) -> Event:
    """An event with rounds played, published or only drawn, as ``evening`` says."""
    evening = evening or Evening()
    event = an_event(evening)
    luck = random.Random(evening.seed)
    for number in range(1, evening.closed + 1):
        seat(event, evening, number)
        publish_round(event=event, number=number, by=DIRECTOR)
        results = [_result(p, luck, evening) for p in _seats(evening, number) if not p.is_bye]
        record_round(event=event, round_number=number, plans=results, by=DIRECTOR)
        close_round(event=event, number=number, by=DIRECTOR)
    if evening.open_round:
        seat(event, evening, evening.closed + 1)
        if evening.open_round == "published":
            publish_round(event=event, number=evening.closed + 1, by=DIRECTOR)
    return event


def seat(event: Event, evening: Evening, number: int) -> None:
    """Store round ``number``, drawn and not yet published."""
    phases = list(event.phases.order_by("position"))
    seats = _seats(evening, number)
    seat_round(event=event, number=number, phase=_phase(phases, number), pairings=seats, by=DIRECTOR)


def _phase(phases: list[Phase], number: int) -> Phase | None:
    for phase in phases:
        if number <= phase.rounds:
            return phase
        number -= phase.rounds
    return None


def _seats(evening: Evening, number: int) -> list[Pairing]:
    """Odd numbers sit North-South, even ones move; an odd field leaves one line of a table empty."""
    stationary = list(range(1, evening.pairs + 1, 2))
    moving: list[int | None] = list(range(2, evening.pairs + 1, 2))
    if len(moving) < len(stationary):
        moving.append(None)
    pairings = mitchell.round_pairing(stationary, moving, number - 1)
    return [Pairing(p.table, p.ns, p.ew) for p in pairings]


def _result(pairing: Pairing, luck: random.Random, evening: Evening) -> ResultPlan:
    hands = tuple(
        HandPlan(ns_mp=5 * luck.randint(-8, 220), ew_mp=5 * luck.randint(-8, 220))
        for _ in range(evening.hands)
    )
    return ResultPlan(
        table=pairing.table,
        ns_mp=sum(hand.ns_mp for hand in hands),
        ew_mp=sum(hand.ew_mp for hand in hands),
        hands=hands if evening.with_hands else (),
    )
