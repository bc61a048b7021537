"""The end of a command: one line for the user and an exit code, in one place.

    0    done
    1    refused, or the database or a file cannot be used; nothing was changed
    2    wrong usage: an unknown command or option, a missing argument
    130  stopped by the user with Ctrl-C
    141  the reader of the output went away, as head does (128 and the number of SIGPIPE)

A file with errors (BadFile) prints all of them first. An error of the program itself is one line as well; its traceback
goes into a file, or on the screen if CAMPAIGN_DEBUG is set.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable
from typing import Any

import click

from campaign.errors import BadFile, CampaignError, in_short
from campaign.file_rules import ON_WINDOWS

REFUSED, USAGE, STOPPED, UNREAD = 1, 2, 130, 141


def ended(work: Callable[[], Any]) -> int:
    """Do the work and return an exit code, with one line on stderr if it failed."""
    _speak_utf8()
    output = sys.stdout
    try:
        code = work()
        sys.stdout.flush()
    except click.Abort as stop:
        if stop.__cause__ is None:  # raised at a question, whose line is still open
            click.echo(err=True)
        return (
            _stopped()
            if isinstance(stop.__context__, KeyboardInterrupt)
            else _say("the input ended before the question was answered")
        )
    except KeyboardInterrupt:
        return _stopped()
    except click.exceptions.NoArgsIsHelpError as help_text:  # a group typed alone: its help is laid out already
        help_text.show()
        return help_text.exit_code
    except click.ClickException as error:
        error = _in_plain_words(error)
        message = _wrapped(f"Error: {in_short(error.message)}").removeprefix("Error: ")
        object.__setattr__(error, "message", message)  # click calls it final
        error.show()
        return error.exit_code
    except BrokenPipeError:
        _forget_output()
        return UNREAD
    except SystemExit:
        if sys.stdout is output:
            raise
        return UNREAD  # click has put a silent output in its place, and would end with 1, which means a refusal
    except OSError as error:
        if not is_closed_pipe(error):
            return _failed(error)
        _forget_output()
        return UNREAD
    except Exception as error:
        return _failed(error)
    return code if isinstance(code, int) else 0


def _in_plain_words(error: click.ClickException) -> click.ClickException:
    """Return an error of usage in this program's words: ``'x' is not a whole number``; any other error unchanged."""
    if isinstance(error, click.MissingParameter) and error.param is not None and error.ctx is not None:
        path, name = error.ctx.command_path, error.param.get_error_hint(error.ctx).strip("'")
        if not isinstance(error.param, click.Argument):
            value = error.param.metavar or error.param.type.name.upper()
            return click.UsageError(f"{path} needs {name} {value}", error.ctx)
        choices = getattr(error.param.type, "choices", ())
        text = f"{' or '.join(choices)}. Write: {path} {choices[0]}" if choices else name
        return click.UsageError(f"{path} needs {text}", error.ctx)
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        return click.UsageError(_no_such_option(error.option_name, error.ctx), error.ctx)
    if isinstance(error, click.BadParameter) and (match := _NOT_A_NUMBER.fullmatch(error.message)) and error.param:
        name = error.param.get_error_hint(error.ctx).strip("'") if error.ctx else error.param.human_readable_name
        kind = "whole number" if match[2] == "integer" else "number"
        return click.UsageError(f"{name} needs a {kind}, but {match[1]} is not a {kind}", error.ctx)
    return error


def _no_such_option(name: str, context: click.Context) -> str:
    """Return the error of an option that a command does not have: the near ones, or where a past moment is given."""
    from campaign.terms.words import near  # only a mistyped option asks for it

    options = [option for parameter in context.command.params for option in parameter.opts if option.startswith("--")]
    path = context.command_path
    if name in _MOMENTS and "--as-of" in options:
        return f"{path} has no option {name!r}. To see an earlier day or turn: {path} --as-of 2, or --as-of 2.3"
    close = near(name.lstrip("-"), [option.lstrip("-") for option in options])
    hint = f"; did you mean {' or '.join(f'--{word}' for word in close)}?" if close else "."
    return f"{path} has no option {name!r}{hint} List its options: {path} --help"


_MOMENTS = frozenset({"--day", "--turn", "--date"})
"""Options by which a past moment is sought at commands that take it with ``--as-of``."""
_NOT_A_NUMBER = re.compile(r"('.*') is not a valid (integer|float)(?: range)?\.", re.DOTALL)


def is_closed_pipe(error: OSError, *, windows: bool = ON_WINDOWS) -> bool:
    """Tell whether an error means that the reader of our output has gone away, as Windows says it: an invalid argument,
    of no file."""
    return windows and error.errno == errno.EINVAL and not error.filename


def _failed(error: Exception) -> int:
    """Print one line for an error, or with CAMPAIGN_DEBUG the traceback; return the exit code."""
    if os.environ.get("CAMPAIGN_DEBUG"):
        import traceback

        click.echo("".join(traceback.format_exception(error)), err=True, nl=False)
        return REFUSED
    if isinstance(error, BadFile):
        from campaign.cli import show  # only a file with faults asks for it

        for fault in error.faults:
            show.note(fault)
    if isinstance(error, CampaignError):
        return _say(str(error))
    if isinstance(error, OSError) and error.errno != errno.EPIPE:
        return _say(_of_the_system(error))
    if type(error).__module__.partition(".")[0] in ("sqlalchemy", "sqlite3", "psycopg"):
        return _say(_of_the_database(error))
    return _say(_unexpected(error))


def _of_the_system(error: OSError) -> str:
    """Return a system error in words: ``cannot use '/x/y.pdf': Permission denied``."""
    reason = error.strerror or str(error) or type(error).__name__
    return f"cannot use {os.fspath(error.filename)!r}: {reason}" if error.filename else reason


def _of_the_database(error: Exception) -> str:
    """Return the database's error on one line, with the remedy for the common cases."""
    text = " ".join(str(getattr(error, "orig", None) or error).split())
    if "locked" in text or "lock timeout" in text:
        return "another program is writing to the database. Wait until that program has finished, then try again"
    if "readonly" in text or "read-only" in text:
        return (
            "the database cannot be written to. Check that you may write to the file and its folder, or work on a copy"
        )
    if "not a database" in text or "malformed" in text:
        return f"the database cannot be read ({text}). Restore a backup, or name another file with --db"
    if "full" in text:
        return "the disk is full; nothing was changed. Make room, then try again"
    return f"the database refused: {text}; nothing was changed"


def _unexpected(error: Exception) -> str:
    """Return the line for an error of the program itself; the traceback is kept in a file."""
    import tempfile
    import traceback

    from campaign.owner import owner

    cause = f"{type(error).__name__}: {error}".splitlines()[0]
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="campaign-fault-", suffix=".txt", delete=False, encoding="utf-8"
        ) as report:
            report.write("".join(traceback.format_exception(error)))
    except OSError:
        return (
            f"there is an error in the program ({cause}). To see where, set CAMPAIGN_DEBUG=1 and type the command again"
        )
    to = owner().takes_reports
    return (
        f"there is an error in the program ({cause}). The file {report.name} shows where"
        f"{f'. Please send this file to {to}' if to else ''}"
    )


def _say(line: str) -> int:
    click.echo(_wrapped(f"Error: {line}"), err=True)
    return REFUSED


def _wrapped(line: str) -> str:
    """Return one message: wrapped for a reader, one line for a pipe."""
    from shutil import get_terminal_size

    from campaign.cli.show import is_read, wrapped

    if not is_read(sys.stderr):
        return line
    return wrapped(line, rest="  ", full=max(40, min(get_terminal_size().columns, 80)))


def _stopped() -> int:
    click.echo("Stopped. Nothing unfinished was recorded.", err=True)
    return STOPPED


def _forget_output() -> None:
    """Redirect the output to nowhere after its reader has gone, so that the interpreter's last flush does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    """Set the output to UTF-8, so that names with é and ł never stop a command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if sys.platform == "win32" and not stream.isatty():
            reconfigure(encoding="utf-8", errors="replace")
        else:
            reconfigure(errors="replace")
