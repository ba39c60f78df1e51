"""The rules of burraco as plain Python: no Django, no I/O, no clock, no randomness without a seed."""
