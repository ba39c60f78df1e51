"""The type of a picture: the house's faces where the machine has them, else what it does have.

Pillow finds a face by its file name in the font folders of Linux, Windows and macOS. The last resort is the
face inside Pillow itself, which lacks some signs: what it cannot draw is written plainly.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from PIL import ImageFont

Face = ImageFont.FreeTypeFont | ImageFont.ImageFont

SERIF_BOLD = (
    "P052-Bold.otf", "palab.ttf", "Palatino.ttc", "georgiab.ttf", "Georgia Bold.ttf",
    "LiberationSerif-Bold.ttf", "DejaVuSerif-Bold.ttf",
)  # fmt: skip
SANS = (
    "segoeui.ttf", "LiberationSans-Regular.ttf", "arial.ttf", "Arial.ttf", "DejaVuSans.ttf",
)  # fmt: skip
SANS_BOLD = (
    "segoeuib.ttf", "LiberationSans-Bold.ttf", "arialbd.ttf", "Arial Bold.ttf", "DejaVuSans-Bold.ttf",
)  # fmt: skip

PLAIN = {
    "\N{MINUS SIGN}": "-", "–": "-", "—": "-", "·": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "…": "...",
    "Ł": "L", "ł": "l", "Ø": "O", "ø": "o", "Đ": "D", "đ": "d", "ß": "ss", "Æ": "AE", "æ": "ae",
    "Œ": "OE", "œ": "oe",
}  # fmt: skip


@dataclass(frozen=True)
class Type:
    """A face at a size. ``whole``: it has every sign a name may need."""

    face: Face
    whole: bool = True

    def written(self, text: str) -> str:
        """``text`` in signs the face can draw."""
        return text if self.whole else plainly(text)

    def width(self, text: str) -> float:
        return float(self.face.getlength(self.written(text)))


@lru_cache(maxsize=64)
def face(names: tuple[str, ...], size: int) -> Type:
    """The first of ``names`` on this machine, at ``size`` pixels; else Pillow's own."""
    for name in names:
        try:
            return Type(ImageFont.truetype(name, size))
        except OSError:
            continue
    return Type(ImageFont.load_default(size), whole=False)


def plainly(text: str) -> str:
    """A text in the signs of a plain keyboard.

    >>> plainly("D’Angelo – Nicolò · Łukasz −20")
    "D'Angelo - Nicolo - Lukasz -20"
    """
    text = "".join(PLAIN.get(sign, sign) for sign in text)
    apart = unicodedata.normalize("NFKD", text)
    return (
        "".join(sign for sign in apart if not unicodedata.combining(sign)).encode("ascii", "replace").decode()
    )
