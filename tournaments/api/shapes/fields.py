"""Members that take what they say and nothing else: no "12" for 12, no "yes" for true, no unknown names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy
from rest_framework import serializers

MOST = 2**31 - 1


class Whole(serializers.IntegerField):
    """A whole number as JSON writes one."""

    def __init__(self, least: int = 0, most: int = MOST, **more: Any) -> None:
        super().__init__(min_value=least, max_value=most, **more)

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, (int, float)) or data != int(data):
            self.fail("invalid")
        return super().to_internal_value(int(data))


class Points(Whole):
    """Match points, of either sign."""

    def __init__(self, **more: Any) -> None:
        super().__init__(-1_000_000, 1_000_000, **more)


class Truth(serializers.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Text(serializers.CharField):
    """A text; blanks around it do not count. Empty only where ``allow_blank`` says so."""

    def __init__(self, most: int, **more: Any) -> None:
        super().__init__(max_length=most, **more)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Sent(serializers.Serializer[Any]):
    """A body: a member nobody knows is refused, for it is a slip that would go unseen."""

    default_error_messages = {"unknown": gettext_lazy("There is no such member here.")}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                message = str(self.error_messages["unknown"])
                raise serializers.ValidationError(
                    {name: [serializers.ErrorDetail(message, "unknown")] for name in unknown[:20]}
                )
        return super().to_internal_value(data)


class Confirmable(Sent):
    """A body that can say yes to a question: an answer 409 with ``"asks": true`` puts one."""

    confirmed = Truth(default=False, help_text="Yes to the question of an earlier 409 with asks.")
