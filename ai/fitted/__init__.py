"""What was counted and fitted in played games: how positions end, and what a card left face down tells."""
