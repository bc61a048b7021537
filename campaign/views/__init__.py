"""What a person may see: frozen dataclasses. One view feeds terminal, JSON, PDF and web."""
