"""The program itself, as a service of the machine ends it."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without a signal")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_the_desk_closes_in_order_when_it_is_told_to_end(campaign_file: Path, sign: signal.Signals) -> None:
    port = free_port()
    words = [sys.executable, "-m", "campaign", "--db", str(campaign_file), "desk", "--no-browser", "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        assert program.stdout is not None
        lines = [program.stdout.readline() for _ in range(4)]
        assert "Ctrl-C closes the desk" in lines[-1]
        with closing(socket.create_connection(("127.0.0.1", port), timeout=20)) as browser:
            browser.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port)
            assert browser.recv(100).startswith(b"HTTP/1.1 200")
        program.send_signal(sign)
        rest, _ = program.communicate(timeout=60)
    assert "The desk is closed." in rest, rest
    assert "Traceback" not in rest
    assert program.returncode == 0
    assert not list(campaign_file.parent.glob("*-wal")), "the file was released in order"


def test_a_desk_without_a_campaign_says_how_to_start_one(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "campaign", "desk", "--no-browser", "--port", str(free_port())]
    ended = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "Start one: campaign new operation-brevity. Then open it: campaign desk" in ended.stderr
    assert not list(tmp_path.iterdir())
