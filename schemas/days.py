"""Parse ranges of days typed in one cell, such as `14-15/03/2026` or `31 January - 1 February 2026`."""

import re
from collections.abc import Iterator
from datetime import date

from schemas.fields import UNCLEAR, day_meant
from schemas.words import decimal_digits

LONGEST = 31  # maximum days from the first to the last day of a range
BETWEEN = re.compile(
    r"\s*(?:[-–—/+&,]|\b(?:bis zum|to|until|through|and|al|e|au|et|bis|und)\b)\s*(?:(?:the|il|le|dem)\s+)?",
    re.IGNORECASE,
)
BEFORE = re.compile(r"(?:from|dal|du|vom|von)\s+(?:the\s+|il\s+|le\s+)?", re.IGNORECASE)
WEEKDAY = re.compile(
    r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun|lune|marte|mercole|giove|vener|lun|mar|mercre|jeu|vendre)"
    r"(?:day|di)?\b\.?,?\s*|\b(?:sabato|domenica|sab|dom|gio|ven|same?di|sam|dimanche|dim)\b\.?,?\s*"
    r"|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|mo|di|mi|do|fr|sa|so)\b\.?,?\s*",
    re.IGNORECASE,
)
A_DAY = re.compile(r"([0-9]{1,2})(?:\.|st|nd|rd|th|er|°)?")
NUMERIC = re.compile(r"([0-9]{1,2})\.?\s*[/.-]\s*([0-9]{1,2})\.?\s*[/.-]\s*([0-9]{4})")
ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def days_meant(typed: str) -> tuple[str, str] | None:
    """Return the first and the last day of a range, each as year-month-day.

    The result is None if the text is ambiguous or is not a range.
    """
    text = BEFORE.sub("", WEEKDAY.sub("", decimal_digits(typed).strip()), count=1)
    ranges = {days for cut in BETWEEN.finditer(text) for days in _parted(text[: cut.start()], text[cut.end() :])}
    fitting = {(first, last) for first, last in ranges if 0 < _length(first, last) <= LONGEST}
    return fitting.pop() if len(fitting) == 1 else None


def _length(first: str, last: str) -> int:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def _parted(left: str, right: str) -> Iterator[tuple[str, str]]:
    """Yield the possible first and last dates of a range.

    Both parts are read as typed, or one is completed with the other's month or year.
    """
    for first, last in ((left, right), *_completed(left, right)):
        days = _day(first), _day(last)
        if days[0] and days[1]:
            yield days[0], days[1]


def _completed(left: str, right: str) -> Iterator[tuple[str, str]]:
    """Yield possible dates for both parts of a range, after completing one part with the other's month or year.

    For example, the parts may be `14` and `15/03/2026`, or `March 14` and `15, 2026`.
    """
    day, whole = A_DAY.fullmatch(left), NUMERIC.fullmatch(right)
    if day and whole:  # in `14-15/03/2026` the left part is only a day
        last, month, year = whole.groups()
        yield f"{year}-{int(month):02}-{int(day[1]):02}", f"{year}-{int(month):02}-{int(last):02}"
    elif day:
        yield f"{day[1]} {A_DAY.sub('', right, count=1)}", right
    if year_at_the_end := re.search(r"[0-9]{4}$", right):
        mark = next((mark for mark in "/.-" if mark in left.rstrip(".")), " ")
        yield f"{left.rstrip('.')}{mark}{year_at_the_end[0]}", right
    if before := re.fullmatch(r"(\D*?)\s*[0-9]{1,2}\.?", left):  # `March 14`
        yield f"{left} {right[-4:]}", f"{before[1]} {right}"
    if ISO.fullmatch(left) and re.fullmatch("[0-9]{1,2}", right):
        yield left, f"{left[:8]}{int(right):02}"


def _day(text: str) -> str:
    """Return a date as year-month-day, or "" if it is ambiguous or not a date."""
    plain = text.strip(" ,")
    meant = plain if ISO.fullmatch(plain) else day_meant(plain)
    try:
        return meant if meant and meant != UNCLEAR and date.fromisoformat(meant) else ""
    except ValueError:
        return ""
