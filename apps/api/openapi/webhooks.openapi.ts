import type { OpenAPIObject } from '@nestjs/swagger';
import { exportFormats } from '#libs/domain/audit-export/audit-export.events.js';
import { reportFormats, reportTypes } from '#libs/domain/report/report-types.js';
import type { WebhookEventName } from '#libs/domain/webhook/webhook-event-names.js';

interface Field {
  type?: 'string' | 'integer';
  $ref?: string;
  description: string;
  format?: string;
  enum?: readonly string[];
}

interface Message {
  schema: string;
  summary: string;
  fields: Readonly<Record<string, Field>>;
  example: Readonly<Record<string, unknown>>;
}

const text = (description: string, more: Partial<Field> = {}): Field => ({ type: 'string', description, ...more });
const time = (description: string): Field => text(description, { format: 'date-time' });
const documentFields = {
  document_id: text('Id of the document.'),
  source_language: text('Language of the document.'),
  target_language: text('Language of the translation.'),
};
const ofDocument = {
  document_id: 'doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
  source_language: 'en',
  target_language: 'es',
};
const at = '2026-11-21T08:31:12.345Z';

/** Messages by their event; the fields `event`, `timestamp` and `sequence` are in each. */
const messages: Record<WebhookEventName, Message> = {
  'document.completed': {
    schema: 'DocumentCompletedMessage',
    summary: 'A document was translated',
    fields: {
      ...documentFields,
      status: text('`completed`.', { enum: ['completed'] }),
      download_url: text('Where the translation is downloaded, with a key.', { format: 'uri' }),
    },
    example: {
      ...ofDocument,
      status: 'completed',
      download_url: 'https://mt.example.com/v1/documents/doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2/download?target=es',
    },
  },
  'document.failed': {
    schema: 'DocumentFailedMessage',
    summary: 'The translation of a document failed',
    fields: {
      ...documentFields,
      status: text('`failed`.', { enum: ['failed'] }),
      error: { $ref: '#/components/schemas/DocumentFailureDto', description: 'The reason.' },
    },
    example: {
      ...ofDocument,
      status: 'failed',
      error: { code: 'processing_failed', message: 'The file cannot be written in this language.' },
    },
  },
  'compliance.certification_expiring': {
    schema: 'CertificationExpiringMessage',
    summary: 'A certification ends soon',
    fields: {
      standard: text('Name of the standard.'),
      expires_at: time('Time at which it ends.'),
      days_left: { type: 'integer', description: 'Whole days until then.' },
    },
    example: { standard: 'ISO 27001', expires_at: '2026-12-21T00:00:00.000Z', days_left: 30 },
  },
  'compliance.audit_log_exported': {
    schema: 'AuditLogExportedMessage',
    summary: 'The audit log was exported',
    fields: {
      export_id: text('Id of the export.'),
      format: text('Format of the export.', { enum: exportFormats }),
      entries: { type: 'integer', description: 'Entries that it has.' },
      sha256: text('SHA-256 of the file, hex; of NDJSON without its last line.'),
    },
    example: {
      export_id: 'exp_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
      format: 'ndjson',
      entries: 1_024,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
  },
  'compliance.report_ready': {
    schema: 'ReportReadyMessage',
    summary: 'A report was generated',
    fields: {
      report_id: text('Id of the report.'),
      type: text('Type of the report.', { enum: reportTypes }),
      format: text('Format of the report.', { enum: reportFormats }),
      download_url: text('Where the report is downloaded, with a key.', { format: 'uri' }),
      expires_at: time('Time at which it is removed.'),
    },
    example: {
      report_id: 'rep_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
      type: 'usage',
      format: 'pdf',
      download_url: 'https://mt.example.com/v1/compliance/reports/rep_01KAH3W7J4B2X8Y6Z5V9T0S1R2/download',
      expires_at: '2026-12-21T08:31:12.345Z',
    },
  },
};

const names = Object.keys(messages) as WebhookEventName[];

/** Fields of every message: the first, and those at its end. */
const common = (event: string) => ({
  event: text('The event.', { enum: [event] }),
  timestamp: time('Time of the event.'),
  sequence: {
    type: 'integer' as const,
    minimum: 1,
    description:
      'Number of the message at the endpoint: from 1, without gaps; absent for the `webhook_url` of an upload.',
  },
});

const schemaOf = (event: WebhookEventName) => {
  const { schema, fields, summary } = messages[event];
  const { event: name, ...ofEnd } = common(event);
  const properties = { event: name, ...fields, ...ofEnd };
  const required = Object.keys(properties).filter((field) => field !== 'sequence');
  return { title: schema, type: 'object', description: `${summary}.`, required, properties };
};

const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});

const headers = [
  header('webhook-id', 'Id of the message: the same at every attempt, so that a receiver knows a repeat.'),
  header('webhook-timestamp', 'Time of the attempt, in seconds of Unix time; it is signed.'),
  header(
    'webhook-signature',
    'Signatures by the Standard Webhooks scheme, `v1,<base64>`, separated by spaces; absent without a secret.',
    false,
  ),
  header('webhook-sequence', 'Number of the message at the endpoint, as in its body.', false),
];

/**
 * Describes what webhooks send: a POST of JSON to the URL of a subscription, or to the `webhook_url` of an upload. They are referred to: some
 * generators take those that stand in `webhooks` themselves for calls that a client makes. Their schemas stand with them, since others leave out
 * named ones that no call has.
 */
export const withWebhooks = (document: OpenAPIObject): OpenAPIObject => {
  const webhooks = names.map((event) => {
    const { summary, schema, example } = messages[event];
    const value = { event, ...example, timestamp: at, sequence: 7 };
    const post = {
      operationId: `on${schema.replace(/Message$/, '')}`,
      tags: ['webhooks'],
      summary,
      description: 'Any status from 200 to 299 within 10 seconds is success; others, and none, are tried again.',
      security: [],
      parameters: headers,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(event), example: value } },
      },
      responses: { '204': { description: 'Received.' } },
    };
    return [event, schema.replace(/Message$/, ''), { post }] as const;
  });
  const pathItems = Object.fromEntries(webhooks.map(([, name, item]) => [name, item]));
  const components = { ...document.components, pathItems };
  return {
    ...document,
    webhooks: Object.fromEntries(webhooks.map(([event, name]) => [event, { $ref: `#/components/pathItems/${name}` }])),
    components,
  } as OpenAPIObject;
};
