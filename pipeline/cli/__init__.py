"""The command line: what people type, a file a command."""
