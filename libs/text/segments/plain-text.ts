import type { Segment } from './segment.js';

/** Returns the text of a segment with its protected spans, without its tags. */
export const plainText = (parts: Segment): string =>
  parts.map((part) => (part.kind === 'text' || part.kind === 'keep' ? part.text : '')).join('');
