"""The commands below `monosashi robustness`, each loaded when it is called."""

from __future__ import annotations

ROBUSTNESS_COMMANDS = {
    "stats": "monosashi.cli.robustness_stats:robustness_stats_command",
}

# what `monosashi robustness --help` says of each without loading it
ROBUSTNESS_QUESTIONS = {
    "stats": "What does rewriting cost, from a table of scores?",
}
