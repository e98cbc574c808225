"""What may be a secret in the line of a model stands in no report."""

import pytest

from monosashi.embeddings import DataError
from monosashi.models import OpenAICompatible
from monosashi.models.masking import masked_spec


@pytest.mark.parametrize(
    "line",
    [
        "command:embed --api-key S3CRET",
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
        "command:python embed.py --tokenizer t.json --max-tokens 5 --key-env MY_KEY ?batch=8",
        "command:python token.py data.jsonl",
        "command:embed --langs en,ja 'a,b'",
        "",
        ",",
    ],
)
def test_what_is_harmless_stays(line):
    assert masked_spec(line) == line


def test_the_name_after_a_name_is_looked_at_too():
    assert (
        masked_spec("command:embed --verbose --token S3CRET") == "command:embed --verbose --token …"
    )


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
