"""Invented clubs and players: names as Italian lists have them, none of them anybody's."""

from __future__ import annotations

import random
from collections.abc import Iterator

from django.utils.text import slugify

from tournaments import names
from tournaments.desk.federation.writing import Table
from tournaments.models import Club, Player

SURNAMES = """
Abrami Agostani Albanelli Arrighetti Balducchi Barelloni Bassignani Bellandrini Berrutini Bonfadelli
Bragalli Brusaporchi Calvarini Campelli Canestrari Cardanelli Carpignani Castellari Cavagnoli Cerrutelli
Cicognetti Codelupini Colombrini Cornaldi Crespellani D'Amadoro D'Angiolari Dall'Ortica
De Marinelli Dell'Olmetto Donadelli Ermellini Fabbrizzi Falcherini Ferrandelli
Fiorucci Fontanesi Franzoselli Galassini Garzelli Ghirardini Giacopelli Gobbetti Grandelli Guarneschi
Iacobellis Lanfredi Lambertucci Landucci Lavagnoli Leonardelli Lombardini Lorenzetti
Lucherini Maccaferro Magnavacchi Malaspino Mantegari Marcolongo Martellucci Mazzoleri Melzani Merighetti
Montrasi Morandelli Negroni Nicolosetti Olivastri Orsenighi Pagliarini Pallavini Passerelli Pedrazzoli
Pellizzoni Peverelli Piantanelli Pizzamiglia Quaglierini Ravasoli Ricciardetti Roncaglieri Rovellini
Sabbadelli Salvaderi Santambrogi Scarpelloni Sereghini Sozzani Spinardi Tagliaferrini Tavernari
Tettamanza Torrigiani Trabucchelli Ubaldelli Vailatini Valsecchini Vanzulli Verganti Vignarelli Villoresi
Zambellini Zanardelli Zucchelli
"""
OF_TWO_WORDS = (
    "De Filippari", "De Marinelli", "De' Zaccari", "Del Bosco", "Di Nardoni", "La Portanova", "Lo Bosco",
    "San Gregorio",
)  # fmt: skip
FIRST_NAMES = """
Ada Adele Agnese Alba Alberto Aldo Alfio Amelia Andrea Angela Anna Antonio Armando Bianca Bruna Bruno Carla
Carlo Caterina Cesare Chiara Clara Claudio Cosimo Dario Delia Diego Dina Dino Edda Elena Elio Elsa Emma Enrica
Enzo Ester Fabio Flora Franca Franco Gemma Gino Giulia Guido Ida Ilaria Irene Italo Ivana Ivo Lapo Laura Lea
Lidia Lina Livia Loris Luca Lucia Luigi Mara Marco Maria Mario Marta Milena Mirko Nadia Nicolò Nino Noemi Olga
Oreste Paola Paolo Piera Piero Pina Remo Renata Rita Rosa Sandra Sara Silvio Teresa Tina Tito Ugo Vera Zoe
"""
TOWNS = """
Borgo Albaro;Borgo Lungo;Ca' Nera;Campofiore;Castel Lurano;Castelvento;Collalto Piccolo;Cormanera;Corte Alta
Cortesella;Fontechiara;Fossalunga;Gorgomare;Isola Bassa;Lagosecco;Lavandara;Malcantone;Marzolino;Mezzavia
Monforte Ligure;Montarsiccio;Montebello Vecchio;Nebbiuno;Olmeto;Pian di Sole;Pietralba;Poggio Rosso;Pontelargo
Pozzonuovo;Prato Cavo;Quercegrossa;Roccamora;Rovere Alta;San Bellino;San Cosmo;San Donnino;Santa Fiora
Selvapiana;Serravecchia;Torrechiara;Valbruna;Valdoro;Vallechiusa;Vigna Grande;Villa Ombrosa;Zelobianco
"""
CALLED = (
    "Circolo Il Pozzetto", "Amici del Burraco", "Circolo La Matta", "Dopolavoro", "Asso di Coppe",
    "Circolo Pinella d'Oro", "Burraco Club", "Associazione Scala Reale", "Circolo del Giovedì",
)  # fmt: skip
REGIONS = ("Marca Alta", "Marca Bassa", "Terre del Fiume", "Riviera", "Colline", "Isole", "Montagna")


class People:
    """The clubs and the players of a federation, by their keys, with what an event needs to know of them."""

    def __init__(self, luck: random.Random, clubs: int, players: int) -> None:
        self.club_table = Table(Club, "name", "slug", "name_key", "federation_code", "town", "region")
        self.player_table = Table(
            Player, "club_id", "surname", "first_name", "name_key", "card_number", "card_kind", "card_year",
            "sex",
        )  # fmt: skip
        self.clubs = [self._club(name, town) for name, town in _club_names(clubs)]
        self.club_of: dict[int, int] = {}
        self.players = [self._player(luck, at, players) for at in range(players)]

    @property
    def tables(self) -> tuple[Table, Table]:
        return self.club_table, self.player_table

    def near(self, club: int, how_many: int) -> list[int]:
        """So many players: of a club (by its place in the list) and of those after it."""
        each = len(self.players) / len(self.clubs)
        start = int(club * each)
        found = self.players[start : start + how_many]
        return found + self.players[: how_many - len(found)]

    def _club(self, name: str, town: str) -> int:
        number = self.club_table.last + 1
        region = REGIONS[number % len(REGIONS)]
        return self.club_table.add(name, slugify(name)[:70], names.key(name), f"F{number:04d}", town, region)

    def _player(self, luck: random.Random, at: int, players: int) -> int:
        club = self.clubs[at * len(self.clubs) // players]
        surname, first = luck.choice(_SURNAMES), luck.choice(_FIRST)
        if luck.random() < 0.2:
            first = f"{first} {luck.choice(_FIRST)}"
        card = f"{self.player_table.last + 1:07d}"
        kind = luck.choice(("ordinary", "ordinary", "ordinary", "reduced", "junior"))
        key = names.key(f"{surname} {first}")
        pk = self.player_table.add(club, surname, first, key, card, kind, 2026, luck.choice("FM"))
        self.club_of[pk] = club
        return pk


_SURNAMES = (*SURNAMES.split(), *OF_TWO_WORDS)
_FIRST = FIRST_NAMES.split()


def _club_names(how_many: int) -> Iterator[tuple[str, str]]:
    """As many names as there are to be clubs, none of which is in the database."""
    taken = set(Club.objects.values_list("name_key", flat=True))
    towns = [town for line in TOWNS.strip().splitlines() for town in line.split(";")]
    made = at = 0
    while made < how_many:
        town = towns[at % len(towns)]
        turn, called = divmod(at // len(towns), len(CALLED))
        name = f"{CALLED[(called + at) % len(CALLED)]}, {town}" + (f" {turn + 1}" if turn else "")
        at += 1
        if names.key(name) not in taken:
            taken.add(names.key(name))
            made += 1
            yield name, town
