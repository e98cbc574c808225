"""Programs as translators: lines, line breaks, marks, pairs of languages, and failures."""

import shutil
import sys

import pytest

from monosashi.embeddings import DataError, ServiceError
from monosashi.models.translators import CommandTranslator, translate, translator
from monosashi.models.translators.marks import without_marks
from monosashi.models.translators.text_lines import TextLines

BREAKS = ["One.\nTwo.", "a\r\n\r\n b ", "c\u2028d\u0085e\x0bf", " solo ", "\nstart", "end\n\n"]
needs_apertium = pytest.mark.skipif(
    shutil.which("apertium") is None, reason="Apertium (apertium-eng-spa) is not installed"
)


def program(folder, body, options="source=ja&target=en"):
    """A translator that runs ``body`` for every line ``line``."""
    file = folder / "tr.py"
    file.write_text(f"import sys\nfor line in sys.stdin:\n    line = line.rstrip('\\n')\n{body}\n",
                    encoding="utf-8")  # fmt: skip
    return f"command:{sys.executable} {file}?{options}"


UPPER = "    print(line.upper())"


def codes(caught):
    return [fault.code.removeprefix("models.errors.") for fault in caught.value.faults]


def test_texts_with_line_breaks_come_back_whole(tmp_path):
    made = translator(program(tmp_path, UPPER)).translate(BREAKS, "ja", "en")
    assert made == [text.upper() for text in BREAKS]


@pytest.mark.parametrize("texts", [BREAKS, ["x"], ["\n", "a"], ["a\n\n\nb"]])
def test_lines_and_frames_give_the_texts_again(texts):
    held = TextLines.of(texts)
    assert held.filled(held.lines) == texts
    assert all(line and line == line.strip() for line in held.lines)


@pytest.mark.parametrize("body", [
    "    if 'Two' not in line: print(line)",  # swallows a line
    "    print(line); print(line)",
])  # fmt: skip
def test_another_number_of_lines_is_refused(tmp_path, body):
    with pytest.raises(ServiceError) as caught:
        translator(program(tmp_path, body)).translate(["One.\nTwo.", "Three."], "ja", "en")
    assert codes(caught) == ["translations_count"]
    assert "Nothing of this answer was kept" in str(caught.value)


def test_a_program_that_fails_is_a_service_that_failed(tmp_path):
    with pytest.raises(ServiceError) as caught:
        translator(program(tmp_path, "    sys.exit('no dictionary')")).translate(["a"], "ja", "en")
    assert "no dictionary" in str(caught.value)


def test_time_runs_out(tmp_path):
    slow = program(tmp_path, "    import time; time.sleep(60)", "source=ja&target=en&timeout=0.5")
    with pytest.raises(ServiceError) as caught:
        translator(slow).translate(["a"], "ja", "en")
    assert codes(caught) == ["command_timeout"]


def test_output_that_is_no_utf_8_is_refused(tmp_path):
    with pytest.raises(ServiceError) as caught:
        translator(program(tmp_path, "    sys.stdout.buffer.write(b'\\xff\\n')")).translate(
            ["a"], "ja", "en"
        )
    assert codes(caught) == ["translator_encoding"]


def test_the_pair_must_be_known(tmp_path):
    with pytest.raises(DataError) as caught:
        translator(f"command:{sys.executable} x.py")
    assert codes(caught) == ["translator_pair"]
    one_way = translator(program(tmp_path, UPPER))
    assert one_way.knows("ja", "en")
    with pytest.raises(DataError) as caught:
        translate(["a"], one_way, "en", "ja", store=False)
    assert codes(caught) == ["translator_other_pair"]


def test_places_in_the_command_take_the_languages(tmp_path):
    (tmp_path / "say.py").write_text("import sys\nfor l in sys.stdin: print(*sys.argv[1:])\n",
                                     encoding="utf-8")  # fmt: skip
    any_pair = translator(f"command:{sys.executable} {tmp_path}/say.py {{source}} {{target}}")
    assert any_pair.translate(["a"], "ja", "fr") == ["ja fr"]


def test_apertium_modes_name_their_languages():
    spanish = CommandTranslator("apertium -u eng-spa")
    assert spanish.knows("en", "es")
    assert spanish.knows("en-GB", "spa")
    assert not spanish.knows("es", "en")
    assert spanish.between == "blank"


def test_marks_are_taken_off_and_counted():
    assert without_marks("el *foo de #Casa y #tag", "foo, house and #tag", "*@#") == (
        "el foo de Casa y #tag", 2)  # fmt: skip
    assert without_marks("2*3 y a*b", "2*3 and a*b", "*") == ("2*3 y a*b", 0)
    assert without_marks("*a", "a", "") == ("*a", 0)


def test_what_changes_a_translation_changes_its_identity():
    made = [CommandTranslator("apertium -u eng-spa"), CommandTranslator("apertium eng-spa"),
            CommandTranslator("apertium -u eng-spa", revision="2"),
            CommandTranslator("apertium -u eng-spa", marks="*")]  # fmt: skip
    assert len({str(one.identity()) for one in made}) == 4


@needs_apertium
def test_apertium_translates_texts_apart_from_each_other():
    spanish = translator("command:apertium -u eng-spa")
    texts = ["Set the password of any user", "The red house.\n\nA second line", "Hello world"]
    together = spanish.translate(texts, "en", "es")
    alone = [spanish.translate([text], "en", "es")[0] for text in texts]
    assert together == alone
    assert "casa roja" in together[1].lower()
    assert together[1].count("\n") == 2


@needs_apertium
def test_apertium_marks_words_that_it_does_not_know():
    marking = translator("command:apertium eng-spa")
    (made,) = marking.translate(["The frobnitzer is red."], "en", "es")
    assert "*" not in made
    assert "frobnitzer" in made
    assert marking.unknown_words == 1


@pytest.mark.parametrize("words", ["en", "ja"])
def test_a_program_without_its_kind_is_told_what_to_write(words):
    line = f"{sys.executable} -m there"
    with pytest.raises(DataError) as caught:
        translator(line)
    assert f"command:{line}" in caught.value.say(words)
    with pytest.raises(DataError, match="recorded:"):
        translator("no-such-program -u")
