"""The example that KIBA prints in "Le regole del torneo in rete", "Esempio di una procedura di spareggio"."""

KIBA = ("Kobe", "Oscar", "Jan", "Peter", "Sock")
"""The players in the order of the crosstable's rows."""

WINNERS = {
    ("Kobe", "Oscar"): ("Oscar", "Kobe"),
    ("Kobe", "Jan"): ("Jan", "Kobe"),
    ("Kobe", "Peter"): ("Kobe", "Kobe"),
    ("Kobe", "Sock"): ("Sock", "Kobe"),
    ("Oscar", "Jan"): ("Oscar", "Oscar"),
    ("Oscar", "Peter"): ("Oscar", "Oscar"),
    ("Oscar", "Sock"): ("Oscar", "Oscar"),
    ("Jan", "Peter"): ("Jan", "Jan"),
    ("Jan", "Sock"): ("Jan", "Sock"),
    ("Peter", "Sock"): ("Sock", "Sock"),
}
"""Winners of each pair's first and second game. Who played South is not printed; the first named is assumed."""
