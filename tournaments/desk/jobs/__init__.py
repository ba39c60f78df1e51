"""Work that takes longer than a page may: asked for, done somewhere else, looked at while it is done.

``ask`` writes down what is wanted and sends it off; ``run`` does it, in whichever process. A job can be
started twice and leaves the same behind: a result is written beside and renamed, an import commits together
with the word that it is done, and whoever lost the job to another process finds that out before it writes.
"""

from tournaments.desk.jobs.asking import JobPlan, again, ask, cancel, send
from tournaments.desk.jobs.running import run, take_up
from tournaments.desk.jobs.working import JobCancelled, JobFailed, JobLost, Outcome, Work, progress

__all__ = [
    "JobCancelled",
    "JobFailed",
    "JobLost",
    "JobPlan",
    "Outcome",
    "Work",
    "again",
    "ask",
    "cancel",
    "progress",
    "run",
    "send",
    "take_up",
]
