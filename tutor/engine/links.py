"""A position in a line of text, to be sent in a link. Whoever made it: it is read with care.

The text is JSON, compressed, in the letters that an address may hold. Reading it can do nothing but yield plain data,
and not much of it; the game then judges that data like any scenario file.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Any

import msgspec

from .errors import BadInput

MOST_TEXT = 16_000  # characters in an address that servers and browsers still take
MOST_DATA = 200_000  # bytes when unpacked: a position needs about ten thousand
WAY_OUT = "ask for the link again, or open a scenario"


class Shared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a link holds."""

    game: str
    fields: dict[str, Any]
    options: dict[str, bool] = {}


def link_text(shared: Shared) -> str:
    """The text of a link. A position too large for one is refused."""
    packed = zlib.compress(msgspec.json.encode(shared), 9)
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if len(text) > MOST_TEXT:
        raise BadInput("This position is too large for a link; save it to a file and send that.")
    return text


def read_link(text: str) -> Shared:
    """What a link holds; any doubt about it is one sentence."""
    if len(text) > MOST_TEXT or not re.fullmatch(r"[A-Za-z0-9_-]+", text):
        raise BadInput(f"This link is too long or holds letters that no link of ours has; {WAY_OUT}.")
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(packed, MOST_DATA)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise BadInput(f"This link is cut short or holds too much; {WAY_OUT}.")
        return msgspec.json.decode(data, type=Shared)
    except (binascii.Error, zlib.error, msgspec.DecodeError, RecursionError, UnicodeDecodeError) as err:
        raise BadInput(f"This link is damaged ({type(err).__name__}); {WAY_OUT}.") from None
