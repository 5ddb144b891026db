"""Counting: handicaps and adjustments.

Source       dipvis (diplomacytv); cards of -5 and other decisions of a director, typed in the columns "handicap",
             "adjustment" and "remark" of the sheet `players`.
handicap     handicap: Points that a player is given before the event.
adjustment   adjustment: Points that a decision gives or takes; the remark says why.
Reading      Both are added at the end, to what the counting gives: nothing of them is divided, weighed or dropped, and the
             standings after earlier rounds are without them. Where the lowest sum wins, points that are added are a
             disadvantage.
"""

OF = "adjusted"
