"""The gate: what every answer must pass before it counts as a rewriting."""

from __future__ import annotations

import re
from dataclasses import dataclass

from monosashi.models.plain_text import plain
from monosashi.models.rewriters.contract import Reading
from monosashi.models.rewriters.keeping_facts import asks, lost, still_asks
from monosashi.models.rewriters.scripts import (
    FEWEST_LETTERS,
    has_own_script,
    identified,
    in_script,
    letters,
    script_shares,
    stayed,
    tells_apart,
)
from monosashi.models.rewriters.steps import Step

STATUSES = (
    "ok", "unchanged", "empty", "refusal", "chatter", "wrong_language", "unfinished", "answered",
    "numbers_lost", "wrong_length", "duplicate", "form", "too_long", "service", "no_language",
    "missing",
)  # fmt: skip
"""Everything that can become of a text; only ``ok`` and ``unchanged`` are used."""

USED = frozenset({"ok", "unchanged"})
UNCHECKED = "language_unchecked"
REFUSAL = re.compile(
    r"(?i)\A(?:i['’]?m (?:really |very |so )?sorry|sorry|i apologi[sz]e|unfortunately)\b.{0,40}\b"
    r"(?:can(?:no|['’])t|cannot|unable|not able|won['’]?t)\b"
    r"|\A(?:i )?(?:can(?:no|['’])t|cannot|am unable to|am not able to|won['’]?t) (?:help|assist|"
    r"comply|fulfil|provide|rewrite|translate|do that|paraphrase)"
    r"|\Aas an ai\b|\bas an ai (?:language )?model\b"
    r"|(?:申し訳|すみません).{0,30}(?:できません|お手伝い|応じ|対応)|お手伝いできません"
    r"|\Alo siento\b.{0,40}\bno puedo\b|\A(?:je suis )?désolé.{0,40}\bne peux\b"
    r"|\A(?:es )?tut mir leid\b.{0,60}\bnicht\b"
)
CHATTER = re.compile(
    r"(?i)\b(?:here(?:'s| is) (?:the|a|an|your) (?:\w+ ){0,2}(?:paraphras|rewrit|translat|summar|"
    r"version|text|expan))|\bi hope (?:this|that) helps\b|\blet me know if\b|\bnote:\s"
    r"|\b(?:please )?(?:provide|send|share) (?:me )?(?:with )?the text\b|\byou rewrite one text\b"
    r"|\b(?:paraphrase|rewritten text|translation|option \d)\s*:|\A(?:sure|certainly)[,!]"
    r"|以下(?:が|は).{0,20}(?:書き換え|言い換え|翻訳|要約)|お役に立て"
)
LONGEST, SHORTEST = 5.0, 0.2  # times the length, for a rewriting that is to be about as long
ACROSS = 12.0, 0.1  # the same where the scripts differ
GROWS, FEWEST_WORDS = 1.1, 5
DENSE = {"han", "kana", "hangul"}


@dataclass(frozen=True)
class Verdict:
    """What became of one answer.

    Attributes
    ----------
    status : one of ``STATUSES``
    kept : bool
        Whether it is used.
    again : bool
        Whether another answer may be better.
    notes : tuple of str
        ``language_unchecked`` where nothing could tell the language.
    """

    status: str
    kept: bool
    again: bool = False
    notes: tuple[str, ...] = ()


def judge(step: Step, source: str, reading: Reading) -> Verdict:
    """Hold one answer to one step against the text that went in.

    >>> from monosashi.models.rewriters.contract import Reading
    >>> to_french = Step("translate", "en", "fr")
    >>> judge(to_french, "The cat slept on a branch.", Reading("The cat slept on a branch.")).status
    'unchanged'
    >>> judge(Step("paraphrase", "en", "en"), "How do I reset my password?",
    ...       Reading("I'm sorry, but I can't help with that.")).status
    'refusal'
    """
    if reading.problem:
        return Verdict(reading.problem, kept=False, again=True)
    made = reading.text
    if not made.strip():
        return Verdict("empty", kept=False, again=True)
    for status, wrong in ((REFUSAL, "refusal"), (CHATTER, "chatter")):
        if status.search(made) and not status.search(source):
            return Verdict(wrong, kept=False, again=True)
    if plain(made) == plain(source):
        return _unchanged(step, source)
    language, notes = _language(step, source, made)
    failed = language or _content(step, source, made)
    if failed:
        return Verdict(failed, kept=False, again=True, notes=notes)
    return Verdict("ok", kept=True, notes=notes)


def judge_recorded(step: Step, source: str, made: str) -> Verdict:
    """Hold a text that others made against its original: what a file cannot have by intention.

    Refusals, talk around the text, another language than its own, a sentence that was to be
    translated and is the same. Length, numbers and questions are not looked at: people may do
    with them what they like. Without the language of a translation, nothing can be said of it.

    >>> judge_recorded(Step("paraphrase", "en", "en"), "How do I log in?",
    ...                "I'm sorry, but I can't help with that.").status
    'refusal'
    """
    if not made.strip():
        return Verdict("empty", kept=False)
    for status, wrong in ((REFUSAL, "refusal"), (CHATTER, "chatter")):
        if status.search(made) and not status.search(source):
            return Verdict(wrong, kept=False)
    if plain(made) == plain(source):
        long = step.kind == "translate" and letters(source) >= FEWEST_LETTERS
        return Verdict("unchanged", kept=not long)
    if step.kind == "translate" and step.target is None:
        return Verdict("ok", kept=True, notes=(UNCHECKED,))
    wrong, notes = _language(step, source, made)
    return Verdict(wrong or "ok", kept=not wrong, notes=notes)


def _unchanged(step: Step, source: str) -> Verdict:
    """The same text again: no translation of a sentence; of a name it may be one."""
    if step.kind == "translate":
        long = letters(source) >= FEWEST_LETTERS
        return Verdict("unchanged", kept=not long, again=long)
    if step.kind == "expand":
        return Verdict("wrong_length", kept=False, again=True)
    short = step.kind == "shorten" and _size(source) <= FEWEST_WORDS
    return Verdict("unchanged", kept=True, again=not short)


def _language(step: Step, source: str, made: str) -> tuple[str, tuple[str, ...]]:
    if step.target is None:  # not known: at least the script stays
        before, after = script_shares(source), script_shares(made)
        enough = letters(source) >= FEWEST_LETTERS and letters(made) >= FEWEST_LETTERS
        alien = enough and sum(min(v, before.get(k, 0.0)) for k, v in after.items()) < 0.2
        return ("wrong_language" if alien else "", (UNCHECKED,))
    if in_script(made, step.target) is False:
        return "wrong_language", ()
    if step.kind == "translate":
        told = "right" if tells_apart(step.source, step.target) else (
            identified(made, step.source, step.target)
        )  # fmt: skip
    else:
        told = "right" if has_own_script(made, step.target) else stayed(source, made, step.target)
    if told == "wrong":
        return "wrong_language", ()
    return "", () if told == "right" else (UNCHECKED,)


def _content(step: Step, source: str, made: str) -> str:
    """What was lost or turned into something else; empty if nothing was."""
    if asks(source) and not still_asks(made):
        return "answered"
    if _is_off(step, source, made):
        return "wrong_length"
    if step.kind != "shorten" and lost(source, made):
        return "numbers_lost"
    return ""


def _is_off(step: Step, source: str, made: str) -> bool:
    before, after = len(source.strip()), len(made.strip())
    if step.kind == "expand":
        return after < GROWS * before
    if step.kind == "shorten":
        return after >= before and not (_size(source) <= FEWEST_WORDS and after <= 1.5 * before)
    across = step.kind == "translate" and _dense(source) != _dense(made)
    most, least = ACROSS if across else (LONGEST, SHORTEST)
    return after > most * max(before, 12) or (before >= 20 and after < least * before)


def _size(text: str) -> int:
    """Words, or half the signs of a script without blanks."""
    return len(text) // 2 if _dense(text) else len(text.split())


def _dense(text: str) -> bool:
    return sum(share for name, share in script_shares(text).items() if name in DENSE) > 0.5
