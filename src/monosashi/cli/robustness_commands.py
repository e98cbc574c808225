"""The commands below `monosashi robustness`, each loaded when it is called."""

from __future__ import annotations

ROBUSTNESS_COMMANDS = {
    "stats": "monosashi.cli.robustness_stats:robustness_stats_command",
    "sensitivity": "monosashi.cli.robustness_sensitivity:robustness_sensitivity_command",
}

# what `monosashi robustness --help` says of each without loading it
ROBUSTNESS_QUESTIONS = {
    "stats": "What does rewriting cost, from a table of scores?",
    "sensitivity": "Do changes of meaning move the vectors at all?",
}
