"""The one shape of a refusal."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class FindingShape(serializers.Serializer[Any]):
    """One thing that is off."""

    code = serializers.CharField(help_text="V1 to V11 and the like for hands; else required, invalid, ...")
    sentence = serializers.CharField(help_text="For people, in the language of Accept-Language.")
    field = serializers.CharField(allow_null=True, help_text="The member of the request, e.g. hands.0.ns_mp.")
    level = serializers.ChoiceField(["refused", "overridable", "warning"])
    line = serializers.CharField(allow_null=True, help_text="ns, ew, or null where both are at fault.")
    hand = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)


class ErrorShape(serializers.Serializer[Any]):
    """Every refusal looks like this."""

    code = serializers.CharField(help_text="For programs; it does not change with the language.")
    sentence = serializers.CharField(help_text="For people, in the language of Accept-Language.")
    field = serializers.CharField(allow_null=True, help_text="The one member it is about, else null.")
    asks = serializers.BooleanField(
        help_text='True: a question. The same with "confirmed": true goes through; where code is'
        " result_needs_reason or needs_countersignature, with override_reason or countersigned_by."
    )
    findings = FindingShape(many=True, help_text="Everything that is off.")


class NotEnoughShape(ErrorShape):
    """403: ``needs`` says what one must be."""

    needs = serializers.CharField(required=False, help_text="reader, scorer, director or owner.")


class StaleShape(ErrorShape):
    """412: what stands now, and what was sent."""

    current = serializers.JSONField(help_text="What stands now.")
    sent = serializers.JSONField(help_text="What was sent.")
