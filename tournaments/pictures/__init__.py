"""Pictures to send: plain values in, PNG bytes out. No Django, no clock; equal values give equal bytes."""
