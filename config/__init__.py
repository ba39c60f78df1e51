"""How the parts are wired together: settings, addresses, servers."""
