"""How fast and how small: ``make bench`` measures and prints, it judges nobody's machine."""
