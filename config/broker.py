"""What Celery's transport on Redis gets wrong, mended: a worker outlives a Redis that is away.

Kombu, on losing the broker, wants to put what a worker has in hand back into the queue, over the connection
it has just taken apart: a worker that was at work ends with ``AttributeError``, one that was idle does not.
Nothing has to be put back: the job is in the database, goes on, and is taken up by another if it does not.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import redis


class PatientQoS(redis.QoS):
    """Puts back what is unfinished while there is a queue to put it into."""

    def restore_unacked_once(self, stderr: Any = None) -> None:
        """On closing the channel; a transport without its client has been taken apart."""
        transport = self.channel.connection
        if transport is not None and transport.client is not None:
            super().restore_unacked_once(stderr)


def outlive_redis() -> None:
    """From now on, for every channel of this process."""
    redis.Channel.QoS = PatientQoS
