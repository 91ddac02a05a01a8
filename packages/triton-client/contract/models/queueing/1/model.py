import time

import numpy
import triton_python_backend_utils as triton


class TritonPythonModel:
    """Works on one request at a time, as long as the request says, behind a queue of two."""

    def execute(self, requests):
        responses = []
        for request in requests:
            time.sleep(triton.get_input_tensor_by_name(request, "DELAY_MS").as_numpy().item() / 1000)
            responses.append(triton.InferenceResponse([triton.Tensor("DONE", numpy.array([[True]]))]))
        return responses
