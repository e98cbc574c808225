"""Who reads a sentence about shape on the terminal finds the option of the command in it."""

import re

import pytest

from monosashi.cli.app import COMMANDS
from monosashi.cli.settings import known_options
from monosashi.words import LANGUAGES, catalogue

OF_PYTHON = re.compile(r'\w="|\w=\[|=True|=False|\bms\.\w|\bmeasure_\w|\w= in Python')
OF_THE_COMMAND = re.compile(r"--[a-z]|`monosashi [a-z]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_python_is_never_named_alone(language):
    alone = {key: text for key, text in catalogue(language).items()
             if key.startswith("shape.") and OF_PYTHON.search(text)
             and not OF_THE_COMMAND.search(text)}  # fmt: skip
    only_python = {"shape.findings.bootstrap_groups.next"}  # the command takes the jackknife
    assert alone.keys() <= only_python


def test_what_is_named_are_options_of_the_commands():
    """A misspelt option would send people to an error."""
    known = known_options({name: COMMANDS[name] for name in ("shape", "compare")})
    texts = [text for key, text in catalogue("en").items() if key.startswith("shape.")]
    named = {name for text in texts for name in re.findall(r"--([a-z-]+)", text)}
    assert {"margin", "welch", "clusters", "singletons"} <= named
    assert {name for name in named if name.replace("-", "_") not in known} == set()
