"""Rules of a gate: a path, an operator, a limit, and which end of the interval counts."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any, ClassVar, Literal

from monosashi.embeddings import DataError, fault

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

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}
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
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise DataError(fault("results.errors.no_gate", path=path)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(fault("results.errors.not_toml", path=path, why=error)) from None
    return parse_rules(content, str(path))


def parse_rules(content: dict[str, Any], source: str) -> list[Rule]:
    """Check the tables against :class:`Rule`."""
    from pydantic import TypeAdapter, ValidationError

    entries = content.get("rule")
    extra = sorted(set(content) - {"rule"})
    if not entries or not isinstance(entries, list) or extra:
        found = ", ".join(content) or "-"
        raise DataError(fault("results.errors.no_rules", path=source, found=found))
    try:
        return TypeAdapter(list[Rule]).validate_python(entries)
    except ValidationError as error:
        raise DataError(*(_bad_rule(source, item) for item in error.errors())) from None


def _bad_rule(source: str, item: Any) -> Any:
    where, *name = item["loc"]
    key = ".".join(str(part) for part in name if not str(part).startswith(("float", "str")))
    return fault("results.errors.bad_rule", path=source, number=where + 1, key=key or "-",
                 kind=item["type"], given=repr(item.get("input")))  # fmt: skip
