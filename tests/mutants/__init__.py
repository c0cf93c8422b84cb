"""Are the tests tested? Small faults put into the code, one at a time (README.md)."""
