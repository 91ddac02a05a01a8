import { dashboard } from './dashboard.mjs';
import { chosen, lines, number, quantile, rate, ratio } from './panels.mjs';

const attempts = 'transledger_webhook_attempt_duration_seconds';
const succeeded = rate(`${attempts}_count`, { filter: 'outcome="succeeded"' });
const event = (type) =>
  `sum(increase(transledger_events_appended_total{type="${type}",${chosen}}[$__range])) or vector(0)`;
const queue = (state) => `max(transledger_jobs{queue="webhook-attempt",state="${state}",${chosen}})`;

const now = [
  number('Arriving', 'Part of the attempts that succeed.', ratio(succeeded, rate(`${attempts}_count`)), {
    unit: 'percentunit',
    limits: { warning: 0.9, critical: 0.5 },
    width: 6,
  }),
  number('Delivered', 'Messages that arrived in the time shown.', event('WebhookDeliverySucceeded'), {
    width: 6,
    decimals: 0,
  }),
  number(
    'Given up',
    'Messages that were given up in the time shown: after ten attempts, or because the receiver answered 410.',
    event('WebhookDeliveryFailed'),
    { limits: { warning: 1 }, width: 6, decimals: 0 },
  ),
  number('Waiting for the next attempt', 'Messages that have not arrived yet.', queue('delayed'), { width: 6 }),
];

const detail = [
  lines(
    'Attempts by outcome',
    'In a second. What receivers answered, or why there was no answer.',
    [[rate(`${attempts}_count`, { by: ['outcome'] }), '{{outcome}}']],
    { unit: 'ops', stacked: true, width: 12 },
  ),
  lines(
    'Duration of an attempt',
    'Receivers have ten seconds.',
    [
      [quantile(0.5, attempts), 'p50'],
      [quantile(0.95, attempts), 'p95'],
      [quantile(0.99, attempts), 'p99'],
    ],
    { unit: 's', limits: { warning: 10 }, width: 12 },
  ),
  lines(
    'Scheduled and ended',
    'Messages in a second.',
    [
      [
        rate('transledger_events_appended_total', {
          filter: 'type=~"WebhookDelivery(Scheduled|Succeeded|Failed)"',
          by: ['type'],
        }),
        '{{type}}',
      ],
    ],
    { unit: 'ops', width: 12 },
  ),
  lines(
    'Queue',
    'Attempts that are due, under way, and later.',
    [
      [queue('waiting'), 'due'],
      [queue('active'), 'under way'],
      [queue('delayed'), 'later'],
    ],
    { width: 12 },
  ),
];

export default dashboard({
  uid: 'transledger-webhooks',
  title: 'Webhooks',
  description: 'Whether webhooks arrive, and why not. Receivers are never named.',
  sections: [
    ['Now', now],
    ['Attempts', detail],
  ],
});
