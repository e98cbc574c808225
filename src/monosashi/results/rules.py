"""Rules of a gate: a path, an operator, a limit, and which end of the interval counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any, ClassVar, Literal

from monosashi.embeddings import DataError, Fault, fault
from monosashi.results.toml import load_toml

Operator = Literal["<=", "<", ">=", ">", "==", "!="]
HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": le, "<": lt, ">=": ge, ">": gt, "==": eq, "!=": ne,
}  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """One condition on one number of ``result.json``.

    Attributes
    ----------
    path : str
        Where the number stands, e.g. ``results.language.directions.ja->en.drop``.
    operator : "<=", "<", ">=", ">", "==" or "!="
    limit : number or text
        With ``baseline``, the limit of the change since the baseline.
    baseline : bool
        Compare ``now - baseline`` instead of ``now``.
    end : "near", "value" or "far"
        Of an interval: the end nearest to passing (the rule fails only when the data are sure),
        the value itself, or the far end (the rule passes only when the data are sure).
    name : str
        What to call the rule; default is the path.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid", "allow_inf_nan": False}
    path: str
    operator: Operator
    limit: float | str
    baseline: bool = False
    end: Literal["near", "value", "far"] = "near"
    name: str = ""

    @property
    def title(self) -> str:
        """The name, else the path."""
        return self.name or self.path

    def number(self, found: Any) -> Any:
        """The end of an Estimate that this rule compares; other values as they are."""
        if not isinstance(found, dict) or "value" not in found:
            return found
        lower_is_near = self.operator in {"<=", "<"}
        if self.end == "value" or self.operator in {"==", "!="}:
            return found["value"]
        end = "low" if lower_is_near == (self.end == "near") else "high"
        return found["value"] if found.get(end) is None else found[end]

    def holds(self, number: Any) -> bool:
        """Whether ``number`` keeps to the limit."""
        return HOLDS[self.operator](number, self.limit)


def read_rules(path: Path) -> list[Rule]:
    """Rules of a TOML file (``[[rule]]`` tables); every fault of the file in one error."""
    try:
        content = load_toml(path)
    except FileNotFoundError:
        raise DataError(fault("results.errors.no_gate", path=path)) from None
    return parse_rules(content, str(path))


def parse_rules(content: dict[str, Any], source: str) -> list[Rule]:
    """Check the tables against :class:`Rule`."""
    from pydantic import TypeAdapter, ValidationError

    entries = content.get("rule")
    extra = sorted(set(content) - {"rule"})
    if not entries or not isinstance(entries, list) or extra:
        found = ", ".join(content) or "-"
        raise DataError(fault("results.errors.no_rules", path=source, found=found))
    odd = _taken_for_another_type(entries)
    try:
        rules = TypeAdapter(list[Rule]).validate_python(entries)
    except ValidationError as error:
        raise DataError(*_bad_rules(source, [*error.errors(), *odd])) from None
    if odd:
        raise DataError(*_bad_rules(source, odd))
    return rules


def _taken_for_another_type(entries: list[Any]) -> list[dict[str, Any]]:
    """Values that pydantic would convert: true to the limit 1, the text "yes" to true."""
    wanted = {"limit": False, "baseline": True}  # whether it must be true or false
    return [{"loc": (i, key), "type": key, "input": entry[key]}
            for i, entry in enumerate(entries) if isinstance(entry, dict)
            for key, truth in wanted.items()
            if key in entry and isinstance(entry[key], bool) != truth]  # fmt: skip


KINDS = {"missing": "rule_lacks", "unexpected_keyword_argument": "rule_unknown"}


def _bad_rules(source: str, items: Sequence[Any]) -> list[Fault]:
    """One fault for each key of each rule (a limit that is neither number nor text fails twice)."""
    found: dict[tuple[int, str], Fault] = {}
    for item in items:
        where, *name = item["loc"]
        key = str(name[0]) if name else "-"
        kind = KINDS.get(item["type"], "bad_rule")
        found[where, key] = fault(f"results.errors.{kind}", path=source, number=where + 1, key=key,
                                  given=repr(item.get("input"))[:60])  # fmt: skip
    return [*found.values(), fault("results.errors.rule_form")]
