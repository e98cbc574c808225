"""What `monosashi fidelity` measures, as one document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from monosashi.advice.document import Document
from monosashi.fidelity import Fidelity, GeneratorComparison
from monosashi.fidelity.comparison_found import narrow, repeating
from monosashi.fidelity.found import copies, leading_scores
from monosashi.fidelity.lost_classes import lost_classes
from monosashi.fidelity.surely_below import Below, lost_spread, surely_below, worst
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
        return _of_one(self.part)


def _of_one(found: Fidelity) -> dict[str, Any]:
    """Copies outweigh lost classes, those lost spread, that single low scores."""
    below = surely_below(found)
    near, lost = copies(found), lost_classes(found)
    numbers = {
        "n_real": found.n_real, "n_generated": found.n_generated, "k": found.k,
        "scores": leading_scores(found), "below": len(below), "lowest": _named(below),
        "repeats": found.control.repeats if found.control else 0,
    }  # fmt: skip
    together = lost_spread(below)
    if near is not None and (near.numbers["exact"] or not together):
        return _verdict(f"fidelity_{_name(near)}", numbers, near, below=bool(below))
    if lost is not None:
        return _verdict(f"fidelity_{_name(lost)}", numbers, lost, below=bool(below))
    if together:
        return _verdict("fidelity_lost_spread" if near is None else "fidelity_drawn_together",
                        numbers, near)  # fmt: skip
    return _verdict("fidelity", numbers, below=bool(below))


def _name(finding: Finding) -> str:
    return finding.code.removeprefix("fidelity.")


def _verdict(
    code: str, numbers: Mapping[str, Any], finding: Finding | None = None, *, below: bool = False
) -> dict[str, Any]:
    told = {} if finding is None else dict(finding.numbers)
    return {"code": f"advice.verdicts.{code}{'_below' if below else ''}",
            "numbers": {**told, **numbers}}  # fmt: skip


def _named(below: Sequence[Below]) -> str:
    """The lowest with its interval, then the names of the next two."""
    return worst([one.short if place == 0 else one.name for place, one in enumerate(below)])


def _of_generators(found: GeneratorComparison) -> dict[str, Any]:
    """Which leads, after what its lead may rest on: copies of reals, or a spread that is lost."""
    known = next((one for one in found.findings() if one.code in VERDICTS), None)
    numbers: dict[str, Any] = {"generators": len(found.names), "n_real": found.n_real}
    code = "generators" if known is None else f"generators_{_name(known)}"
    copied, together = repeating(found), narrow(found)
    if copied:
        code, numbers["copied_text"] = f"{code}_copied", _listed(copied)
        numbers["copied"] = len(copied)
    elif together:
        code, numbers["narrow_text"] = f"{code}_narrow", "; ".join(
            f"{name}: {score}" for name, score in together.items())  # fmt: skip
    return {"code": f"advice.verdicts.{code}",
            "numbers": {**numbers, **({} if known is None else known.numbers)}}  # fmt: skip


def _listed(copied: Mapping[str, Mapping[str, Any]]) -> str:
    """``copies 0.623 [0.560, 0.680] (150)``: the share, and how many are exact copies."""
    return "; ".join(
        f"{name} {one['share']:.1%} [{one['share_low']:.1%}, {one['share_high']:.1%}]"
        if "share_low" in one else f"{name} {one['share']:.1%}"
        for name, one in copied.items())  # fmt: skip
