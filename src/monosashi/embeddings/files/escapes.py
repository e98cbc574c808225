"""ISO-2022: encodings that write other scripts in ASCII between escape sequences."""

from __future__ import annotations

import re

from monosashi.embeddings.errors import DataError, fault

SWITCH = re.compile(r"\x1b\$(?:[@AB]|\([CD]|\)C)")  # to a set of two bytes a sign
NAMES = {"\x1b$A": "iso2022_jp_2", "\x1b$(C": "iso2022_jp_2", "\x1b$(D": "iso2022_jp_2",
         "\x1b$)C": "iso2022_kr"}  # fmt: skip
USUAL = "iso2022_jp"


def refuse_escapes(text: str, source: str) -> None:
    """Refuse text that was read as ASCII or UTF-8 and holds signs as ISO-2022 writes them.

    Every byte of ISO-2022 is ASCII, so no decoder complains; the words would be signs at random.
    """
    if not SWITCH.search(text):
        return
    lines = text.split("\n")
    odd = [number for number, line in enumerate(lines, 1) if SWITCH.search(line)]
    sequences = {match[0] for match in SWITCH.finditer(text)}
    encoding = next((NAMES[one] for one in sorted(sequences) if one in NAMES), USUAL)
    read = text.encode("utf-8", "surrogatepass").decode(encoding, "replace").split("\n")
    shown = read[odd[0] - 1].strip()[:40]
    raise DataError(fault("embeddings.errors.escapes", odd, path=source, encoding=encoding,
                          line=odd[0], example=shown))  # fmt: skip
