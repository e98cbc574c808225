"""Put findings, verdicts and reasons into words, in either language.

Light on purpose: the terminal uses it too, so nothing here draws or renders.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from monosashi.report.check_words import with_check_words
from monosashi.report.language_names import with_language_names
from monosashi.report.methods import compression_words
from monosashi.report.rewrite_words import with_rewrite_words
from monosashi.results.coherent import with_samples
from monosashi.results.finding import in_parts
from monosashi.words import catalogue, current_language, for_level, has_words
from monosashi.words.criteria import with_criterion_words
from monosashi.words.filling import fill

PAIR = 2  # systems, of which one p needs no adjusting


class MissingWordsError(LookupError):
    """A sentence, or a number inside one, that the words files promise and do not hold."""


@dataclass(frozen=True)
class FindingSentences:
    """One finding in words.

    Attributes
    ----------
    code, level : str
        As in the finding: ``"hubs.antihubs"``, ``"warning"``.
    level_name : str
        The level in words.
    headline : str
        Value with interval.
    usual, meaning : str or None
        What is usual; what it means.
    remedies : tuple of str
        What to try, each with its effect as measured on these data.
    next : str or None
        What to try first when no remedy was measured.
    verify : str or None
        How to check it.
    part : str or None
        Whose finding it is, where several results stand together.
    see : str or None
        Anchor of the table on the page that ``verify`` speaks of.
    """

    code: str
    level: str
    level_name: str
    headline: str
    usual: str | None
    meaning: str | None
    remedies: tuple[str, ...]
    next: str | None
    verify: str | None
    part: str | None = None
    see: str | None = None


def finding_sentences(finding: Mapping[str, Any], language: str | None = None) -> FindingSentences:
    """Word a finding as it stands in a document: ``code, level, numbers, remedies``.

    Raises
    ------
    MissingWordsError
        When the headline has no words, or a sentence names a number that the finding lacks.
    """
    tongue = language or current_language()
    level, numbers = finding["level"], _worded(finding.get("numbers", {}), tongue)
    room, name = finding["code"].split(".", 1)
    named = with_language_names(numbers, tongue)
    parts = {
        part: level_sentence(_units(f"{room}.findings.{name}.{part}", numbers), level,
                             numbers if part == "headline" else named, tongue)
        for part in ("headline", "usual", "meaning", "next", "verify")
    }  # fmt: skip
    return FindingSentences(
        finding["code"],
        level,
        sentence(f"levels.name.{level}", tongue),
        _required(parts["headline"], f"{room}.findings.{name}.headline", tongue),
        parts["usual"],
        parts["meaning"],
        tuple(remedy_sentence(remedy, tongue) for remedy in finding.get("remedies", ())),
        parts["next"],
        parts["verify"],
        finding.get("part") or None,
    )


def _units(key: str, numbers: Mapping[str, Any]) -> str:
    """The sentence for queries in groups, for a pair of systems, or for a drop in two parts.

    Of a model with one role none speaks of a query role.
    """
    if numbers.get("one_role") and has_words(f"{key}_one_role"):
        return f"{key}_one_role"
    if numbers.get("systems") == PAIR and has_words(f"{key}_pair"):
        return f"{key}_pair"
    queries = numbers.get("n_queries")
    grouped = queries is not None and numbers.get("n_groups", queries) != queries
    if grouped and has_words(f"{key}_grouped"):
        return f"{key}_grouped"
    return in_parts(key, numbers, catalogue("en"))


def _worded(numbers: Mapping[str, Any], tongue: str) -> Mapping[str, Any]:
    """The numbers; corrections and how vectors were made smaller in words."""
    numbers = with_check_words(with_samples(numbers, tongue), tongue)
    numbers = with_criterion_words(with_rewrite_words(numbers, tongue), tongue)
    if not isinstance(numbers.get("variant"), str):
        return numbers

    def say(name: str, /, **values: Any) -> str:
        return sentence(f"report.{name}", tongue, values)

    steps = compression_words(numbers["variant"], say)
    return {**numbers, "variant": ("、" if tongue == "ja" else ", ").join(steps)}


def remedy_sentence(remedy: Mapping[str, Any], language: str | None = None) -> str:
    """What to try, with its measured effect."""
    room, name = remedy["code"].split(".", 1)
    return sentence(f"{room}.remedies.{name}.text", language, remedy.get("numbers", {}))


def verdict_sentence(verdict: Mapping[str, Any], language: str | None = None) -> str:
    """The one line over everything; its code is the whole key.

    Results of earlier versions took the whole of a drop for language, and so said; they have no
    text for a gain.
    """
    numbers = _worded(verdict.get("numbers", {}), language or current_language())
    whole = {f"language_drop{end}": numbers[f"drop{end}"] for end in ("", "_low", "_high")
             if f"drop{end}" in numbers}  # fmt: skip
    return sentence(verdict["code"], language, {"gain_text": "", **whole, **numbers})


def reason_sentence(reason: Mapping[str, Any], language: str | None = None) -> str:
    """Why something is None or was left out: a Fault as a result writes it.

    A plain ``text`` without a code (from another version or program) is shown as it came.
    """
    if reason.get("code") in catalogue(language or current_language()):
        return sentence(reason["code"], language, reason.get("values", {}))
    return str(reason["text"])


def level_sentence(
    key: str, level: str, numbers: Mapping[str, Any], language: str | None = None
) -> str | None:
    """The sentence for this level if there is one, else the general one, else None."""
    known = catalogue(language or current_language())
    chosen = for_level(key, level, known)
    return sentence(chosen, language, numbers) if chosen in known else None


def sentence(
    key: str, language: str | None = None, numbers: Mapping[str, Any] | None = None
) -> str:
    """Fill in one sentence; say plainly which key or number is missing.

    >>> sentence("levels.name.warning", "ja")
    '注意'
    """
    tongue = language or current_language()
    template = _required(catalogue(tongue).get(key), key, tongue)
    values = dict(numbers or {})
    try:
        return fill(template, values)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        have = ", ".join(f"{name}={value!r}" for name, value in values.items())
        problem = f"{key} ({tongue}) cannot be filled in: {error!r}. Sentence: {template!r}."
        raise MissingWordsError(f"{problem} Numbers: {have}.") from None


def has_sentence(key: str, language: str | None = None) -> bool:
    """Whether a key has words."""
    return key in catalogue(language or current_language())


def _required(text: str | None, key: str, language: str) -> str:
    if text is None:
        room = key.split(".", 1)[0]
        raise MissingWordsError(f"words/{language}/{room}.toml has no sentence for {key}.")
    return text
