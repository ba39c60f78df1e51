"""The interface for programs, under /api/v1/: the boards read, the verbs of the desk act, JSON in and out.

To add an operation, four steps; a small file for each subject, reading under ``reads/``, changing under
``writes/``, what goes in and out under ``shapes/``:

1. **A shape** (``shapes/``) for the body, of ``Sent`` (or ``Confirmable``, where the desk may ask), from the
   strict members of ``shapes/fields.py`` (``Whole``, ``Points``, ``Truth``, ``Text``); a plain ``Serializer``
   for the answer, whose members are read from the attributes of what the method returns::

       class CloseSent(Confirmable):
           reason = Text(300, default="", allow_blank=True)

2. **A view** (``writes/``) of ``EventView`` (or ``ClubView``; ``TableView`` below one table of a round), with
   ``may`` for each method and one method per operation, decorated::

       class CloseRound(EventView):
           may = {"POST": DIRECTORS}
           tag = "rounds"

           @acts("close_round", "Close a round", sends=CloseSent, answers=RoundShape, example=ROUND,
                 sent_example={"confirmed": True}, path={"event": "", "round": ""})
           def post(self, sent, event, round):
               \"\"\"The description of the operation, for the documentation.\"\"\"
               close_round(event=self.event, number=round, by=self.actor, confirmed=sent["confirmed"])
               return round_told(self, round)

   The method calls one verb with ``event=self.event, by=self.actor`` and returns what ``answers`` tells (or
   nothing, with ``answers=None, status=204``). Around it the decorator has already: found the event through
   the address, let in who may (401, 403, 404), checked the body (400), opened a transaction, locked the
   event, compared ``If-Match`` (412), claimed the ``Idempotency-Key``. A ``Refusal`` is simply raised: a
   ``DeskRefusal`` becomes 409 with its code, ``NeedsConfirmationError`` 409 with ``asks``,
   ``ImpossibleResultError`` 422 with all findings, ``ChangedMeanwhileError`` 412 with both values. Where a
   verb cannot refuse with 409 or can with 422, say so: ``may_refuse=(409, 422)``. Own refusals: ``ApiRefusal(
   status, code, sentence, findings=[finding_told(...)])``. Override ``current()`` so that a stale request is
   told the resource it is about, as its read tells it. Something that is not there: ``raise not_there()``.
   A PUT, PATCH or DELETE is declared the same way (the key counts on POST alone).

   Where one address is both read and changed, the view of ``writes/`` is the one of ``reads/`` and more:
   ``class RecordResult(AtTable, OneResult): may = {**OneResult.may, "POST": SCORERS}``, under the same url
   name; ``urls_api`` serves the one of ``writes/``. What makes something (``status=201``) leaves its address
   in ``self.made``.

3. **An address**: ``path("events/<slug:event>/rounds/<number:round>/close/", ...)`` in the list ``urls`` of
   the file, and the list in ``urls_api.operations``. Numbers in addresses are ``<number:...>`` and ids
   ``<identity:...>``, named as in ``addresses.PATH`` (what is not there is added); url names begin with
   ``api_``.

4. **A door** in ``tests/api/doors.py``: the address, the method, the body, and who is let in. A route that
   is not there fails the tests, and so does an operation without summary, description or examples.

A list: ``@reads(..., paged=True, filters=SomeFilters)``; the method returns a queryset or a list, and finds
what was asked for in ``self.asked``. What a reader may see: ``seen(self.event, everything=self.rank >=
READERS)`` (``boards/seen.py``).
"""
