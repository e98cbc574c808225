"""Any program as an embedder: real child processes, and everything they can do wrong."""

import json
import os
import shlex
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from monosashi.embeddings import DataError, ServiceError
from monosashi.models.command import CommandEmbedder
from monosashi.models.command_answers import read_answers

READ = "import json, sys, os, time\nasked = [json.loads(l) for l in sys.stdin.buffer]\n"
ANSWER = "print(json.dumps({'id': a['id'], 'vector': [len(a['text']), a['id']]}))"
LOOP = f"{READ}for a in asked: {ANSWER}\n"


@pytest.fixture
def program(tmp_path):
    def write(code, **options):
        path = tmp_path / "embed.py"
        path.write_text(code, encoding="utf-8")
        return CommandEmbedder([sys.executable, str(path)], **options)

    return write


def test_any_order_is_put_right_through_all_batches(program):
    code = f"{READ}for a in reversed(asked): {ANSWER}\n"
    made = program(code, batch=3).embed(["a" * i for i in range(1, 9)])
    assert made.tolist() == [[i + 1, i] for i in range(8)]
    assert made.dtype == np.float32


def test_index_and_embedding_are_understood_and_blank_lines_are_not_minded(program):
    code = (
        f"{READ}for a in asked: print('\\n' + json.dumps({{'index': a['id'], 'embedding': [2]}}))"
    )
    assert program(code).embed(["a", "b"]).tolist() == [[2], [2]]


@pytest.mark.parametrize("text", ["日本語と😀", "a\u2028b\u0085c\rd\ne", 'quote " and \\'])
def test_every_character_arrives(program, text):
    code = f"{READ}print(json.dumps({{'id': 0, 'vector': [ord(c) for c in asked[0]['text']]}}))"
    made = program(code).embed([text])
    assert "".join(chr(int(number)) for number in made[0]) == text


def test_the_role_is_told(program):
    code = f"{READ}print(json.dumps({{'id': 0, 'vector': [len(asked[0]['role'])]}}))"
    model = program(code, roles=("query", "passage"))
    assert model.embed(["a"], "query").tolist() == [[5]]
    assert model.embed(["a"]).tolist() == [[7]]
    assert model.card("query").role == "query"
    assert program(code).card("query").role is None


def wrong(*lines, ids=range(3), width=None):
    with pytest.raises(DataError) as caught:
        read_answers("\n".join(lines).encode(), ids=ids, width=width, name="m")
    assert not isinstance(caught.value, ServiceError)
    return {fault.code.removeprefix("models.errors.command_"): fault for fault in
            caught.value.faults}  # fmt: skip


def row(i, vector=(1.0, 2.0)):
    return json.dumps({"id": i, "vector": list(vector)})


def test_all_faults_of_an_answer_are_listed_at_once():
    found = wrong("Loading model", row(0), row(0), row(7), row(1, [1.0]))
    assert found.keys() == {"lines", "twice", "unknown", "unanswered", "width"}
    assert found["twice"].rows == (0,)
    assert found["unknown"].rows == (7,)
    assert found["unanswered"].rows == (2,)
    assert found["width"].rows == (1,)
    assert "lines 1, for example 'Loading model'" in found["lines"].say("en")
    assert "1 行" in found["lines"].say("ja")


@pytest.mark.parametrize(
    "line",
    [
        "[1, 2]",
        '{"id": "0", "vector": [1]}',
        '{"id": true, "vector": [1]}',
        '{"id": 0, "vector": []}',
        '{"id": 0, "vector": ["1"]}',
        '{"id": 0, "vector": [null]}',
        '{"id": 0, "vector": "1"}',
        '{"id": 0}',
        f'{{"id": 0, "vector": [1{"0" * 400}]}}',
        '{"id": 0, "vector": [1',
        "[" * 100_000,
    ],
)
def test_a_line_that_is_no_answer_is_named(line):
    found = wrong(line, ids=range(1))
    assert found.keys() == {"lines", "unanswered"}


def test_no_answer_at_all_names_every_text():
    assert wrong("").keys() == {"unanswered"}


def test_the_width_of_earlier_batches_counts():
    assert wrong(row(0), ids=range(1), width=3)["width"].rows == (0,)


def test_nan_is_named_by_the_row_in_the_whole_call(program):
    code = (
        f"{READ}for a in asked:\n"
        "    number = float('nan') if a['id'] == 3 else 1\n"
        "    print(json.dumps({'id': a['id'], 'vector': [number]}))\n"
    )
    with pytest.raises(DataError, match="rows 3"):
        program(code, batch=2).embed(["a", "b", "c", "d"])


def test_an_error_of_the_program_shows_the_end_of_what_it_said(program):
    code = (
        "import sys\n"
        "for i in range(99): print('line', i, file=sys.stderr)\n"
        "print('\\x1b[31mno weights', file=sys.stderr)\n"
        "sys.exit(3)\n"
    )
    with pytest.raises(ServiceError) as caught:
        program(code).embed(["a"])
    said = str(caught.value)
    assert "code 3" in said
    assert said.rstrip().endswith("no weights")
    assert "line 50" not in said
    assert "\x1b" not in said


def test_a_program_that_reads_nothing_and_fails_is_no_broken_pipe(program):
    with pytest.raises(ServiceError, match="code 1"):
        program("import sys; sys.exit(1)").embed(["long " * 50_000] * 4)


def test_a_slow_program_is_ended_with_all_it_started(program, tmp_path):
    """The grandchild holds the pipe open: ending only the child would wait for it."""
    pid = tmp_path / "pid"
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(pid)!r}, 'w').write(str(child.pid))\n"
        "print('waiting', file=sys.stderr, flush=True)\n"
        "time.sleep(60)\n"
    )
    with pytest.raises(ServiceError, match=r"after 2 seconds.*waiting"):
        program(code, timeout=2).embed(["a"])
    assert gone(int(pid.read_text(encoding="utf-8")))


def gone(pid):
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists() and stat.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] == "Z":
            return True  # ended, and nobody has asked for its code
        time.sleep(0.05)
    return False


def test_a_program_that_is_not_there_is_not_an_outage():
    with pytest.raises(DataError, match="no-such-program") as caught:
        CommandEmbedder("no-such-program --x").embed(["a"])
    assert not isinstance(caught.value, ServiceError)


def test_a_command_line_is_split_like_a_shell_does_and_never_run_by_one(tmp_path):
    path = tmp_path / "my embed.py"
    path.write_text(f"{READ}for a in asked: print(json.dumps({{'id': a['id'], 'vector': "
                    "[len(sys.argv), len(sys.argv[1])]}))", encoding="utf-8")  # fmt: skip
    line = f"{shlex.quote(sys.executable)} {shlex.quote(str(path))} 'a | b > c' $x"
    with pytest.raises(DataError, match="sh -c"):
        CommandEmbedder(line)
    made = CommandEmbedder(line.replace("$x", r"\$x")).embed(["a"])
    assert made.tolist() == [[3, 9]]


@pytest.mark.parametrize("line", ["a | b", "a|b", "a > f", "a; b", "a && b", "a `b`", 'a "x" $y'])
def test_signs_for_a_shell_are_refused(line):
    with pytest.raises(DataError, match="sh -c"):
        CommandEmbedder(line)


@pytest.mark.parametrize("line", ["", "  ", "a 'b"])
def test_a_line_without_words_is_refused(line):
    with pytest.raises(DataError, match="quotation marks"):
        CommandEmbedder(line)


def test_an_edited_program_is_another_model_and_a_key_is_not_shown(program):
    first = program(LOOP)
    before = first.identity()
    first.embed(["a"])
    assert first.identity() == before
    assert program(LOOP).identity() == before
    assert program(LOOP + "\n").identity() != before
    assert first.name == f"command:{Path(sys.executable).name} embed.py"
    secret = CommandEmbedder(["curl", "-H", "Authorization: secret-1"])
    assert "secret-1" not in json.dumps([secret.identity(), secret.card().to_dict(), secret.name])
    assert (
        secret.identity() != CommandEmbedder(["curl", "-H", "Authorization: secret-2"]).identity()
    )
    assert program(LOOP, revision="7").card().revision == "7"
