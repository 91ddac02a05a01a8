import { dashboard } from './dashboard.mjs';
import { chosen, lines, number, quantile, rate, ratio } from './panels.mjs';

const append = 'transledger_event_append_duration_seconds';
const notWritten = 'result=~"unavailable|outcome_unknown|failed"';
const byProjection = (metric) => `max by (projection) (transledger_projection_${metric}{${chosen}})`;

const log = [
  lines(
    'Events written',
    'Events in a second by type.',
    [[rate('transledger_events_appended_total', { by: ['type'] }), '{{type}}']],
    {
      unit: 'wps',
      stacked: true,
      width: 12,
    },
  ),
  lines(
    'Duration of an append',
    'Time until what was appended is durable.',
    [0.5, 0.95, 0.99].map((q) => [quantile(q, append, { filter: 'result="appended"' }), `p${Math.round(q * 100)}`]),
    { unit: 's', limits: { warning: 0.5 }, width: 12 },
  ),
  lines(
    'Appends by result',
    'A wrong expected revision is a conflict and tried again; repeated ones were there before.',
    [[rate(`${append}_count`, { by: ['result'] }), '{{result}}']],
    { unit: 'wps', width: 12 },
  ),
  lines(
    'Appends that fail',
    'Part of the appends that the store did not take or did not answer for.',
    [[ratio(`(${rate(`${append}_count`, { filter: notWritten })} or vector(0))`, rate(`${append}_count`)), 'failed']],
    { unit: 'percentunit', limits: { warning: 0.01, critical: 0.05 }, width: 12 },
  ),
];

const projections = [
  number('Halted', 'Projections that have stopped. There should be none.', `sum(${byProjection('halted')})`, {
    limits: { critical: 1 },
    width: 6,
  }),
  number(
    'Put aside',
    'Events that wait aside because one before them failed.',
    `sum(${byProjection('parked_events')})`,
    {
      limits: { warning: 1 },
      width: 6,
    },
  ),
  number(
    'Furthest behind',
    'Age of the oldest event that some projection has not applied.',
    `max(${byProjection('lag_seconds')})`,
    {
      unit: 's',
      limits: { warning: 10, critical: 60 },
      width: 6,
    },
  ),
  number('Rebuilds', 'Projections that are being made anew.', `count(${byProjection('rebuilt')} < 1) or vector(0)`, {
    width: 6,
  }),
  lines(
    'Behind, in seconds',
    'Age of the oldest event that a projection has not applied.',
    [[byProjection('lag_seconds'), '{{projection}}']],
    {
      unit: 's',
      limits: { warning: 60 },
      width: 12,
    },
  ),
  lines(
    'Behind, in events',
    'Events that a projection has not applied, counted up to 1,000.',
    [[byProjection('lag_events'), '{{projection}}']],
    { width: 12 },
  ),
  lines('Events put aside', 'By projection.', [[byProjection('parked_events'), '{{projection}}']], {
    limits: { warning: 1 },
    width: 12,
  }),
  lines(
    'Progress of rebuilds',
    'From 0 to 1 while a projection is made anew.',
    [[`${byProjection('rebuilt')} < 1`, '{{projection}}']],
    {
      unit: 'percentunit',
      width: 12,
    },
  ),
];

const relay = [
  lines(
    'Not published, in seconds',
    'Age of the oldest event that is not on Kafka yet.',
    [[`max(transledger_kafka_relay_lag_seconds{${chosen}})`, 'lag']],
    { unit: 's', limits: { warning: 60 } },
  ),
  lines('Not published, in events', 'Counted up to 1,000.', [
    [`max(transledger_kafka_relay_lag_events{${chosen}})`, 'events'],
  ]),
  lines(
    'Halted',
    '1 while the relay halts at an event that Kafka does not take.',
    [[`max(transledger_kafka_relay_halted{${chosen}})`, 'halted']],
    { limits: { critical: 1 } },
  ),
];

export default dashboard({
  uid: 'transledger-events',
  title: 'Events and projections',
  description: 'The event log, the read models that are made from it, and the relay to Kafka.',
  sections: [
    ['Event log', log],
    ['Projections', projections],
    ['Relay to Kafka (only where Kafka is the message bus)', relay],
  ],
});
