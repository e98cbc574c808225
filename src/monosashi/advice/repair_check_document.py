"""What `monosashi repair check` leaves behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.document import Document
from monosashi.language.freshness.results import RepairCheck
from monosashi.results import Finding, Result, Tables


@dataclass(frozen=True, kw_only=True)
class RepairCheckDocument(Document):
    """A check of a repair, with its states as the verdict."""

    kind: ClassVar[str] = "repair_check"
    check: RepairCheck

    def sections(self) -> dict[str, Result]:
        """The check."""
        return {"repair_check": self.check}

    def findings(self) -> list[Finding]:
        """Those of the check."""
        return self.check.findings()

    def tables(self) -> Tables:
        """Those of the check."""
        return self.check.tables()

    @property
    def verdict(self) -> dict[str, Any]:
        """All states in one line; passed, passed with a remark, or not."""
        judged = sum(one.judged for one in self.check.drift)
        numbers = {"states": ", ".join(self.check.states), "judged": judged,
                   "languages": len(self.check.drift)}  # fmt: skip
        clear = "ok" if judged == len(self.check.drift) else "part"
        clear = "own" if self.check.own else clear
        harmless = clear if self.check.states == ("ok",) else "noted"
        code = harmless if self.check.passed else "failed"
        return {"code": f"language.verdicts.check_{code}", "numbers": numbers}
