"""Numbers that come in from outside, where anything may be written."""

from __future__ import annotations

MOST = 2**31 - 1  # what the narrowest column of the databases holds
MOST_ID = 2**63 - 1  # what a column of keys holds


def whole(text: str, most: int = MOST) -> int | None:
    """The whole number written, from 0 to ``most``; None for anything else.

    The length is looked at first: Python refuses to read thousands of digits, and a database refuses
    what its columns cannot hold. ``str.isdecimal`` alone would let the digits of other scripts through.

    >>> whole("12"), whole("-1"), whole("²"), whole("9" * 5000), whole("100", 99)
    (12, None, None, None, None)
    """
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
        return None
    value = int(text)
    return value if value <= most else None
