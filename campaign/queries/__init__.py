"""Session to view, read only. Every query takes the viewer and hides what he may not know."""
