"""The commands and where their settings come from."""

from __future__ import annotations

from cyclopts import App
from cyclopts.config import Env

from monosashi import __version__
from monosashi.cli.settings import Settings
from monosashi.words import say

COMMANDS = {
    "audit": "monosashi.cli.audit:audit_command",
    "compare": "monosashi.cli.compare:compare_command",
    "demo": "monosashi.cli.demo:demo_command",
    "embed": "monosashi.cli.embed:embed_command",
    "gate": "monosashi.cli.gate:gate_command",
    "inspect": "monosashi.cli.inspect:inspect_command",
    "report": "monosashi.cli.report:report_command",
    "retrieval": "monosashi.cli.retrieval:retrieval_command",
    "shape": "monosashi.cli.shape:shape_command",
}


def build_app() -> App:
    """The app; settings: command line, MONOSASHI_*, monosashi.toml (searched upwards), defaults."""
    app = App(
        name="monosashi",
        help=say("cli.help.summary"),
        version=__version__,
        suppress_keyboard_interrupt=False,
        config=(
            Env("MONOSASHI_", command=True, show=False),
            Env("MONOSASHI_", command=False, show=False),
            Settings("monosashi.toml", COMMANDS),
            Settings("monosashi.toml", COMMANDS, use_commands_as_keys=False, allow_unknown=True),
        ),
    )  # fmt: skip
    for name, place in COMMANDS.items():
        app.command(place, name=name)
    return app
