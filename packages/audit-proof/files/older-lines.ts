import type { OlderEntries } from '../time-order.js';
import { entriesOf } from './entries-of.js';

/** A remark on entries that say an earlier time than those before them. No line where there are none. */
export const olderLines = ({ count, ids }: OlderEntries): string[] => {
  if (count === 0) return [];
  const more = count > ids.length ? ` and ${entriesOf(count - ids.length)} more` : '';
  const say = count === 1 ? 'says a time' : 'say times';
  return [
    `  Remark: ${entriesOf(count)} ${say} more than 30 s before that of an entry ahead: ${ids.join(', ')}${more}.`,
  ];
};
