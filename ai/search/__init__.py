"""Searches for any game made of parts. They know no game: `ai/bindings/<game>.py` binds them to one.

A search is a factory, `make_single(game)`: `game` is a module of rules with the parts to_act, legal_actions,
apply, determinize and returns. It answers a function to be inlined under a module-level entry, once a game,
since numba keeps a compiled kernel on disk by the file of its entry, and never one whose kernels were
arguments.
"""
