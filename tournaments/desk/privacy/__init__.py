"""What the law gives a player: to see all that is kept about him (``boards.person``), and have it erased."""

from tournaments.desk.privacy.erasing import Erased, erase_again, erase_player

__all__ = ["Erased", "erase_again", "erase_player"]
