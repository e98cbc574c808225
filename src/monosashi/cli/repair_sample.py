"""What `repair fit` and `repair refresh` learn from: documents, and a sample of queries."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Group, Parameter

from monosashi.cli.options import DataOptions, TextOptions

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet

REPAIR = Group("Repair", sort_key=2)


@Parameter(name="*")
@dataclass(frozen=True)
class SampleOptions:
    """How the documents are read, and which queries stand beside them."""

    key: Annotated[str | None, Parameter(group=REPAIR)] = None
    """Column that names the page of a chunk; chunks of a page then count as one in noise bands."""
    queries: Annotated[Path | None, Parameter(group=REPAIR)] = None
    """Sample of the query log, for query-centering and pivot-shift; 50 of a language are plenty."""
    queries_vectors: Annotated[str | None, Parameter(group=REPAIR)] = None
    """Column, array name or file of the queries' vectors; default the column of --vectors."""
    query_text: Annotated[str | None, Parameter(group=REPAIR)] = None
    """Column of texts in --queries, for --embedder; default as in --text."""
    data: DataOptions = DataOptions()
    texts: TextOptions = TextOptions()

    def documents(self, path: Path, language: str | None) -> EmbeddingSet:
        """The documents, with ``language`` the name of a column."""
        from monosashi.cli.repair_sources import read_documents

        return read_documents(path, self.data, self.texts, key=self.key, language=language)

    def asked(self, language: str | None) -> EmbeddingSet | None:
        """The sample of queries, if there is one."""
        from monosashi.cli.repair_sources import read_queries

        return read_queries(self.queries, self.queries_vectors, self.data, self.texts,
                            language=language, text=self.query_text)  # fmt: skip

    def apply_line(self, repair: Path, path: Path, language: str | None) -> str:
        """The command that applies the repair to these documents."""
        from monosashi.cli.repair_path import apply_line, reading
        from monosashi.cli.repair_sources import query_options

        options: dict[str, Any] = {"language": language, "key": self.key,
                                   **reading(self.data, self.texts)}  # fmt: skip
        asked = query_options(self.queries, self.queries_vectors, self.query_text)
        return apply_line(repair, path, {**options, **asked})


@Parameter(name="*")
@dataclass(frozen=True)
class LaterSampleOptions(SampleOptions):
    """The same for a repair that exists, whose means of queries may stay."""

    queries: Annotated[Path | None, Parameter(group=REPAIR)] = None
    """Sample of the query log, for repairs with means of queries; without it these stay."""
