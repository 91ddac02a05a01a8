import type { HoldTarget } from '#libs/domain/hold/hold.events.js';
import {
  type OrganizationSettings,
  retentionKinds,
  type SettingsChanges,
} from '#libs/domain/organization/organization-settings.js';
import type { Provenance } from '#libs/domain/provenance.js';
import type { TextFacts, TextTreatment } from '#libs/domain/text-usage/text-usage.events.js';
import type { AuditMetadata } from './audit-metadata.js';

/** The fields that are known. */
export const known = (fields: Record<string, AuditMetadata[string] | undefined>): AuditMetadata => {
  const present: AuditMetadata = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) present[name] = value;
  return present;
};

/** The glossary and the version that a translation used; empty where it used none. */
export const glossaryFacts = (data: Pick<TextFacts, 'glossaryId' | 'glossaryVersion'>): AuditMetadata =>
  data.glossaryId === undefined || data.glossaryVersion === undefined
    ? {}
    : { glossary_id: data.glossaryId, glossary_version: data.glossaryVersion };

/** The engines, models and rules of a translation; engines by their ids, each once. */
export const provenanceFacts = ({ modelSha256, engines, rulesVersion, engineVersion }: Provenance): AuditMetadata =>
  known({
    engine_version: engineVersion,
    engines: engines && [...new Set(engines.map(({ id }) => id))],
    model_sha256: modelSha256,
    rules_version: rulesVersion,
  });

/** How a text was translated, and by what. */
export const treatmentFacts = (treatment: TextTreatment): AuditMetadata => ({
  ...known({
    formality: treatment.formality,
    preserve_formatting: treatment.preserveFormatting,
    quality: treatment.quality,
  }),
  ...provenanceFacts(treatment),
});

/** The target of a hold as an entry tells it; of a data subject only its kind, for a leaf names none. */
export const heldFacts = (target: HoldTarget): AuditMetadata => {
  if (target.kind === 'subject') return { subject_type: target.type };
  if (target.kind === 'period') return { period_end: target.end, period_start: target.start };
  return { held_resource: target.resource, held_resource_id: target.resourceId };
};

const retentionNames = { documents: 'documents', reports: 'reports', webhookDeliveries: 'webhook_deliveries' } as const;

/** Settings as an entry names them; those that are not given are left out. */
const namedSettings = ({ name, webhookHosts, retention = {} }: SettingsChanges): AuditMetadata => ({
  ...(name === undefined ? {} : { name }),
  ...(webhookHosts === undefined ? {} : { webhook_hosts: webhookHosts }),
  ...Object.fromEntries(
    retentionKinds.flatMap((kind) => {
      const value = retention[kind];
      return value === undefined ? [] : [[`retention_${retentionNames[kind]}`, value]];
    }),
  ),
});

/** The settings that were changed, and each as it was before. */
export const settingsFacts = (changes: SettingsChanges, previous: OrganizationSettings): AuditMetadata => {
  const changed = namedSettings(changes);
  const before = Object.entries(namedSettings(previous)).filter(([name]) => name in changed);
  return { ...changed, ...Object.fromEntries(before.map(([name, value]) => [`previous_${name}`, value])) };
};
