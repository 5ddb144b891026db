"""Counting: handicaps and adjustments.

Source       dipvis (diplomacytv), and a director's decisions, such as penalty cards that cost 5 points. Points and
             reasons are entered in the "handicap", "adjustment" and "remark" columns of the `players` sheet.
handicap     handicap: Points that a player is given before the event.
adjustment   adjustment: Points that a decision adds or deducts. The remark says why.
Reading      Both are added to the result of the counting at the end. They are never divided, weighted or dropped, and
             the standings after earlier rounds do not include them. Where the lowest sum wins, added points are a
             disadvantage.
"""

OF = "adjusted"
