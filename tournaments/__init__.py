"""Clubs, events, rounds, results: everything around the rules that happens in a hall and has to be kept."""
