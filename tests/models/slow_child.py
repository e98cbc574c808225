"""A process that embeds slowly and logs every call, to be killed: OUT STORE LOG COUNT."""

import json
import os
import sys
import time
from pathlib import Path

from models.counting import Counting

from monosashi.models import embed_to_folder
from monosashi.models.canaries import CANARIES


def main(out, store, log, count, pause):
    def note(texts):
        time.sleep(float(pause))
        if list(texts) != list(CANARIES):
            line = json.dumps([os.getpid(), list(texts)]) + "\n"
            with Path(log).open("a", encoding="utf-8") as file:
                file.write(line)

    model = Counting(roles=("query", "passage"), batch=8)
    model.before = note
    texts = [f"text {number % (int(count) - 5)}" for number in range(int(count))]
    print("ready", flush=True)  # noqa: T201 - the parent waits for it
    made = embed_to_folder(texts, model, out, store=None if store == "-" else store)
    print(json.dumps(vars(made.counts)))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
