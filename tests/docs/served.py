"""The lines that ``campaign desk`` prints before it serves: it is started, listens, and Ctrl-C is pressed at once."""

from __future__ import annotations

import re
import signal
import socket
from unittest.mock import patch

import uvicorn
from click.testing import CliRunner

from campaign.cli.contents import campaign as program

LINK = "7Kq2mVx9Td4rPw81cLbF0g"
"""Secret of a link, as pages show it; each link has another one."""
LAST = "The desk is closed.\n"
PORT = 8941
"""The port that the command takes by itself."""


def first_lines(words: list[str], environment: dict[str, str]) -> str:
    """Return what the command prints in the present folder until Ctrl-C, on a machine with a screen. The port and the
    secrets of its links are as pages show them.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    listens = uvicorn.Server.startup

    async def startup(server: uvicorn.Server, sockets: list[socket.socket] | None = None) -> None:
        await listens(server, sockets=sockets)
        server.handle_exit(signal.SIGINT, None)

    with patch("uvicorn.Server.startup", startup), patch("webbrowser.open"):
        ran = CliRunner(env={**environment, "DISPLAY": ":0", "SSH_CONNECTION": ""}).invoke(
            program, [*words, "--port", str(port)]
        )
    assert ran.exit_code == 0 and ran.output.endswith(LAST), ran.output
    told = re.sub(r"(?<=/in/)[\w-]{22}", LINK, ran.output.removesuffix(LAST))
    return told.replace(f":{port}", f":{PORT}")
