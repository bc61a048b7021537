"""Completion for PowerShell, of Windows and elsewhere: ``campaign completion powershell`` prints its script.

The script hands over the line up to the cursor; each answer is a line, a word and what it means with a tab between.
"""

from __future__ import annotations

import os
from shlex import shlex

from click.shell_completion import CompletionItem, ShellComplete, add_completion_class

_SCRIPT = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $ast, $cursor)
    $typed = $ast.Extent.Text
    $end = [Math]::Max(0, [Math]::Min($typed.Length, $cursor - $ast.Extent.StartOffset))
    $before = [Console]::OutputEncoding
    try {
        [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
        $env:%(complete_var)s = 'powershell_complete'
        $env:CAMPAIGN_COMPLETE_LINE = $typed.Substring(0, $end)
        $env:CAMPAIGN_COMPLETE_WORD = $word
        %(prog_name)s | ForEach-Object {
            $value, $meaning = $_ -split "`t", 2
            $shown = if ($value -match '\\s') { "'" + $value.Replace("'", "''") + "'" } else { $value }
            [System.Management.Automation.CompletionResult]::new($shown, $value, 'ParameterValue', $meaning)
        }
    } finally {
        [Console]::OutputEncoding = $before
        Remove-Item Env:%(complete_var)s, Env:CAMPAIGN_COMPLETE_LINE, Env:CAMPAIGN_COMPLETE_WORD -ErrorAction Ignore
    }
}
"""


class PowerShellComplete(ShellComplete):
    """PowerShell as a shell of click."""

    name = "powershell"
    source_template = _SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor, and the beginning of the one that is typed."""
        word = os.environ.get("CAMPAIGN_COMPLETE_WORD", "").strip("'\"")
        words = _words(os.environ.get("CAMPAIGN_COMPLETE_LINE", ""))[1:]
        return (words[:-1] if word and words and words[-1] == word else words), word

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Return one answer as a line; PowerShell shows no answer without a meaning."""
        return f"{item.value}\t{' '.join((item.help or item.value).split())}"

    def complete(self) -> str:
        """Return all answers; none for a file or a folder, whose names PowerShell completes by itself."""
        answers = self.get_completions(*self.get_completion_args())
        return "\n".join(self.format_completion(item) for item in answers if item.type == "plain")


def _words(line: str) -> list[str]:
    """Return the words of a line as PowerShell splits them: a backslash is a letter, an open quotation mark closed."""
    lexer = shlex(line, posix=True)
    lexer.whitespace_split, lexer.escape, lexer.commenters = True, "", ""
    words: list[str] = []
    try:
        words.extend(lexer)
    except ValueError:
        words.append(lexer.token[1:])
    return words


add_completion_class(PowerShellComplete)
