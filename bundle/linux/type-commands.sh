#!/bin/sh
# Starts the program in the folder for campaigns, and leaves a shell in which its commands can be typed.
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
PATH="$folder:$PATH"
export PATH
mkdir -p "$HOME/Campaigns" && cd "$HOME/Campaigns" || exit 1
campaign
echo
echo 'Type "campaign" to go on, "campaign --help" for all program commands, or "exit" to leave.'
exec "${SHELL:-/bin/sh}"
