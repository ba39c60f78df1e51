"""Every change of state, one verb each: lock, check, write, journal, in one transaction.

A verb takes keyword-only arguments and ``by=`` (an ``Actor``), raises ``Refusal`` for what the person
can mend (then nothing has changed), and adds exactly one line to the journal of the event.
"""
