"""Sends the last response of a request, also an error. Needs Triton's Python backend."""

from typing import Any

import triton_python_backend_utils as pb_utils

from ..contract import InvalidRequestError, UnavailableError

_FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL


class Cancelled(Exception):
    """Raised when the caller has cancelled the request."""


def _triton_error(error: BaseException) -> Any:
    if isinstance(error, InvalidRequestError):
        return pb_utils.TritonError(str(error), pb_utils.TritonError.INVALID_ARG)
    if isinstance(error, UnavailableError):
        return pb_utils.TritonError(str(error), pb_utils.TritonError.UNAVAILABLE)
    if isinstance(error, Cancelled):
        return pb_utils.TritonError('The request was cancelled', pb_utils.TritonError.CANCELLED)
    # Only the name is logged: a message might hold the text.
    pb_utils.Logger.log_error(f'A translation failed with {type(error).__name__}')
    return pb_utils.TritonError('The translation failed', pb_utils.TritonError.INTERNAL)


def send_last(sender: Any, response: Any) -> None:
    sender.send(response, flags=_FINAL)


def send_error(sender: Any, error: BaseException) -> None:
    send_last(sender, pb_utils.InferenceResponse(error=_triton_error(error)))


def send_end(sender: Any) -> None:
    """Sends the final flag alone."""
    sender.send(flags=_FINAL)
