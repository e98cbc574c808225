"""What came of a rule, in words."""

from __future__ import annotations

from typing import Any

from monosashi.results.gate_outcome import GateOutcome, RuleOutcome
from monosashi.results.rules import Rule
from monosashi.results.tables import cell
from monosashi.words import has_words, say

BOUNDS = {"<=": "at_most", "<": "below", ">=": "at_least", ">": "above", "==": "equal",
          "!=": "other"}  # fmt: skip
STATES = {True: "pass", False: "fail", None: "unjudged"}


def verdict_of(outcome: GateOutcome, language: str | None = None) -> str:
    """The one line over all rules, with how many were not judged."""
    key = "passed" if outcome.passed else "failed"
    told = say(f"results.gate.{key}", language, **outcome.counts)
    if not outcome.counts["unjudged"]:
        return told
    return say("results.gate.with_unjudged", language, told=told, **outcome.counts)


def state_of(outcome: RuleOutcome, language: str | None = None) -> str:
    """``pass``, ``FAIL`` or ``not judged``."""
    return say(f"results.gate.{STATES[outcome.passed]}", language)


def bound_of(rule: Rule, language: str | None = None) -> str:
    """``<= 0.1``."""
    return say(f"results.gate.bounds.{BOUNDS[rule.operator]}", language, limit=cell(rule.limit))


def end_of(rule: Rule, language: str | None = None) -> str:
    """Equality looks at the value itself, whatever end the rule names."""
    end = "equal" if rule.operator in {"==", "!="} else rule.end
    return say(f"results.gate.ends.{end}", language)


def shown(found: Any) -> str:
    """``0.26 [0.23, 0.29]``."""
    if not isinstance(found, dict):
        return cell(found)
    if found.get("low") is None or found.get("high") is None:
        return cell(found.get("value"))
    return f"{cell(found['value'])} [{cell(found['low'])}, {cell(found['high'])}]"


def outcome_sentence(outcome: RuleOutcome, language: str | None = None) -> str:
    """What was found, what was held against the limit, and the limit."""
    values = {"rule": outcome.rule.title, "value": shown(outcome.value),
              "bound": bound_of(outcome.rule, language), "compared": cell(outcome.compared),
              "baseline": cell(outcome.baseline)}  # fmt: skip
    return say(f"results.gate.{_kind(outcome)}", language, why=why_of(outcome, language), **values)


def _kind(outcome: RuleOutcome) -> str:
    if outcome.unjudged:
        return f"unjudged_{outcome.unjudged}"
    if outcome.compared is None:
        return "undefined_before" if outcome.undefined_before else "undefined"
    if outcome.rule.baseline:
        return "change"
    plain_number = not isinstance(outcome.value, dict) or outcome.compared == outcome.value["value"]
    return "number" if plain_number else "interval"


def why_of(outcome: RuleOutcome, language: str | None = None) -> str:
    """Why the value is undefined."""
    reason = outcome.reason
    if not reason:
        return say("results.gate.no_reason", language)
    if has_words(reason["code"]):
        return say(reason["code"], language, **reason["values"])
    return str(reason["text"])
