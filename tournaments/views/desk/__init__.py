"""The director's pages. Every one goes through ``access``: no page opens for a stranger or another club."""
