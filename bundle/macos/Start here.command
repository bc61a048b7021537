#!/bin/sh
# Opens the campaign in the browser, in the folder for campaigns, and leaves a shell for program commands.
folder=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
# Opening this file was allowed in System Settings; without this line macOS stops each part of the program beside it, too.
xattr -dr com.apple.quarantine "$folder" 2>/dev/null
PATH="$folder:$PATH"
export PATH
mkdir -p "$HOME/Campaigns" && cd "$HOME/Campaigns" || exit 1
campaign desk
echo
echo 'Type "campaign desk" to open the browser again, "campaign" to go on here, or "exit" to leave.'
exec "${SHELL:-/bin/sh}"
