"""A set of rewritten texts: its rows, its digest, and its folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from monosashi.embeddings import DataError, fault
from monosashi.models.moment import moment
from monosashi.models.rewriters.rewrite_row import RewriteRow, identity_line
from monosashi.models.rewriters.set_files import FORMAT, HEAD, ROWS, read_set
from monosashi.results.writing import strict_json, write_text

Policy = Literal["drop", "original"]


@dataclass(frozen=True)
class RewriteSet:
    """Rewritten texts, all by one generator.

    Attributes
    ----------
    rows : tuple of RewriteRow
        By transformation, seed, field and record as they were asked for.
    generator : str
        Part of every label.
    made_by : "model", "program", "rules" or "recorded"
        Only what a model made may stand beside numbers of HTEB, and only one of its class.
    identity : mapping
        The rewriter: sampling, version of the instructions, order of steps.
    created : str
    spent : mapping
        Calls, tokens, seconds and cost of the run that made it.
    """

    rows: tuple[RewriteRow, ...]
    generator: str
    made_by: str
    identity: Mapping[str, Any]
    created: str = ""
    spent: Mapping[str, Any] | None = None

    def __repr__(self) -> str:
        names, seeds = ", ".join(self.transformations), ", ".join(map(str, self.seeds))
        return f"RewriteSet({len(self.rows)} rows by {self.generator!r}: {names}; seeds {seeds})"

    @property
    def digest(self) -> str:
        """SHA-256 over all transformed texts and what they are of; later results hold it."""
        whole = sha256()
        for line in sorted(identity_line(row) for row in self.rows):
            whole.update(line.encode("ascii") + b"\n")
        return whole.hexdigest()

    @property
    def checksum(self) -> str:
        """SHA-256 over everything that the rows hold, so that no edit to one goes unnoticed."""
        whole = sha256()
        for line in sorted(json.dumps(asdict(row), sort_keys=True) for row in self.rows):
            whole.update(line.encode("ascii") + b"\n")
        return whole.hexdigest()

    @property
    def transformations(self) -> list[str]:
        """Names in the order of their first coming."""
        return list(dict.fromkeys(row.transformation for row in self.rows))

    @property
    def seeds(self) -> list[int]:
        """Seeds in the order of their first coming."""
        return list(dict.fromkeys(row.seed for row in self.rows))

    @property
    def datasets(self) -> list[str]:
        """Names of the data sets."""
        return list(dict.fromkeys(row.dataset for row in self.rows))

    def of(self, transformation: str, seed: int, *, dataset: str | None = None,
           field: str | None = None) -> list[RewriteRow]:  # fmt: skip
        """The rows of one transformation and seed."""
        return [row for row in self.rows
                if row.transformation == transformation and row.seed == seed
                and (dataset is None or row.dataset == dataset)
                and (field is None or row.field == field)]  # fmt: skip

    def texts(
        self,
        transformation: str,
        seed: int,
        *,
        dataset: str | None = None,
        field: str | None = None,
        policy: Policy = "drop",
    ) -> dict[str, str | None]:
        """Transformed texts by record: of failures None, or the original where that is asked for.

        A failure whose original stands in its place counts as perfectly robust: with a share f of
        failures the observed drop is (1 − f) times the true one. ``drop`` is the default for that.
        """
        rows = self.of(transformation, seed, dataset=dataset, field=field)
        return {row.record: row.text if row.kept else row.original if policy == "original" else None
                for row in rows}  # fmt: skip

    def retained(self, transformation: str, seed: int, *, dataset: str | None = None) -> list[str]:
        """Records of which every field was kept, so that both sides hold the same rows."""
        held: dict[str, bool] = {}
        for row in self.of(transformation, seed, dataset=dataset):
            held[row.record] = held.get(row.record, True) and row.kept
        return [record for record, kept in held.items() if kept]

    def save(self, folder: str | Path) -> Path:
        """Write ``rewrites.jsonl`` and ``set.json``; the second one says that all is there."""
        place = Path(folder)
        lines = "".join(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in self.rows)
        write_text(place / ROWS, lines)
        write_text(place / HEAD, strict_json(self.head()))
        return place

    def head(self) -> dict[str, Any]:
        """What ``set.json`` holds."""
        return {"kind": "rewrite set", "format": FORMAT, "digest": self.digest,
                "checksum": self.checksum, "generator": self.generator, "made_by": self.made_by,
                "identity": dict(self.identity), "created": self.created or moment(),
                "datasets": self.datasets, "transformations": self.transformations,
                "seeds": self.seeds, "rows": len(self.rows),
                "spent": None if self.spent is None else dict(self.spent)}  # fmt: skip

    @classmethod
    def load(cls, folder: str | Path) -> RewriteSet:
        """Read a folder that ``save`` wrote.

        Raises
        ------
        DataError
            There is none, it is of a newer format, or its rows are not those that were saved. Sets
            of earlier versions hold no checksum: of them the texts are compared, by the digest.
        """
        place = Path(folder)
        head, rows = read_set(place)
        try:
            found = cls(rows, head["generator"], head["made_by"], head["identity"],
                        head["created"], head.get("spent"))  # fmt: skip
        except KeyError:
            raise DataError(fault("rewriting.errors.broken_set", path=place)) from None
        edited = head.get("checksum") not in {None, found.checksum}
        if edited or found.digest != head.get("digest"):
            raise DataError(fault("rewriting.errors.changed_set", path=place))
        return found


def joined(sets: Sequence[RewriteSet]) -> list[RewriteRow]:
    """Rows of several sets, one after the other; the generator stands in every row."""
    return [row for one in sets for row in one.rows]
