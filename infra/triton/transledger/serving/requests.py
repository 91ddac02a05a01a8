"""Reads queries from requests, and writes translations to responses. Needs NumPy and Triton's Python backend."""

from typing import Any

import numpy as np
import triton_python_backend_utils as pb_utils

from ..contract import LONGEST_TEXT, InvalidRequestError, Query, Translation, length_without_tags
from .responses import send_last
from .tensors import bytes_tensor, number_tensor, optional_values, values


def queries_of(request: Any) -> list[Query]:
    """
    Reads one query for each element of the batch dimension, one in all for a model without it.
    :raises InvalidRequestError:
    """
    texts = values(request, 'TEXT')
    columns = {'source': values(request, 'SOURCE'), 'target': values(request, 'TARGET')}
    for name, default in (('domain', 'general'), ('formality', 'neutral')):
        columns[name] = optional_values(request, name.upper()) or [default] * len(texts)
    if any(len(column) != len(texts) for column in columns.values()):
        raise InvalidRequestError('The inputs differ in length')
    for text in texts:
        length = length_without_tags(text)
        if length > LONGEST_TEXT:
            raise InvalidRequestError(f'TEXT has {length} code points, {LONGEST_TEXT} is the most')
    return [
        Query(text, **{name: column[index] for name, column in columns.items()}) for index, text in enumerate(texts)
    ]


def send_translations(sender: Any, translations: list[Translation]) -> None:
    """Makes a response with a batch dimension."""
    shape = (len(translations), 1)
    tensors = [
        bytes_tensor('TRANSLATION', [translation.text for translation in translations], shape),
        number_tensor('CONFIDENCE', [translation.confidence for translation in translations], np.float32, shape),
    ]
    send_last(sender, pb_utils.InferenceResponse(output_tensors=tensors))


def token_response(token: str, confidence: float | None = None) -> Any:
    tensors = [bytes_tensor('TOKEN', [token], (1,))]
    if confidence is not None:
        tensors.append(number_tensor('CONFIDENCE', [confidence], np.float32, (1,)))
    return pb_utils.InferenceResponse(output_tensors=tensors)
