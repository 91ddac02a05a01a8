import { dashboard } from './dashboard.mjs';
import { chosen, lines, number, quantile, rate, ratio, table } from './panels.mjs';

const requests = 'transledger_http_requests_total';
const duration = 'transledger_http_request_duration_seconds';
const api = 'route=~"/v1/.*"';
const failed = `${api},status=~"5.."`;

const faultRatio = ratio(`(${rate(requests, { filter: failed })} or vector(0))`, rate(requests, { filter: api }));

const now = [
  number('Requests', 'Requests to /v1 in a second, refused ones too.', rate(requests, { filter: api }), {
    unit: 'reqps',
  }),
  number('Faults', 'Part of the requests to /v1 that is answered with 5xx. The objective is 0.1 %.', faultRatio, {
    unit: 'percentunit',
    limits: { warning: 0.001, critical: 0.0144 },
    decimals: 2,
  }),
  number(
    'Translate, p95',
    'Of twenty requests to /v1/translate, nineteen take no longer.',
    quantile(0.95, duration, { filter: 'route="/v1/translate",status="2xx"' }),
    { unit: 's', limits: { warning: 0.5, critical: 1 } },
  ),
  number(
    'Audit log behind',
    'Age of the oldest event that is not in the audit log yet.',
    `max(transledger_projection_lag_seconds{projection="audit-log",${chosen}})`,
    { unit: 's', limits: { warning: 10, critical: 60 } },
  ),
  number(
    'Given up',
    'Messages that were given up, and events that projections have put aside. There should be none.',
    `sum(max by (group) (transledger_consumer_parked_messages{${chosen}})) + sum(max by (projection) (transledger_projection_parked_events{${chosen}}))`,
    { limits: { critical: 1 } },
  ),
  number(
    'Away',
    'Engines that some process cannot use.',
    `count(min by (dependency) (transledger_dependency_ready{${chosen}}) == 0) or vector(0)`,
    { limits: { critical: 1 } },
  ),
];

const service = [
  lines('Requests by route', 'Requests in a second by route.', [[rate(requests, { by: ['route'] }), '{{route}}']], {
    unit: 'reqps',
    stacked: true,
  }),
  lines(
    'Errors by code',
    'Errors that were answered in a second, by code. Those of docs/errors.md with 5xx are faults of ours.',
    [[rate('transledger_http_errors_total', { by: ['code'] }), '{{code}}']],
    { unit: 'reqps' },
  ),
  lines(
    'Duration of a translation',
    'Time from the first byte of a request to /v1/translate to the last of its answer, of those answered 200.',
    [0.5, 0.95, 0.99].map((q) => [
      quantile(q, duration, { filter: 'route="/v1/translate",status="2xx"' }),
      `p${Math.round(q * 100)}`,
    ]),
    { unit: 's', limits: { warning: 1 } },
  ),
  lines(
    'Part of requests that fail',
    'Faults (5xx) by window. Above 1.44 % in the windows of 1 h and 5 min somebody is woken.',
    ['5m', '1h', '6h', '3d'].map((window) => [`max(transledger:http_error_ratio:rate${window}{job=~"$job"})`, window]),
    { unit: 'percentunit', limits: { warning: 0.001, critical: 0.0144 } },
  ),
  lines('In flight', 'Requests that have not been answered yet, and open connections of the stream.', [
    [`sum(transledger_http_requests_in_flight{${chosen}})`, 'requests'],
    [`sum(transledger_stream_connections{${chosen}})`, 'stream connections'],
  ]),
  lines(
    'First token of a stream',
    'Time from a translate frame to its first token.',
    [0.5, 0.95, 0.99].map((q) => [quantile(q, 'transledger_stream_first_token_seconds'), `p${Math.round(q * 100)}`]),
    { unit: 's', limits: { warning: 2 } },
  ),
];

const perProcess = (title, description, query, options) =>
  lines(title, description, [[query, '{{role}} {{instance}}']], options);

const processes = [
  perProcess(
    'CPU',
    'Cores that each process uses.',
    rate('transledger_process_cpu_seconds_total', { by: ['role', 'instance'] }),
    {
      limits: { warning: 0.9 },
    },
  ),
  perProcess('Memory', 'Resident memory of each process.', `transledger_process_resident_memory_bytes{${chosen}}`, {
    unit: 'bytes',
    limits: { warning: 1.5 * 1024 ** 3 },
  }),
  perProcess(
    'Event loop lag, p99',
    'How long a process is held up before it gets to the next thing. An idle one shows 10 ms, the resolution.',
    `transledger_nodejs_eventloop_lag_p99_seconds{${chosen}}`,
    { unit: 's', limits: { warning: 0.25 } },
  ),
  lines('Database connections', 'Of the pool that a process shares: those in use, and who waits for one.', [
    [`transledger_database_connections{state="used",${chosen}}`, '{{role}} {{instance}}'],
    [`transledger_database_waiting{${chosen}}`, '{{role}} {{instance}} waiting'],
  ]),
  perProcess(
    'Starts',
    'How often each process has started within an hour.',
    `changes(transledger_process_start_time_seconds{${chosen}}[1h])`,
    { limits: { warning: 3 } },
  ),
  perProcess(
    'Disk of the data folder',
    'Part of the disk that is free.',
    `transledger_data_folder_free_bytes{${chosen}} / transledger_data_folder_size_bytes{${chosen}}`,
    { unit: 'percentunit', limits: { warning: 0.1, critical: 0.03 } },
  ),
];

const engines = [
  table(
    'What each role can use',
    '1 where every process of the role can use the engine, else 0.',
    `min by (dependency, role) (transledger_dependency_ready{${chosen}})`,
    { limits: { warning: 1, critical: 0.5 }, width: 8 },
  ),
  table(
    'Alerts',
    'What is firing now. docs/monitoring.md says what to do.',
    'ALERTS{alertname=~"Transledger.*",alertstate="firing"}',
    { width: 8 },
  ),
  lines(
    'Refused at once',
    'Nodes of the API that refuse what needs a dependency, because they know it to be away.',
    [[`sum by (dependency) (transledger_dependency_refused{${chosen}})`, '{{dependency}}']],
    { limits: { warning: 1 } },
  ),
];

export default dashboard({
  uid: 'transledger-overview',
  title: 'Overview',
  description: 'Rate, errors, duration and saturation of the service, and what it stands on.',
  sections: [
    ['Now', now],
    ['Requests', service],
    ['Engines and alerts', engines],
    ['Processes', processes],
  ],
});
