"""Rules of English: contractions, spelling on two sides of the sea, and register."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import numpy as np

LONG = {
    "can't": "cannot", "won't": "will not", "shan't": "shall not", "don't": "do not",
    "doesn't": "does not", "didn't": "did not", "isn't": "is not", "aren't": "are not",
    "wasn't": "was not", "weren't": "were not", "haven't": "have not", "hasn't": "has not",
    "hadn't": "had not", "wouldn't": "would not", "couldn't": "could not",
    "shouldn't": "should not", "mustn't": "must not", "i'm": "I am", "you're": "you are",
    "we're": "we are", "they're": "they are", "it's": "it is", "that's": "that is",
    "there's": "there is", "what's": "what is", "where's": "where is", "who's": "who is",
    "how's": "how is", "i've": "I have", "you've": "you have", "we've": "we have",
    "they've": "they have", "i'll": "I will", "you'll": "you will", "we'll": "we will",
    "they'll": "they will", "it'll": "it will", "i'd": "I would", "you'd": "you would",
    "we'd": "we would", "they'd": "they would", "let's": "let us",
}  # fmt: skip
SHORT = {full.lower(): brief for brief, full in LONG.items() if brief != "let's"}
BRITISH = {
    "color": "colour", "colors": "colours", "favorite": "favourite", "favor": "favour",
    "behavior": "behaviour", "honor": "honour", "labor": "labour", "neighbor": "neighbour",
    "neighbors": "neighbours", "rumor": "rumour", "flavor": "flavour", "humor": "humour",
    "organize": "organise", "organized": "organised", "organizing": "organising",
    "organization": "organisation", "recognize": "recognise", "realize": "realise",
    "apologize": "apologise", "authorize": "authorise", "authorized": "authorised",
    "cancel": "cancel", "canceled": "cancelled", "canceling": "cancelling",
    "traveled": "travelled", "traveling": "travelling", "traveler": "traveller",
    "center": "centre", "centers": "centres", "theater": "theatre", "meter": "metre",
    "meters": "metres", "liter": "litre", "fiber": "fibre", "defense": "defence",
    "offense": "offence", "license": "licence", "check": "cheque", "checks": "cheques",
    "gray": "grey", "jewelry": "jewellery", "program": "programme", "programs": "programmes",
    "catalog": "catalogue", "dialog": "dialogue", "analog": "analogue", "tire": "tyre",
    "tires": "tyres", "aluminum": "aluminium", "fulfill": "fulfil", "enroll": "enrol",
    "enrollment": "enrolment", "skillful": "skilful", "analyze": "analyse", "paralyze": "paralyse",
    "airplane": "aeroplane", "mom": "mum", "apartment": "flat", "elevator": "lift",
    "vacation": "holiday", "gasoline": "petrol", "sidewalk": "pavement", "truck": "lorry",
    "trucks": "lorries", "cookie": "biscuit", "cookies": "biscuits", "soccer": "football",
    "zip code": "postcode", "cell phone": "mobile phone", "math": "maths",
}  # fmt: skip
MEANING = frozenset({"check", "checks", "cancel", "license", "program", "programs"})
BRITISH = {american: british for american, british in BRITISH.items() if american not in MEANING}
AMERICAN = {british: american for american, british in BRITISH.items()}
FORMAL = {
    "want to": "wish to", "wanna": "wish to", "gonna": "going to", "gotta": "have to",
    "get": "obtain", "got": "obtained", "buy": "purchase", "bought": "purchased", "need": "require",
    "needs": "requires", "help": "assist", "ask": "enquire", "show": "display", "tell": "inform",
    "start": "commence", "end": "conclude", "fix": "rectify", "find out": "establish",
    "kids": "children", "kid": "child", "guy": "man", "guys": "people", "big": "large",
    "lots of": "many", "a lot of": "many", "really": "very", "thanks": "thank you", "hi": "hello",
    "hey": "hello", "ok": "acceptable", "okay": "acceptable", "sorry": "I apologise",
    "about": "regarding", "but": "however,", "so": "therefore", "maybe": "perhaps",
    "enough": "sufficient", "try": "attempt", "use": "employ", "bad": "unsatisfactory",
}  # fmt: skip
MEANS_MORE = frozenset({"about", "so", "got", "end", "but", "ok", "okay", "bad", "tell", "get",
                        "help", "show", "use", "really"})  # fmt: skip
FORMAL = {plain: high for plain, high in FORMAL.items() if plain not in MEANS_MORE}
CASUAL = {"purchase": "buy", "purchased": "bought", "require": "need", "requires": "needs",
          "assist": "help", "commence": "start", "obtain": "get", "children": "kids",
          "thank you": "thanks", "hello": "hi", "perhaps": "maybe", "attempt": "try",
          "however": "but", "regarding": "about", "receive": "get", "received": "got",
          "cannot": "can't", "do not": "don't", "I would like to": "I'd like to"}  # fmt: skip
FRAMES = ("Could you please tell me: {text}", "I would be grateful for an answer: {text}",
          "Good day. {text}")  # fmt: skip
LOOSE = ("hey, {text}", "so, {text}", "{text} thx")


def contractions(text: str, _rng: np.random.Generator) -> str:
    """``can't`` to ``cannot`` where there are contractions, else the other way.

    >>> contractions("I do not know why it's late.", None)
    'I do not know why it is late.'
    """
    plain = text.replace("’", "'")
    long = _replaced(plain, LONG)
    return long if long != plain else _replaced(text, SHORT)


def spelling(text: str, _rng: np.random.Generator) -> str:
    """American to British spelling and words, else the other way; nothing where neither occurs.

    >>> spelling("Which color is your apartment?", None)
    'Which colour is your flat?'
    """
    british = _replaced(text, BRITISH)
    return british if british != text else _replaced(text, AMERICAN)


def register(text: str, rng: np.random.Generator) -> str:
    """More formal words, or plainer ones where the text is formal; else a frame of politeness.

    >>> register("I need to buy a ticket.", np.random.default_rng(0))
    'I require to purchase a ticket.'
    """
    formal = _replaced(_replaced(text.replace("’", "'"), FORMAL), LONG)
    if formal != text:
        return formal
    plain = _replaced(text, CASUAL)
    if plain != text:
        return plain
    frames = FRAMES if rng.random() < 0.5 else LOOSE
    if text.rstrip().endswith("?"):
        return frames[int(rng.integers(len(frames)))].format(text=text)
    return (FRAMES[2] if frames is FRAMES else LOOSE[1]).format(text=text)


def _replaced(text: str, words: Mapping[str, str]) -> str:
    if not words:
        return text
    longest = sorted(words, key=len, reverse=True)
    pattern = re.compile(rf"(?i)(?<![\w'-])(?:{'|'.join(map(re.escape, longest))})(?![\w'-])")
    known = {word.lower(): other for word, other in words.items()}
    return pattern.sub(_as_written(known), text)


def _as_written(known: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    def other(found: re.Match[str]) -> str:
        word, made = found[0], known[found[0].lower()]
        if word.isupper() and len(word) > 2:
            return made.upper()
        return made[:1].upper() + made[1:] if word[:1].isupper() else made

    return other
