"""The newest events, of all clubs or of one, without reading the others.

Made in the usual way and not concurrently: a federation has some thousands of events, and the table is
locked against writing for a few hundredths of a second. An index on the results, seats or the journal is
another matter (docs/deploy.md, "Changes of the database").
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_access_and_jobs")]

    operations = [
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["-date", "-id"], name="event_newest"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["club", "-date", "-id"], name="event_newest_of_club"),
        ),
    ]
