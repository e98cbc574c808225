"""What `monosashi fidelity` measures, as one document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.document import Document
from monosashi.fidelity import Fidelity, GeneratorComparison
from monosashi.fidelity.found import leading_scores
from monosashi.fidelity.surely_below import Below, surely_below
from monosashi.results import Finding, Result, Tables

VERDICTS = ("fidelity.best", "fidelity.best_alone", "fidelity.equal_best")


@dataclass(frozen=True, kw_only=True)
class FidelityDocument(Document):
    """One generated set against reals, or several of them compared.

    Attributes
    ----------
    part : Fidelity or GeneratorComparison
    """

    kind: ClassVar[str] = "fidelity"
    part: Fidelity | GeneratorComparison

    def sections(self) -> dict[str, Result]:
        """The result under the name of its kind; of a comparison no generator in full."""
        return {self.part.kind: self.part}

    def findings(self) -> list[Finding]:
        """Those of the part."""
        return self.part.findings()

    def tables(self) -> Tables:
        """Those of the part."""
        return self.part.tables()

    @property
    def verdict(self) -> dict[str, Any]:
        """The scores in one line; of several generators which leads."""
        if isinstance(self.part, GeneratorComparison):
            return _of_generators(self.part)
        found = self.part
        numbers = {"n_real": found.n_real, "n_generated": found.n_generated, "k": found.k,
                   "scores": leading_scores(found)}  # fmt: skip
        below = surely_below(found.scores, found.intervals, found.control)
        if not below:
            return {"code": "advice.verdicts.fidelity", "numbers": numbers}
        return {"code": "advice.verdicts.fidelity_below",
                "numbers": {**numbers, "below": len(below), "lowest": _named(below)}}  # fmt: skip


def _named(below: Sequence[Below]) -> str:
    """The lowest with its interval, then the names of all others, as the finding has them."""
    return ", ".join([below[0].short, *(one.name for one in below[1:])])


def _of_generators(found: GeneratorComparison) -> dict[str, Any]:
    known = [one for one in found.findings() if one.code in VERDICTS]
    numbers = {"generators": len(found.names), "n_real": found.n_real}
    if not known:
        return {"code": "advice.verdicts.generators", "numbers": numbers}
    code = known[0].code.removeprefix("fidelity.")
    return {"code": f"advice.verdicts.generators_{code}",
            "numbers": {**numbers, **known[0].numbers}}  # fmt: skip
