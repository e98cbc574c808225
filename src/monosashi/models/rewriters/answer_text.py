r"""The text in what a language model says, whatever it wraps around it."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from monosashi.models.chat_service import without_thought
from monosashi.models.rewriters.contract import Reading
from monosashi.models.rewriters.prompts import FIELD
from monosashi.models.rewriters.steps import Answer

THOUGHT_OPEN = re.compile(r"(?is)<think(?:ing)?>")
FENCE = re.compile(r"(?s)```[a-zA-Z]*+\s*+(.*?)```")  # possessive: no place is tried twice
PAIR = re.compile(rf'(?s)["\']{FIELD}["\']\s*:\s*"((?:[^"\\]|\\.)*)"')
HALF_SIGN = re.compile("[\ud800-\udfff]")  # cannot be written as UTF-8
TAGS = re.compile(r"</?text(?:-\d+)?>")
PLACEHOLDER = re.compile(
    r"(?i)\A[\[\(<{«\"'.…\s-]*+(?:text|placeholder|your text here|rewritten text|n/?a|none|null|"
    r"string|テキスト)?[\]\)>}»\"'.…\s-]*+\Z"
)
OPENING = re.compile(
    r"(?is)\A(?:(?:sure|certainly|of course|okay|ok|absolutely|great)\b[^\n:]{0,60}[!.,:]\s*)?"
    r"(?:(?:here(?:'s| is| are)|below is|this is)\b[^\n:]{0,80}:\s*"
    r"|(?:rewritten|rephrased|paraphrased?|translated|translation|summary|expanded|shortened|"
    r"formal|informal|output|answer)(?: (?:text|version|sentence))?\s*:\s*)"
    r"|\A(?:sure|certainly|of course|absolutely)[!.]\s*\n+"
    r"|\A(?:はい|承知しました|もちろんです|わかりました)[、。!！].{0,40}?[：:\n]\s*"
    r"|\A以下[はが].{0,40}?(?:です|ます)[。：:]\s*"
)
QUOTES = {'"': '"', "“": "”", "'": "'", "‘": "’", "「": "」", "『": "』", "«": "»", "„": "“"}


def text_in(answer: Answer, source: str) -> Reading:
    r"""The text that an answer holds, and what had to be taken off to get at it.

    ``source`` is what was to be rewritten: quotation marks and openings that stand there already
    are part of the text.

    >>> text_in(Answer('<think>short</think>\n\n{"text": "The cat slept."}'), "A cat slept.").text
    'The cat slept.'
    >>> text_in(Answer('Sure! Here is the paraphrase:\n\n"The cat was asleep."'), "It slept.")
    Reading(text='The cat was asleep.', problem='', mends=('form', 'preamble', 'quotes'))
    >>> text_in(Answer('{"text": "The cat', finish="length"), "x").problem
    'unfinished'
    """
    if answer.refusal or answer.finish == "content_filter":
        return Reading("", "refusal")
    if answer.finish == "length":
        return Reading("", "unfinished")
    said, mends = _said(answer.raw, source)
    if THOUGHT_OPEN.search(said) and not THOUGHT_OPEN.search(source):
        return Reading("", "unfinished", (*mends, "think"))
    found, how = _from_json(said)
    mends += how
    if found is None:
        found, more = _plain(said)
        mends += more
    text, more = _bare(found, source)
    mends += more
    if PLACEHOLDER.fullmatch(text) and not PLACEHOLDER.fullmatch(source):
        return Reading("", "empty", mends)
    formed = text[:1] in {"{", "["} and source[:1] not in {"{", "["}
    if formed or HALF_SIGN.search(text):
        return Reading("", "form", mends)
    return Reading(text, "", mends)


def _said(raw: str, source: str) -> tuple[str, tuple[str, ...]]:
    """What is said after thinking; marks of a thought that the source holds, too, are its text."""
    if THOUGHT_OPEN.search(source) and _field(raw.strip()) is not None:
        return raw.strip(), ()
    bare = without_thought(raw)
    return bare.strip(), () if bare == raw else ("think",)


def _from_json(said: str) -> tuple[str | None, tuple[str, ...]]:
    """The field of an object: strictly, fenced, between braces, as Python, sign by sign."""
    if (found := _field(said)) is not None:
        return found, ()
    fenced = FENCE.search(said)
    if fenced and (found := _field(fenced[1].strip())) is not None:
        return found, ("fence",)
    inside = said[said.find("{") : said.rfind("}") + 1] if "{" in said else ""
    if inside and (found := _field(inside) or _python(inside)) is not None:
        return found, ("json",)
    found = _by_sign(said)
    return found, () if found is None else ("json",)


def _by_sign(said: str) -> str | None:
    """The value of the field in what is no JSON as a whole."""
    pair = PAIR.search(said)
    if pair is None:
        return None
    try:
        return str(json.loads(f'"{pair[1]}"', strict=False))
    except ValueError:
        return None


def _field(said: str) -> str | None:
    try:
        held = json.loads(said, strict=False)
    except (ValueError, RecursionError):
        return None
    return _text_of(held)


def _python(said: str) -> str | None:
    try:
        return _text_of(ast.literal_eval(said))
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _text_of(held: Any) -> str | None:
    if isinstance(held, list) and len(held) == 1:
        held = held[0]
    found = held.get(FIELD) if isinstance(held, dict) else None
    return found if isinstance(found, str) else None


def _plain(said: str) -> tuple[str, tuple[str, ...]]:
    """What is no JSON at all, or broke off: the words themselves; their form is noted."""
    fenced = FENCE.fullmatch(said)
    return (fenced[1], ("fence", "form")) if fenced else (said, ("form",))


def _bare(text: str, source: str) -> tuple[str, tuple[str, ...]]:
    """Without marks, a known opening, and one pair of quotes around the whole."""
    mends: list[str] = []
    bare = TAGS.sub("", text).strip()
    if not OPENING.match(source) and (opening := OPENING.match(bare)):
        bare, mends = bare[opening.end() :].strip(), ["preamble"]
    if _quoted(bare) and not _quoted(source.strip()):
        bare = bare[1:-1].strip()
        mends.append("quotes")
    return bare, tuple(mends)


def _quoted(text: str) -> bool:
    """Whether one pair of quotes stands around the whole and none inside."""
    end = QUOTES.get(text[:1])
    return end is not None and len(text) > 2 and text.endswith(end) and end not in text[1:-1]
