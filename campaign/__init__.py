"""A manager for Second World War miniatures campaigns."""

__version__ = "0.1.0"
