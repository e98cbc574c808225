"""What a rewriting must keep: numbers, addresses, placeholders, and the question."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

NUMBER = re.compile(r"(?<![\w.,])[-−]?\d+(?:[.,\u00a0\u202f'’]\d{3})*(?:[.,]\d+)?")
ADDRESS = re.compile(r"https?://[^\s<>\"'）」]+|[\w.+-]+@[\w-]+\.[\w.]+")
PLACEHOLDER = re.compile(r"\{\{?[A-Za-z_][\w.]*\}?\}|%\(?\w*\)?[sd]\b|<[A-Z_]{2,}>|\$\{\w+\}")
SPELT_OUT = 12  # numbers up to it may become words
ASKS_INDIRECTLY = re.compile(
    r"(?i)\A(?:please |kindly )?(?:tell|explain|describe|inform|let me know|show|advise|clarify|"
    r"specify|state|i (?:would|'d) like|i(?:'d| would)? wonder|i want to know|i need to know|"
    r"i am asking|i'm asking|i am interested|wondering)\b"
    r"|(?:教えて|知りたい|お聞き|伺い|お尋ね|ください)"
)
ASKED = re.compile(r"[?？؟]\s*[\"'”’」』)）]*\s*\Z|(?:です|ます|でしょう|ません)か。?\s*\Z")


def numbers_in(text: str) -> Counter[str]:
    """Numbers in one spelling: digits only, without signs between them.

    >>> sorted(numbers_in("1,000 cats and ３ dogs, 2.5 kg"))
    ['1000', '25', '3']
    """
    plain = "".join(str(unicodedata.digit(s)) if s.isdigit() and unicodedata.digit(s, None)
                    is not None else s for s in unicodedata.normalize("NFKC", text))  # fmt: skip
    found = (re.sub(r"\D", "", one) for one in NUMBER.findall(_apart(plain)))
    return Counter(one.lstrip("0") or "0" for one in found if one)


def _apart(text: str) -> str:
    """Digits that stand beside signs of a script without blanks become numbers of their own."""
    return re.sub(r"(?<=[^\x00-\x7f])(?=\d)|(?<=\d)(?=[^\x00-\x7f])", " ", text)


def lost(source: str, made: str) -> list[str]:
    """Numbers, addresses and placeholders of the source that are nowhere in what was made.

    >>> lost("Room 595 at 3 pm", "Meet at three in room 596")
    ['595']
    """
    there = set(numbers_in(made))
    digits = "".join(sign for sign in unicodedata.normalize("NFKC", made) if sign.isdigit())
    gone = [one for one in numbers_in(source)
            if one not in there and int(one[:18]) > SPELT_OUT and one not in digits]  # fmt: skip
    for pattern in (ADDRESS, PLACEHOLDER):
        gone += [one for one in pattern.findall(source) if one.rstrip(".,") not in made]
    return gone


def asks(text: str) -> bool:
    """Whether a text ends as a question.

    >>> asks("How do I reset it?"), asks("どこにありますか。"), asks("Reset it.")
    (True, True, False)
    """
    return bool(ASKED.search(text.strip()))


def still_asks(text: str) -> bool:
    """Whether a question is left in a text, asked outright or not."""
    return bool(re.search(r"[?？؟]", text) or ASKED.search(text) or ASKS_INDIRECTLY.search(text)
                or re.search(r";\s*\Z", text))  # fmt: skip
