"""The commands below `monosashi repair`, each loaded when it is called."""

from __future__ import annotations

REPAIR_COMMANDS = {
    "apply": "monosashi.cli.repair_apply:apply_command",
    "check": "monosashi.cli.repair_check:check_command",
    "compare": "monosashi.cli.repair_compare:repair_compare_command",
    "fit": "monosashi.cli.repair_fit:fit_command",
    "refresh": "monosashi.cli.repair_refresh:refresh_command",
}

# what `monosashi repair --help` says of each without loading it
REPAIR_QUESTIONS = {
    "apply": "Mend the vectors of a file or store.",
    "check": "Does a repair still fit the vectors of today?",
    "compare": "Which way to mend language is worth it here, if any?",
    "fit": "Learn a repair from all documents and keep it.",
    "refresh": "Fit a repair again to the documents of today.",
}
