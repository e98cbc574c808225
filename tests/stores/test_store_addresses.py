"""Addresses as people write them, and as ``Path`` leaves them."""

from pathlib import Path

import pytest
from stores.store_engines import faults_of

from monosashi.embeddings import DataError
from monosashi.stores import is_store, read
from monosashi.stores.addresses import Address, shown_path, store_address


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("lancedb:///a/b?table=pages", Address("lancedb", "/a/b", "pages")),
        ("lancedb:a/b?table=pages", Address("lancedb", "a/b", "pages")),
        ("qdrant+local:///a?collection=p%20q", Address("qdrant+local", "/a", "p q")),
        ("chroma:///a%23b", Address("chroma", "/a#b", None)),
        ("qdrant://h:7000/pages", Address("qdrant", "http://h:7000", "pages")),
        ("qdrant://h", Address("qdrant", "http://h", None)),
        ("qdrant+https://h/pages", Address("qdrant+https", "https://h", "pages")),
        ("QDRANT://h/pages", Address("qdrant", "http://h", "pages")),
    ],
)
def test_an_address_says_the_same_as_text_and_as_a_path(given, expected):
    assert store_address(given) == expected
    assert store_address(Path(given)) == expected


@pytest.mark.parametrize("given", ["pages.npz", "s3://bucket/x", "C:/pages.npz", "lance", "a:b"])
def test_what_is_no_store(given):
    assert not is_store(given)


@pytest.mark.parametrize(
    "given", ["lancedb:/a?table=p", "qdrant://h:7000/pages", "qdrant+local:a?collection=p"]
)
def test_an_address_is_shown_as_it_can_be_given_again(given):
    assert shown_path(Path(given)) == given
    assert store_address(shown_path(Path(given))) == store_address(given)


@pytest.mark.parametrize(
    "given",
    ["qdrant://user:s3cret@h/pages", "qdrant://h/pages?api_key=s3cret", "lancedb:a?token=s3cret"],
)
def test_a_key_in_an_address_is_refused_and_never_shown(given):
    with pytest.raises(DataError) as error:
        read(given)
    assert "QDRANT_API_KEY" in str(error.value)
    assert "s3cret" not in str(error.value)


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        ("lancedb://a/b", "store_slashes", "lancedb:a/b"),
        ("lancedb:a?tabel=x", "store_option", "tabel"),
        ("chroma:a?collection=", "store_option", "collection"),
        ("lancedb:a?table=x&collection=y", "store_address", "table=pages"),
        ("lancedb:", "store_address", "lancedb:///"),
        ("qdrant:///pages", "store_address", "host:6333"),
        ("qdrant://h/a/b", "store_address", "host:6333"),
    ],
)
def test_what_is_wrong_with_an_address_is_said(given, code, told):
    with pytest.raises(DataError) as error:
        store_address(given)
    assert told in str(faults_of(error)[code])


@pytest.mark.parametrize("scheme", ["lancedb", "qdrant+local", "chroma"])
def test_a_folder_that_is_not_there_is_not_made(tmp_path, scheme):
    folder = tmp_path / "none"
    with pytest.raises(DataError) as error:
        read(f"{scheme}://{folder}?{'table' if scheme == 'lancedb' else 'collection'}=pages")
    assert str(folder) in str(faults_of(error)["store_absent"])
    assert not folder.exists()


@pytest.mark.parametrize(
    ("scheme", "package", "head"),
    [
        ("lancedb", "lancedb", "pages.lance/_versions/x"),
        ("qdrant+local", "qdrant_client", "meta.json"),
        ("chroma", "chromadb", "chroma.sqlite3"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(tmp_path, monkeypatch, scheme, package, head):
    (tmp_path / head).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / head).touch()
    monkeypatch.setitem(__import__("sys").modules, package, None)
    with pytest.raises(DataError) as error:
        read(f"{scheme}://{tmp_path}")
    assert f"monosashi[{scheme.split('+')[0]}]" in str(faults_of(error)["store_package"])
