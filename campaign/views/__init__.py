"""Views: frozen dataclasses with what a viewer may see. One view feeds terminal, JSON, PDF and web."""
