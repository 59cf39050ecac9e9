"""The rules of games: states, views, events and the contract every game keeps."""
