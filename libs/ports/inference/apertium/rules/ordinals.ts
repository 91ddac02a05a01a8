import type { Segment, SegmentPart } from '#libs/text/segments/segment.js';
import type { LanguageCode } from '../../inference.port.js';

/** Ordinals that the dictionaries of a language have, and that are kept as names (`Section 3a`) in others. */
const ordinals: Readonly<Record<string, RegExp>> = { ca: /^\d{1,3}a$/, fr: /^\d{1,3}e$/, oc: /^\d{1,3}a$/ };

/** Gives the engine its ordinals back as text: `la 3a edició` is `la 3.ª edición`, `le 2e étage` `el 2.º escalone`. */
export const withOrdinalsAsText = (segment: Segment, source: LanguageCode): Segment => {
  const ordinal = ordinals[source];
  if (ordinal === undefined) return segment;
  const parts: SegmentPart[] = [];
  for (const part of segment) {
    const isText = part.kind === 'text' || (part.kind === 'keep' && ordinal.test(part.text));
    const last = parts.at(-1);
    if (!isText) parts.push(part);
    else if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + part.text };
    else parts.push({ kind: 'text', text: part.text });
  }
  return parts;
};
