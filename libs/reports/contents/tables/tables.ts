import { type ErrorCode, errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import type { Table } from '../../report-content.js';
import { keyCells, keyColumns } from '../../report-keys.js';
import { counted, durationText, listed, numberOf, sentence } from '../../wording.js';
import type { EvidenceView } from '../evidence-view.js';

type Column = Table['columns'][number];

const text = (name: string): Column => ({ name, align: 'start' });
const number = (name: string): Column => ({ name, align: 'end' });

export const keysTable = ({ organization: { keys } }: EvidenceView): Table => ({
  title: 'Active API keys',
  columns: [...keyColumns, text('Scopes'), text('Created'), text('Ends'), text('Addresses'), text('Last used')],
  rows: keys.map((key) => [
    ...keyCells({ key_id: key.id, key_name: key.name }),
    key.scopes.join(' '),
    key.createdAt,
    key.expiresAt,
    key.addressesRestricted ? 'limited' : 'any',
    key.lastUsedAt,
  ]),
});

const declaredNames: Readonly<Record<string, string>> = {
  controller: 'Controller',
  representative: 'Representative',
  data_protection_officer: 'Data protection officer',
  purposes: 'Purposes',
  legal_bases: 'Legal bases',
  recipients: 'Recipients',
  sub_processors: 'Sub-processors',
};

/** The record of processing as it was declared; none where nothing was. */
export const declaredTables = ({ organization: { declared = [] } }: EvidenceView): Table[] =>
  declared.length === 0
    ? []
    : [
        {
          title: 'Declared by the organization in its record of processing',
          columns: [text('Field'), text('Declared')],
          rows: declared.flatMap(({ field, values }) => values.map((value) => [declaredNames[field] ?? field, value])),
        },
      ];

export const usageByKeyTable = ({ usage }: EvidenceView): Table => ({
  title: 'Use by key',
  columns: [...keyColumns, number('Requests'), number('Characters')],
  rows: usage.byKey.map((key) => [...keyCells(key), key.requests, key.characters]),
});

export const usageByEndpointTable = ({ usage }: EvidenceView): Table => ({
  title: 'Use by endpoint',
  columns: [text('Endpoint'), number('Requests'), number('Characters')],
  rows: usage.byEndpoint.map(({ endpoint, requests, characters }) => [endpoint, requests, characters]),
});

export const retentionTable = ({ organization: { retention, activeHolds } }: EvidenceView): Table => ({
  title: 'Retention by kind of data',
  columns: [text('Kind'), text('Kept for')],
  rows: [
    ['Translated documents and their sources', retention.documents],
    ['Reports', retention.reports],
    ['Deliveries of webhooks', retention.webhookDeliveries || 'until a duration is set'],
    [
      'What legal holds keep',
      activeHolds === 0 ? 'no hold is in force' : `until it is held no more (${counted(activeHolds, 'hold')} in force)`,
    ],
    ['Glossaries', 'until they are deleted'],
    ['Audit log', 'never removed by retention'],
  ].flatMap(([kind = '', duration = '']) => (duration === '' ? [] : [[kind, durationText(duration)]])),
});

export const enginesTable = ({ service: { engines } }: EvidenceView): Table => ({
  title: 'Engines that process or keep data',
  columns: [text('Duty'), text('Engine')],
  rows: Object.entries(engines).map(([duty, engine]) => [duty, engine]),
});

const meaningOf = (code: string | null): string | null =>
  code !== null && Object.hasOwn(errorCatalogue, code) ? errorCatalogue[code as ErrorCode].message : null;

export const failureCodesTable = ({ failures: { byCode } }: EvidenceView): Table => ({
  title: 'Failed and denied acts by code',
  columns: [text('Code'), text('Meaning'), text('Result'), number('Entries')],
  rows: byCode.map(({ code, result, count }) => [code ?? 'none', meaningOf(code), result, count]),
});

export const webhooksTable = ({ organization: { webhooks } }: EvidenceView): Table => ({
  title: 'Receivers of webhooks',
  columns: [text('Webhook'), text('Host'), text('Events')],
  rows: webhooks.map(({ id, host, events }) => [id, host, events.join(' ')]),
});

export const certificationsTable = ({ organization: { certifications } }: EvidenceView): Table => ({
  title: 'Certifications that the organization states',
  columns: [
    text('Standard'),
    text('Status'),
    text('Level'),
    text('Certificate id'),
    text('Articles'),
    text('Report period'),
    text('Verified'),
    text('Ends'),
    text('Expected'),
  ],
  rows: certifications.map((stated) => [
    stated.standard,
    stated.status.replaceAll('_', ' '),
    stated.level,
    stated.certificateId,
    stated.articles && listed(stated.articles),
    stated.reportPeriod,
    stated.verifiedAt,
    stated.expiresAt,
    stated.expectedDate,
  ]),
});

const settingNames: Readonly<Record<string, string>> = {
  TRANSLEDGER_ORGANIZATION_LIMIT_FACTOR: 'Requests of all keys together, as a multiple of those of one key',
  TRANSLEDGER_DOCUMENT_TTL: 'Translated documents are kept for, unless the organization sets a duration',
  TRANSLEDGER_REPORT_TTL: 'Reports are kept for, unless the organization sets a duration',
  TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: 'Webhooks may go to private addresses',
  TRANSLEDGER_WEBHOOK_ALLOW_HTTP: 'Webhooks may go without TLS',
  TRANSLEDGER_PIVOT: 'Translation by way of a third language',
  TRANSLEDGER_CACHE_BYTES: 'Translations kept in memory for repeated texts, in bytes',
  TRANSLEDGER_PUBLIC_URL: 'Public address',
};

/** Limits of which 0 is none, as the operator sets it; what is limited follows. */
const limitSetting = /^TRANSLEDGER_(?:TIER_[A-Z]+_|ORGANIZATION_LIMIT_FACTOR$)/;

/** A setting as readers know it: no name of an environment variable stands in a report. */
const settingName = (name: string): string =>
  settingNames[name] ??
  (limitSetting.test(name) ? sentence(name.replace(limitSetting, '').toLowerCase().replaceAll('_', ' ')) : name);

const settingValue = (name: string, value: string): string => {
  if (value === '0' && limitSetting.test(name)) return '0 (no limit)';
  if (name.endsWith('_TTL')) return durationText(value);
  return { true: 'yes', false: 'no' }[value] ?? (/^\d+$/.test(value) ? numberOf(Number(value)) : value);
};

export const settingsTable = ({ service: { settings } }: EvidenceView): Table => ({
  title: 'Settings that bear on security',
  columns: [text('Setting'), text('Value')],
  rows: Object.entries(settings).map(([name, value]) => [settingName(name), settingValue(name, value)]),
});

const byCodePoints = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The models, with what they translate without going through another language. */
export const modelsTable = ({ service: { inference } }: EvidenceView): Table => ({
  title: 'Models by language pair',
  columns: [text('From'), text('To'), text('Model'), text('Licence of its data')],
  rows: inference.pairs
    .filter(({ route }) => route === undefined)
    .toSorted((a, b) => byCodePoints(a.source, b.source) || byCodePoints(a.target, b.target))
    .map(({ source, target, model, licence }) => [source, target, model, licence ?? 'not evidenced']),
});

/** Models with weights that were installed in the period, by the hashes that entries name them by. */
export const installedModelsTable = ({ models }: EvidenceView): Table => ({
  title: 'Models installed in the period',
  columns: [
    ...[text('Model'), text('Engine'), text('From'), text('To'), text('SHA-256'), text('Licence')],
    ...[text('Source'), text('Installed'), text('Removed')],
  ],
  rows: models.map((model) => [
    model.name,
    model.engine,
    model.sourceLanguages.join(', '),
    model.targetLanguages.join(', '),
    model.sha256,
    model.licence ?? 'not evidenced',
    model.source,
    model.installedAt,
    model.removedAt ?? 'not removed',
  ]),
});

export const translationsTable = ({ translations }: EvidenceView): Table => ({
  title: 'Translations of the period by language pair',
  columns: [text('From'), text('To'), number('Translations')],
  rows: translations.map(({ source, target, count }) => [source, target, count]),
});
