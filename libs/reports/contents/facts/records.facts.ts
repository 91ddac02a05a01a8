import { counted, countedOrNo, sentence, timesText } from '../../wording.js';
import { actsBy, type FactOf, factOfActs } from './fact.js';

export const actsAreRecorded: FactOf = (view) =>
  factOfActs(view, {}, (entries) => ({
    text: `The audit log has ${counted(entries, 'entry', 'entries')} of the period: an act leaves one, refused acts too.`,
    needed: 'The audit log has no entry of the period. Needed: use of the service.',
    settings: false,
    figures: [{ name: 'Entries of the audit log', value: entries, unit: 'entries' }],
  }));

export const auditLogIsTamperEvident: FactOf = async (view) => {
  const { count: rotations } = await view.acts(actsBy('log_key_rotate'));
  const exchanged =
    rotations === 0
      ? ''
      : ` ${counted(rotations, 'entry records', 'entries record')} that the key that signs it was exchanged, or that a new log began.`;
  return factOfActs(view, {}, (entries) => ({
    text:
      `The period has ${countedOrNo(entries, 'entry', 'entries')}. Entries are leaves of a Merkle tree ` +
      `(${view.service.encryption.auditLog || 'what signs it is not known'}): an entry that is changed, left out or moved afterwards fails verification against a checkpoint that somebody kept.${exchanged}`,
    needed:
      'The audit log has no entry of the period, or what signs it is not known. Needed: entries, and a checkpoint kept outside of the service.',
    settings: view.service.encryption.auditLog !== '',
    figures: [
      { name: 'Entries of the audit log', value: entries, unit: 'entries' },
      { name: 'Keys of the log exchanged, or logs begun', value: rotations, unit: 'entries' },
    ],
  }));
};

/** Signing stops where the log is not the one that was signed; that it went on is an act of an operator. */
export const signingWasResumed: FactOf = (view) =>
  factOfActs(view, actsBy('log_resume'), (entries) => ({
    text: `${counted(entries, 'entry records', 'entries record')} that the audit log had been signed no more, and that an operator let signing go on, with the reason.`,
    needed:
      'No entry of the period records that the audit log had been signed no more. Needed: such an entry, or a statement of the operator that signing never stopped.',
    settings: false,
    figures: [{ name: 'Signing of the log resumed', value: entries, unit: 'entries' }],
  }));

export const logIsTakenOut: FactOf = (view) =>
  factOfActs(view, actsBy('audit_log_export'), (entries) => ({
    text: `The audit log was exported ${timesText(entries)} in the period. Who read it, and what followed, is not known.`,
    needed:
      'The audit log was not exported in the period. Needed: exports to whoever reviews it, and a record of the review.',
    settings: false,
    figures: [{ name: 'Exports of the audit log', value: entries, unit: 'entries' }],
  }));

export const recordsAreHeld: FactOf = (view) => {
  const { activeHolds } = view.organization;
  return factOfActs(view, actsBy('hold_place', 'hold_lift'), (entries) => ({
    text: `${sentence(countedOrNo(activeHolds, 'legal hold is', 'legal holds are'))} in force; ${entries === 0 ? 'none was' : `${counted(entries, 'entry records', 'entries record')} holds that were`} placed or lifted in the period.`,
    needed:
      'No legal hold is in force, and none was placed or lifted in the period. Needed: a hold, where records have to be kept.',
    settings: activeHolds > 0,
    figures: [{ name: 'Active legal holds', value: activeHolds, unit: 'holds' }],
  }));
};

export const settingsChangesAreRecorded: FactOf = (view) =>
  factOfActs(view, actsBy('settings_change'), (entries) => ({
    text: `Settings of the organization were changed ${timesText(entries)}; each entry has the values before and after.`,
    needed:
      'No setting of the organization was changed in the period. Needed: a change, or a review that found none necessary.',
    settings: false,
    figures: [{ name: 'Changes of settings', value: entries, unit: 'entries' }],
  }));

export const certificationsAreRecorded: FactOf = (view) => {
  const { certifications } = view.organization;
  return factOfActs(view, actsBy('certification_update', 'certification_delete'), (entries) => ({
    text:
      `${sentence(countedOrNo(certifications.length, 'certification is', 'certifications are'))} recorded, as the organization states them; ` +
      `${entries === 0 ? 'none was changed in the period' : `${counted(entries, 'entry', 'entries')} of the period changed them`}. The service checks none.`,
    needed:
      'The organization has recorded no certification. Needed: the certification, recorded with its number and end.',
    settings: certifications.length > 0,
    figures: [{ name: 'Certifications recorded', value: certifications.length, unit: 'certifications' }],
  }));
};

/** Downloads of data from the service, which the log follows to who asked for them. */
export const disclosuresAreRecorded: FactOf = (view) =>
  factOfActs(view, actsBy('document_download', 'report_download', 'audit_log_export'), (entries) => ({
    text: `${counted(entries, 'entry records', 'entries record')} documents, reports and logs that were handed out, with who asked for them.`,
    needed: 'Nothing was downloaded in the period. Needed: a download.',
    settings: false,
    figures: [{ name: 'Downloads and exports', value: entries, unit: 'entries' }],
  }));
