"""The commands below `monosashi rate`, each loaded when it is called."""

from __future__ import annotations

RATE_COMMANDS = {
    "make": "monosashi.cli.rate_make:rate_make_command",
    "read": "monosashi.cli.rate_read:rate_read_command",
}

# what `monosashi rate --help` says of each without loading it
RATE_QUESTIONS = {
    "make": "Blinded sheets on which people rate rewritings.",
    "read": "What the raters say, and how far they agree.",
}
