"""KIBA round robins in the net.

Source   "Le regole del torneo in rete" (in Italian), KIBA.
Lista    The entry list: first who has played more than 24 games on the site, then 1 to 24, then none (Elo 1800); each of
         the three by KIBA score, Elo/10 + games played, the highest first. 6 to 34 players, or the
         director's lower maximum.
Gironi   Player k of the list goes into group (k - 1) mod g of the g qualifying groups, at least three into each. An odd
         group has the dummy -1: a bye.
Turni    Player 1 stays, the others turn by one seat: 1-6 2-5 3-4, then 1-2 3-6 4-5 ... The first of a pair plays South,
         in the second leg North.
Punti    points: A win is worth 1 point, a loss 0; resigning or running out of time is a loss; a bye is worth nothing.
Spareggio
         sonneborn berger: The Neustadtl tie-break: the points of the opponents beaten 2-0, and half of those drawn 1-1.
         Then the KIBA score, then a shared place.
Semifinali
         All group winners in one group, all runners-up in the other.
Finale   Best of three between the winners of the two; the higher KIBA score plays South first, then in turn. 1-1 leads
         to a play-off game.
Tempo    T = (3 + 1) <= 7 days unless the director says otherwise: 3 to start, 1 more after each own move, never above 7;
         at zero the game is lost. UTC. South has the same from the beginning of the game for the first move. Clocks are
         read at the end of the day typed as `as of`, or at the last move typed of the event if that is later.
Abbandono
         Who withdraws resigns every open game on that day; finished games stand.
Reading  KIBA scores are compared exactly and printed rounded half down (895.9 is 896, 1010.5 is 1010); equal ones are in
         the order typed. Of a group under way only complete pairs count in the tie-break. With one qualifying group its
         first two play the final. A shared place at a cut leaves the seat undecided until the next stage is typed. A
         game begins when its row says, in the first stage else on the event's first day; an open game without moves,
         where moves are typed, waits for South's first. Of two who have withdrawn the first resigns; on the same day
         their game stays open. A pair's signs (+-) are those of its first row in the sheet, then its second.
"""
