import numpy
import triton_python_backend_utils as triton


class TritonPythonModel:
    """Returns the sum of a sequence so far."""

    def initialize(self, args):
        self.sum = 0

    def execute(self, requests):
        responses = []
        for request in requests:
            if triton.get_input_tensor_by_name(request, "START").as_numpy().item():
                self.sum = 0
            self.sum += int(triton.get_input_tensor_by_name(request, "VALUE").as_numpy().item())
            total = numpy.array([[self.sum]], dtype=numpy.int32)
            responses.append(triton.InferenceResponse([triton.Tensor("SUM", total)]))
        return responses
