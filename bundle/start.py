"""The beginning of the program in the folder for people without Python.

Typed at a prompt it is the command ``campaign``. Opened with a double click on Windows it has a window of its own,
which would close with its last line: it works in the folder for campaigns then, and waits for Enter at the end.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

CAMPAIGNS = "Campaigns"
"""Folder for campaigns in the user's own folder. It is not in Documents, which a cloud service often synchronises; a
database must not be written in such a folder."""


def has_own_window() -> bool:
    """Tell whether Windows opened the window for this program alone, as it does for a double click."""
    if sys.platform != "win32":
        return False
    import ctypes

    processes = (ctypes.c_uint32 * 2)()
    return ctypes.windll.kernel32.GetConsoleProcessList(processes, 2) == 1


def open_in_window(home: Path) -> int:
    """Run the program in the folder for campaigns, and keep the window until Enter. Return the exit code."""
    folder = home / CAMPAIGNS
    try:
        folder.mkdir(exist_ok=True)
        os.chdir(folder)
        print(f"Campaigns are kept in {folder}.\n")
        code = run()
    except OSError as fault:
        print(f"Error: the folder {folder} cannot be used: {fault.strerror}. Make it yourself, then start again.")
        code = 1
    print('\nTo type program commands, open the file "Start here.bat" instead.')
    with suppress(EOFError):
        input("Press Enter to close this window. ")
    return code


def run() -> int:
    """Run the command that was typed. Return its exit code, whatever happened."""
    from campaign.cli import main

    try:
        main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


if __name__ == "__main__":
    if len(sys.argv) == 1 and has_own_window():
        sys.exit(open_in_window(Path.home()))
    sys.exit(run())
