"""English texts that mean something else."""

from __future__ import annotations

import re

from monosashi.robustness.sensitivity.shared import change_last_number, swap_last_two

AUXILIARIES = ("is|are|was|were|am|can|could|will|would|should|must|may|might|do|does|did|has|have|"
               "had")  # fmt: skip
SUBJECTS = "i|you|he|she|it|we|they|this|that|there|these|those|anyone|someone"
NEGATED = re.compile(rf"\b(?:({AUXILIARIES})\s+not|(can)not|(ca|wo)n['’]t|({AUXILIARIES})n['’]t)\b",
                     re.IGNORECASE)  # fmt: skip
NEVER = re.compile(r"\bnever\s+", re.IGNORECASE)
AUXILIARY = re.compile(rf"(?<!\bto )\b(?:{AUXILIARIES})\b(?:\s+(?:{SUBJECTS})\b)?", re.IGNORECASE)
SHORTENED = {"ca": "can", "wo": "will"}
NAME = re.compile(r"\b[A-Z][\w'’-]*(?:\s+[A-Z][\w'’-]*)*")
OPENERS = {
    "a", "an", "the", "this", "that", "these", "those", "i", "you", "he", "she", "it", "we",
    "they", "my", "your", "his", "her", "its", "our", "their", "how", "what", "when", "where",
    "which", "who", "whom", "whose", "why", "is", "are", "was", "were", "do", "does", "did",
    "can", "could", "will", "would", "should", "must", "may", "might", "have", "has", "had", "if",
    "in", "on", "at", "by", "for", "from", "to", "of", "with", "and", "but", "or", "so", "as",
    "not", "no", "yes", "there", "here", "please", "after", "before", "while", "since", "some",
    "any", "all", "each", "every", "one", "two", "don", "let",
}  # fmt: skip
OPENING = re.compile(r"(?:^|[.!?:][\"'”’)]*\s|[\"“‘(])\s*$")
# what a capitalised word that opens a sentence must stand before to be taken for a name
VERB = re.compile(rf"\s+(?:{AUXILIARIES}|[a-z]+ed|[a-z]+[^s\W]s|beat|bought|gave|led|left|lent|"
                  r"made|met|paid|saw|sent|sold|sued|told|took|won|wrote)\b")  # fmt: skip
JOINING = re.compile(r"\s*(?:,|and|or|&|/|,\s*and)\s*", re.IGNORECASE)


def negate(text: str) -> tuple[str, int] | None:
    """Put "not" behind the last auxiliary, or take away a "not" that is there.

    >>> negate("The card is active."), negate("I can't pay.")
    (('The card is not active.', 12), ('I can pay.', 2))
    """
    found = list(NEGATED.finditer(text))
    if found:
        one = found[-1]
        plain = next(part for part in one.groups() if part)
        plain = SHORTENED.get(plain.lower(), plain)
        return text[: one.start()] + plain + text[one.end() :], one.start()
    never = NEVER.search(text)
    if never:
        return text[: never.start()] + text[never.end() :], never.start()
    plain_ones = list(AUXILIARY.finditer(text))
    if not plain_ones:
        return None
    at = plain_ones[-1].end()
    return f"{text[:at]} not{text[at:]}", at + 1


def change_number(text: str) -> tuple[str, int] | None:
    """Another number of the same length.

    >>> change_number("Wait 10 days.")
    ('Wait 50 days.', 5)
    """
    return change_last_number(text)


def swap_names(text: str) -> tuple[str, int] | None:
    """Two names change places.

    >>> swap_names("How far is Paris from Rome?"), swap_names("I like Paris and Rome.")
    (('How far is Rome from Paris?', 11), None)
    """
    return swap_last_two(text, _names(text), JOINING)


def _names(text: str) -> list[re.Match[str]]:
    """Runs of capitalised words, without words that only open a sentence."""
    found = []
    for run in NAME.finditer(text):
        begin = _after_openers(run)
        name = NAME.match(text, begin)
        if name is None or name.end() > run.end():
            continue
        opens = begin == run.start() and OPENING.search(text[:begin]) is not None
        if not opens or " " in name.group() or VERB.match(text, name.end()):
            found.append(name)
    return found


def _after_openers(run: re.Match[str]) -> int:
    """Where the run begins once words such as "The" or "I'm" are passed over."""
    at = run.start()
    for word in re.finditer(r"\S+\s*", run.group()):
        if re.split(r"['’]", word.group().strip().lower())[0] not in OPENERS:
            break
        at = run.start() + word.end()
    return at
