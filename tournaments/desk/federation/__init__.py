"""An invented federation of any size, straight into the database: clubs, players, ten years of evenings.

Nothing here is a way to change an event: the verbs are. It makes what a season of verbs would have left
behind (every event passes ``verify``), so that pages, queries and indexes can be judged at full size.
"""

from tournaments.desk.federation.making import Federation, Made, make_federation

__all__ = ["Federation", "Made", "make_federation"]
