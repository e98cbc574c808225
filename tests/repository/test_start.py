"""Starting the command line costs little: nothing heavy is imported for `--help`."""

import subprocess
import sys

import pytest

HEAVY = {"scipy", "sklearn", "matplotlib", "pyarrow", "pandas", "polars", "jinja2", "joblib"}
ASK = """
import sys
sys.argv = ["monosashi", *{arguments!r}]
from monosashi.cli import main
try:
    main()
except SystemExit as stop:
    assert not stop.code, stop.code
print("MODULES", *sorted(name for name in sys.modules if "." not in name), file=sys.stderr)
"""


@pytest.mark.parametrize("arguments", [["--help"], ["audit", "--help"], ["--version"]])
def test_help_imports_nothing_heavy(arguments):
    command = [sys.executable, "-c", ASK.format(arguments=arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip()
    last = done.stderr.strip().splitlines()[-1].split()
    assert last[0] == "MODULES"
    assert HEAVY & set(last) == set()


def test_importing_the_package_imports_no_room():
    ask = "import sys, monosashi; print(*[n for n in sys.modules if n.startswith('monosashi.')])"
    command = [sys.executable, "-c", ask]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == ""
