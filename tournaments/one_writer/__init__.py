"""SQLite with writers that queue: the database backend of an installation on one machine."""
