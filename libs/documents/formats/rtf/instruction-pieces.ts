import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment } from '#libs/text/segments/segment.js';
import type { RtfPiece } from './items.js';
import { groupText, tokensOf } from './list-labels.js';
import type { RtfSegment } from './rtf-segment.js';
import { encodeText } from './text-encoding.js';

/** Groups of a form field with its choices, its help and its first text; and the tip of a link. */
const shown = /(\{\\\*\\(?:ffl|ffhelptext|ffstattext|ffdeftext) ?)([^{}]+)\}|(\\\\o\s{1,9}")([^"{}]+)"/g;

/** The bytes of the instruction of a field, with the texts in it that a reader sees as segments. */
export const instructionPieces = (raw: string): RtfPiece[] => {
  const pieces: RtfPiece[] = [];
  let copied = 0;
  for (const found of raw.matchAll(shown)) {
    const before = found[1] ?? found[3] ?? '';
    const content = found[2] ?? found[4] ?? '';
    const text = groupText(tokensOf(content));
    if (!hasWording(text)) continue;
    const start = found.index + before.length;
    pieces.push(raw.slice(copied, start), segmentOf(content, text));
    copied = start + content.length;
  }
  return [...pieces, raw.slice(copied)];
};

const segmentOf = (raw: string, text: string): RtfSegment => {
  const parts: Segment = [{ kind: 'text', text: text.trim() }];
  const wordsOf = (translation: Segment): string =>
    translation.map((part) => ('text' in part ? part.text : '')).join('');
  return {
    role: 'note',
    parts,
    source: [raw],
    render: (translation) => [encodeText(wordsOf(translation).replaceAll('"', "'"), 1)],
  };
};
