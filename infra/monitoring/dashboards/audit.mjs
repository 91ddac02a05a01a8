import { dashboard } from './dashboard.mjs';
import { chosen, lines, number, quantile, rate } from './panels.mjs';

const auditLog = `projection="audit-log",${chosen}`;
const requests = 'transledger_http_requests_total';
const duration = 'transledger_http_request_duration_seconds';
const events = (filter) => [[rate('transledger_events_appended_total', { filter, by: ['type'] }), '{{type}}']];

const log = [
  number(
    'Behind',
    'Age of the oldest event that is not in the audit log yet.',
    `max(transledger_projection_lag_seconds{${auditLog}})`,
    {
      unit: 's',
      limits: { warning: 10, critical: 60 },
      width: 6,
    },
  ),
  number(
    'Halted',
    'The audit log never skips an event: it stops instead.',
    `max(transledger_projection_halted{${auditLog}})`,
    {
      limits: { critical: 1 },
      width: 6,
    },
  ),
  number(
    'Made anew',
    '1, or how far a rebuild is. A rebuild compares the old log with the new one and is the proof that both are the same.',
    `min(transledger_projection_rebuilt{${auditLog}})`,
    { unit: 'percentunit', width: 6 },
  ),
  number(
    'Events',
    'Written in the time shown.',
    `sum(increase(transledger_events_appended_total{${chosen}}[$__range]))`,
    {
      width: 6,
      decimals: 0,
    },
  ),
  lines(
    'Events not in the audit log',
    'Counted up to 1,000.',
    [[`max(transledger_projection_lag_events{${auditLog}})`, 'events']],
    {
      width: 8,
    },
  ),
  lines('Behind', 'Age of the oldest of them.', [[`max(transledger_projection_lag_seconds{${auditLog}})`, 'seconds']], {
    unit: 's',
    limits: { critical: 60 },
    width: 8,
  }),
  lines(
    'Lists that said so',
    'Lists of the audit log that came with `lagging`, in a second.',
    [[`sum(rate(transledger_lagging_answers_total{${auditLog}}[$__rate_interval]))`, 'lists']],
    { unit: 'reqps', limits: { warning: 0.001 }, width: 8 },
  ),
];

const acts = [
  lines('Keys', 'Keys that were made, rotated and revoked, in a second.', events('type=~"ApiKey.*"'), { unit: 'ops' }),
  lines('Organizations and users', 'Changes in a second.', events('type=~"Organization.*|User.*"'), { unit: 'ops' }),
  lines('Refused', 'Requests of known keys that were refused, in a second.', events('type="RequestRefused"'), {
    unit: 'ops',
  }),
  lines(
    'Refused at the door',
    'By code: keys that are not known, revoked, expired, or used from elsewhere.',
    [
      [
        rate('transledger_http_errors_total', {
          filter:
            'code=~"missing_api_key|invalid_api_key|revoked_api_key|expired_api_key|ip_not_allowed|insufficient_scope|organization_suspended"',
          by: ['code'],
        }),
        '{{code}}',
      ],
    ],
    { unit: 'reqps', limits: { warning: 1 } },
  ),
  lines(
    'Read',
    'Requests to /v1/compliance in a second.',
    [[rate(requests, { filter: 'route=~"/v1/compliance/.*"', by: ['route'] }), '{{route}}']],
    { unit: 'reqps' },
  ),
  lines(
    'Duration of reading, p95',
    'Of requests to /v1/compliance.',
    [[quantile(0.95, duration, { filter: 'route=~"/v1/compliance/.*"', by: ['route'] }), '{{route}}']],
    { unit: 's' },
  ),
];

export default dashboard({
  uid: 'transledger-audit',
  title: 'Audit and compliance',
  description: 'Whether the audit log is complete and current, and what was done that somebody may ask about.',
  sections: [
    ['Audit log', log],
    ['Acts', acts],
  ],
});
