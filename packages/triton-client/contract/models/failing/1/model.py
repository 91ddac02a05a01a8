import triton_python_backend_utils as triton


class TritonPythonModel:
    """Fails, and quotes its input as careless models do."""

    def execute(self, requests):
        responses = []
        for request in requests:
            text = triton.get_input_tensor_by_name(request, "TEXT").as_numpy()[0].decode()
            code = triton.TritonError.INVALID_ARG if text.startswith("invalid") else triton.TritonError.INTERNAL
            responses.append(triton.InferenceResponse([], triton.TritonError(f"cannot do {text}", code)))
        return responses
