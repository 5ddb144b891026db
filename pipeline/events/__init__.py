"""The results of events, computed from scores, and the input and results of circuits."""
