"""Names as lists have them, and the free lines that hold one or two of them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from tournaments import names

LAST_NUMBER = 9_999
_LONGEST = 80
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘`´ʼ", "'"))
_PIECES = re.compile(r"([\s'\-]+)")

_CHAT = re.compile(
    r"^\s*\[?\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4},?\s+(?:alle\s+)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\]?"
    r"\s*[-–]?\s*[^:]{1,60}:\s*"
)
_EMAIL = re.compile(r"[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+")
_PHONE = re.compile(r"(?:(?:tel|cell|cel)\.?\s*:?\s*)?\+?\d(?:[ ./\-]?\d){7,14}")
_IN_BRACKETS = re.compile(r"[(\[]([^)\]]*)[)\]]")
_BULLET = re.compile(r"^[\s•*·▪◦>\-–—]+(?=\w)")
_NUMBER = re.compile(
    r"^(?:(?:tavolo|tav|coppia|numero|num|nr|n|cp)\b[.°º]?\s*|#\s*)?(\d{1,4})(?:\s*[.):°ºª\-–—]+\s*|\s+)(?=[^\d\s])",
    re.IGNORECASE,
)
_SURE = re.compile(r"\s*[+&/;|]\s*|\s+[-–—]\s+|\s*[–—]\s*")
_WORD = re.compile(r"\s+(?:e|ed|con|and)\s+", re.IGNORECASE)
_PAID = re.compile(r"[\s,.:\-]*\b(?:pagat[oaie]|saldat[oaie]|quota ok|pagano)\b[\s.!]*", re.IGNORECASE)
_ALONE = re.compile(
    r"[\s,.:\-]*\b(?:cerc(?:a|o|asi)\s+(?:un[ao']?\s*)?(?:compagn[oa]|partner|socio)"
    r"|senza\s+(?:compagn[oa]|partner)|da\s+sol[oa])\b[\s.!]*",
    re.IGNORECASE,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NOBODY = _words("? ?? ??? .. ... - -- x xx xxx nd n d n.d. compagno compagna partner cerca cercasi")
_NO_NAMES = _words(
    """
    ciao buongiorno buonasera salve grazie prego sono siamo ci io noi anche iscrivo iscrivi iscriviamo
    presenti presente confermo confermiamo vengo veniamo domani stasera oggi lunedi martedi mercoledi giovedi
    venerdi sabato domenica torneo iscrizioni iscrizione iscritti elenco lista coppie totale totali incasso
    quota euro tavoli ore alle ok arriviamo ritardo messaggio eliminato media omesso burraco circolo allora
    non che chi per il gli una uno nessuno aggiungo aggiungi potete buona buon serata saluti tutti tutte
    cognome nome giocatore giocatori giocatrice coppia societa
    """
)


def proper(text: str) -> str:
    """Names in capitals or small letters as one writes them.

    >>> proper("RUSSO VITO"), proper("d'angelo rita"), proper("TESTA-RIVA GAIA"), proper("McDonald Ann")
    ('Russo Vito', "D'Angelo Rita", 'Testa-Riva Gaia', 'McDonald Ann')
    """
    if text != text.upper() and text != text.lower():
        return text
    return "".join(piece[:1].upper() + piece[1:].lower() for piece in _PIECES.split(text))


def clean(text: str) -> str:
    """A name without what lists put round it; "Costa, Maria" is a surname and a first name.

    >>> clean(" Amato  Bruna. "), clean("Costa, Maria"), clean("D’Angelo Rita")
    ('Amato Bruna', 'Costa Maria', "D'Angelo Rita")
    """
    text = names.tidy(text.translate(_APOSTROPHES)).strip(' .,;:!"*_+/&–-')
    before, comma, after = text.partition(",")
    if comma and "," not in after:
        text = f"{before.strip()} {after.strip()}"
    return proper(names.tidy(text))


def is_name(text: str) -> bool:
    """Could this be what somebody is called?

    >>> [is_name(text) for text in ("Amato Bruna", "Fabbri", "=HYPERLINK(1)", "333 0001", "Ciao a tutti")]
    [True, True, False, False, False]
    """
    letters = sum(sign.isalpha() for sign in text)
    if letters < 2 or len(text) > _LONGEST or len(text.split()) > 6:
        return False
    if not all(sign.isalpha() or sign in " '-." for sign in text):
        return False
    return not any(word in _NO_NAMES for word in names.key(text).split())


def is_nobody(text: str) -> bool:
    """A stand-in for a partner not yet found: "?", "compagno", "..."."""
    return names.tidy(text).casefold() in _NOBODY


@dataclass(frozen=True)
class FreeLine:
    """What one line of a message says. ``parts``: the texts where names should be, one or more.

    ``split_in_half``: four words and no sign between two people, cut in the middle.
    """

    number: int | None
    parts: tuple[str, ...]
    note: str = ""
    phone: str = ""
    email: str = ""
    paid: bool = False
    alone: bool = False
    split_in_half: bool = False


def free_line(text: str) -> FreeLine:
    """One line as people write them into a chat.

    >>> free_line("Tavolo 1: Abate Alda + Bellini Carlo")
    FreeLine(number=1, parts=('Abate Alda', 'Bellini Carlo'), note='', ... split_in_half=False)
    >>> [free_line(text).parts for text in ("4) RUSSO  VITO & Russo Tina", "Testa-Riva Gaia / Serra Lia",
    ...  "5 De Santis Nicolò e Di Marco Ester", "15 - Palumbo Giuseppe + Palumbo Giuseppina")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('Russo Vito', 'Russo Tina'), ('Testa-Riva Gaia', 'Serra Lia'),
     ('De Santis Nicolò', 'Di Marco Ester'), ('Palumbo Giuseppe', 'Palumbo Giuseppina')]
    """
    text = _CHAT.sub("", unicodedata.normalize("NFC", text).translate(_APOSTROPHES))
    text = "".join(sign for sign in text if unicodedata.category(sign) not in ("So", "Sk", "Mn", "Cf"))
    email, text = _taken(_EMAIL, text)
    phone, text = _taken(_PHONE, text)
    note, text = _taken(_IN_BRACKETS, text)
    paid, text = _taken(_PAID, text)
    alone, text = _taken(_ALONE, text)
    text = names.tidy(_BULLET.sub("", text))
    numbered = _NUMBER.match(text)
    number = int(numbered[1]) if numbered else None
    parts = _parts(text[numbered.end() :] if numbered else text)
    halves = _halves(parts[0]) if len(parts) == 1 and not alone else ()
    return FreeLine(
        number=number or None,
        parts=halves or parts,
        note=note.strip("()[] ") or "",
        phone=phone,
        email=email,
        paid=bool(paid) or bool(_PAID.search(note)),
        alone=bool(alone),
        split_in_half=bool(halves),
    )


def _taken(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    """The first find, and the text without any."""
    found = pattern.search(text)
    return (found[0].strip(), pattern.sub(" ", text)) if found else ("", text)


def _parts(text: str) -> tuple[str, ...]:
    for pattern in (_SURE, _WORD):
        pieces = [clean(piece) for piece in pattern.split(text)]
        pieces = [piece for piece in pieces if piece or len(pieces) == 1]
        if len(pieces) > 1:
            return tuple(pieces)
    one, comma, other = text.partition(",")
    if comma and "," not in other and len(one.split()) > 1 and len(other.split()) > 1:
        return clean(one), clean(other)
    return (clean(text),)


def _halves(text: str) -> tuple[str, ...]:
    """Two and two of exactly four words, none of them a particle."""
    words = text.split()
    if len(words) != 4 or not is_name(text) or any(word.casefold() in names.PARTICLES for word in words):
        return ()
    return " ".join(words[:2]), " ".join(words[2:])
