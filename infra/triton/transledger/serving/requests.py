"""Requests of Triton as queries, translations as its responses. Needs NumPy and Triton's Python backend."""

from typing import Any

import numpy as np
import triton_python_backend_utils as pb_utils

from ..contract import LONGEST_TEXT, InvalidRequestError, Query, Translation, UnavailableError
from ..segments.markup import length_without_tags

_FINAL = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL


def _values(request: Any, name: str, default: str | None = None) -> list[str] | None:
    tensor = pb_utils.get_input_tensor_by_name(request, name)
    if tensor is None:
        if default is None:
            raise InvalidRequestError(f'{name} is missing')
        return None
    try:
        return [bytes(value).decode() for value in tensor.as_numpy().reshape(-1)]
    except UnicodeDecodeError:
        raise InvalidRequestError(f'{name} is not UTF-8') from None


def queries_of(request: Any) -> list[Query]:
    """
    One query an element of the batch dimension, one in all for a model without it.
    :raises InvalidRequestError:
    """
    texts = _values(request, 'TEXT') or []
    columns = {'source': _values(request, 'SOURCE'), 'target': _values(request, 'TARGET')}
    for name, default in (('domain', 'general'), ('formality', 'neutral')):
        columns[name] = _values(request, name.upper(), default) or [default] * len(texts)
    if any(len(column or []) != len(texts) for column in columns.values()):
        raise InvalidRequestError('The inputs differ in length')
    for text in texts:
        length = length_without_tags(text)
        if length > LONGEST_TEXT:
            raise InvalidRequestError(f'TEXT has {length} code points, {LONGEST_TEXT} is the most')
    return [
        Query(text, **{name: column[index] for name, column in columns.items() if column})
        for index, text in enumerate(texts)
    ]


def _bytes_tensor(name: str, values: list[str], shape: tuple[int, ...]) -> Any:
    # `np.array` of equally long bytes would make a fixed-width array, which drops NULs at the end.
    array = np.empty(shape, dtype=np.object_)
    array.reshape(-1)[:] = [value.encode() for value in values]
    return pb_utils.Tensor(name, array)


def translations_response(translations: list[Translation]) -> Any:
    """With a batch dimension."""
    shape = (len(translations), 1)
    confidences = np.array([translation.confidence for translation in translations], dtype=np.float32)
    return pb_utils.InferenceResponse(
        output_tensors=[
            _bytes_tensor('TRANSLATION', [translation.text for translation in translations], shape),
            pb_utils.Tensor('CONFIDENCE', confidences.reshape(shape)),
        ]
    )


def token_response(token: str, confidence: float | None = None) -> Any:
    tensors = [_bytes_tensor('TOKEN', [token], (1,))]
    if confidence is not None:
        tensors.append(pb_utils.Tensor('CONFIDENCE', np.array([confidence], dtype=np.float32)))
    return pb_utils.InferenceResponse(output_tensors=tensors)


class Cancelled(Exception):
    """Nobody waits for the answer any more."""


def _triton_error(error: BaseException) -> Any:
    if isinstance(error, InvalidRequestError):
        return pb_utils.TritonError(str(error), pb_utils.TritonError.INVALID_ARG)
    if isinstance(error, UnavailableError):
        return pb_utils.TritonError(str(error), pb_utils.TritonError.UNAVAILABLE)
    if isinstance(error, Cancelled):
        return pb_utils.TritonError('The request was cancelled', pb_utils.TritonError.CANCELLED)
    # The name alone: a message might hold the text.
    pb_utils.Logger.log_error(f'A translation failed with {type(error).__name__}')
    return pb_utils.TritonError('The translation failed', pb_utils.TritonError.INTERNAL)


def send_last(sender: Any, response: Any) -> None:
    sender.send(response, flags=_FINAL)


def send_error(sender: Any, error: BaseException) -> None:
    send_last(sender, pb_utils.InferenceResponse(error=_triton_error(error)))


def send_end(sender: Any) -> None:
    """The final flag alone."""
    sender.send(flags=_FINAL)


def send_translations(sender: Any, translations: list[Translation]) -> None:
    send_last(sender, translations_response(translations))
