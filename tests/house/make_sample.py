"""The sample evening: ``python -m tests.house.make_sample`` writes tournaments/samples/serata-di-prova.xlsx.

Thirty invented pairs, three rounds of Mitchell and a Danish round without repeats drawn from the standings
after them. Seeded: the same evening every time. All names are invented.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Sequence
from pathlib import Path

from scoring.hand import Hand, Line, check, match_points
from scoring.match import MatchResult, line_results
from scoring.standings import LineResult, StandingsPenalty, rank
from scoring.victory_points import FOUR_HANDS, bye
from tournaments.movements import danish, mitchell
from tournaments.movements.pairing import Pairing
from tournaments.movements.programme import parse
from tournaments.spreadsheets import EventBook, StandingRow, write_event
from tournaments.spreadsheets.book import (
    HandScore,
    PairRow,
    PenaltyRow,
    Person,
    RoundSheet,
    Settings,
    TableRow,
)

SAMPLE = Path(__file__).resolve().parents[2] / "tournaments" / "samples" / "serata-di-prova.xlsx"
SEED = 27_11_2026
CLUBS = (
    "Circolo La Pinella",
    "Circolo Ticino",
    "Amici del Burraco Voghera",
    "Dopolavoro Casteggio",
    "ASD Matta e Jolly",
)
PEOPLE = """
Gentile Enrica, Conti Ugo; De Luca Nicolò, Valenti Nadia
Dell'Acqua Mirella, Marini Carlo; Rossi Franca, Fabbri Dino
Lo Presti Anna Maria, Rognoni Alberto; Spairani Graziella, Farina Bruna
D'Angelo Rita, Scotti Oreste; Romano Maria Teresa, Mazza Piercarlo
Tacconi Loredana, Maggi Ivana; Longo Luigi, Brambilla Marisa
Lombardo Pia, Ruggiero Walter; Di Stefano Lucia, Sartori Mario
Bianco Guido, Grimaldi Niccolò; Della Valle Maria Antonietta, Costa Cesare
Casali Giovanna, Martinelli Laura; Barbieri Elena, Benedetti Ornella
Donati Grazia, Rota Angela; Messina Agnese, Pellegrini Nino
Vitale Livia, Parisi Umberto; Riccardi Zoe, Testa Aldo
Caruso Viola, Ubezio Giancarlo; Rossetti Emma, Fontana Sandra
Lombardi Noè, Sacchi Bianca; Ferraro Lea, Palumbo Dario
Santoro Mariarosa, Rizzi Flavia; Bruno Ester, Colombo Tommaso
Orlando Carmela, Mancini Olga; Guerra Giosuè, Monaco Simona
Degli Esposti Pierangela, Galli Renzo; Fiorentini Maria Luisa, Parodi Michele
"""


HANDS = 4
BYE_VP, BYE_MP = bye(HANDS)
PENALTY = PenaltyRow(number=12, round=2, mp=100, vp=1, reason="Seconda ammonizione", kind="two_warnings")


def main() -> None:
    SAMPLE.parent.mkdir(exist_ok=True)
    SAMPLE.write_bytes(write_event(evening()))


def evening() -> EventBook:
    """The sample evening: seats by the movements themselves, the last round by its draw."""
    luck = random.Random(SEED)
    pairs = _pairs()
    numbers = [pair.number for pair in pairs]
    seats = [mitchell.round_pairing(numbers[:15], numbers[15:], number) for number in range(3)]
    rounds = [_played(number, tables, luck) for number, tables in enumerate(seats, start=1)]
    ranking = [row.number for row in _standings(rounds, pairs)]
    drawn = danish.draw(ranking, seats, danish.SENZA_RIPETIZIONI, last_round=True)
    rounds.append(_played(4, drawn.pairings, luck))
    return EventBook(
        settings=Settings(
            name="Burraco d'autunno",
            date=datetime.date(2026, 11, 27),
            club="Circolo La Pinella",
            place="Pavia",
            programme=parse("Mitchell 3; Danese senza ripetizioni 1"),
            scale=FOUR_HANDS,
            bye_vp=BYE_VP,
            bye_mp=BYE_MP,
            hands_per_round=HANDS,
        ),
        pairs=pairs,
        rounds=tuple(rounds),
        penalties=(PENALTY,),
        standings=_standings(rounds, pairs),
    )


def _pairs() -> tuple[PairRow, ...]:
    couples = [couple.split(",") for couple in PEOPLE.strip().replace("\n", ";").split(";")]
    return tuple(
        PairRow(
            number,
            (Person(first.strip()), Person(second.strip())),
            club=CLUBS[number % len(CLUBS)],
            line="ns" if number <= 15 else "ew",
        )
        for number, (first, second) in enumerate(couples, start=1)
    )


def _played(number: int, tables: Sequence[Pairing], luck: random.Random) -> RoundSheet:
    rows = []
    for pairing in tables:
        hands = tuple(HandScore(*match_points(_hand(luck))) for _ in range(HANDS))
        ns, ew = sum(hand.ns_mp for hand in hands), sum(hand.ew_mp for hand in hands)
        rows.append(TableRow(pairing.table, int(str(pairing.ns)), int(str(pairing.ew)), ns, ew, hands))
    return RoundSheet(number, tuple(rows))


def _hand(luck: random.Random) -> Hand:
    """A hand as it may end at a table: dealt again until nothing in it is impossible or strange."""
    while True:
        closes = luck.choice(["ns", "ew", ""])
        hand = Hand(_line(luck, closed=closes == "ns"), _line(luck, closed=closes == "ew"))
        if not check(hand):
            return hand


def _line(luck: random.Random, *, closed: bool) -> Line:
    clean = luck.choice([0, 0, 0, 1, 1, 2])
    semi_clean, dirty = luck.choice([0, 0, 0, 0, 1]), luck.choice([0, 1, 1, 2])
    least = 35 * clean + 55 * semi_clean + 50 * dirty
    return Line(
        clean=clean,
        semi_clean=semi_clean,
        dirty=dirty,
        closed=closed,
        took_pozzetto=closed or luck.random() < 0.85,
        melded=least + 5 * luck.randint(10, 60),
        left=5 * luck.randint(1, 12 if closed else 26),
    )


def _standings(rounds: Sequence[RoundSheet], pairs: Sequence[PairRow]) -> tuple[StandingRow, ...]:
    results: list[LineResult] = [
        line
        for sheet in rounds
        for row in sheet.tables
        for line in line_results(
            MatchResult(sheet.number, row.ns, row.ew, row.ns_mp, row.ew_mp), FOUR_HANDS, (BYE_VP, BYE_MP)
        )
    ]
    by_number = {pair.number: pair for pair in pairs}
    off = StandingsPenalty(PENALTY.number, PENALTY.vp, PENALTY.mp)
    return tuple(
        StandingRow(
            place=standing.place,
            number=int(str(standing.entry)),
            names=tuple(person.name for person in by_number[int(str(standing.entry))].people),
            club=by_number[int(str(standing.entry))].club,
            vp=standing.vp,
            net_mp=standing.net_mp,
            played=standing.played,
            byes=standing.byes,
            values={value.key: value.value for value in standing.values},
        )
        for standing in rank(results, entries=sorted(by_number), penalties=[off])
    )


if __name__ == "__main__":
    main()
