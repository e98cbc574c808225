"""What every result can do: dict, tables, findings, Markdown, LaTeX, pandas, folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar

from monosashi.embeddings import Fault
from monosashi.results.finding import Finding
from monosashi.results.plain import plain
from monosashi.results.provenance import Provenance
from monosashi.results.tables import latex_table, markdown_table

Row = dict[str, Any]
Tables = dict[str, list[Row]]


def hidden(**kwargs: Any) -> Any:
    """Dataclass field that stays out of ``to_dict`` (large arrays, live objects)."""
    return field(metadata={"hidden": True}, **kwargs)


@dataclass(frozen=True, kw_only=True)
class Result:
    """Base of all results: frozen, with provenance and reasons for what is undefined.

    Attributes
    ----------
    provenance : Provenance
    reasons : mapping of field name to Fault
        Why a field is None.
    """

    kind: ClassVar[str] = "result"
    provenance: Provenance
    reasons: Mapping[str, Fault] = field(default_factory=dict)

    def tables(self) -> Tables:
        """Long rows, one list a table."""
        return {}

    def findings(self) -> list[Finding]:
        """What these numbers mean, worst first."""
        return []

    def to_dict(self) -> dict[str, Any]:
        """Strict JSON values only: no NaN, no infinity; reasons stand beside what is None."""
        shown = [f.name for f in fields(self) if not f.metadata.get("hidden")]
        return {"kind": self.kind, **{name: plain(getattr(self, name)) for name in shown}}

    def to_pandas(self) -> dict[str, Any]:
        """Each table as a pandas DataFrame (pandas must be installed)."""
        import pandas as pd

        return {name: pd.DataFrame(rows) for name, rows in self.tables().items()}

    def to_markdown(self) -> str:
        """All tables in Markdown."""
        return "\n\n".join(markdown_table(name, rows) for name, rows in self.tables().items())

    def to_latex(self) -> str:
        """All tables in LaTeX (booktabs)."""
        return "\n\n".join(latex_table(name, rows) for name, rows in self.tables().items())

    def save(self, folder: str | Path) -> None:
        """Write ``result.json`` (with findings) and ``tables/*.csv`` into a folder, atomically."""
        from monosashi.results.writing import write_result

        document = {"findings": plain(self.findings()), **self.to_dict()}
        write_result(Path(folder), document, self.tables())
