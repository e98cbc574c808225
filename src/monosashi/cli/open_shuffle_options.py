"""How labels are shuffled where the number of arrangements follows from the data unless given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter

from monosashi.cli.options import at_least
from monosashi.cli.shape_options import TESTS


@Parameter(name="*")
@dataclass(frozen=True)
class OpenShuffleOptions:
    """How labels are shuffled."""

    within: Annotated[str | None, Parameter(group=TESTS)] = None
    """Column of blocks: labels change places inside them only."""
    whole: Annotated[str | None, Parameter(group=TESTS)] = None
    """Column of units: rows of one unit move together (translations, chunks, sessions)."""
    key: Annotated[str | None, Parameter(group=TESTS)] = None
    """Column that names what is said: rows sharing a key move together, as with --whole."""
    permutations: Annotated[int | None, at_least(1, TESTS)] = None
    """Random arrangements behind each p; default: what the question needs and time allows."""

    def arguments(self) -> dict[str, Any]:
        """Keyword arguments of the measures."""
        return {"within": self.within, "whole": self.whole or self.key,
                "permutations": self.permutations}  # fmt: skip

    def given(self) -> dict[str, Any]:
        """The options themselves, to repeat a run."""
        return {"within": self.within, "whole": self.whole, "key": self.key,
                "permutations": self.permutations}  # fmt: skip
