import { refillPairs } from './emptied-pairs.js';
import { inlineMarkup, type TagTexts } from './inline-markup.js';
import { plainText } from './plain-text.js';
import { isProse } from './protected-spans.js';
import type { Segment } from './segment.js';

/** A line of plain text in the form that engines take. */
export interface TextSegment {
  segment: Segment;
  /** Renders a translation of the segment as text again, with the markup of its tags. */
  render: (translation: Segment) => string;
}

const renderWith =
  (tags: ReadonlyMap<number, TagTexts>) =>
  (translation: Segment): string =>
    refillPairs(translation, (id) => tags.get(id)?.need)
      .map((part) => {
        if (part.kind === 'text' || part.kind === 'keep') return part.text;
        const texts = tags.get(part.id);
        return (part.kind === 'close' ? texts?.close : texts?.open) ?? '';
      })
      .join('');

export const textSegment = (line: string): TextSegment => {
  if (isProse(line)) return { segment: line === '' ? [] : [{ kind: 'text', text: line }], render: plainText };
  const { parts, tags } = inlineMarkup(line);
  return { segment: parts, render: tags.size === 0 ? plainText : renderWith(tags) };
};
