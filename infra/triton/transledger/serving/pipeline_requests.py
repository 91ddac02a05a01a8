"""Reads texts for pipelines from requests, and writes outputs to responses. Needs Triton's Python backend."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import triton_python_backend_utils as pb_utils

from ..contract import LONGEST_PIPELINE_TEXT, MOST_STREAMED_TEXTS, InvalidRequestError
from .tensors import bytes_tensor, number_tensor, values


@dataclass(frozen=True)
class PipelineText:
    """A text in Apertium's stream format, and its mode."""

    mode: str
    text: str


def _check(text: str) -> None:
    if len(text) > LONGEST_PIPELINE_TEXT:
        raise InvalidRequestError(f'TEXT has {len(text)} code points, {LONGEST_PIPELINE_TEXT} is the most')
    if '\0' in text:
        raise InvalidRequestError('TEXT has a NUL, which ends a text in the pipeline')


def texts_of(request: Any) -> list[PipelineText]:
    """
    Reads one text from each element, whatever the shape.
    :raises InvalidRequestError:
    """
    texts, modes = values(request, 'TEXT'), values(request, 'MODE')
    if len(texts) != len(modes):
        raise InvalidRequestError('The inputs differ in length')
    for text in texts:
        _check(text)
    return [PipelineText(mode, text) for mode, text in zip(modes, texts)]


def streamed_texts_of(request: Any) -> list[PipelineText]:
    """:raises InvalidRequestError:"""
    texts = texts_of(request)
    if len(texts) > MOST_STREAMED_TEXTS:
        raise InvalidRequestError(f'A stream has {len(texts)} texts, {MOST_STREAMED_TEXTS} are the most')
    return texts


def outputs_response(outputs: list[str | None], shape: tuple[int, ...]) -> Any:
    """Makes a response, in which an empty output stands for a text that no pipeline survives."""
    tensors = [
        bytes_tensor('OUTPUT', [output or '' for output in outputs], shape),
        number_tensor('FAILED', [output is None for output in outputs], np.bool_, shape),
    ]
    return pb_utils.InferenceResponse(output_tensors=tensors)
