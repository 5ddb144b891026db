"""Tests of the league's memory."""
