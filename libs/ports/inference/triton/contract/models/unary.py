"""Answers texts with `words`; the parameter `mood` makes it break the contract in one way or another."""

import json
import os
import re
import sys
import time

import numpy as np
import triton_python_backend_utils as pb_utils

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import words


def _strings(request, name):
    tensor = pb_utils.get_input_tensor_by_name(request, name)
    return [] if tensor is None else [value.decode() for value in tensor.as_numpy().reshape(-1)]


class TritonPythonModel:
    def initialize(self, args):
        self.mood = json.loads(args['model_config'])['parameters'].get('mood', {}).get('string_value', '')

    def execute(self, requests):
        if self.mood == 'slow':
            time.sleep(0.2)
        return [self._answer(request) for request in requests]

    def _answer(self, request):
        texts = _strings(request, 'TEXT')
        if self.mood == 'refuses' and any('cat' in text for text in texts):
            return pb_utils.InferenceResponse(error=pb_utils.TritonError(f'I do not like {texts}'))
        told = '|'.join(f'{name}={"".join(_strings(request, name)[:1])}' for name in ('DOMAIN', 'FORMALITY'))
        translations = [self._translate(text, told.replace(' ', '_')) for text in texts]
        if self.mood == 'doubles':
            translations *= 2
        outputs = [_column('TRANSLATION', translations, np.object_)]
        if self.mood != 'unsure':
            outputs.append(_column('CONFIDENCE', [words.confidence(text) for text in texts], np.float32))
        return pb_utils.InferenceResponse(outputs)

    def _translate(self, text, told):
        answer = words.translate(text)
        if self.mood == 'tells':
            return told.encode()
        if self.mood == 'shouts':
            return answer.upper().encode()
        if self.mood == 'mumbles':
            return b'\xff\xfe'
        if self.mood == 'careless':
            without_pairs = re.sub('[\ue000\ue001][0-9]+\ue00f', '', answer)
            return f'\ue0001{without_pairs}\ue0019\ue00f\n'.encode()
        return answer.encode()


def _column(name, values, dtype):
    return pb_utils.Tensor(name, np.array(values, dtype=dtype).reshape([-1, 1]))
