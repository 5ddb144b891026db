"""What is wrong, in codes and in words."""
