import { dashboard } from './dashboard.mjs';
import { chosen, lines, number, rate, ratio } from './panels.mjs';

const requests = 'transledger_http_requests_total{route=~"/v1/.*",';
const lookups = 'transledger_translation_cache_lookups_total';
const errors = (code) => rate('transledger_http_errors_total', { filter: `code="${code}"` });

const now = [
  number(
    'Refused by a limit',
    'Part of the requests to /v1 that are answered 429.',
    ratio(
      `sum(rate(transledger_http_rate_limited_total{${chosen}}[$__rate_interval]))`,
      `sum(rate(${requests}${chosen}}[$__rate_interval]))`,
    ),
    { unit: 'percentunit', limits: { warning: 0.05 }, width: 6 },
  ),
  number(
    'Limits by node',
    'Nodes of the API that limit alone because Redis is away.',
    `sum(transledger_limits_degraded{${chosen}})`,
    {
      limits: { warning: 1 },
      width: 6,
    },
  ),
  number(
    'From the cache',
    'Part of the translations looked up that the cache had.',
    ratio(rate(lookups, { filter: 'result="hit"' }), rate(lookups)),
    {
      unit: 'percentunit',
      width: 6,
    },
  ),
  number('Stream connections', 'That are open now.', `sum(transledger_stream_connections{${chosen}})`, { width: 6 }),
];

const detail = [
  lines(
    'Refused by kind',
    'In a second. Which key or organization it was says the audit log; no metric names a tenant.',
    [
      [errors('rate_limit_exceeded'), 'requests a minute'],
      [errors('concurrent_limit'), 'requests at the same time'],
      [errors('quota_exceeded'), 'characters a day (429)'],
      [errors('insufficient_quota'), 'characters a day (402)'],
    ],
    { unit: 'reqps', width: 12 },
  ),
  lines(
    'Streams by result',
    'Translations of streams that have ended, in a second.',
    [[rate('transledger_stream_translations_total', { by: ['result'] }), '{{result}}']],
    { unit: 'ops', width: 12 },
  ),
  lines('Cache', 'Look-ups in a second.', [[rate(lookups, { by: ['result'] }), '{{result}}']], {
    unit: 'ops',
    width: 12,
  }),
  lines(
    'Memory of the cache',
    'What the translations that a node remembers take.',
    [[`transledger_translation_cache_bytes{${chosen}}`, '{{instance}}']],
    {
      unit: 'bytes',
      width: 12,
    },
  ),
];

export default dashboard({
  uid: 'transledger-limits',
  title: "Tenants' limits",
  description: 'What was refused by rates, concurrency and quotas, and what the cache saves.',
  sections: [
    ['Now', now],
    ['Refusals, streams, cache', detail],
  ],
});
