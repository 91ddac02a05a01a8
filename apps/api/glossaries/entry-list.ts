import { Rejection } from '#libs/domain/errors/rejection.js';
import { assertEntries } from '#libs/text/glossary/glossary-entries.js';
import { type GlossaryEntry, maxEntries } from '#libs/text/glossary/glossary-entry.js';
import { noteUnknownItemFields } from '../http/unknown-fields.js';

const missing = (): Rejection =>
  new Rejection('missing_required_field', {
    message: 'A required field is missing or empty: entries.',
    details: { entries: ['is required'] },
  });

const wrong = (field: string, message: string): Rejection =>
  new Rejection('invalid_request', {
    message: `The request is not valid: ${field} ${message}.`,
    details: { [field]: [message] },
  });

/** Reads one term; a missing term is an empty one. */
const termIn = (entry: object, side: 'source' | 'target', place: number): string => {
  const term: unknown = Object.hasOwn(entry, side) ? Reflect.get(entry, side) : '';
  if (term === null) return '';
  if (typeof term !== 'string') throw wrong(`entries[${place}].${side}`, 'must be a string');
  return term;
};

const entryIn = (item: unknown, place: number): GlossaryEntry => {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    throw wrong(`entries[${place}]`, 'must be an object with source and target');
  }
  return { source: termIn(item, 'source', place), target: termIn(item, 'target', place) };
};

/**
 * Reads the entries of a JSON body, and remembers their other fields, which are ignored.
 * @throws Rejection `invalid_request`, `missing_required_field` naming `entries[3].source`
 */
export const readEntryList = (list: unknown): GlossaryEntry[] => {
  if (list === undefined || list === null) throw missing();
  if (!Array.isArray(list)) throw wrong('entries', 'must be an array of objects with source and target');
  if (list.length === 0) throw missing();
  if (list.length > maxEntries) throw wrong('entries', `must have at most ${maxEntries} entries`);
  const entries = list.map(entryIn);
  assertEntries(entries);
  noteUnknownItemFields(list, ['source', 'target'], 'entries');
  return entries;
};
