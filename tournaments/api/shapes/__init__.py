"""What goes in and out, member by member: the documentation is made of these."""
