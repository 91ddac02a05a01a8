import time

import numpy
import triton_python_backend_utils as triton


class TritonPythonModel:
    """Returns texts in capital letters, a batch at a time, each batch as slow as the next."""

    def execute(self, requests):
        time.sleep(0.01)
        responses = []
        for request in requests:
            texts = triton.get_input_tensor_by_name(request, "TEXT").as_numpy()
            upper = numpy.vectorize(lambda text: text.decode().upper().encode(), otypes=[object])(texts)
            responses.append(triton.InferenceResponse([triton.Tensor("UPPER", upper)]))
        return responses
