"""Options of `monosashi language`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from monosashi.cli.audit import MEASURE
from monosashi.cli.options import at_least
from monosashi.cli.shape_options import CONFIDENCE, between

KS = "1,5,10"


@Parameter(name="*")
@dataclass(frozen=True)
class LanguageOptions:
    """What is measured, and how."""

    key: Annotated[str | None, Parameter(group=MEASURE)] = None
    """Column that names what is said; rows sharing a key are translations or chunks."""
    language: Annotated[str | None, Parameter(group=MEASURE)] = None
    """Column of language codes."""
    source: Annotated[str | None, Parameter(group=MEASURE)] = None
    """Only directions from this language; all languages stay in the pool."""
    target: Annotated[str | None, Parameter(group=MEASURE)] = None
    """Only directions to this language."""
    repairs: Annotated[str | None, Parameter(group=MEASURE)] = None
    """Comma list of repairs to try, e.g. centering,query-centering,lir:2; or none."""
    experiments: Annotated[bool, Parameter(group=MEASURE, negative="")] = False
    """Try the usual knobs too: dimensions, cleaning, roles, a score threshold."""
    equal_pools: Annotated[int | None, at_least(2, MEASURE)] = None
    """Draw pools of equal size this many times and measure again."""
    translated: Annotated[str | None, Parameter(group=MEASURE)] = None
    """How the texts were translated: human, machine, unknown, or a column of these."""
    keep_copies: Annotated[bool, Parameter(group=MEASURE, negative="")] = False
    """Ask for translations that are copies of the text, too."""
    k: Annotated[str, Parameter(group=MEASURE)] = KS
    """Comma list of the list lengths at which recall is taken."""
    confidence: Annotated[float, between(0, 1)] = CONFIDENCE
    """Confidence of all intervals."""
    seed: Annotated[int, at_least(0, MEASURE)] = 0
    """Start of all random numbers."""

    def settings(self) -> dict[str, Any]:
        """The options by name, those that are unset or usual as None."""
        held = asdict(self)
        usual = {"k": KS, "experiments": False, "keep_copies": False}
        return {name: None if usual.get(name) == value else value for name, value in held.items()}
