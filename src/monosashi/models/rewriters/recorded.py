"""Rewritten texts that are there already: lines of JSON, Parquet, a set of ours, HTEB's folders."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.models.rewriters.contract import Made
from monosashi.models.rewriters.items import Item
from monosashi.models.rewriters.recorded_texts import (
    ANY_SEED,
    Told,
    check_agreeing,
    recorded_texts,
)
from monosashi.models.rewriters.transformations import Transformation


class RecordedRewriter:
    """Texts that others have made: another machine, people, or the published sets of HTEB.

    Every line is one JSON object (or a row of Parquet) with ``transformation``, ``text`` and
    ``id`` (or ``record``) or ``original``; ``seed``, ``field``, ``language`` and ``generator`` are
    optional. A text without a seed serves every seed. A text is found by its field and id, else
    by its original: nothing is guessed, and an id whose original has changed is not used.

    Parameters
    ----------
    path : path
        A file of JSON lines or Parquet, a folder that ``RewriteSet.save`` wrote, or a folder in
        HTEB's layout (``GENERATOR/DATASET/TRANSFORMATION/SEED/data_….parquet``).
    name : str, optional
        The generator; default what the file says, else ``recorded:FILE``.

    Raises
    ------
    DataError
        It cannot be read, lines hold no rewriting, or two lines say different things of one text:
        all are named.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from monosashi.models.rewriters.transformations import EIGHT
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.jsonl")
    ...     line = {"id": "q1", "transformation": "paraphrasing", "text": "I can't sign in."}
    ...     _ = file.write_text(json.dumps(line), encoding="utf-8")
    ...     made = RecordedRewriter(file)
    >>> made.make(Item("q1", "text", "I cannot log in."), EIGHT["paraphrasing"], 1337, "any").text
    "I can't sign in."
    """

    def __init__(self, path: str | Path, *, name: str | None = None) -> None:
        place = Path(path)
        rows = list(recorded_texts(place))
        if not rows:
            raise DataError(fault("rewriting.errors.recorded_empty", path=place.name))
        told = list(dict.fromkeys(row.generator for row in rows if row.generator))
        self.name = name or (told[0] if len(told) == 1 else f"recorded:{place.name}")
        check_agreeing(rows, place)
        self._by_id: dict[tuple[str, int, str | None, str], Told] = {}
        self._by_text: dict[tuple[str, int, str], Told] = {}
        for row in rows:
            if row.record is not None:
                place_of = (row.transformation, row.seed, row.field, row.record)
                self._by_id.setdefault(place_of, row)
            if row.original is not None:
                self._by_text.setdefault((row.transformation, row.seed, row.original.strip()), row)
        self._seeds = list(dict.fromkeys(row.seed for row in rows))
        self._offers = list(dict.fromkeys(row.transformation for row in rows))
        told_rows = json.dumps([list(row[:-1]) for row in rows])  # without their lines
        self._digest = sha256(told_rows.encode()).hexdigest()[:16]

    def offers(self) -> list[str]:
        """Transformations of which there is any text."""
        return list(self._offers)

    def seeds(self) -> list[int]:
        """Seeds of which there is any text; none where a text without a seed serves them all."""
        return [] if ANY_SEED in self._seeds else list(self._seeds)

    def identity(self) -> dict[str, Any]:
        """A digest of all that is recorded."""
        return {"kind": "recorded rewritings", "rows": self._digest, "generator": self.name}

    def make(self, item: Item, transformation: Transformation, seed: int, dataset: str
             ) -> Made | None:  # fmt: skip
        """What is recorded for a text."""
        del dataset
        found = self._found(item, transformation.name, seed)
        return None if found is None else Made(found.text, found.language)

    def _found(self, item: Item, name: str, seed: int) -> Told | None:
        for number in (seed, ANY_SEED):
            for field in (item.field, None):
                told = self._by_id.get((name, number, field, item.record))
                same = told is not None and (
                    told.original is None or told.original.strip() == item.text.strip()
                )
                if told is not None and same:
                    return told
            if told := self._by_text.get((name, number, item.text.strip())):
                return told
        return None
