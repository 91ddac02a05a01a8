import { describe, expect, it } from 'vitest';
import { protectSpans } from '#libs/text/segments/protected-spans.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { splitRuns } from '#libs/text/segments/segment-runs.js';
import type { Atom } from '../../units/atom.js';
import type { Unit } from '../../units/units.js';
import { atomsOf } from './atoms.js';
import { asWords, placeholdersOf, takesNumbers } from './placeholders.js';
import { encodeUnit } from './stream-format.js';
import { translateUnit } from './unit-translation.js';

const sizes = { wordsGathered: 40, maxWords: 100 };
const atoms = (segment: Segment): Atom[] => atomsOf(splitRuns(segment));
const sent = (text: string, maxWords = 100): string => {
  const unit = atoms(protectSpans(text));
  return encodeUnit(unit, placeholdersOf(unit, maxWords));
};

/** Translates with a pipeline that changes what is sent, and returns what was sent, too. */
const translated = async (text: string, change: (stream: string) => string) => {
  const streams: string[] = [];
  const unit: Unit = { kind: 'translate', atoms: atoms(protectSpans(text)) };
  const run = async (stream: string): Promise<string> => {
    streams.push(stream);
    return change(stream);
  };
  const { pieces } = await translateUnit(unit, {
    pipeline: { run },
    target: 'es',
    sizes,
    takesNumbers: true,
    writeSpans: () => [],
  });
  return { text: pieces.map(({ part }) => part.text).join(''), streams };
};

describe('placeholders', () => {
  it.each([
    ['about 12.5 %', 'about 7300[].'],
    ['from $5 to {x} or 10:30', 'from 7300 to Jqzbc or 7302[].'],
    ['see {x}', 'see Jqzbb[].'],
  ])('numbers travel as whole numbers, other spans as words: %j', (text, stream) => {
    expect(sent(text)).toBe(stream);
  });

  it('numbers travel as words beside a number that could be taken for one of theirs', () => {
    expect(sent('7301 of 12.5 %')).toBe('7301 of Jqzbb[].');
    expect(sent('1999 of 12.5 %')).toBe('1999 of 7300[].');
  });

  it('numbers travel as words where the unit is as long as it may be without them', () => {
    expect(sent('a house of 5 kg', 4)).toBe('a house of 7300[].');
    expect(sent('a house of 5 kg', 3)).toBe('a house of Jqzbb[].');
  });

  it.each(['*7300', '@7300', '#7300', '7300'])('the number is found in %j, and put back', async (answer) => {
    const { text } = await translated('about 12.5 %', () => `sobre ${answer}[].`);
    expect(text).toBe('sobre 12.5 %');
  });

  it.each([
    ['lost', ''],
    ['doubled', '7300 7300'],
    ['written with a separator', '7.300'],
    ['part of another number', '17300'],
    ['continued', '7300,5'],
  ])('a number that comes back %s goes through again as a word', async (_how, answer) => {
    const { text, streams } = await translated('about 12.5 % of it', (stream) => stream.replace('7300', answer));
    expect(streams).toEqual(['about 7300 of it[].', 'about Jqzbb of it[].']);
    expect(text).toBe('about 12.5 % of it');
  });

  it.each([
    ['en', 'es', true],
    ['sv', 'da', true],
    ['sv', 'nb', false],
    ['nn', 'sv', false],
    ['eu', 'es', false],
  ])('a pair takes numbers where that was measured, %s to %s: %s', (source, target, expected) => {
    expect(takesNumbers(source, target)).toBe(expected);
  });

  it('words are found in any case', () => {
    expect([...'*jqzbc'.matchAll(asWords.pattern)].map((match) => asWords.indexOf(match))).toEqual([1]);
  });
});
