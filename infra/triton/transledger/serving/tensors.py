"""Reads and writes tensors of text. Needs NumPy and Triton's Python backend."""

from typing import Any

import numpy as np
import triton_python_backend_utils as pb_utils

from ..contract import InvalidRequestError


def optional_values(request: Any, name: str) -> list[str] | None:
    """
    Reads the elements of an input, whatever the shape; none where the request has no such input.
    :raises InvalidRequestError:
    """
    tensor = pb_utils.get_input_tensor_by_name(request, name)
    if tensor is None:
        return None
    try:
        return [bytes(value).decode() for value in tensor.as_numpy().reshape(-1)]
    except UnicodeDecodeError:
        raise InvalidRequestError(f'{name} is not UTF-8') from None


def values(request: Any, name: str) -> list[str]:
    """:raises InvalidRequestError:"""
    found = optional_values(request, name)
    if found is None:
        raise InvalidRequestError(f'{name} is missing')
    return found


def bytes_tensor(name: str, elements: list[str], shape: tuple[int, ...]) -> Any:
    # `np.array` of equally long bytes would make a fixed-width array, which drops NULs at the end.
    array = np.empty(shape, dtype=np.object_)
    array.reshape(-1)[:] = [element.encode() for element in elements]
    return pb_utils.Tensor(name, array)


def number_tensor(name: str, elements: list[Any], data_type: type[np.generic], shape: tuple[int, ...]) -> Any:
    return pb_utils.Tensor(name, np.array(elements, dtype=data_type).reshape(shape))
