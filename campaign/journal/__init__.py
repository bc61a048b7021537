"""The record: perform, undo, redo, digest. The only way to change a campaign."""
