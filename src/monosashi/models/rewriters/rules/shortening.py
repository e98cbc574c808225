"""Keyword form, and the sentences of a text that say most of it."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

STOP = frozenset((
    "a", "an", "the", "and", "or", "but", "if", "then", "else", "of", "to", "in", "on", "at",
    "by", "for", "with", "from", "as", "is", "are", "was", "were", "be", "been", "being", "am",
    "do", "does", "did", "doing", "have", "has", "had", "having", "i", "you", "he", "she", "it",
    "we", "they", "me", "my", "your", "his", "her", "its", "our", "their", "this", "that",
    "these", "those", "there", "here", "what", "which", "who", "whom", "whose", "when", "where",
    "why", "how", "can", "could", "should", "would", "will", "shall", "may", "might", "must",
    "please", "tell", "know", "not", "no", "so", "very", "just", "about", "into", "than", "too",
    "also", "any", "some", "i'm", "i've", "it's", "don't", "can't", "want", "like", "get",
    "need",
))  # fmt: skip
KEPT = frozenset({"not", "no", "without", "never", "why", "how", "when", "where", "who"})
PARTICLES = re.compile(
    r"(?:は|が|を|に|へ|で|と|の|も|や|から|まで|より|など)"
    r"(?=[\u4e00-\u9fff\u30a0-\u30ffA-Za-z0-9]|どこ|いつ|だれ|なぜ|どう|どの|どれ|いくら)"
)
TAILS = re.compile(
    r"(?:ましたか|ますか|でしょうか|ですか|ました|ます|でした|です|でしょう|ください|している|"
    r"していた|しています|していました)[。？?]*\Z"
)
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])(?=\S)")
CLAUSE = re.compile(r"(?<=[,;:])\s+|(?<=[、，；])|(?<!\s)\s+[-–—]\s+")


def keywords(text: str, _rng: np.random.Generator) -> str:
    """The words that one would type into a search box. Words of denial and of asking stay.

    >>> keywords("How do I reset the password of my account?", None)
    'how reset password account'
    """
    if re.search("[\u3040-\u30ff\u4e00-\u9fff]", text):
        bare = TAILS.sub("", text.strip())
        return " ".join(PARTICLES.sub(" ", bare).replace("、", " ").rstrip("。？?").split())
    words = re.findall(r"[\w][\w'’./@:+-]*[\w]|\w", text)
    left = [word for word in words
            if word.lower().replace("’", "'") not in STOP or word.lower() in KEPT]  # fmt: skip
    made = " ".join(left).lower()
    return made or text


def extract(text: str, _rng: np.random.Generator) -> str:
    """Half of the sentences, those nearest to all others; of one sentence its weightiest clause.

    >>> extract("I lost my card. It was blue. How do I order a new card?", None)
    'I lost my card. How do I order a new card?'
    """
    sentences = [one for one in SENTENCE.split(text.strip()) if one.strip()]
    joint = "" if re.search("[。！？]", text) else " "
    if len(sentences) < 2:
        sentences = [one for one in CLAUSE.split(text.strip()) if one.strip()]
        if len(sentences) < 2:
            return text
    most = max(1, (len(sentences) + 1) // 2)
    scores = _central(sentences)
    chosen = sorted(sorted(range(len(sentences)), key=lambda i: (-scores[i], i))[:most])
    return joint.join(sentences[i] for i in chosen).rstrip(",;:、")


def _central(sentences: list[str]) -> list[float]:
    """Common pieces with all other sentences, over the root of both lengths."""
    bags = [Counter(_pieces(one)) for one in sentences]
    roots = [max(1, bag.total()) ** 0.5 for bag in bags]
    holders: dict[str, list[tuple[int, int]]] = {}
    for i, bag in enumerate(bags):
        for piece, count in bag.items():
            holders.setdefault(piece, []).append((count, i))
    shared = [0.0] * len(bags)
    for held in holders.values():
        _add_common(shared, sorted(held), roots)
    # rounded, so that sentences that say the same stand equal
    return [round(common / root + 0.01 * root, 9)
            for common, root in zip(shared, roots, strict=True)]  # fmt: skip


def _add_common(shared: list[float], held: list[tuple[int, int]], roots: list[float]) -> None:
    """Add what sentences have of one piece in common, min(count, other count), over the other root.

    Sorted by count, so that those with fewer and those with more are two running sums, and no
    sentence is held against every other.
    """
    fewer, more = 0.0, sum(1 / roots[i] for _, i in held)
    for count, i in held:
        more -= 1 / roots[i]
        shared[i] += fewer + count * more
        fewer += count / roots[i]


def _pieces(text: str) -> list[str]:
    if re.search("[\u3040-\u30ff\u4e00-\u9fff]", text):
        return [text[i : i + 2] for i in range(len(text) - 1)]
    return [word for word in re.findall(r"\w+", text.lower()) if word not in STOP]
