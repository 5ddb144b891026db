"""Stress tests: damaged sheets, killed builds, full disks, and concurrent builds."""
