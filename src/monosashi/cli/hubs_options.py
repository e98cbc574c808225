"""Options of `monosashi hubs`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Group, Parameter

from monosashi.cli.options import at_least, named_path
from monosashi.cli.query_options import ASKED

CORRECTIONS = Group("Corrections", sort_key=2)


@Parameter(name="*")
@dataclass(frozen=True)
class HubQueryOptions:
    """Queries searched in the sets, and which items answer them."""

    queries: Annotated[str | None, Parameter(group=ASKED)] = None
    """File of queries; a comma list, one a set. Default: every item among the others."""
    gold: Annotated[Path | None, Parameter(group=ASKED)] = None
    """Which item answers which query (for --compare): TREC qrels, csv, tsv or jsonl."""
    queries_vectors: Annotated[str | None, Parameter(group=ASKED)] = None
    """Column, array or file of the vectors of --queries; default the column of --vectors."""
    query_id: Annotated[str | None, Parameter(group=ASKED)] = None
    """Column of ids in --queries; default as in --id."""
    query_text: Annotated[str | None, Parameter(group=ASKED)] = None
    """Column of texts in --queries, for --embedder; default as in --text."""

    def settings(self) -> dict[str, Any]:
        """The options by name, as a settings file writes them."""
        return {**asdict(self), "gold": None if self.gold is None else str(self.gold)}


@Parameter(name="*")
@dataclass(frozen=True)
class CorrectionOptions:
    """What is tried against hubs."""

    compare: Annotated[bool, Parameter(group=CORRECTIONS, negative="")] = False
    """Measure what each correction does to hubs, and with --gold to the answers."""
    methods: Annotated[str | None, Parameter(group=CORRECTIONS)] = None
    """Comma list for --compare: icdm, nicdm, csls, local-scaling, mutual-proximity,
    mutual-proximity-empirical, dissim-local, sphere."""
    correction_k: Annotated[int | None, at_least(1, CORRECTIONS)] = None
    """Neighbours that corrections look at; default twice --k."""
    reduce: Annotated[str | None, Parameter(group=CORRECTIONS)] = None
    """Fit this correction and measure its effect."""
    save: Annotated[Path | None, Parameter(group=CORRECTIONS, converter=named_path)] = None
    """Folder to keep the correction of --reduce in, for new queries."""

    def settings(self) -> dict[str, Any]:
        """The options by name: the same command again keeps the same correction."""
        return {"compare": self.compare or None, "methods": self.methods,
                "correction_k": self.correction_k, "reduce": self.reduce,
                "save": None if self.save is None else str(self.save)}  # fmt: skip

    @property
    def names(self) -> list[str] | None:
        """The methods of --compare, or the one of --reduce."""
        if self.reduce is not None:
            return [self.reduce]
        if self.methods is None:
            return None
        return [part.strip() for part in self.methods.split(",") if part.strip()]
