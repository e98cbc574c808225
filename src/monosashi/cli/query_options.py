"""Options of commands that can also ask queries whose answers are known."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Group, Parameter

ASKED = Group("Queries and gold", sort_key=2)


@Parameter(name="*")
@dataclass(frozen=True)
class QueryOptions:
    """What is asked of the documents, and which of them answer it."""

    queries: Annotated[str | None, Parameter(group=ASKED)] = None
    """File of queries, with vectors or (with --embedder) texts; a comma list, one a model."""
    gold: Annotated[Path | None, Parameter(group=ASKED)] = None
    """Which document answers which query: TREC qrels, BEIR tsv, csv, tsv or jsonl."""
    queries_vectors: Annotated[str | None, Parameter(group=ASKED)] = None
    """Column, array or file of the vectors of --queries; default the column of --vectors."""
    query_id: Annotated[str | None, Parameter(group=ASKED)] = None
    """Column of ids in --queries; default as in --id."""
    query_text: Annotated[str | None, Parameter(group=ASKED)] = None
    """Column of texts in --queries, for --embedder; default as in --text."""
    query_groups: Annotated[str | None, Parameter(group=ASKED)] = None
    """Column of --queries: equal labels mark queries that belong together."""
    document: Annotated[str | None, Parameter(group=ASKED)] = None
    """Column that names the document of a chunk: a document stands where its best chunk does."""
    exclude: Annotated[str | None, Parameter(group=ASKED)] = None
    """Hide a query's own document: id, or columns that must be equal, e.g. language,key."""

    def settings(self) -> dict[str, Any]:
        """The options by name, as a settings file writes them."""
        return {**asdict(self), "gold": None if self.gold is None else str(self.gold)}

    @property
    def hidden(self) -> str | list[str] | None:
        """``id``, or the columns that must all be equal."""
        if self.exclude in {None, "id"}:
            return self.exclude
        return [name.strip() for name in (self.exclude or "").split(",") if name.strip()]
