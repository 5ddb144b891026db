"""What becomes of damaged sheets, of builds that are killed, of full disks, and of builds at once.

`python -m tests.stress` tries each so many times and prints one table; a short form of each is in `test_stress.py`.
Everything is drawn from a seed: what fails can be tried again by its number.
"""
