"""Words: what was found, in sentences, once for every front end."""
