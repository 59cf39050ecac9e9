"""How hidden cards are seen; not yet counted: all are equally likely."""

LIKELIHOOD = [[[[1.0] * 8 for _ in range(7)] for _ in range(31)] for _ in range(2)]
