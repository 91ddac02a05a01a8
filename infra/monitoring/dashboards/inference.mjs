import { dashboard } from './dashboard.mjs';
import { chosen, lines, number, quantile, rate, ratio } from './panels.mjs';

const duration = 'transledger_inference_duration_seconds';
const faults = 'reason=~"model_unavailable|failed"';
const failures = `(${rate('transledger_inference_failures_total', { filter: faults })} or vector(0))`;

const engine = [
  number('Translations', 'In a second; what comes from the cache is not among them.', rate(`${duration}_count`), {
    unit: 'ops',
    width: 6,
  }),
  number('Segments', 'Sentences in a second.', rate('transledger_inference_segments_total'), { unit: 'ops', width: 6 }),
  number(
    'In flight',
    'Requests that wait for the engine or are worked on.',
    `sum(transledger_inference_in_flight{${chosen}})`,
    {
      width: 6,
    },
  ),
  number(
    'Failing',
    'Part that the engine does not give, by a fault of its own.',
    ratio(failures, `${failures} + ${rate(`${duration}_count`)}`),
    {
      unit: 'percentunit',
      limits: { warning: 0.01, critical: 0.05 },
      width: 6,
    },
  ),
  lines(
    'Duration by model, p95',
    'Texts, batches and documents; streams are apart.',
    [[quantile(0.95, duration, { filter: 'mode="whole"', by: ['model'] }), '{{model}}']],
    { unit: 's', limits: { warning: 5 } },
  ),
  lines(
    'Duration by pair, p95',
    'The 120 pairs that come first are told apart.',
    [[quantile(0.95, duration, { filter: 'mode="whole"', by: ['pair'] }), '{{pair}}']],
    { unit: 's', limits: { warning: 5 } },
  ),
  lines(
    'Duration of streams, p95',
    'Until the last token, at the pace of the reader.',
    [[quantile(0.95, duration, { filter: 'mode="stream"', by: ['model'] }), '{{model}}']],
    { unit: 's' },
  ),
  lines('Translations by pair', 'In a second.', [[rate(`${duration}_count`, { by: ['pair'] }), '{{pair}}']], {
    unit: 'ops',
  }),
  lines(
    'Not translated',
    'In a second, by reason. Cancelled ones are callers who left.',
    [[rate('transledger_inference_failures_total', { by: ['reason'] }), '{{reason}}']],
    { unit: 'ops' },
  ),
  lines('Waiting and working', 'Requests to the engine that are not answered, by role.', [
    [`sum by (role) (transledger_inference_in_flight{${chosen}})`, '{{role}}'],
  ]),
];

const triton = (metric) => `sum by (model) (rate(${metric}{model!=""}[$__rate_interval]))`;

const server = [
  lines('Batcher fill', 'Requests in one execution of a model. At 1 the dynamic batcher does not batch.', [
    [ratio(triton('nv_inference_count'), triton('nv_inference_exec_count')), '{{model}}'],
  ]),
  lines(
    'Waiting',
    'Requests that wait in the queue of a model.',
    [['sum by (model) (nv_inference_pending_request_count)', '{{model}}']],
    { limits: { warning: 100 } },
  ),
  lines(
    'Time in the queue',
    'Mean of a request, before it is executed.',
    [[ratio(`${triton('nv_inference_queue_duration_us')} / 1e6`, triton('nv_inference_request_success')), '{{model}}']],
    { unit: 's' },
  ),
  lines(
    'Time of the model',
    'Mean of an execution.',
    [
      [
        ratio(`${triton('nv_inference_compute_infer_duration_us')} / 1e6`, triton('nv_inference_request_success')),
        '{{model}}',
      ],
    ],
    { unit: 's' },
  ),
  lines(
    'Requests that fail',
    'Part of the requests to a model.',
    [
      [
        ratio(
          triton('nv_inference_request_failure'),
          `(${triton('nv_inference_request_failure')} + ${triton('nv_inference_request_success')})`,
        ),
        '{{model}}',
      ],
    ],
    { unit: 'percentunit', limits: { warning: 0.05 } },
  ),
  lines(
    'GPU',
    'Utilisation, and the part of the memory in use. Nothing on a machine without one.',
    [
      ['avg by (gpu_uuid) (nv_gpu_utilization)', 'busy {{gpu_uuid}}'],
      ['nv_gpu_memory_used_bytes / nv_gpu_memory_total_bytes', 'memory {{gpu_uuid}}'],
    ],
    { unit: 'percentunit', limits: { warning: 0.95 } },
  ),
];

const models = [
  lines(
    'Sentences',
    'Sentences that models have translated, in a second.',
    [[rate('transledger_models_sentences_total', { by: ['instance'] }), '{{instance}}']],
    { unit: 'ops' },
  ),
  lines(
    'Words',
    'Words of these sentences, in a second.',
    [[rate('transledger_models_words_total', { by: ['instance'] }), '{{instance}}']],
    { unit: 'ops' },
  ),
  lines(
    'Sentences that wait',
    'Sentences that wait for a thread, and that are being translated.',
    [
      [`sum by (instance) (transledger_models_waiting_sentences{${chosen}})`, 'waiting {{instance}}'],
      [`sum by (instance) (transledger_models_translating_sentences{${chosen}})`, 'translating {{instance}}'],
    ],
    { limits: { warning: 1_000 } },
  ),
  lines('Models in memory', 'Models that are loaded; the least recently used makes room.', [
    [`sum by (instance) (transledger_models_loaded{${chosen}})`, '{{instance}}'],
  ]),
  lines(
    'Memory',
    'Resident memory of the process, of it what its models take, and what it ends itself above.',
    [
      [`transledger_process_resident_memory_bytes{role="inference",${chosen}}`, 'resident {{instance}}'],
      [`transledger_models_loaded_bytes{${chosen}}`, 'models {{instance}}'],
      [`transledger_models_limit_bytes{${chosen}}`, 'limit {{instance}}'],
    ],
    { unit: 'bytes' },
  ),
  lines('Starts', 'Starts of the process within an hour: more than one is a process that died.', [
    [`changes(transledger_process_start_time_seconds{role="inference",${chosen}}[1h])`, '{{instance}}'],
  ]),
];

export default dashboard({
  uid: 'transledger-inference',
  title: 'Inference',
  description:
    'The translation engine as the service sees it, and the inference process and Triton as they see themselves.',
  sections: [
    ['Engine', engine],
    ['Models (only where the inference process runs)', models],
    ['Triton (only where it is the engine)', server],
  ],
});
