"""A gate: rules on a result, each passed or failed, for CI."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from monosashi.embeddings import DataError, Fault, fault
from monosashi.results.gate_baseline import compare_baseline
from monosashi.results.gate_outcome import GateOutcome, RuleOutcome
from monosashi.results.paths import look_up, why_none
from monosashi.results.reading import read_result
from monosashi.results.rules import Rule, read_rules

Missing = Literal["refuse", "skip"]


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

    def check(
        self, results: Any, baseline: Any = None, *, missing_baseline: Missing = "refuse"
    ) -> GateOutcome:
        """Hold a result (object, dict, ``result.json`` or its folder) against the rules.

        With ``missing_baseline="skip"`` a rule on the change is not judged, and so listed, where
        no baseline is given or the baseline lacks the number.

        Raises
        ------
        DataError
            A path that is not in the result, a rule on the change without a baseline, a baseline
            of another command, or a number compared with text: all of them listed.
        """
        now, before = _document(results), None if baseline is None else _document(baseline)
        asked = any(rule.baseline for rule in self.rules)
        notices = compare_baseline(now, before) if asked and before is not None else ()
        outcomes: list[RuleOutcome] = []
        faults: list[Fault] = []
        for rule in self.rules:
            try:
                outcomes.append(_judge(rule, now, before, skip=missing_baseline == "skip"))
            except DataError as error:
                faults.extend(error.faults)
        if faults:
            raise DataError(*faults)
        return GateOutcome(tuple(outcomes), notices, str(now.get("title") or ""))


def _document(results: Any) -> Any:
    if isinstance(results, str | Path):
        return read_result(Path(results))
    return results.to_dict() if hasattr(results, "to_dict") else results


def _judge(rule: Rule, now: Any, before: Any, *, skip: bool) -> RuleOutcome:
    found = look_up(now, rule.path)
    if rule.baseline:
        return _judge_change(rule, found, now, before, skip=skip)
    compared = rule.number(found)
    if compared is None:
        return _undefined(rule, found, now)
    return _held(rule, found, None, compared)


def _judge_change(rule: Rule, found: Any, now: Any, before: Any, *, skip: bool) -> RuleOutcome:
    if before is None:
        if not skip:
            raise DataError(fault("results.errors.no_baseline", rule=rule.title))
        return RuleOutcome(rule, found, None, None, passed=None, unjudged="no_baseline")
    try:
        earlier = look_up(before, rule.path)
    except DataError:
        if not skip:
            raise DataError(
                fault("results.errors.new_in_result", rule=rule.title, path=rule.path)
            ) from None
        return RuleOutcome(rule, found, None, None, passed=None, unjudged="new")
    base, compared = _value(earlier), rule.number(found)
    if compared is None:
        return _undefined(rule, found, now, base)
    if base is None:
        reason = why_none(before, rule.path)
        return RuleOutcome(rule, found, None, None, passed=False, reason=reason,
                           undefined_before=True)  # fmt: skip
    return _held(rule, found, base, _difference(rule, compared, base))


def _undefined(rule: Rule, found: Any, now: Any, base: Any = None) -> RuleOutcome:
    return RuleOutcome(rule, found, base, None, passed=False, reason=why_none(now, rule.path))


def _held(rule: Rule, found: Any, base: Any, compared: Any) -> RuleOutcome:
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
