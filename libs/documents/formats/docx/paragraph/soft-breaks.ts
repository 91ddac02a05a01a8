import { isWithinSentence } from '#libs/documents/formats/inline/line-break.js';
import type { Item, Separator } from './paragraph-items.js';

/** Makes the line breaks soft that stand within a sentence. */
export const softenBreaks = (items: readonly Item[]): void => {
  mark(items, { before: '', pending: undefined });
};

interface Reading {
  /** The text since the last item that is none. */
  before: string;
  /** A break with nothing but white space behind it so far. */
  pending: { separator: Separator; before: string } | undefined;
}

const mark = (items: readonly Item[], reading: Reading): void => {
  for (const item of items) {
    if (item.kind === 'container') mark(item.items, reading);
    else if (item.kind === 'text') readText(item.text, reading);
    else if (item.kind !== 'marker') {
      const isLine = item.kind === 'separator' && item.separates === 'lines';
      reading.pending = isLine ? { separator: item, before: reading.before } : undefined;
      reading.before = '';
    }
  }
};

const readText = (text: string, reading: Reading): void => {
  if (!/\S/.test(text)) return;
  const { pending } = reading;
  if (pending !== undefined) pending.separator.isSoft = isWithinSentence(pending.before, text);
  reading.pending = undefined;
  reading.before = text;
};
