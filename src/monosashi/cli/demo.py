"""`monosashi demo`: what the shipped vectors of real texts show."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from monosashi.cli.options import OutputOptions


def demo_command(
    *,
    live: Annotated[bool, Parameter(negative="")] = False,
    output: OutputOptions = OutputOptions(),
) -> int:
    """Audit 300 Japanese-English sentence pairs and compare two models on bank questions.

    Vectors of USE multilingual and multilingual-e5-small are shipped; nothing is downloaded.

    Parameters
    ----------
    live
        Embed the shipped texts again (extra: demo) and compare with what was shipped.
    """
    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.placeholders import command_line, placeholder
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.run_folder import check_out
    from monosashi.demo.run import run_demo
    from monosashi.words import choose_language, current_language

    choose_language(output.words or current_language())
    if live:
        return _live(output)
    check_out(output.out)
    repeat = Repeat("demo", (), {})
    demo = run_demo(command=repeat.command(), created=now(), progress=show_step)
    clear_step()
    column = placeholder("column")
    following = (
        repeat.command(out="demo-report")
        if output.out is None
        else command_line(
            [
                "monosashi",
                "audit",
                placeholder("file"),
                "--groups",
                column,
                "--key",
                column,
                "--language",
                column,
                "--out",
                "audit",
            ]
        )
    )
    deliver(demo.to_dict(), demo.tables(), output, settings=repeat.settings(),
            following=following)  # fmt: skip
    return FINE


def _live(output: OutputOptions) -> int:
    from monosashi.cli.exit_codes import FINE, GATE_FAILED
    from monosashi.cli.layout import wrap
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.streams import print_json, show
    from monosashi.demo.live import REPRODUCED_WITHIN, embed_again
    from monosashi.results.plain import plain

    show_step("embedding")
    arrays = embed_again()
    clear_step()
    if output.printed == "json":
        print_json({"kind": "live", "within": REPRODUCED_WITHIN, "arrays": plain(arrays)})
    else:
        show("\n".join(line for one in arrays for line in wrap(one.say())))
    reproduced = all(one.largest_cosine_distance <= REPRODUCED_WITHIN for one in arrays)
    return FINE if reproduced else GATE_FAILED
