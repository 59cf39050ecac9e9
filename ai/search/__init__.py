"""A search for any game, made of parts. It knows no game: `ai/bindings/<game>.py` binds it to one.

`make_search(game)` takes a module of rules with the parts to_act, legal_actions, apply, observe,
determinize, returns, scores and listen. It answers a function to be inlined under a module-level entry, once
a game, since numba keeps a compiled kernel on disk by the file of its entry, and never one whose kernels were
arguments.
"""
