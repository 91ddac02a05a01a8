import json

import numpy
import triton_python_backend_utils as triton


class TritonPythonModel:
    """Returns every tensor as it was, and the other fields of the request in REQUEST."""

    def execute(self, requests):
        return [triton.InferenceResponse(self.echo(request)) for request in requests]

    def echo(self, request):
        # BF16 has no numpy type: DLPack carries every type but BYTES and BOOL.
        tensors = [
            triton.Tensor.from_dlpack(tensor.name(), tensor.to_dlpack())
            if tensor.name() == "BF16"
            else triton.Tensor(tensor.name(), tensor.as_numpy())
            for tensor in request.inputs()
        ]
        about = {
            "id": request.request_id(),
            "correlation": request.correlation_id(),
            "timeout": request.timeout(),
            "parameters": json.loads(request.parameters()),
        }
        text = json.dumps(about).encode()
        return tensors + [triton.Tensor("REQUEST", numpy.array([text], dtype=object))]
