"""Computer players: they get a seat's sight and chance of their own, never the state."""
