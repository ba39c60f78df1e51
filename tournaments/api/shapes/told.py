"""Members only some callers are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from tournaments.api.callers import OWNERS, Who


class Told(serializers.Serializer[Any]):
    """An answer. ``only``: from which rank on a member is there at all; declare it ``required=False``."""

    only: ClassVar[Mapping[str, Who]] = {}

    def get_fields(self) -> dict[str, Any]:
        rank = self.context.get("rank", OWNERS)  # the documentation has no caller, and tells all members
        return {name: field for name, field in super().get_fields().items() if self.only.get(name, 0) <= rank}
