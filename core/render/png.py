"""Writing a PNG piece by piece: rows come in strips and are packed in other threads while more are drawn."""

from __future__ import annotations

import struct
import zlib
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import BinaryIO, Self

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_THREADS = 2
# Strips that wait for packing: enough to keep the threads busy, few enough to save memory.
_WAITING = 3
_ADLER = 65521
_LEVEL = 2


class PngWriter:
    """An 8-bit RGB picture with a note of its resolution; used with `with`, finished at its end."""

    def __init__(self, file: BinaryIO, width: int, height: int, pixels_per_metre: float) -> None:
        self._file, self._width = file, width
        self._pool = ThreadPoolExecutor(_THREADS)
        self._waiting: deque[Future[tuple[bytes, int, int]]] = deque()
        self._adler = 1
        file.write(_SIGNATURE)
        self._chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        resolution = round(pixels_per_metre)
        self._chunk(b"pHYs", struct.pack(">IIB", resolution, resolution, 1))
        self._chunk(b"IDAT", b"\x78\x01")  # the head of a zlib stream; strips follow as its parts

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._finish()
        finally:
            self._pool.shutdown(cancel_futures=True)

    def write(self, rows: Bytes) -> None:
        """Add rows: an array of height x width x 3, which must not change afterwards."""
        while len(self._waiting) >= _WAITING:
            self._write_packed(self._waiting.popleft())
        self._waiting.append(self._pool.submit(_pack, rows.reshape(len(rows), -1)))

    def _write_packed(self, future: Future[tuple[bytes, int, int]]) -> None:
        packed, adler, size = future.result()
        self._adler = _combined(self._adler, adler, size)
        self._chunk(b"IDAT", packed)

    def _finish(self) -> None:
        while self._waiting:
            self._write_packed(self._waiting.popleft())
        self._chunk(
            b"IDAT", b"\x03\x00" + struct.pack(">I", self._adler)
        )  # an empty last block, the checksum
        self._chunk(b"IEND", b"")

    def _chunk(self, name: bytes, data: bytes) -> None:
        self._file.write(struct.pack(">I", len(data)) + name)
        self._file.write(data)
        self._file.write(struct.pack(">I", zlib.crc32(data, zlib.crc32(name))))


def _pack(rows: Bytes) -> tuple[bytes, int, int]:
    """Some rows as part of a deflate stream, with checksum and length of what went in.

    Rows are not filtered: hexes of one kind are exact copies, which packs better than differences would.
    Each strip stands alone, so that strips can be packed at the same time.
    """
    lines = np.zeros((len(rows), rows.shape[1] + 1), np.uint8)  # a 0 before each row: no filter
    lines[:, 1:] = rows
    data = lines.data.cast("B")
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, -15, 9)
    packed = packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)
    return packed, zlib.adler32(data), data.nbytes


def _combined(first: int, second: int, size: int) -> int:
    """The Adler checksum of two parts put together, from theirs and the length of the second (RFC 1950)."""
    a1, b1 = first & 0xFFFF, first >> 16
    a2, b2 = second & 0xFFFF, second >> 16
    a = (a1 + a2 - 1) % _ADLER
    b = (b1 + b2 + size % _ADLER * (a1 - 1)) % _ADLER
    return b << 16 | a
