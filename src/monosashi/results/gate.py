"""A gate: rules on a result, each passed or failed, for CI."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, Fault, fault
from monosashi.results.paths import look_up, why_none
from monosashi.results.plain import plain
from monosashi.results.reading import read_result
from monosashi.results.rules import Rule, read_rules
from monosashi.results.tables import cell, markdown_table
from monosashi.words import has_words, say

BOUNDS = {"<=": "at_most", "<": "below", ">=": "at_least", ">": "above", "==": "equal",
          "!=": "other"}  # fmt: skip


@dataclass(frozen=True)
class RuleOutcome:
    """One rule and what it met.

    Attributes
    ----------
    compared : number, text or None
        What was held against the limit (None: undefined in the result, which fails).
    reason : mapping or None
        Why the value is undefined, as the result says it (code, values, text).
    """

    rule: Rule
    value: Any
    baseline: Any
    compared: Any
    passed: bool
    reason: Any = None


@dataclass(frozen=True)
class GateOutcome:
    """All rules; ``passed`` only when every one is."""

    outcomes: tuple[RuleOutcome, ...]

    @property
    def passed(self) -> bool:
        """Whether every rule holds."""
        return all(outcome.passed for outcome in self.outcomes)

    def rows(self) -> list[dict[str, Any]]:
        """One row a rule, failures first."""
        ordered = sorted(self.outcomes, key=lambda outcome: outcome.passed)
        return [_row(outcome) for outcome in ordered]

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values."""
        return {"kind": "gate", "passed": self.passed, "rules": plain(self.rows())}

    def to_markdown(self, language: str | None = None) -> str:
        """A heading and a table, fit for a comment on a change."""
        failed = sum(not outcome.passed for outcome in self.outcomes)
        key = "results.gate.passed" if self.passed else "results.gate.failed"
        title = say(key, language, failed=failed, total=len(self.outcomes))
        return markdown_table(title, [_words(row, language) for row in _told(self.rows())])


@dataclass(frozen=True)
class Gate:
    """A set of rules.

    Examples
    --------
    >>> from monosashi.results.rules import Rule
    >>> gate = Gate((Rule("results.hubs.antihub_share", "<=", 0.3),))
    >>> gate.check({"results": {"hubs": {"antihub_share": 0.42}}}).passed
    False
    """

    rules: tuple[Rule, ...]

    @classmethod
    def load(cls, path: str | Path) -> Gate:
        """Read ``[[rule]]`` tables of a TOML file."""
        return cls(tuple(read_rules(Path(path))))

    def check(self, results: Any, baseline: Any = None) -> GateOutcome:
        """Hold a result (object, dict, ``result.json`` or its folder) against the rules.

        Raises
        ------
        DataError
            A path that is not in the result, a rule on the change without a baseline, or a number
            compared with text: all of them listed.
        """
        now, before = _document(results), None if baseline is None else _document(baseline)
        outcomes: list[RuleOutcome] = []
        faults: list[Fault] = []
        for rule in self.rules:
            try:
                outcomes.append(_judge(rule, now, before))
            except DataError as error:
                faults.extend(error.faults)
        if faults:
            raise DataError(*faults)
        return GateOutcome(tuple(outcomes))


def _document(results: Any) -> Any:
    if isinstance(results, str | Path):
        return read_result(Path(results))
    return results.to_dict() if hasattr(results, "to_dict") else results


def _judge(rule: Rule, now: Any, before: Any) -> RuleOutcome:
    found = look_up(now, rule.path)
    compared, base = rule.number(found), None
    if rule.baseline:
        if before is None:
            raise DataError(fault("results.errors.no_baseline", rule=rule.title))
        base = _value(look_up(before, rule.path))
        compared = None if None in (compared, base) else _difference(rule, compared, base)
    if compared is None:
        return RuleOutcome(rule, found, base, None, passed=False, reason=why_none(now, rule.path))
    if not _comparable(compared, rule.limit):
        raise DataError(_not_comparable(rule, compared, rule.limit))
    return RuleOutcome(rule, found, base, compared, passed=rule.holds(compared))


def _value(found: Any) -> Any:
    return found["value"] if isinstance(found, dict) and "value" in found else found


def _comparable(value: Any, limit: Any) -> bool:
    plain_value = isinstance(value, str | int | float)
    return plain_value and isinstance(value, str) == isinstance(limit, str)


def _not_comparable(rule: Rule, value: Any, limit: Any) -> Fault:
    return fault("results.errors.not_comparable", rule=rule.title, value=repr(value)[:60],
                 limit=repr(limit)[:60])  # fmt: skip


def _difference(rule: Rule, now: Any, base: Any) -> float:
    if isinstance(now, str) or not (_comparable(now, base) and _comparable(base, now)):
        raise DataError(_not_comparable(rule, now, base))
    return float(now - base)


def _row(outcome: RuleOutcome) -> dict[str, Any]:
    rule = outcome.rule
    return {
        "rule": rule.title,
        "passed": outcome.passed,
        "value": _ends(outcome.value),
        "baseline": outcome.baseline,
        "compared": outcome.compared,
        "operator": rule.operator,
        "limit": rule.limit,
        "end": rule.end,
        "reason": (outcome.reason or {}).get("text"),
    }


def _ends(found: Any) -> Any:
    """An estimate as value, low and high; anything else as it is."""
    if not isinstance(found, dict) or "value" not in found:
        return found
    return {name: found.get(name) for name in ("value", "low", "high")}


def shown(found: Any) -> str:
    """``0.26 [0.23, 0.29]``."""
    if not isinstance(found, dict):
        return cell(found)
    if found.get("low") is None or found.get("high") is None:
        return cell(found.get("value"))
    return f"{cell(found['value'])} [{cell(found['low'])}, {cell(found['high'])}]"


def outcome_sentence(outcome: RuleOutcome, language: str | None = None) -> str:
    """What was found, what was held against the limit, and the limit."""
    rule = outcome.rule
    values = {"rule": rule.title, "value": shown(outcome.value),
              "bound": say(f"results.gate.bounds.{BOUNDS[rule.operator]}", language,
                           limit=cell(rule.limit)),
              "compared": cell(outcome.compared), "baseline": cell(outcome.baseline)}  # fmt: skip
    if outcome.compared is None:
        return say("results.gate.undefined", language, why=_why(outcome, language), **values)
    if rule.baseline:
        return say("results.gate.change", language, **values)
    plain_number = not isinstance(outcome.value, dict) or outcome.compared == outcome.value["value"]
    return say(f"results.gate.{'number' if plain_number else 'interval'}", language, **values)


def _why(outcome: RuleOutcome, language: str | None) -> str:
    reason = outcome.reason
    if not reason:
        return say("results.gate.no_reason", language)
    return say(reason["code"], language, **reason["values"]) if has_words(reason["code"]) else (
        str(reason["text"])
    )  # fmt: skip


def _end(row: dict[str, Any]) -> str:
    """Equality looks at the value itself, whatever end the rule names."""
    return "equal" if row["operator"] in {"==", "!="} else str(row["end"])


def _told(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows without columns in which nothing stands: no baseline, nothing undefined."""
    empty = [name for name in ("baseline", "reason") if all(row[name] is None for row in rows)]
    return [{name: value for name, value in row.items() if name not in empty} for row in rows]


def _words(row: dict[str, Any], language: str | None) -> dict[str, Any]:
    named = {
        **row,
        "value": shown(row["value"]),
        "passed": say(f"results.gate.{'pass' if row['passed'] else 'fail'}", language),
        "end": say(f"results.gate.ends.{_end(row)}", language),
    }
    return {say(f"results.gate.columns.{key}", language): value for key, value in named.items()}
