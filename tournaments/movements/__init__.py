"""Who meets whom, at which table. Plain Python: entries in, pairings out; Django stays outside."""
