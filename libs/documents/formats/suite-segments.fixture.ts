import { expect } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import type { ExtractedSegment } from './format.port.js';
import { sortedWords, wordsOf } from './suite-translations.fixture.js';

/** The words of a file, and those in its tags, which stand wherever the tags do. */
export const withTagsApart = (segments: readonly ExtractedSegment[]) => {
  const partsOf = (some: readonly ExtractedSegment[]) => some.map(({ parts }) => parts);
  const isOfTag = ({ role }: ExtractedSegment) => role === 'alt_text';
  return [
    wordsOf(partsOf(segments.filter((segment) => !isOfTag(segment)))),
    sortedWords(partsOf(segments.filter(isOfTag))),
  ];
};

export const lettersOf = (segment: Segment): string => wordsOf([segment]).replace(/\P{L}/gu, '');

/** The texts that do not follow those before them; between their tags there may be what the tags show. */
export const missingIn = (written: string, segments: readonly Segment[]): string[] => {
  let at = 0;
  return segments
    .flatMap((segment) => segment.map((part) => lettersOf([part])))
    .filter((text) => {
      const found = written.indexOf(text, at);
      if (found >= 0) at = found + text.length;
      return found < 0;
    });
};

/** The texts that are there more often than among these. */
export const repeatedIn = (written: string, segments: readonly Segment[]): string[] => {
  const texts = segments.map(lettersOf);
  const times = (text: string, within: string): number => within.split(text).length - 1;
  return texts.filter((text) => text !== '' && times(text, written) > times(text, texts.join('')));
};

/** Fails where tags are not whole, stand at an edge, or texts are empty or follow each other. */
export const expectWellFormed = (parts: Segment): void => {
  const open: number[] = [];
  const seen = new Set<string>();
  parts.forEach((part, index) => {
    if ('text' in part) {
      expect(part.text).not.toBe('');
      expect(part.text.isWellFormed()).toBe(true);
      expect(parts[index + 1]?.kind).not.toBe(part.kind);
      return;
    }
    expect(seen, JSON.stringify(parts)).not.toContain(`${part.kind === 'close' ? 'close' : 'start'} ${part.id}`);
    seen.add(`${part.kind === 'close' ? 'close' : 'start'} ${part.id}`);
    if (part.kind === 'open') open.push(part.id);
    if (part.kind === 'close') expect(open.pop()).toBe(part.id);
  });
  expect(open).toEqual([]);
  const text = parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('');
  expect(text).toMatch(/\p{L}/u);
  const [first, last] = [parts[0], parts.at(-1)];
  expect(first?.kind).not.toBe('single');
  expect(last?.kind).not.toBe('single');
  expect(first?.kind === 'open' && last?.kind === 'close' && first.id === last.id).toBe(false);
  if (first && 'text' in first) expect(first.text).toMatch(/^\S/);
  if (last && 'text' in last) expect(last.text).toMatch(/\S$/);
};
