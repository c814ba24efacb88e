"""A serial port, by pyserial."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hashloom.errors import RequestError, ToolError

if TYPE_CHECKING:
    import serial


class SerialPort:
    """A port that is open."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port

    def read(self, seconds: float) -> bytes:
        """What has come, or comes within so many seconds; empty when nothing does."""
        try:
            self._port.timeout = seconds
            first = bytes(self._port.read(1))
            return first + bytes(self._port.read(self._port.in_waiting)) if first else b""
        except OSError as error:  # of which pyserial's own are
            raise ToolError(f"The port {self._port.port} is gone: {error}.") from error

    def write(self, data: bytes) -> None:
        """Sends."""
        try:
            self._port.write(data)
        except OSError as error:  # of which pyserial's own are
            raise ToolError(f"The port {self._port.port} is gone: {error}.") from error


@contextmanager
def serial_port(device: str, baud: int) -> Iterator[SerialPort]:
    """Opens a port.  Raises RequestError when there is none of that name."""
    import serial

    try:
        port = serial.Serial(device, baud, timeout=0.05)
    except (OSError, ValueError) as error:  # pyserial's own are of the first
        number = error.errno if isinstance(error, OSError) else None
        reason = os.strerror(number) if number else str(error)
        raise RequestError(
            f"The port {device} cannot be opened ({reason.rstrip('.')}); accepted with --port is a "
            "serial port, such as /dev/ttyUSB0."
        ) from error
    with port:
        yield SerialPort(port)
