"""What may be a secret in the line of a model stands in no report."""

import pytest

from monosashi.embeddings import DataError
from monosashi.models import CommandEmbedder, OpenAICompatible, embedder
from monosashi.models.masking import masked_spec
from monosashi.models.specs import read_spec


@pytest.mark.parametrize(
    "line",
    [
        "command:embed --api-key S3CRET",
        "command:python3 prog.py -k S3CRET",
        "command:python3 prog.py -kS3CRET",
        "command:embed S3CRET",
        "command:embed --whatever=S3CRET",
        "command:API_KEY=S3CRET embed",
        "command:embed 'a S3CRET",
        "command:embed x?batch=2&key=S3CRET",
        "command:embed --api-key=S3CRET --fast",
        "command:embed --token 'S3CRET and more'",
        'command:embed --my-password "S3CRET"',
        "command:embed --accessToken S3CRET",
        "command:sh -c 'API_KEY=S3CRET embed | sort'",
        "command:env HF_TOKEN=S3CRET embed",
        "command:curl -H 'Authorization: Bearer S3CRET more' http://127.0.0.1/x",
        "command:curl -u me:S3CRET http://127.0.0.1/x",
        "command:curl 'http://me:S3CRET@127.0.0.1/x'",
        "command:curl 'http://127.0.0.1/x?q=S3CRET&z=S3CRET'",
        "command:embed sk-S3CRET-S3CRET",
        "hashing,command:embed --pwd S3CRET --credential S3CRET,use",
        "openai:m?url=https://h.org/v1?sv=S3CRET%26other=S3CRET&batch=4",
        "openai:m?url=https://h.org/v1%3Fq%3DS3CRET&batch=4",
        "openai:m?url=https://h.org/v1?S3CRET",
        "openai:m?url=https://h.org/v1?api-version=2024-01;x=S3CRET",
        "openai:m?url=https://h.org/v1?api-version=2024-01%3Bx%3DS3CRET",
        "openai:m?url=https://h.org/v1?a;S3CRET=1",
        "openai:m?url=https://h.org/v1%253Fapi-version%253DS3CRET",
        "openai:m?url=https://h.org/v1%253Fa%253D1%2526b%253DS3CRET",
        "gemini:m?batch=4&url=https://h.org/v1?q=S3CRET",
    ],
)
def test_secrets_are_left_out(line):
    assert "S3CRET" not in masked_spec(line)
    assert masked_spec(line).startswith(line[:6])


@pytest.mark.parametrize(
    "line",
    [
        "use",
        "use,hashing?dimension=32",
        "st:BAAI/bge-m3?trust_remote_code=true&truncate_dim=64",
        "openai:m?url=http://127.0.0.1:8000/v1&query_prefix=query:%20&key_env=MY_KEY",
        "openai:m?url=https://h.org/v1?api-version=2024-02-01&dimensions=8",
        "python:module:function?revision=1",
        "command:python token.py --fast data.jsonl 'two words.json' ?batch=8&name=m",
        "command:python -m module.of_mine",
        "",
        ",",
    ],
)
def test_what_is_harmless_stays(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("token.py", "data.jsonl", "two words.json"):
        (tmp_path / name).touch()
    assert masked_spec(line) == line


def test_the_name_after_a_name_is_looked_at_too():
    assert (
        masked_spec("command:embed --verbose --token S3CRET") == "command:embed --verbose --token …"
    )


@pytest.mark.parametrize(
    "line",
    [
        "command:python3 prog.py -k S3CRET",
        "command:embed --api-key=S3CRET ?batch=2",
        "command:embed x?key=S3CRET",
        "command:embed sk-S3CRET-S3CRET",
        "openai:m?url=https://h.org/v1?sv=S3CRET",
        "openai:m?url=https://me:S3CRET@h.org/v1",
    ],
)
def test_a_masked_line_is_refused_and_not_run_with_the_mask_as_its_key(line):
    with pytest.raises(DataError) as caught:
        embedder(masked_spec(line))
    assert [one.code for one in caught.value.faults] == ["models.errors.masked"]
    assert "Put the value back" in str(caught.value)
    assert "値を元に戻す" in caught.value.say("ja")


def test_an_ellipsis_elsewhere_is_a_sign_like_any_other():
    assert (
        embedder("openai:m?url=http://127.0.0.1:8000/v1&query_prefix=…").card("query").prefix == "…"
    )


def test_a_question_mark_of_a_command_is_written_as_in_an_address():
    assert read_spec("command:embed 'a%3F' %253f?batch=2").target == "embed 'a?' %3F"
    with pytest.raises(DataError, match="write %3F for a"):
        embedder("command:embed 'a?.txt'")


PROGRAM = """
import sys
print("usage:", *sys.argv[1:], file=sys.stderr)
print("not json", *sys.argv[1:]) if sys.argv[-1] == "speak" else sys.exit(3)
"""


@pytest.mark.parametrize("last", ["stay", "speak"])
def test_what_a_failing_program_says_of_its_arguments_is_blank(tmp_path, last):
    script = tmp_path / "prog.py"
    script.write_text(PROGRAM, encoding="utf-8")
    command = ["python3", str(script), "-k", "TOPS3CRET", "-p", "pw1", "user:HIDDEN9", last]
    with pytest.raises(DataError) as caught:
        CommandEmbedder(command).embed(["text"])
    told = str(caught.value)
    assert not [secret for secret in ("TOPS3CRET", "pw1", "HIDDEN9") if secret in told]
    assert "-k … -p …" in told


def test_a_script_longer_than_names_may_be_is_no_file():
    assert CommandEmbedder(["sh", "-c", "x" * 5000]).name == "command:sh"
    assert masked_spec(f"command:sh -c {'x' * 5000}") == "command:sh -c …"


@pytest.mark.parametrize("name", ["auth", "pass", "pwd", "credential", "signature", "sig",
                                  "api-key", "X-Amz-Credential"])  # fmt: skip
def test_addresses_with_such_a_query_are_refused(name):
    with pytest.raises(DataError) as caught:
        OpenAICompatible("m", url=f"https://example.org/v1?{name}=S3CRET")
    assert "S3CRET" not in str(caught.value)


def test_addresses_that_differ_in_their_query_are_different_models():
    def space(query):
        return OpenAICompatible("m", url=f"https://example.org/v1{query}").identity()

    assert space("?deployment=a") != space("?deployment=b")
    assert space("?deployment=a") != space("")
    assert "query" not in space("")
    assert "deployment" not in str(space("?deployment=a"))


def test_a_query_that_was_encoded_into_the_path_is_neither_shown_nor_lost():
    def space(path):
        return OpenAICompatible("m", url=f"https://example.org/{path}").identity()

    assert space("v1%3Fapi-version%3DS3CRET")["url"] == "https://example.org/v1"
    assert space("v1%253Fapi-version%253DS3CRET")["url"] == "https://example.org/v1"
    assert space("v1%3Fa%3D1") != space("v1%3Fa%3D2")
    with pytest.raises(DataError) as caught:
        OpenAICompatible("m", url="https://example.org/v1%253Fapi-key%253DS3CRET")
    assert "S3CRET" not in str(caught.value)
