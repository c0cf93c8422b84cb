"""The results table: how it is made, read, checked and taken apart."""
