"""Every public name about shape stands in the docs; settings name the files of every command."""

import re
from importlib import import_module
from inspect import signature
from pathlib import Path

from monosashi import shape
from monosashi.cli.shape_commands import SHAPE_COMMANDS

DOCS = Path(__file__).parents[2] / "docs"


def test_every_public_name_of_shape_has_its_place_in_the_python_page():
    text = (DOCS / "python-api.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\w+", text))
    assert set(shape.__all__) - told == set()
    code = "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    functions = [name for name in shape.__all__ if name[0].islower() and name != "power"]
    assert [name for name in functions if f"{name}(" not in code] == []
    assert "ms.power." in code


def test_settings_name_the_files_of_every_command_below_shape():
    text = (DOCS / "settings.md").read_text(encoding="utf-8")
    rows = {name for line in text.splitlines() if line.startswith("|")
            for name in re.findall(r"`([a-z]+)`", line)}  # fmt: skip
    for place in SHAPE_COMMANDS.values():
        module, function = place.split(":")
        kinds = signature(getattr(import_module(module), function)).parameters.values()
        files = [one.name for one in kinds if one.kind in {one.POSITIONAL_OR_KEYWORD,
                                                           one.VAR_POSITIONAL}]  # fmt: skip
        assert files
        assert set(files) <= rows
