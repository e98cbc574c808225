"""Rules of Japanese: polite and plain endings, width of signs, kana and kanji."""

from __future__ import annotations

import re
import unicodedata

import numpy as np

END = r"(?=[。．.!！?？」』）)\n]|か[。？?\n]|か\Z|\Z)"
PLAIN = (
    ("ではありませんでした", "ではなかった"), ("ではありません", "ではない"),
    ("じゃありません", "じゃない"), ("でしょう", "だろう"), ("でした", "だった"),
    ("ていました", "ていた"), ("ています", "ている"), ("ていません", "ていない"),
    ("でいます", "でいる"), ("でいました", "でいた"),
    ("しませんでした", "しなかった"), ("しません", "しない"), ("しました", "した"),
    ("します", "する"), ("しましょう", "しよう"), ("きませんでした", "かなかった"),
    ("ありません", "ない"), ("ありました", "あった"), ("あります", "ある"),
    ("なりました", "なった"), ("なります", "なる"), ("できません", "できない"),
    ("できました", "できた"), ("できます", "できる"), ("いました", "いた"), ("います", "いる"),
    ("いません", "いない"), ("みました", "みた"), ("きました", "きた"), ("れました", "れた"),
    ("れます", "れる"), ("れません", "れない"), ("えます", "える"), ("けます", "ける"),
    ("げます", "げる"), ("せます", "せる"), ("てます", "てる"), ("べます", "べる"),
    ("めます", "める"), ("えました", "えた"), ("けました", "けた"), ("べました", "べた"),
    ("めました", "めた"), ("りません", "らない"), ("りました", "った"), ("ります", "る"),
    ("行きます", "行く"), ("行きました", "行った"), ("書きます", "書く"), ("聞きます", "聞く"),
    ("思います", "思う"), ("言います", "言う"), ("使います", "使う"), ("買います", "買う"),
    ("もらいます", "もらう"), ("違います", "違う"), ("会います", "会う"), ("払います", "払う"),
    ("知りたいです", "知りたい"), ("たいです", "たい"), ("ないです", "ない"), ("いです", "い"),
    ("です", "だ"),
)  # fmt: skip
POLITE = (
    ("ではなかった", "ではありませんでした"), ("ではない", "ではありません"),
    ("である", "です"), ("だろう", "でしょう"), ("だった", "でした"), ("ていた", "ていました"),
    ("ている", "ています"), ("でいる", "でいます"), ("しなかった", "しませんでした"),
    ("しない", "しません"), ("する", "します"), ("した", "しました"), ("できない", "できません"),
    ("できる", "できます"), ("できた", "できました"), ("なった", "なりました"),
    ("なる", "なります"), ("あった", "ありました"), ("ある", "あります"), ("いる", "います"),
    ("れる", "れます"), ("れた", "れました"), ("れない", "れません"), ("べる", "べます"),
    ("める", "めます"), ("ける", "けます"), ("せる", "せます"), ("たい", "たいです"),
    ("ない", "ないです"), ("だ", "です"),
)  # fmt: skip
READINGS = (
    ("出来る", "できる"), ("出来ます", "できます"), ("出来ない", "できない"),
    ("下さい", "ください"),
    ("頂き", "いただき"), ("致し", "いたし"), ("有り", "あり"), ("無い", "ない"), ("無く", "なく"),
    ("事", "こと"), ("時", "とき"), ("為", "ため"), ("様に", "ように"), ("何処", "どこ"),
    ("何時", "いつ"), ("何故", "なぜ"),
    ("殆ど", "ほとんど"), ("既に", "すでに"), ("更に", "さらに"),
    ("全て", "すべて"), ("他に", "ほかに"),
    ("子供", "こども"), ("良い", "よい"), ("分かり", "わかり"),
    ("分から", "わから"), ("分かる", "わかる"),
    ("貰", "もら"), ("沢山", "たくさん"), ("又", "また"),
    ("物", "もの"), ("人達", "人たち"), ("私達", "私たち"), ("一つ", "ひとつ"), ("二つ", "ふたつ"),
    ("猫", "ネコ"), ("犬", "イヌ"), ("鳥", "トリ"), ("馬", "ウマ"), ("牛", "ウシ"), ("花", "はな"),
    ("机", "つくえ"), ("椅子", "いす"), ("綺麗", "きれい"), ("車", "くるま"), ("傘", "かさ"),
    ("水", "みず"), ("山", "やま"), ("海", "うみ"), ("空", "そら"), ("道", "みち"), ("店", "みせ"),
    ("靴", "くつ"), ("鞄", "かばん"), ("眼鏡", "めがね"), ("玩具", "おもちゃ"), ("林檎", "りんご"),
    ("美味し", "おいし"), ("可愛", "かわい"), ("嬉し", "うれし"), ("楽し", "たのし"),
)  # fmt: skip
KATAKANA = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0xFF66, 0xFF9E)}
HALF = {full: half for half, full in KATAKANA.items() if len(full) == 1}
MARKS = {"ﾞ": "\u3099", "ﾟ": "\u309a"}


def politeness(text: str, _rng: np.random.Generator) -> str:
    """Polite endings to plain ones; where there are none, plain ones to polite.

    Endings that the table does not know stay as they are.

    >>> politeness("犬が走っている。", None)
    '犬が走っています。'
    """
    plain = _endings(text, PLAIN)
    if plain != text:
        return re.sub(r"(?<=[^いるたうくすつぬむぐぶ])だか(?=[。？?\n]|\Z)", "か", plain)
    return _endings(text, POLITE)


def _endings(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    """The longest ending first, at the ends of sentences only."""
    known = dict(pairs)
    longest = "|".join(sorted((re.escape(one) for one in known), key=len, reverse=True))
    return re.sub(f"(?:{longest}){END}", lambda found: known[found[0]], text)


def width(text: str, rng: np.random.Generator) -> str:
    """Letters, digits and katakana in the other width.

    >>> width("Ｗi-Fiが3台", np.random.default_rng(1))
    'Wi-Fiが3台'
    """
    wide = "".join(chr(ord(s) + 0xFEE0) if "!" <= s <= "~" else s for s in text)
    narrow = "".join(
        chr(ord(s) - 0xFEE0) if "！" <= s <= "～" and s not in "！？（）、。～" else s for s in text
    )
    half = "".join(_half(sign) for sign in text)
    forms = [form for form in (narrow, wide) if form != text]
    if half != text and rng.random() < 0.5:
        forms.append(half)
    if narrow != text:
        return narrow
    return forms[int(rng.integers(len(forms)))] if forms else half


def _half(sign: str) -> str:
    """Katakana in half width; a voiced one becomes two signs."""
    if sign in HALF:
        return HALF[sign]
    parts = unicodedata.normalize("NFD", sign)
    if len(parts) == 2 and parts[0] in HALF:
        back = {mark: half for half, mark in MARKS.items()}
        return HALF[parts[0]] + back.get(parts[1], parts[1])
    return sign


def kana(text: str, _rng: np.random.Generator) -> str:
    """Words that are written with kanji as with kana, in the other way.

    >>> kana("猫が机の上にいる事が出来る。", None)
    'ネコがつくえの上にいることができる。'
    """
    made = _to_kana(text)
    if made != text:
        return made
    back = {reading: word for word, reading in READINGS if len(reading) > 2}
    for reading, word in back.items():
        made = made.replace(reading, word)
    return made


def _to_kana(text: str) -> str:
    """A word that ends in kanji only where no other kanji follows: 時間 holds no とき."""
    for word, reading in READINGS:
        if word not in text:
            continue
        before = "(?<![\u4e00-\u9fff々])" if len(word) == 1 else ""
        after = "(?![\u4e00-\u9fff々])" if "\u4e00" <= word[-1] <= "\u9fff" else ""
        text = re.sub(f"{before}{word}{after}", reading, text)
    return text
