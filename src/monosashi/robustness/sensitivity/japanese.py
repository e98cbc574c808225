"""Japanese texts that mean something else."""

from __future__ import annotations

import re

from monosashi.robustness.sensitivity.shared import change_last_number, swap_last_two

OPPOSITES = (
    ("ではありませんでした", "でした"), ("じゃありません", "です"), ("ではありません", "です"),
    ("ませんでした", "ました"), ("ました", "ませんでした"), ("ません", "ます"), ("ます", "ません"),
    ("でした", "ではありませんでした"), ("です", "ではありません"), ("できない", "できる"),
    ("できる", "できない"), ("しない", "する"), ("していない", "している"),
    ("している", "していない"), ("ではない", "である"), ("である", "ではない"),
    ("がない", "がある"),
    ("がある", "がない"), ("いない", "いる"), ("いる", "いない"), ("する", "しない"),
    ("した", "しなかった"), ("だった", "ではなかった"), ("れた", "れなかった"), ("れる", "れない"),
)  # fmt: skip
OF = dict(OPPOSITES)
ENDING = re.compile(
    f"({'|'.join(sorted(OF, key=len, reverse=True))})(?=か?[。．！？!?\\s」』）)]|か?$)"
)
LOOSE = re.compile(
    f"({'|'.join(sorted(OF, key=len, reverse=True))})(?=が|ので|から|けれど|と、|、)"
)
NAME = re.compile(
    r"[ァ-ヺー]{2,}(?:・[ァ-ヺー]{2,})*|[一-龥]{1,4}(?=さん|氏|様|県|市|駅|社)|[A-Z][A-Za-z]+"
)
JOINING = re.compile(r"\s*(?:さん|氏|様|県|市|駅|社)?\s*(?:と|や|・|、|及び|および|または|か)\s*")


def negate(text: str) -> tuple[str, int] | None:
    """Turn the last verb or copula round.

    >>> negate("カードは有効です。"), negate("支払いができません")
    (('カードは有効ではありません。', 6), ('支払いができます', 6))
    """
    found = list(ENDING.finditer(text)) or list(LOOSE.finditer(text))
    if not found:
        return None
    one = found[-1]
    return text[: one.start()] + OF[one.group()] + text[one.end() :], one.start()


def change_number(text: str) -> tuple[str, int] | None:
    """Another number of the same length, full-width digits included.

    >>> change_number("１０日待ちます")
    ('５０日待ちます', 0)
    """
    return change_last_number(text)


def swap_names(text: str) -> tuple[str, int] | None:
    """Two names change places: words in katakana or Latin letters, or before さん and the like.

    >>> swap_names("ソニーがアップルを訴えた"), swap_names("ソニーとアップルが訴えた")
    (('アップルがソニーを訴えた', 0), None)
    """
    return swap_last_two(text, list(NAME.finditer(text)), JOINING)
