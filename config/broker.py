"""What Celery's transport on Redis gets wrong, mended: a worker outlives a Redis that is away.

Kombu, on losing the broker, takes its connection apart and wants to put what the worker has in hand back into
the queue over just that; and what is done meanwhile it wants to acknowledge over it, too. Either ends the
worker with an ``AttributeError``. Nothing has to be said: a job in hand goes on, what came of it is in the
database, and a message that comes again finds it done.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import redis


class PatientQoS(redis.QoS):
    """Puts back and acknowledges while there is a connection to do it over."""

    def restore_unacked_once(self, stderr: Any = None) -> None:
        """On closing the channel."""
        if self._is_connected():
            super().restore_unacked_once(stderr)

    def ack(self, delivery_tag: str) -> None:
        """On the end of a job."""
        if self._is_connected():
            super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """On the death of a job's process."""
        if self._is_connected():
            super().reject(delivery_tag, requeue)

    def _is_connected(self) -> bool:
        """A transport without its client has been taken apart."""
        transport = self.channel.connection
        return transport is not None and transport.client is not None


def outlive_redis() -> None:
    """From now on, for every channel of this process."""
    redis.Channel.QoS = PatientQoS
