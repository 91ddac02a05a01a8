import threading
import time

import numpy
import triton_python_backend_utils as triton


def value(request, name, default):
    tensor = triton.get_input_tensor_by_name(request, name)
    return default if tensor is None else tensor.as_numpy()[0]


class TritonPythonModel:
    """Sends COUNT responses, DELAY_MS apart. Writes to the file NOTES when it was cancelled, in ms since 1970."""

    def execute(self, requests):
        for request in requests:
            threading.Thread(
                target=self.count,
                args=(
                    request.get_response_sender(),
                    int(value(request, "COUNT", 0)),
                    int(value(request, "DELAY_MS", 0)) / 1000,
                    int(value(request, "BYTES_EACH", 0)),
                    int(value(request, "FAIL_AT", -1)),
                    value(request, "NOTES", b"").decode(),
                ),
                daemon=True,
            ).start()
        return None

    def count(self, sender, count, delay, bytes_each, fail_at, notes):
        for index in range(count):
            if index == fail_at:
                error = triton.TritonError("counted to the failure")
                sender.send(triton.InferenceResponse([], error))
                break
            if self.cancelled_within(sender, delay):
                if notes:
                    with open(notes, "a") as file:
                        file.write(f"{time.time() * 1000}\n")
                break
            payload = numpy.array([b"x" * bytes_each], dtype=object)
            tensors = [
                triton.Tensor("INDEX", numpy.array([index], dtype=numpy.int32)),
                triton.Tensor("PAYLOAD", payload),
            ]
            sender.send(triton.InferenceResponse(tensors))
        sender.send(flags=triton.TRITONSERVER_RESPONSE_COMPLETE_FINAL)

    def cancelled_within(self, sender, delay):
        until = time.monotonic() + delay
        while not sender.is_cancelled():
            rest = until - time.monotonic()
            if rest <= 0:
                return False
            time.sleep(min(rest, 0.002))
        return True
