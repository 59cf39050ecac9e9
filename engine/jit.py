"""The one door to numba: `kernel` and `hot_kernel` for Python to call, `part` and `inlined` for those to
call, `dispatch` to call one of many, `record` for the state, `nanoseconds` to look at the clock.

Compiled kernels are kept on disk, in a folder that is named by their source (engine.cache). Importing a
module with a kernel sets numba's cache folder: the one thing that importing does here beside defining.
"""

import os
import time
from collections.abc import Callable, Sequence
from functools import partial, update_wrapper
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from llvmlite.binding import Linkage
from numba import njit, types
from numba.core import cgutils
from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types.functions import BaseFunction
from numba.extending import intrinsic, models, register_model
from numba.np import arrayobj

from engine.cache import folder

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
VERSIONS = f"{numba.__version__} {np.__version__}"
OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False}
# Without numba's run-time, arrays are not counted when they are handed on: kernels allocate nothing, so
# nothing is ever freed by them. Playouts take a sixth less time.
if not COMPILED:
    np.seterr(over="ignore")  # interpreted, the generator's products overflow as they must

_wrapping = arrayobj.fix_integer_index
_ours = 0  # depth of compilations of this module's kernels; numba compiles under one global lock


def _unwrapped(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it is. Kernels never count from the end of an array, and the test costs 7 % of playouts."""
    if _ours:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)
    return _wrapping(context, builder, kind, index, size)


arrayobj.fix_integer_index = _unwrapped


def kernel(function: F) -> F:
    """Compile on first call from Python, and keep the result on disk."""
    return _made(function, hot=False)


def hot_kernel(function: F) -> F:
    """The same for kernels that run for long: a tenth faster, and twice as long to compile."""
    return _made(function, hot=True)


def _made(function: F, hot: bool) -> F:
    if COMPILED:
        numba.config.CACHE_DIR = folder(function.__module__, VERSIONS)
    made = njit(cache=True, **OPTIONS)(function)
    if COMPILED:
        made.compile = partial(_compile, made.compile, hot)
    return made  # type: ignore[no-any-return]


_inner = 0  # the same for parts, which are compiled while a kernel is
_hot = False  # is the kernel a hot one?
_optimize, _finish = CPUCodeLibrary._optimize_final_module, CPUCodeLibrary._finalize_final_module
_set_env = JITCPUCodegen.set_env


def _optimize_fitly(library: Any) -> None:
    """Optimise a part cheaply; and a kernel in full, with its parts as functions of its own.

    Cheaply takes a quarter off the first compilation and nothing off the speed (not at all takes more). As
    numba links parts, a process has one copy of each for all kernels: the first that was made, here the cheap
    one, so that kernels just compiled ran at 0.57 of C and those from the cache at 0.87. If they are its own
    before they are optimised, not only after, more is inlined: 0.95, and twice the time to compile.
    """
    if _ours and _inner:
        mpm, builder = library._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=library._codegen._opt_level, cost="cheap"
        )
        mpm.run(library._final_module, builder)
        return
    if _ours and _hot:
        _own(library)
    _optimize(library)
    if _ours:
        _own(library)


def _own(library: Any) -> None:
    for function in library._final_module.functions:
        if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
            function.linkage = Linkage.internal


def _finish_fitly(library: Any) -> None:
    """Make machine code of kernels only: of a part nothing is ever run but what its kernels have of it."""
    if _ours and _inner:
        library._finalized = True
    else:
        _finish(library)


def _set_env_fitly(codegen: Any, name: str, env: Any) -> None:
    """A part has no machine code that could refer to its environment (which only exceptions need)."""
    if not (_ours and _inner):
        _set_env(codegen, name, env)


CPUCodeLibrary._optimize_final_module = _optimize_fitly
CPUCodeLibrary._finalize_final_module = _finish_fitly
JITCPUCodegen.set_env = _set_env_fitly


def _compile_part(compile_as_usual: Callable[..., Any], signature: Any) -> Any:
    global _inner
    _inner += 1
    try:
        return compile_as_usual(signature)
    finally:
        _inner -= 1


_resolve = BaseFunction.get_call_type
_resolved: dict[Any, Any] = {}


def _resolve_once(operator: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature of an operator for numbers, remembered: numba tries some ten ways again at each place."""
    plain = _ours and not kws and getattr(operator.typing_key, "__module__", "") == "_operator"
    if not (plain and all(isinstance(each, types.Number | types.Boolean) for each in args)):
        return _resolve(operator, context, args, kws)
    key = operator, args
    if key not in _resolved:
        _resolved[key] = _resolve(operator, context, args, kws)
    return _resolved[key]


BaseFunction.get_call_type = _resolve_once


def _compile(compile_as_usual: Callable[..., Any], hot: bool, signature: Any) -> Any:
    global _ours, _hot
    with global_compiler_lock:
        _ours += 1
        before, _hot = _hot, hot
        try:
            return compile_as_usual(signature)
        finally:
            _ours -= 1
            _hot = before


class Wide(types.Dispatcher):  # type: ignore[misc]
    """The type of a part: integers arrive as int64, so one variant of it is compiled, not ten."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The signature for these arguments, signed integers widened."""
        return super().get_call_type(context, tuple(map(_widened, args)), kws)


def _widened(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


register_model(Wide)(models.OpaqueModel)


class Part:
    """A function that kernels call. Without a way in for Python it takes a third less to compile.

    Numba would crash if Python called it, so a call compiles a twin that has one: tests may call any part.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        """Wrap a function; nothing is compiled yet."""
        update_wrapper(self, function)
        self.py_func = function
        self._twin: Any = None
        self._bare = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)
        self._bare.compile = partial(_compile_part, self._bare.compile)
        self._numba_type_ = Wide(self._bare)  # what numba asks of a global; it holds a weak reference

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python, through the twin."""
        self._twin = self._twin or njit(**OPTIONS)(self.py_func)
        return self._twin(*arguments)


def part(function: F) -> F:
    """Compile into the kernels that call it."""
    return Part(function) if COMPILED else function  # type: ignore[return-value]


def inlined(function: F) -> F:
    """Compile as text of its one caller, which saves a layer: each is optimised again with all below it."""
    return njit(inline="always", **OPTIONS)(function)  # type: ignore[no-any-return]


def record(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type. Interpreted, its integers are wide: NumPy int8 overflows where a compiled one widens."""
    if not COMPILED:
        fields = [
            (name, np.int64 if np.dtype(kind).kind == "i" else kind, *shape) for name, kind, *shape in fields
        ]
    return np.dtype((np.record, list(fields)), align=True)


def room(dtype: np.dtype[Any], n: int = 1) -> np.ndarray[Any, Any]:
    """Cleared records to hand to kernels: a plain structured array (a recarray costs 5 us more to pass)."""
    rows = np.zeros(n, dtype)
    return rows if COMPILED else rows.view(np.recarray)


def dispatch(branches: Sequence[tuple[int, Any]], usual: Any) -> Any:
    """One function `(index, *arguments)` that runs the branch of that index, or else the usual one.

    `branches` are pairs (mask of indices, function). Compiled, it is a row of bit tests in one function,
    each followed by a direct call; interpreted, a look into a table.
    """
    if not COMPILED:
        table = {index: function for mask, function in branches for index in range(64) if mask >> index & 1}
        return lambda index, *arguments: table.get(int(index), usual)(*arguments)
    masks, functions = [mask for mask, _ in branches], [function for _, function in branches] + [usual]

    @intrinsic  # type: ignore[untyped-decorator]
    def choose(typing: Any, index: Any, arguments: Any) -> Any:
        callees = [function._numba_type_ for function in functions]
        signatures = [typing.resolve_function_type(callee, tuple(arguments), {}) for callee in callees]
        answer = typing.unify_types(*[signature.return_type for signature in signatures])

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            given = cgutils.unpack_tuple(builder, values[1])
            result = cgutils.alloca_once(builder, context.get_value_type(answer))
            bit = builder.shl(ir.IntType(64)(1), context.cast(builder, values[0], index, types.int64))

            def call(callee: Any, called: Any) -> None:
                function = context.get_function(callee, called)
                passed = [
                    context.cast(builder, *each) for each in zip(given, arguments, called.args, strict=True)
                ]
                value = function(builder, passed)
                for library in getattr(function, "libs", ()):
                    context.active_code_library.add_linking_library(library)
                builder.store(context.cast(builder, value, called.return_type, answer), result)

            end = builder.append_basic_block("end")
            for mask, callee, called in zip(masks, callees, signatures, strict=False):
                own, other = builder.append_basic_block("own"), builder.append_basic_block("other")
                hit = builder.icmp_unsigned("!=", builder.and_(bit, bit.type(mask)), bit.type(0))
                builder.cbranch(hit, own, other)
                builder.position_at_end(own)
                call(callee, called)
                builder.branch(end)
                builder.position_at_end(other)
            call(callees[-1], signatures[-1])
            builder.branch(end)
            builder.position_at_end(end)
            return builder.load(result)

        return answer(index, arguments), generate

    @part
    def run(index, *arguments):  # type: ignore[no-untyped-def]
        return choose(index, arguments)

    return run


@intrinsic  # type: ignore[untyped-decorator]
def _clock(typing: Any) -> Any:
    """The C library's clock, called by name: a kernel with a ctypes pointer could not be kept on disk."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        whole = ir.IntType(64)
        spec = cgutils.alloca_once(builder, ir.ArrayType(whole, 2))
        kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32), spec.type])
        read = cgutils.get_or_insert_function(builder.module, kind, "clock_gettime")
        builder.call(read, [ir.IntType(32)(getattr(time, "CLOCK_MONOTONIC", 1)), spec])
        seconds, rest = (builder.load(cgutils.gep(builder, spec, 0, each)) for each in (0, 1))
        return builder.add(builder.mul(seconds, whole(10**9)), rest)

    return types.int64(), generate


if COMPILED:

    @part
    def nanoseconds() -> int:
        """What time.monotonic_ns() says, for kernels too (36 ns a look)."""
        return _clock()  # type: ignore[no-any-return]
else:
    nanoseconds = time.monotonic_ns
