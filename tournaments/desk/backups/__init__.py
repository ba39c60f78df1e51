"""Copies of the whole database: made while it is in use, checked, kept for a while, put back.

``keep_backup(reason)`` makes a copy now and returns it, or raises a ``Refusal``; ``keep_soon`` is for the
verbs of the desk, which do not wait for it.
"""

from tournaments.desk.backups.archive import Checked, Manifest, check
from tournaments.desk.backups.failures import Trouble, trouble
from tournaments.desk.backups.keeping import hand_over, keep_backup, keep_soon, wait_for_copies, write_backup
from tournaments.desk.backups.problems import BackupRefusal
from tournaments.desk.backups.restoring import Restored, restore, restore_command
from tournaments.desk.backups.shelf import Copy, copies, find, last_good_copy

__all__ = [
    "BackupRefusal",
    "Checked",
    "Copy",
    "Manifest",
    "Restored",
    "Trouble",
    "check",
    "copies",
    "find",
    "hand_over",
    "keep_backup",
    "keep_soon",
    "last_good_copy",
    "restore",
    "restore_command",
    "trouble",
    "wait_for_copies",
    "write_backup",
]
