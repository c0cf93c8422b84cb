"""What every subject rests on: results and rows, options, messages, declared tests."""
