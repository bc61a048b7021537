#!/bin/sh
# Opens the campaign in the browser, in the folder for campaigns, and leaves a shell for program commands.
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
PATH="$folder:$PATH"
export PATH
mkdir -p "$HOME/Campaigns" && cd "$HOME/Campaigns" || exit 1
campaign desk
echo
echo 'Type "campaign desk" to open the browser again, "campaign" to go on here, or "exit" to leave.'
exec "${SHELL:-/bin/sh}"
