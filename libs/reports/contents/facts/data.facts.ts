import { counted, countedOrNo, durationText, listed, sentence, timesText } from '../../wording.js';
import type { EvidenceView } from '../evidence-view.js';
import { actsBy, type FactOf, factOfActs, factOfSettings } from './fact.js';

export const filesAreEncrypted: FactOf = (view) => {
  const { files } = view.service.encryption;
  return factOfActs(view, actsBy('document_upload'), (entries) => ({
    text: `Files are kept encrypted: ${files}. ${sentence(countedOrNo(entries, 'document was', 'documents were'))} uploaded in the period.`,
    needed: 'It is not known how files are kept. Needed: the cipher that the service keeps files with.',
    settings: files !== '',
    figures: [{ name: 'Documents uploaded', value: entries, unit: 'documents' }],
  }));
};

export const personalDataIsSealed: FactOf = (view) => {
  const { personalData } = view.service.encryption;
  return factOfActs(view, {}, (entries) => ({
    text:
      `Users, addresses, agents and names of files in the audit log are sealed: ${personalData}. ` +
      `The period has ${countedOrNo(entries, 'entry', 'entries')}. No text, translation or key is in the log.`,
    needed: 'It is not known how personal data in the log are kept. Needed: entries, and the cipher that seals them.',
    settings: personalData !== '',
  }));
};

export const retentionIsLimited: FactOf = (view) => {
  const { activeHolds, retention } = view.organization;
  const { documents, reports, webhookDeliveries } = retention;
  const kinds = [
    ['translated documents', documents],
    ['reports', reports],
    ['what is known of deliveries of webhooks', webhookDeliveries],
  ].flatMap(([kind = '', duration = '']) => (duration === '' ? [] : [`${kind} for ${durationText(duration)}`]));
  return factOfActs(view, actsBy('retention_apply'), (entries) => ({
    text: [
      ...(kinds.length === 0 ? [] : [`The service keeps ${listed(kinds)}.`]),
      ...(webhookDeliveries === ''
        ? ['For deliveries of webhooks no duration is set: what is known of them is kept until one is.']
        : []),
      'A document or a report keeps the end that it was promised, also where the duration was changed since.',
      activeHolds === 0
        ? 'No legal hold is in force.'
        : `${counted(activeHolds, 'legal hold is', 'legal holds are')} in force: what is held is removed by none of these durations until it is held no more.`,
      entries === 0
        ? 'Nothing was removed in the period because its time had passed.'
        : `${counted(entries, 'entry records', 'entries record')} what was removed in the period because its time had passed: the files of a document or a report, or a batch of deliveries.`,
      'The audit log is never removed by retention.',
    ].join(' '),
    needed:
      'No duration is set, and nothing was removed because its time had passed. Needed: durations, and data that passed them.',
    settings: kinds.length > 0,
    figures: [{ name: 'Removals by retention', value: entries, unit: 'entries' }],
  }));
};

export const dataAreDeletedOnRequest: FactOf = (view) =>
  factOfActs(view, actsBy('document_delete', 'glossary_delete', 'webhook_delete'), (entries) => ({
    text: `${counted(entries, 'document, glossary or webhook was', 'documents, glossaries and webhooks were')} deleted on request in the period, the keys of their encryption with them.`,
    needed: 'Nothing was deleted on request in the period. Needed: a deletion, or a record that nobody asked for one.',
    settings: false,
    figures: [{ name: 'Deletions on request', value: entries, unit: 'entries' }],
  }));

export const subjectsAreErased: FactOf = (view) =>
  factOfActs(view, actsBy('subject_erase'), (entries) => ({
    text: `${counted(entries, 'data subject was', 'data subjects were')} erased in the period: the key that sealed the data is destroyed, and the log stays whole.`,
    needed: 'No data subject was erased in the period. Needed: an erasure, or a record that nobody asked for one.',
    settings: false,
    figures: [{ name: 'Data subjects erased', value: entries, unit: 'entries' }],
  }));

/** Access of data subjects, which somebody of the organization asks for in their place. */
export const subjectsAreTold: FactOf = (view) =>
  factOfActs(view, actsBy('subject_access'), (entries) => ({
    text: `What is kept of a data subject was read ${timesText(entries)} in the period, a page at a time. Whether it was handed over is not known.`,
    needed:
      'What is kept of a data subject was read by nobody in the period. Needed: a request for access, or a record that nobody made one.',
    settings: false,
    figures: [{ name: 'Pages of access to a data subject', value: entries, unit: 'entries' }],
  }));

export const dataLocationIsStated: FactOf = async ({ service: { dataResidency } }) => {
  const { region, locations } = dataResidency;
  const places = locations.length === 0 ? 'names no places' : `names ${listed(locations)}`;
  return factOfSettings({
    text: `The operator states ${region === null ? 'no region' : `the region ${region}`} and ${places}. The service does not check where its machines are.`,
    needed:
      'The operator states no region and no place. Needed: the region and the places of the data, as the operator states them.',
    settings: region !== null || locations.length > 0,
    figures: [{ name: 'Places of the data', value: locations.length, unit: 'places' }],
  });
};

/** Some fields of the record of processing that the organization declares; the service checks nothing of it. */
const declared = (fields: Readonly<Record<string, string>>, subject: string, needed: string): FactOf => {
  const known = ({ organization }: EvidenceView): string[] =>
    (organization.declared ?? []).flatMap(({ field, values }) =>
      values.length > 0 && Object.hasOwn(fields, field) ? [fields[field] ?? ''] : [],
    );
  return async (view) => {
    const named = known(view);
    const missing = Object.values(fields).filter((name) => !named.includes(name));
    return factOfSettings({
      text:
        `The organization declares ${listed(named)} in its record of processing. The service checks none of it.` +
        (missing.length === 0 ? '' : ` Not declared: ${listed(missing)}.`),
      needed: `The service has no data on ${subject}. Needed: ${needed}.`,
      settings: named.length > 0,
    });
  };
};

export const partiesAreDeclared: FactOf = declared(
  {
    controller: 'the controller',
    representative: 'the representative',
    data_protection_officer: 'the data protection officer',
  },
  'the controller and the data protection officer',
  'both, in the record of processing that the organization declares',
);

export const lawfulness: FactOf = declared(
  { purposes: 'the purposes', legal_bases: 'the legal bases' },
  'purpose and legal basis of what is translated',
  'the record of processing, and the legal basis of each purpose',
);

/** The texts that were really processed, as usage counts them. */
export const textsAreProcessed: FactOf = (view) => {
  const { requests, characters } = view.usage;
  return factOfActs(view, actsBy('translate', 'translate_document', 'detect'), (entries) => ({
    text:
      `${sentence(countedOrNo(requests, 'request was', 'requests were'))} counted in the period, with ` +
      `${countedOrNo(characters, 'character')} translated; ` +
      `${entries === 0 ? 'no entry records a translation or a detection' : `${counted(entries, 'entry records', 'entries record')} translations and detections`} of language. ` +
      'What the texts say is in no record.',
    needed: 'Nothing was translated in the period. Needed: use of the service.',
    settings: requests > 0,
    figures: [
      { name: 'Requests', value: requests, unit: 'requests' },
      { name: 'Characters translated', value: characters, unit: 'characters' },
      { name: 'Translations and detections', value: entries, unit: 'entries' },
    ],
  }));
};

export const documentsAreProcessed: FactOf = (view) =>
  factOfActs(view, actsBy('document_upload', 'translate_document', 'document_download'), (entries) => ({
    text: `${counted(entries, 'entry records', 'entries record')} documents that were uploaded, translated and downloaded.`,
    needed: 'No document was uploaded in the period. Needed: documents to translate.',
    settings: false,
    figures: [{ name: 'Acts on documents', value: entries, unit: 'entries' }],
  }));
