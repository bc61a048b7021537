"""The desk: a campaign in the browser, for the umpire and every player, on the command line's actions and queries."""
