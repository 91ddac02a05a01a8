import { Rejection } from '#libs/domain/errors/rejection.js';
import { type EntryFault, findFaults, isTooLarge, tooLarge } from './entry-faults.js';
import { type GlossaryEntry, maxEntries } from './glossary-entry.js';

const placeOf = ({ index, field }: EntryFault): string =>
  field === undefined ? `entries[${index}]` : `entries[${index}].${field}`;

const messageOf = ({ message, sameAs }: EntryFault): string =>
  sameAs === undefined ? message : `has the same source as entries[${sameAs}]`;

const refuse = (message: string): never => {
  throw new Rejection('invalid_request', {
    message: `The request is not valid: entries ${message}.`,
    details: { entries: [message] },
  });
};

/**
 * Checks the entries of a glossary and reports the first 20 faults at once. Texts are never quoted.
 * @throws Rejection `missing_required_field` where nothing but blank terms is wrong (`entries[3].source`), else
 * `invalid_request`
 */
export const assertEntries = (entries: readonly GlossaryEntry[]): void => {
  if (entries.length > maxEntries) refuse(`must be at most ${maxEntries}, not ${entries.length}`);
  const faults = findFaults(entries);
  if (faults.length > 0) {
    const isMissing = faults.every(({ kind }) => kind === 'missing');
    const told = faults.map((fault) => `${placeOf(fault)} ${messageOf(fault)}`).join('; ');
    throw new Rejection(isMissing ? 'missing_required_field' : 'invalid_request', {
      message: `${isMissing ? 'A required field is missing or empty' : 'The request is not valid'}: ${told}.`,
      details: Object.fromEntries(faults.map((fault) => [placeOf(fault), [messageOf(fault)]])),
    });
  }
  if (isTooLarge(entries)) refuse(tooLarge);
};
