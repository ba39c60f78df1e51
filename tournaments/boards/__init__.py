"""Every reading people look at, each with a fixed number of queries."""
