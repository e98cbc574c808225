"""Commands take the address of a store where they take a file."""

import json

import numpy as np
import pytest

from monosashi.cli import main
from monosashi.embeddings import EmbeddingSet
from monosashi.stores import read, write

pytest.importorskip("qdrant_client")


@pytest.fixture
def addresses(tmp_path, monkeypatch):
    """Pages in two languages, and questions with the gold in a file."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    shared = rng.normal(size=(30, 8))
    rows = np.concatenate([shared + 0.3 * rng.normal(size=(30, 8)) for _ in "ab"])
    ids = [f"{lang}-{row}" for lang in ("ja", "en") for row in range(30)]
    columns = {"lang": ["ja"] * 30 + ["en"] * 30, "slug": [f"s{row % 30}" for row in range(60)],
               "topic": [f"t{row % 3}" for row in range(60)],
               "text": [f"sentence number {row}" for row in range(60)]}  # fmt: skip
    pages = EmbeddingSet.from_arrays(rows, ids=ids, columns=columns).unit()
    asked = EmbeddingSet.from_arrays(shared, ids=[f"q{row}" for row in range(30)]).unit()
    for name, data in {"pages": pages, "asked": asked}.items():
        write(data, f"qdrant+local:{name}?collection={name}")
    gold = [f"q{row}\t0\ten-{row}\t1\n" for row in range(30)]
    (tmp_path / "gold.qrels").write_text("".join(gold), encoding="utf-8")
    return "qdrant+local:pages?collection=pages", "qdrant+local:asked?collection=asked"


def result(folder):
    return json.loads((folder / "result.json").read_text(encoding="utf-8"))


def test_inspect(addresses, capsys):
    assert main(["inspect", addresses[0], "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["format"], found["rows"]) == ("qdrant", 60)
    assert found["vectors"][0]["vectors"] == "vector"
    assert "'qdrant+local:pages?collection=pages'" in found["next"]
    assert any(one["code"].endswith("store_unit") for one in found["notices"])


def test_audit(addresses, tmp_path):
    options = ["--groups", "topic", "--key", "slug", "--language", "lang", "--out", "out"]
    assert main(["audit", addresses[0], *options]) == 0
    assert result(tmp_path / "out")["results"]["facts"]["n"] == 60


def test_retrieval(addresses, tmp_path):
    done = main(["retrieval", addresses[0], "--queries", addresses[1], "--gold", "gold.qrels",
                 "--out", "out"])  # fmt: skip
    assert done == 0
    assert (tmp_path / "out" / "result.json").is_file()


def test_compare(addresses):
    other = "qdrant+local:pages2?collection=pages"
    write(read(addresses[0]), other)
    assert main(["compare", addresses[0], other, "--groups", "topic", "--out", "out"]) == 0


def test_embed_takes_texts_from_a_store(addresses, tmp_path):
    assert main(["embed", addresses[0], "--embedder", "hashing", "--out", "again"]) == 0
    assert (tmp_path / "again").is_dir()


@pytest.mark.usefixtures("addresses")
def test_faults_of_an_address_are_said_without_a_traceback(capsys):
    assert main(["audit", "qdrant+local:pages?collection=none", "--out", "out"]) == 4
    assert '"pages"' in capsys.readouterr().err
    assert main(["audit", "qdrant://me:pw@host/pages", "--out", "out"]) == 4
    told = capsys.readouterr().err
    assert "QDRANT_API_KEY" in told
    assert "pw" not in told


def test_the_services_exit_code_wins_for_queries_too(addresses, capsys):
    code = main(["retrieval", addresses[0], "--queries", "qdrant://127.0.0.1:9/asked", "--gold",
                 "gold.qrels", "--out", "out"])  # fmt: skip
    assert code == 5
    assert "does not answer" in capsys.readouterr().err


def test_a_notice_of_a_store_names_its_address_in_results(addresses, tmp_path):
    assert main(["audit", addresses[0], "--out", "seen"]) == 0
    told = result(tmp_path / "seen")["data"]["notices"]
    values = [one["values"]["address"] for one in told if "address" in one.get("values", {})]
    assert values
    assert all(isinstance(value, str) and "qdrant" in value for value in values)
