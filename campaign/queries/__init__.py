"""Read-only queries: from the rows of a campaign to views. Every query takes the viewer and hides what the viewer may
not know.
"""
