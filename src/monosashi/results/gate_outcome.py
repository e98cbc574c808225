"""What came of each rule of a gate, and of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from monosashi.embeddings import Fault
from monosashi.results.plain import plain
from monosashi.results.rules import Rule

Unjudged = Literal["no_baseline", "new"]
ORDER = {False: 0, None: 1, True: 2}  # failures first


@dataclass(frozen=True)
class RuleOutcome:
    """One rule and what it met.

    Attributes
    ----------
    baseline : number, text or None
        The earlier value, for a rule on the change.
    compared : number, text or None
        What was held against the limit (None: undefined, which fails, or not judged).
    passed : bool or None
        None when it was not judged.
    reason : mapping or None
        Why the value is undefined, as the result says it (code, values, text).
    unjudged : "no_baseline", "new" or None
        Why a rule on the change was not judged: there is no baseline yet, or none of this number.
    undefined_before : bool
        Whether it is the baseline that does not define the number.
    """

    rule: Rule
    value: Any
    baseline: Any
    compared: Any
    passed: bool | None
    reason: Any = None
    unjudged: Unjudged | None = None
    undefined_before: bool = False


Tries = Callable[[RuleOutcome], Sequence[str]]


@dataclass(frozen=True)
class GateOutcome:
    """All rules; ``passed`` only when none that was judged fails.

    Attributes
    ----------
    outcomes : tuple of RuleOutcome
    notices : tuple of Fault
        How the baseline was measured otherwise: another model, other data, other settings.
    title : str
        What the result is called.
    """

    outcomes: tuple[RuleOutcome, ...]
    notices: tuple[Fault, ...] = ()
    title: str = ""

    @property
    def passed(self) -> bool:
        """Whether every rule that was judged holds."""
        return all(outcome.passed is not False for outcome in self.outcomes)

    @property
    def counts(self) -> dict[str, int]:
        """``total`` rules, ``judged`` and ``failed`` among them, and ``unjudged``."""
        unjudged = sum(outcome.passed is None for outcome in self.outcomes)
        failed = sum(outcome.passed is False for outcome in self.outcomes)
        total = len(self.outcomes)
        return {"total": total, "judged": total - unjudged, "failed": failed,
                "unjudged": unjudged}  # fmt: skip

    def ordered(self) -> list[RuleOutcome]:
        """Failures first, then what was not judged."""
        return sorted(self.outcomes, key=lambda outcome: ORDER[outcome.passed])

    def rows(self) -> list[dict[str, Any]]:
        """One row a rule, failures first."""
        return [_row(outcome) for outcome in self.ordered()]

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values."""
        told = [{"code": one.code, "text": one.say("en"), "values": plain(dict(one.values))}
                for one in self.notices]  # fmt: skip
        return {"kind": "gate", "passed": self.passed, "rules": plain(self.rows()),
                "notices": told}  # fmt: skip

    def to_markdown(self, language: str | None = None, *, tries: Tries | None = None) -> str:
        """A comment on a change: the verdict, the rules that fail, what to try, and the rest.

        It stays below 65,536 characters, the most that a comment may have. ``tries`` gives
        sentences on what to try for a rule that fails.
        """
        from monosashi.results.gate_markdown import comment

        return comment(self, language, tries)


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
        "unjudged": outcome.unjudged,
    }


def _ends(found: Any) -> Any:
    """An estimate as value, low and high; anything else as it is."""
    if not isinstance(found, dict) or "value" not in found:
        return found
    return {name: found.get(name) for name in ("value", "low", "high")}
