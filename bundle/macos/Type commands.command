#!/bin/sh
# Starts the program in the folder for campaigns, and leaves a shell in which its commands can be typed.
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
# Opening this file was allowed in System Settings; without this line macOS stops each part of the program beside it, too.
xattr -dr com.apple.quarantine "$folder" 2>/dev/null
PATH="$folder:$PATH"
export PATH
mkdir -p "$HOME/Campaigns" && cd "$HOME/Campaigns" || exit 1
campaign
echo
echo 'Type "campaign" to go on, "campaign --help" for all program commands, or "exit" to leave.'
exec "${SHELL:-/bin/sh}"
