"""The commands and where their settings come from."""

from __future__ import annotations

from importlib import import_module

from cyclopts import App
from cyclopts.config import Env

from monosashi import __version__
from monosashi.cli.rate_commands import RATE_COMMANDS, RATE_QUESTIONS
from monosashi.cli.repair_commands import REPAIR_COMMANDS, REPAIR_QUESTIONS
from monosashi.cli.rewrite_commands import REWRITE_COMMANDS, REWRITE_QUESTIONS
from monosashi.cli.robustness_commands import ROBUSTNESS_COMMANDS, ROBUSTNESS_QUESTIONS
from monosashi.cli.settings import Settings
from monosashi.cli.shape_commands import QUESTIONS, SHAPE_COMMANDS
from monosashi.words import say

COMMANDS = {
    "audit": "monosashi.cli.audit:audit_command",
    "benchmark": "monosashi.cli.benchmark:benchmark_command",
    "compare": "monosashi.cli.compare:compare_command",
    "demo": "monosashi.cli.demo:demo_command",
    "duplicates": "monosashi.cli.duplicates:duplicates_command",
    "embed": "monosashi.cli.embed:embed_command",
    "fidelity": "monosashi.cli.fidelity:fidelity_command",
    "gate": "monosashi.cli.gate:gate_command",
    "hubs": "monosashi.cli.hubs:hubs_command",
    "inspect": "monosashi.cli.inspect:inspect_command",
    "language": "monosashi.cli.language:language_command",
    "rate": "monosashi.cli.rate:rate_command",
    "repair": "monosashi.cli.repair:repair_command",
    "map": "monosashi.cli.map:map_command",
    "related": "monosashi.cli.related:related_command",
    "report": "monosashi.cli.report:report_command",
    "retrieval": "monosashi.cli.retrieval:retrieval_command",
    "rewrite": "monosashi.cli.rewrite:rewrite_command",
    "robustness": "monosashi.cli.robustness:robustness_command",
    "shape": "monosashi.cli.shape:shape_command",
    "why": "monosashi.cli.why:why_command",
}
# commands that have commands below them
BELOW = {
    "rate": RATE_COMMANDS,
    "robustness": ROBUSTNESS_COMMANDS,
    "repair": REPAIR_COMMANDS,
    "rewrite": REWRITE_COMMANDS,
    "shape": SHAPE_COMMANDS,
}
ABOUT = {
    "rate": RATE_QUESTIONS,
    "robustness": ROBUSTNESS_QUESTIONS,
    "repair": REPAIR_QUESTIONS,
    "rewrite": REWRITE_QUESTIONS,
    "shape": QUESTIONS,
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
        app.command(_with_commands(name, place) if name in BELOW else place, name=name)
    return app


def _with_commands(name: str, place: str) -> App:
    """A command that does something by itself and has further commands below it."""
    module, function = place.split(":")
    app = App(name=name)
    app.default(getattr(import_module(module), function))
    for below, its_place in BELOW[name].items():
        app.command(its_place, name=below, help=ABOUT[name][below])
    return app
