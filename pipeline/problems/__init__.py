"""The codes and the wording of problems, and suggestions of what somebody may have meant."""
