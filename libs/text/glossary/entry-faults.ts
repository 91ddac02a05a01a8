import { type GlossaryEntry, maxGlossaryBytes, maxTermLength } from './glossary-entry.js';
import { normalTerm } from './term-text.js';

export interface EntryFault {
  /** Index of the entry, from 0. */
  index: number;
  /** The field at fault; absent where the entry as a whole is. */
  field?: keyof GlossaryEntry;
  kind: 'missing' | 'wrong' | 'duplicate';
  /** The message never quotes a term. */
  message: string;
  /** Index of the entry that has the same source. */
  sameAs?: number;
}

/** Faults that one rejection reports. */
const maxFaults = 20;

export const tooLarge = `must not have more than ${maxGlossaryBytes} characters together`;

export const isTooLarge = (entries: readonly GlossaryEntry[]): boolean =>
  entries.reduce((sum, { source, target }) => sum + source.length + target.length, 0) > maxGlossaryBytes;

const unwritable = /[\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

const isTooLong = (term: string): boolean => term.length > maxTermLength && [...term].length > maxTermLength;

const wrongTerm = (term: string): string | undefined => {
  if (term.length > 2 * maxTermLength || isTooLong(term)) return `must not be longer than ${maxTermLength} characters`;
  if (!term.isWellFormed()) return 'must be well-formed Unicode';
  if (unwritable.test(term)) return 'must not have control characters or line breaks';
  return undefined;
};

const faultsOf = (entry: GlossaryEntry, index: number): EntryFault[] =>
  (['source', 'target'] as const).flatMap((field): EntryFault[] => {
    const message = wrongTerm(entry[field]);
    if (message !== undefined) return [{ index, field, kind: 'wrong', message }];
    return normalTerm(entry[field]) === '' ? [{ index, field, kind: 'missing', message: 'is required' }] : [];
  });

/** The first faults of the entries, in their order. Sources that differ only in white space or normal form are one. */
export const findFaults = (entries: Iterable<GlossaryEntry>): EntryFault[] => {
  const faults: EntryFault[] = [];
  const bySource = new Map<string, number>();
  let index = 0;
  for (const entry of entries) {
    const own = faultsOf(entry, index);
    faults.push(...own);
    if (own.every(({ field }) => field !== 'source')) {
      const source = normalTerm(entry.source);
      const sameAs = bySource.get(source);
      if (sameAs === undefined) bySource.set(source, index);
      else faults.push({ index, kind: 'duplicate', message: 'has a source that another entry has', sameAs });
    }
    if (faults.length >= maxFaults) break;
    index += 1;
  }
  return faults.slice(0, maxFaults);
};
