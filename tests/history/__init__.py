"""Tests of the league's history."""
