import { hasWording } from '#libs/text/segments/program-spans.js';
import type { Segment } from '#libs/text/segments/segment.js';
import type { RtfPiece } from './items.js';
import { groupText, tokensOf } from './list-labels.js';
import type { RtfSegment } from './rtf-segment.js';
import { encodeText } from './text-encoding.js';

/** Groups of a form field with its choices, its help and its first text; and the tip of a link. */
const shown = /(\{\\\*\\(?:ffl|ffhelptext|ffstattext|ffdeftext) ?)([^{}]+)\}|(\\\\o\s{1,9}")([^"{}]+)"/g;

const quoted = /"([^"{}]*)"/g;
/** The end of a run and the beginning of another one. */
const betweenRuns = /[{}]|\\[a-z]{1,32}-?\d{0,10} ?/g;
const beginsCondition = /^[^A-Za-z]*fldinst[^A-Za-z]{0,20}IF\s/;

interface Place {
  start: number;
  content: string;
}

/** The two texts of which a condition shows one; none where another field is in it. */
const conditionalPlaces = (raw: string): Place[] => {
  const operator = raw.search(/[=<>]/);
  if (!beginsCondition.test(raw) || operator < 0 || raw.includes('\\field')) return [];
  const found = [...raw.matchAll(quoted)].filter(({ index }) => index > operator);
  const beforeFirst = raw.slice(operator, found[0]?.index ?? 0).replace(betweenRuns, '');
  const isCompared = /^[\s=<>]*$/.test(beforeFirst);
  return found
    .slice(isCompared ? 1 : 0)
    .slice(0, 2)
    .map(({ index, 1: content = '' }) => ({ start: index + 1, content }));
};

const shownPlaces = (raw: string): Place[] =>
  Array.from(raw.matchAll(shown), (found) => ({
    start: found.index + (found[1] ?? found[3] ?? '').length,
    content: found[2] ?? found[4] ?? '',
  }));

/** The bytes of the instruction of a field, with the texts in it that a reader sees as segments. */
export const instructionPieces = (raw: string): RtfPiece[] => {
  const pieces: RtfPiece[] = [];
  let copied = 0;
  const places = [...conditionalPlaces(raw), ...shownPlaces(raw)].sort((one, other) => one.start - other.start);
  for (const { start, content } of places) {
    const text = groupText(tokensOf(content));
    if (start < copied || !hasWording(text)) continue;
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
