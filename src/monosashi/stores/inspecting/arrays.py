"""Describe files of arrays: npy, npz, safetensors, FAISS."""

from __future__ import annotations

from pathlib import Path

from monosashi.embeddings.checks import row_numbers
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.files.beside import VectorFile
from monosashi.embeddings.files.cards import card_of
from monosashi.embeddings.files.table import Table
from monosashi.stores.inspecting.beside import array_rows
from monosashi.stores.inspecting.columns import column_rows
from monosashi.stores.inspecting.inspection import Inspection
from monosashi.stores.inspecting.key_facts import key_facts, language_rows
from monosashi.stores.inspecting.proposals import group_like
from monosashi.stores.inspecting.questions import Questions
from monosashi.stores.inspecting.roles import texts_in
from monosashi.stores.inspecting.tables import language_and_key
from monosashi.stores.inspecting.text_facts import suspicious_rows, text_row
from monosashi.stores.inspecting.usable import no_matrix
from monosashi.stores.reading import read
from monosashi.stores.site_places import is_code


def look_at_arrays(path: Path, kind: str, asked: Questions) -> Inspection:
    """Every matrix, the ids, the arrays with a value a row, the card."""
    faults = Faults()
    file = VectorFile.load(path, asked.id)
    vectors = array_rows(file, faults)
    n = len(file.ids) if file.ids is not None else max((row["rows"] for row in vectors), default=0)
    flat = {name: array.astype(object) if array.dtype.kind == "U" else array
            for name, array in file.arrays.items() if array.shape == (n,)}  # fmt: skip
    texts = texts_in(flat, asked, None)
    language, key = language_and_key(flat, texts, None)
    ids = None if file.ids is None else {"column": "ids", "unique": True,
                                         "example": str(file.ids[0])}  # fmt: skip
    if not vectors:
        faults.found.append(no_matrix(file))
    card = faults.attempt(card_of, path, None)
    wide = asked.wide or ",".join(_languages(file)) or None
    if asked.vectors or wide or len(vectors) == 1:
        faults.attempt(read, path, vectors=asked.vectors, id=asked.id, wide=wide)
    kept = {(one.code, one.rows): one for one in faults.found}
    named = kind in {"npz", "safetensors"} and wide is None
    chosen = asked.vectors or (file.name_of("vectors") if named else None)
    names = row_numbers(n) if file.ids is None else file.ids
    return Inspection(
        path.name, kind, n, column_rows(Table(path.name, flat)), vectors,
        [text_row(name, flat[name]) for name in texts],
        [row for name in texts for row in suspicious_rows(name, flat[name], names)],
        language_rows(flat[language]) if language else [], ids,
        key_facts(flat[key], flat[language]) if key and language else None,
        card.to_dict() if card else None, faults=tuple(kept.values()), notices=file.notices,
        found={"vectors": chosen, "wide": wide, "id": asked.id, "key": key, "language": language,
               "groups": group_like(flat, {*texts, key, language})},
    )  # fmt: skip


def _languages(file: VectorFile) -> list[str]:
    """Languages of arrays that are called ``LANG`` or ``LANG_passage``, if all of them are."""
    names = [name for name in file.matrices() if not name.endswith("_query")]
    codes = [name.removesuffix("_passage") for name in names]
    return codes if len(codes) > 1 and all(map(is_code, codes)) else []
