"""Writes `config.pbtxt` of the models as text."""

from dataclasses import dataclass, field

#: The first line of the files written here; a file that begins otherwise is the user's own.
MARK = '# Written by infra/triton/prepare.py: prepare again rather than edit.'

_INPUTS = (('TEXT', False), ('SOURCE', False), ('TARGET', False), ('DOMAIN', True), ('FORMALITY', True))


def quoted(text: str) -> str:
    """Quotes a string in the text format of protocol buffers."""
    escaped = text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n')
    return f'"{escaped}"'


@dataclass(frozen=True)
class Scheduling:
    """Limits of the queue, and of the instances that work it off."""

    instances: int = 1
    on_gpu: bool = False
    largest_batch: int = 64
    #: Microseconds that a batch may wait for more requests.
    queue_delay: int = 0
    queue_size: int = 1_000
    #: Milliseconds in the queue after which a request is refused.
    queue_timeout: int = 30_000
    uses_cache: bool = False
    #: Resources of the rate limiter, by name, that an instance takes while it works.
    resources: dict[str, int] = field(default_factory=dict)


def _tensor(name: str, data_type: str, elements: int = 1, more: str = '') -> str:
    return f'  {{ name: "{name}" data_type: {data_type} dims: [ {elements} ]{more} }}'


def _tensors(kind: str, tensors: list[str]) -> str:
    return f'{kind} [\n' + ',\n'.join(tensors) + '\n]'


def _instances(scheduling: Scheduling) -> str:
    kind = 'KIND_GPU' if scheduling.on_gpu else 'KIND_CPU'
    resources = ', '.join(
        f'{{ name: {quoted(name)} count: {count} }}' for name, count in sorted(scheduling.resources.items())
    )
    limiter = f' rate_limiter {{ resources [ {resources} ] }}' if resources else ''
    return f'instance_group [ {{ count: {scheduling.instances} kind: {kind}{limiter} }} ]'


def _batching(scheduling: Scheduling) -> str:
    delay = f'\n  max_queue_delay_microseconds: {scheduling.queue_delay}' if scheduling.queue_delay else ''
    return f"""dynamic_batching {{{delay}
  priority_levels: 2
  default_priority_level: 1
  default_queue_policy {{
    timeout_action: REJECT
    default_timeout_microseconds: {scheduling.queue_timeout * 1_000}
    allow_timeout_override: true
    max_queue_size: {scheduling.queue_size}
  }}
}}"""


def _parameters(parameters: dict[str, str]) -> str:
    return '\n'.join(
        f'parameters {{ key: {quoted(key)} value: {{ string_value: {quoted(value)} }} }}'
        for key, value in parameters.items()
    )


def unary_config(name: str, scheduling: Scheduling, parameters: dict[str, str]) -> str:
    return _batched(name, scheduling, [_text_inputs(), _translation('TRANSLATION')], parameters)


def stream_config(name: str, scheduling: Scheduling, parameters: dict[str, str]) -> str:
    return _decoupled(name, scheduling, [_text_inputs(), _translation('TOKEN')], parameters)


def pipeline_config(name: str, scheduling: Scheduling, parameters: dict[str, str]) -> str:
    return _batched(name, scheduling, _pipeline_tensors(1), parameters)


def pipeline_stream_config(name: str, scheduling: Scheduling, parameters: dict[str, str]) -> str:
    return _decoupled(name, scheduling, _pipeline_tensors(-1), parameters)


def _batched(name: str, scheduling: Scheduling, tensors: list[str], parameters: dict[str, str]) -> str:
    parts = [f'max_batch_size: {scheduling.largest_batch}', *tensors, _instances(scheduling), _batching(scheduling)]
    if scheduling.uses_cache:
        parts.append('response_cache { enable: true }')
    return _document(name, [*parts, _parameters(parameters)])


def _decoupled(name: str, scheduling: Scheduling, tensors: list[str], parameters: dict[str, str]) -> str:
    parts = ['max_batch_size: 0', 'model_transaction_policy { decoupled: true }', *tensors, _instances(scheduling)]
    return _document(name, [*parts, _parameters(parameters)])


def _text_inputs() -> str:
    return _tensors(
        'input',
        [_tensor(name, 'TYPE_STRING', more=' optional: true' if optional else '') for name, optional in _INPUTS],
    )


def _translation(name: str) -> str:
    return _tensors('output', [_tensor(name, 'TYPE_STRING'), _tensor('CONFIDENCE', 'TYPE_FP32')])


def _pipeline_tensors(texts: int) -> list[str]:
    inputs = [_tensor(name, 'TYPE_STRING', texts) for name in ('TEXT', 'MODE')]
    return [
        _tensors('input', inputs),
        _tensors('output', [_tensor('OUTPUT', 'TYPE_STRING'), _tensor('FAILED', 'TYPE_BOOL')]),
    ]


def _document(name: str, parts: list[str]) -> str:
    return '\n'.join([MARK, f'name: {quoted(name)}', 'backend: "python"', *filter(None, parts)]) + '\n'
