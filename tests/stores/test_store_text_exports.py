"""What pgvector and OpenSearch write out, and what goes back into them (docs/stores.md)."""

import csv
import json

import numpy as np
import pytest

from monosashi.embeddings import DataError, EmbeddingSet
from monosashi.stores import read


def copied(rows, null=""):
    """As ``COPY … WITH (FORMAT csv, HEADER)`` writes rows: quotes where needed, vectors as text."""
    lines = ["id,lang,text,embedding"]
    for name, lang, text, vector in rows:
        quoted = '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n') else text
        shown = null if vector is None else '"' + vector + '"'
        lines.append(f"{name},{lang},{quoted},{shown}")
    return "\n".join(lines) + "\n"


def as_postgres(vector):
    """The shortest digits that give the same float32 back, as ``vector_out`` prints them."""
    return "[" + ",".join(np.format_float_scientific(x, trim="-") if abs(x) < 1e-4
                          else str(x) for x in vector) + "]"  # fmt: skip


def test_a_copy_of_a_table_reads_as_vectors(tmp_path):
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(50, 6)).astype(np.float32)
    vectors[3] *= np.float32(1e-7)
    rows = [(row, "ja" if row % 2 else "en", f'say "{row}",\nplease', as_postgres(vectors[row]))
            for row in range(50)]  # fmt: skip
    (tmp_path / "pages.csv").write_text(copied(rows), encoding="utf-8")
    found = read(tmp_path / "pages.csv", vectors="embedding")
    assert found.ids.tolist() == [str(row) for row in range(50)]
    assert (found.vectors.astype(np.float32) == vectors).all()
    assert found.columns["text"][7] == 'say "7",\nplease'


def test_null_vectors_of_a_copy_are_named_or_dropped(tmp_path):
    rows = [(1, "en", "a", "[1,0]"), (2, "en", "b", None), (3, "ja", "c", "[0,1]")]
    (tmp_path / "pages.csv").write_text(copied(rows), encoding="utf-8")
    with pytest.raises(DataError):
        read(tmp_path / "pages.csv", vectors="embedding")
    dropped = read(tmp_path / "pages.csv", vectors="embedding", invalid="drop")
    assert dropped.ids.tolist() == ["1", "3"]


def test_what_goes_back_has_the_same_bits(tmp_path):
    """The recipe prints float32 as the shortest double; Postgres reads it into a float4 again."""
    vectors = np.random.default_rng(1).normal(size=(20, 5)).astype(np.float32)
    data = EmbeddingSet.from_arrays(vectors, ids=[f"p{row}" for row in range(20)])
    path = tmp_path / "mended.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "vector_mended"])
        for name, vector in zip(data.ids, data.vectors, strict=True):
            rows.writerow([name, "[" + ",".join(map(repr, vector.tolist())) + "]"])
    found = read(path, vectors="vector_mended")
    assert (found.vectors.astype(np.float32) == vectors).all()


def test_hits_of_opensearch_one_a_line(tmp_path):
    hits = [{"_id": f"p{row}", "_score": None,
             "_source": {"lang": "ja", "text": f"文 {row}", "embedding": [row + 0.5, 1.0]}}
            for row in range(3)]  # fmt: skip
    lines = [json.dumps({"id": hit["_id"]} | hit["_source"], ensure_ascii=False) for hit in hits]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines), encoding="utf-8")
    found = read(tmp_path / "pages.jsonl", vectors="embedding")
    assert found.ids.tolist() == ["p0", "p1", "p2"]
    assert found.vectors[:, 0].tolist() == [0.5, 1.5, 2.5]
