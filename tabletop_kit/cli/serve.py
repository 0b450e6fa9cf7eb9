"""``tabletop-kit play`` and ``tabletop-kit lab``: the web app, and JupyterLab on the notebooks."""

from __future__ import annotations

from tabletop_kit.cli.command import Commands, Options, add_command, add_language, chosen_language

_PLAY = """\
Ctrl-C ends it.

Example:
  $ tabletop-kit play tempus-learn.ipynb --port 9000 --language de --no-browser
"""
_LAB = """\
Ctrl-C ends it. The notebooks of an installed package are copied once to a folder of your own, so
that what you change is kept.

Example:
  $ tabletop-kit lab tempus-play.ipynb --no-browser
"""


def add(commands: Commands) -> None:
    """Describe both commands to the parser."""
    about = (
        ("play", "start the web app and open it in the browser", _PLAY),
        ("lab", "open the notebooks in JupyterLab", _LAB),
    )
    for name, line, epilog in about:
        parser = add_command(commands, name, run, line, epilog)
        parser.add_argument(
            "notebook",
            nargs="?",
            default="index.ipynb",
            metavar="NOTEBOOK",
            help="the notebook to begin with (default: index.ipynb)",
        )
        parser.add_argument("--port", type=int, metavar="N", help="the port (default: a free one)")
        parser.add_argument(
            "--no-browser", action="store_true", help="print the address, open nothing"
        )
        add_language(parser, "page_language")
        parser.set_defaults(server=name)


def run(options: Options) -> int:
    """Start the server and wait until Ctrl-C; return 0, or 1 where it cannot be started."""
    from tabletop_kit.server import launch

    start = {"play": launch.play, "lab": launch.lab}[options.server]
    wanted = options.page_language
    return start(
        options.notebook,
        port=options.port,
        open_browser=not options.no_browser,
        language=None if wanted is None else chosen_language(wanted),
    )
