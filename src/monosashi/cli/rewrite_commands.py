"""The commands below `monosashi rewrite`, each loaded when it is called."""

from __future__ import annotations

REWRITE_COMMANDS = {
    "check": "monosashi.cli.rewrite_check:rewrite_check_command",
    "export": "monosashi.cli.rewrite_batches:rewrite_export_command",
    "import": "monosashi.cli.rewrite_batches:rewrite_import_command",
    "plan": "monosashi.cli.rewrite_plan:rewrite_plan_command",
    "run": "monosashi.cli.rewrite_run:rewrite_run_command",
    "select": "monosashi.cli.rewrite_select:rewrite_select_command",
}

# what `monosashi rewrite --help` says of each without loading it
REWRITE_QUESTIONS = {
    "check": "What failed in a rewrite set, and how do the texts look?",
    "export": "Write the requests that are left, for a batch interface.",
    "import": "Keep the answers that a batch interface gave.",
    "plan": "How many calls, tokens and how much money will it take?",
    "run": "Rewrite texts and write the set; goes on where it stopped.",
    "select": "Which generator fails least, changes most, costs least?",
}
