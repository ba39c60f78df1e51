"""The Italian words of the format: sheet names, headings, and the words for what is stored by key.

They belong to the file as clubs keep it and are the same in every language of the interface.
Source: docs/event-workbook.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

EVENT, PAIRS, PENALTIES, STANDINGS = "Torneo", "Coppie", "Penalità", "Classifica"
RULINGS, HANDS, SUBSTITUTIONS = "Punteggi arbitrali", "Smazzate", "Sostituzioni"
ABSENCES = "Assenze"
ROUND = "Turno"

NAME, DATE, VENUE, CLUB = "Nome", "Data", "Luogo", "Circolo"
HANDS_PER_ROUND, SCALE, BOUNDS, SCALE_MAXIMUM = "Smazzate per turno", "Scala VP", "Limiti", "Massimo VP"
FORMULA, BYE_VP, BYE_MP = "Formula", "Riposo VP", "Riposo MP"
TIE_BREAKS, OFFICIAL, KIND, STATE = "Spareggi", "Posizioni ufficiali", "Tipo", "Stato"
RULES, DEPTH, SEED = "Regole", "Risultati", "Seme dei sorteggi"
FEE, APART_ROUNDS, APART_PAIRS = "Quota", "Turni con circoli separati", "Coppie da separare"
DOUBLE_KEYING, CORRECTION_MINUTES = "Doppia immissione", "Minuti per le correzioni"
AWARDS: Mapping[str, str] = {
    "late_warning_up_to": "Ritardo: ammonizione fino a minuti",
    "late_penalty_up_to": "Ritardo: penalità fino a minuti",
    "late_mp_off": "Ritardo: MP in meno",
    "late_loses": "Ritardo: partita persa (VP, MP)",
    "left_justified": "Ritiro giustificato (VP, MP)",
    "left_unjustified": "Ritiro ingiustificato (VP, MP)",
    "two_warnings": "Due ammonizioni (VP, MP)",
}
"""What ``scoring.awards`` gives; those with two figures take two cells."""
CUSTOM_SCALE = "personalizzata"

NUMBER, LINE, SECTION, LOT = "Numero", "Linea", "Girone", "Sorteggio"
PLAYER, CARD = ("Giocatore 1", "Giocatore 2"), ("Tessera 1", "Tessera 2")
TABLE, NS, EW, OVERRIDE = "Tavolo", "NS", "EO", "Motivo arbitrale"
PAIR, MP, VP, REASON, CAUSE = "Coppia", "MP", "VP", "Motivo", "Causa"
PLACE = "Posto"
CHAIR, REPLACED, CARD_OF, FROM_ROUND, TO_ROUND = "Posizione", "Giocatore", "Tessera", "Dal turno", "Al turno"
NAMES = ("Coppia NS", "Coppia EO")
HAND = "Smazzata"
COMPONENTS: Mapping[str, str] = {
    "clean": "puliti",
    "semi_clean": "semipuliti",
    "dirty": "sporchi",
    "closed": "chiusura",
    "took_pozzetto": "pozzetto",
    "melded": "calate",
    "left": "in mano",
}
BASE, NET = "base", "punti"

SCALES: Mapping[str, str] = {
    "three_hands": "3 smazzate",
    "four_hands": "4 smazzate",
    "teams": "squadre",
    "three_players": "3 giocatori",
}
LINES: Mapping[str, str] = {"ns": "NS", "ew": "EO"}
KINDS: Mapping[str, str] = {
    "club": "circolo",
    "federal": "federale",
    "regional": "regionale",
    "national": "nazionale",
}
EVENT_STATES: Mapping[str, str] = {
    "preparing": "in preparazione",
    "running": "in corso",
    "finished": "concluso",
    "archived": "archiviato",
}
ROUND_STATES: Mapping[str, str] = {"drawn": "sorteggiato", "published": "pubblicato", "closed": "chiuso"}
PAIR_STATES: Mapping[str, str] = {"active": "in gara", "absent": "assente", "withdrawn": "ritirata"}
JUSTIFIED = "giustificata"
VARIANTS: Mapping[str, str] = {"fibur": "FIBUR", "international": "internazionali"}
DEPTHS: Mapping[str, str] = {"components": "componenti", "hands": "smazzate", "totals": "totali"}
SCOPES: Mapping[str, str] = {"standings": "classifica", "match": "incontro"}
CAUSES: Mapping[str, str] = {
    "other": "penalità",
    "late": "ritardo",
    "warning": "ammonizione",
    "two_warnings": "seconda ammonizione",
}
RULING_KINDS: Mapping[str, str] = {
    "adjusted": "arbitrale",
    "late": "ritardo",
    "absent": "assenza",
    "withdrawal": "ritiro",
}
CRITERIA: Mapping[str, str] = {
    "vp": "VP",
    "net_mp": "MP",
    "direct_encounter": "Scontro diretto",
    "gross_mp": "MP lordi",
    "last_round_vp": "VP ultimo turno",
    "lot": "Sorteggio",
}
YES, NO = "sì", "no"

# What else clubs write for the same thing.
SYNONYMS: Mapping[str, str] = {
    "ew": "eo",
    "est ovest": "eo",
    "nord sud": "ns",
    "in attesa": "in preparazione",
    "finito": "concluso",
    "terminato": "concluso",
    "attiva": "in gara",
    "ritirato": "ritirata",
    "mp netti": "mp",
    "internazionale": "internazionali",
    "tre giocatori": "3 giocatori",
    "3 mani": "3 smazzate",
    "4 mani": "4 smazzate",
    "3": "3 smazzate",
    "4": "4 smazzate",
    "abbandono": "ritiro",
}

_SIGNS = re.compile(r"[^a-z0-9]+")


def plain(text: str) -> str:
    """What two spellings of a heading share: no case, accents, signs or double spaces.

    >>> plain("  Penalità ") == plain("PENALITA'")
    True
    >>> plain("EW  smazzata 2"), plain("N.S. totale")
    ('eo smazzata 2', 'n s totale')
    """
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    words = _SIGNS.sub(" ", bare).strip()
    first, space, rest = words.partition(" ")
    return f"{'eo' if first == 'ew' else first}{space}{rest}"


def key_of(words: Mapping[str, str], text: str) -> str | None:
    """The key whose word this is, however it is spelled; None when there is none.

    >>> key_of(LINES, " ew "), key_of(EVENT_STATES, "Terminato"), key_of(KINDS, "mondiale")
    ('ew', 'finished', None)
    """
    wanted = plain(text)
    wanted = SYNONYMS.get(wanted, wanted)
    return next((key for key, word in words.items() if plain(word) == wanted), None)


def listed(words: Mapping[str, str]) -> str:
    """The words that are understood, for a message."""
    return ", ".join(words.values())


def round_title(number: int) -> str:
    return f"{ROUND} {number}"


def hand_heading(line: str, number: int) -> str:
    return f"{line} smazzata {number}"


def total_heading(line: str) -> str:
    return f"{line} totale"
