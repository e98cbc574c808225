"""What every command tells a script: one table of calls, and each exit code of docs/ci.md."""

import re
from pathlib import Path

import pytest

import monosashi.words
from monosashi.cli import exit_codes, main
from monosashi.cli.app import build_app
from monosashi.embeddings import DataError, fault
from monosashi.embeddings.errors import ServiceError

ROOT = Path(__file__).resolve().parents[2]
FILE = "not-there.npz"
ASKED = ("--queries", "q.npz", "--gold", "gold.tsv")
PAIRED = ("--key", "slug", "--language", "lang")
GROUPED = (FILE, "--groups", "g")
REWRITING = (FILE, "--rewriter", "rules")
SERVED = (FILE, "--rewriter", "openai:m?url=http://127.0.0.1:1")
# a call of every command that is right but for its files
CALLS = {
    "audit": (FILE,),
    "compare": (FILE, "b.npz", "--groups", "g"),
    "duplicates": (FILE, "--index", "pages.npz", *PAIRED),
    "embed": (FILE, "--embedder", "hashing", "--out", "out"),
    "fidelity": (FILE, "b.npz"),
    "gate": (FILE, "gate.toml"),
    "hubs": (FILE,),
    "inspect": (FILE,),
    "language": (FILE, *PAIRED),
    "map": (FILE,),
    "rate make": (FILE, "--out", "out"),
    "rate read": (FILE,),
    "related": (FILE, *PAIRED, "--out", "out"),
    "repair apply": (FILE, "b.npz", "--out", "out"),
    "repair check": (FILE, "b.npz"),
    "repair compare": (FILE, *PAIRED),
    "repair fit": (FILE, "--method", "centering", "--language", "lang", "--out", "out"),
    "repair refresh": (FILE, "b.npz"),
    "report": (FILE,),
    "retrieval": (FILE, *ASKED),
    "rewrite check": (FILE,),
    "rewrite export": (*SERVED, "--out", "out"),
    "rewrite import": SERVED,
    "rewrite plan": REWRITING,
    "rewrite run": (*REWRITING, "--out", "out"),
    "rewrite select": REWRITING,
    "robustness": (FILE, "--embedder", "hashing"),
    "robustness sensitivity": (FILE, "--embedder", "hashing"),
    "robustness stats": (FILE,),
    "shape": GROUPED,
    "shape agree": (FILE, "b.npz"),
    "shape correlate": (*GROUPED, "--outcome", "o"),
    "shape distances": GROUPED,
    "shape dose": (*GROUPED, "--stage", "s"),
    "shape inout": (*GROUPED, "--outcome", "o"),
    "shape pairs": GROUPED,
    "shape partition": (FILE, "--factors", "a,b"),
    "shape power": GROUPED,
    "shape probe": GROUPED,
    "shape ratio": (FILE, "b.npz", "--query-groups", "g", "--document-groups", "g"),
    "why": (str(Path(__file__).parent), *ASKED),
}
ASK_NO_FILE = {"benchmark": (), "demo": ()}
ABOVE = {"rate", "repair", "rewrite"}  # nothing but the commands below them
ALL = CALLS | ASK_NO_FILE


def known_commands(app, above=()):
    for name in app:
        if not name.startswith("-"):
            yield " ".join((*above, name))
            yield from known_commands(app[name], (*above, name))


def run(command, *more):
    return main([*command.split(), *ALL[command], *more, "--words", "en"])


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_every_command_is_called_here():
    assert set(known_commands(build_app())) == {*ALL, *ABOVE}


@pytest.mark.parametrize("command", sorted(ABOVE))
def test_a_command_that_needs_another_is_wrong_usage_alone(command):
    assert main([command]) == exit_codes.WRONG_USAGE


@pytest.mark.parametrize("command", ALL)
def test_help_is_fine(command):
    with pytest.raises(SystemExit) as stopped:
        raise SystemExit(main([*command.split(), "--help"]))
    assert stopped.value.code == exit_codes.FINE


@pytest.mark.parametrize("command", ALL)
def test_an_unknown_option_is_wrong_usage(command, capsys):
    assert run(command, "--no-such-option", "3") == exit_codes.WRONG_USAGE
    assert "--no-such-option" in capsys.readouterr().err


@pytest.mark.parametrize("command", CALLS)
def test_a_file_that_is_not_there_cannot_be_measured(command, capsys):
    assert run(command) == exit_codes.DATA_CANNOT_BE_MEASURED
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("command", ALL)
@pytest.mark.parametrize(("error", "code"), [
    (DataError(fault("cli.errors.memory")), exit_codes.DATA_CANNOT_BE_MEASURED),
    (ServiceError(fault("cli.errors.memory")), exit_codes.SERVICE_FAILED),
    (KeyboardInterrupt(), exit_codes.INTERRUPTED),
    (MemoryError(), exit_codes.DATA_CANNOT_BE_MEASURED),
], ids=["data", "service", "interrupt", "memory"])  # fmt: skip
def test_what_stops_a_command_has_its_code(command, error, code, monkeypatch):
    stop_with(error, monkeypatch)
    assert run(command) == code


@pytest.mark.parametrize("command", ALL)
def test_a_fault_of_ours_is_not_swallowed(command, monkeypatch):
    """Python ends with 1 and shows where."""
    stop_with(ZeroDivisionError("ours"), monkeypatch)
    with pytest.raises(ZeroDivisionError, match="ours"):
        run(command)


def stop_with(error, monkeypatch):
    """Every command chooses its words first; what is raised there comes out of the command."""

    def stop(_language):
        raise error

    monkeypatch.setattr(monosashi.words, "choose_language", stop)


def test_the_page_lists_every_code_and_no_other():
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    section = page[page.index("## Exit codes") :].split("\n## ")[0]
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", section, flags=re.MULTILINE)}
    known = {value for name, value in vars(exit_codes).items() if name.isupper()}
    assert listed == known


def test_the_page_names_every_command_that_fails_by_level():
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z ]+) --fail-on", page))
    app = build_app()
    assert named == {command for command in ALL if "--fail-on" in options_of(app, command)}


def options_of(app, command):
    for name in command.split():
        app = app[name]
    return {name for one in app.assemble_argument_collection() for name in one.names}
