import { dashboard } from './dashboard.mjs';
import { chosen, lines, number, quantile, rate, ratio } from './panels.mjs';

const handling = 'transledger_message_handling_seconds';
const running = 'transledger_job_duration_seconds';
const byGroup = (metric) => `max by (group) (transledger_consumer_${metric}{${chosen}})`;
const jobs = (state) => `max by (queue) (transledger_jobs{state="${state}",${chosen}})`;

const messages = [
  lines(
    'Behind, in seconds',
    'Age of the oldest message that a group has not handled.',
    [[byGroup('lag_seconds'), '{{group}}']],
    {
      unit: 's',
      limits: { warning: 900 },
    },
  ),
  lines(
    'Behind, in messages',
    'Messages that a group still has to pass: counted up to 1,000 on the event log, all that are left on Kafka.',
    [[byGroup('lag_events'), '{{group}}']],
  ),
  lines(
    'Given up',
    'Messages that a group has given up. messages parked shows them.',
    [[byGroup('parked_messages'), '{{group}}']],
    {
      limits: { critical: 1 },
    },
  ),
  lines('Handled', 'Tries in a second by group.', [[rate(`${handling}_count`, { by: ['group'] }), '{{group}}']], {
    unit: 'ops',
  }),
  lines(
    'Tries that fail',
    'Part of the tries that fail and are repeated.',
    [
      [
        ratio(
          rate(`${handling}_count`, { filter: 'result="failed"', by: ['group'] }),
          rate(`${handling}_count`, { by: ['group'] }),
        ),
        '{{group}}',
      ],
    ],
    { unit: 'percentunit', limits: { warning: 0.2 } },
  ),
  lines(
    'Duration of a try, p95',
    'Of the tries that were done.',
    [[quantile(0.95, handling, { filter: 'result="done"', by: ['group'] }), '{{group}}']],
    {
      unit: 's',
    },
  ),
];

const queues = [
  number('Due', 'Jobs that could be worked on now.', `sum(${jobs('waiting')})`, {
    limits: { warning: 1_000 },
    width: 6,
  }),
  number('Active', 'Jobs that are worked on.', `sum(${jobs('active')})`, { width: 6 }),
  number('Later', 'Jobs that are due later, next tries among them.', `sum(${jobs('delayed')})`, { width: 6 }),
  number('Given up', 'Jobs whose tries are used up, of the last month.', `sum(${jobs('failed')})`, {
    limits: { warning: 1 },
    width: 6,
  }),
  lines('Due by queue', 'Jobs that could be worked on now.', [[jobs('waiting'), '{{queue}}']]),
  lines('Ended by queue', 'Tries in a second.', [[rate(`${running}_count`, { by: ['queue'] }), '{{queue}}']], {
    unit: 'ops',
  }),
  lines(
    'Tries that fail',
    'In a second, by queue; those that were given up at a stop are drawn as well.',
    [[rate(`${running}_count`, { filter: 'result!="done"', by: ['queue', 'result'] }), '{{queue}} {{result}}']],
    { unit: 'ops' },
  ),
  lines(
    'Duration of a try, p95',
    'Of the tries that were done.',
    [[quantile(0.95, running, { filter: 'result="done"', by: ['queue'] }), '{{queue}}']],
    {
      unit: 's',
      width: 12,
    },
  ),
  lines('Later, by queue', 'Jobs that are due later.', [[jobs('delayed'), '{{queue}}']], { width: 12 }),
];

const event = (type) => rate('transledger_events_appended_total', { filter: `type="${type}"` });

const documents = [
  lines(
    'Documents',
    'In a second: what was asked for, and how it ended.',
    [
      [event('DocumentTranslationRequested'), 'requested'],
      [event('DocumentTranslationCompleted'), 'completed'],
      [event('DocumentTranslationFailed'), 'failed'],
    ],
    { unit: 'ops', width: 12 },
  ),
  lines(
    'Uploads, downloads, ends',
    'In a second.',
    [
      [event('DocumentUploaded'), 'uploaded'],
      [event('DocumentDownloaded'), 'downloaded'],
      [event('DocumentExpired'), 'expired'],
      [event('DocumentDeleted'), 'deleted'],
    ],
    { unit: 'ops', width: 12 },
  ),
];

const reports = [
  lines(
    'Reports',
    'In a second: what was ordered, and how it ended.',
    [
      [event('ReportRequested'), 'ordered'],
      [event('ReportCompleted'), 'completed'],
      [event('ReportFailed'), 'failed'],
    ],
    { unit: 'ops', width: 12 },
  ),
  lines(
    'Duration of a report, p95',
    'Of the reports that were completed.',
    [[quantile(0.95, 'transledger_report_generation_seconds', { by: ['type'] }), '{{type}}']],
    { unit: 's', width: 12 },
  ),
];

const brokers = [
  number('Brokers', 'Brokers that the Kafka exporter sees.', 'kafka_brokers', { width: 8 }),
  number(
    'Under-replicated',
    'Partitions of our topics with fewer replicas in sync than they should have.',
    'sum(kafka_topic_partition_under_replicated_partition{topic=~"transledger.*"})',
    { limits: { warning: 1 }, width: 8 },
  ),
  lines(
    'Written to topics',
    'Records in a second by topic, as the exporter sees them.',
    [
      [
        'sum by (topic) (rate(kafka_topic_partition_current_offset{topic=~"transledger.*"}[$__rate_interval]))',
        '{{topic}}',
      ],
    ],
    { unit: 'wps', width: 8 },
  ),
];

export default dashboard({
  uid: 'transledger-work',
  title: 'Messages and jobs',
  description: 'Consumer groups, dead letters, the job queue, documents and reports.',
  sections: [
    ['Messages', messages],
    ['Jobs', queues],
    ['Documents', documents],
    ['Reports', reports],
    ['Brokers (with the Kafka exporter)', brokers],
  ],
});
