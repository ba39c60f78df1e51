"""What the law gives a player: to see all that is kept about him (``boards.person``), and have it erased."""

from tournaments.desk.privacy.erasing import Erased, brought_back, erase_again, erase_player

__all__ = ["Erased", "brought_back", "erase_again", "erase_player"]
