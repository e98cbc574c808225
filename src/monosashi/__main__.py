"""``python -m monosashi``: the same as the command."""

from monosashi.cli import main

raise SystemExit(main())
