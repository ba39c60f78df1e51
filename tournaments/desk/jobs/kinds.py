"""What can be asked for as a job, and where it is done: ``(Work) -> Outcome`` by dotted name."""

from collections.abc import Mapping

KINDS: Mapping[str, str] = {
    "export": "tournaments.desk.exports.make",
    "pictures": "tournaments.desk.exports.make_pictures",
    "players": "tournaments.desk.player_lists.take_in",
    "archive": "tournaments.desk.archives.take_in",
    "report": "tournaments.desk.reports.make",
    "circuit": "tournaments.desk.circuits.recount_as_job",
    "backup": "tournaments.desk.schedule.back_up",
}
