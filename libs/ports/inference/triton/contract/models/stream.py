"""Streams the answer of `unary` by token; at the word `slowly` one token in 20 ms, and it reports a cancellation."""

import os
import re
import sys
import threading
import time

import numpy as np
import triton_python_backend_utils as pb_utils

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import words


def _tensor(value):
    return pb_utils.Tensor('TOKEN', np.array([value.encode()], dtype=np.object_))


class TritonPythonModel:
    def execute(self, requests):
        for request in requests:
            text = pb_utils.get_input_tensor_by_name(request, 'TEXT').as_numpy()[0].decode()
            threading.Thread(target=self._stream, args=(text, request.get_response_sender())).start()
        return None

    def _stream(self, text, sender):
        final = pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL
        for count, token in enumerate(re.findall(r'\s+|\S{1,3}', words.translate(text))):
            if sender.is_cancelled():
                print(f'cancelled after {count} tokens', flush=True)
                error = pb_utils.TritonError('cancelled', pb_utils.TritonError.CANCELLED)
                sender.send(pb_utils.InferenceResponse(error=error), flags=final)
                return
            sender.send(pb_utils.InferenceResponse([_tensor(token)]))
            if 'slowly' in text:
                time.sleep(0.02)
        confidence = pb_utils.Tensor('CONFIDENCE', np.array([words.confidence(text)], dtype=np.float32))
        sender.send(pb_utils.InferenceResponse([_tensor(''), confidence]))
        sender.send(flags=final)
