import { describe, expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { splitRuns } from '#libs/text/segments/segment-runs.js';
import type { Atom } from '../../units/atom.js';
import { atomsOf } from './atoms.js';
import { decodeUnit, encodeUnit, LostContentError } from './stream-format.js';

const atoms = (...segment: Segment): Atom[] => atomsOf(splitRuns(segment));
const text = (value: string): Atom[] => atoms({ kind: 'text', text: value });
const bold: Segment = [
  { kind: 'text', text: 'the ' },
  { kind: 'open', id: 1 },
  { kind: 'text', text: 'black' },
  { kind: 'close', id: 1 },
  { kind: 'text', text: ' cat' },
];

describe('unit in the stream', () => {
  it('a unit gets a final stop apart from its last word, unless it has one', () => {
    expect(encodeUnit(text('a cat'))).toBe('a cat[].');
    expect(encodeUnit(text('a cat!'))).toBe('a cat!');
  });

  it('white space travels as blanks, and signs and kept spans as words that no dictionary knows', () => {
    expect(encodeUnit(text('a  b^c'))).toBe('a[s0]b[]Jqzbb[]c[].');
    expect(encodeUnit(atoms({ kind: 'keep', text: '[x]' }, { kind: 'text', text: ' is' }))).toBe('Jqzbb is[].');
  });

  it('each run travels in a word-bound blank when there are several', () => {
    expect(encodeUnit(atoms(...bold))).toBe('[[r0]]the[[/]] [[r1]]black[[/]] [[r2]]cat[[/]][].');
  });

  it('a unit is written in composed letters', () => {
    expect(encodeUnit(text('e\u0301.'))).toBe('é.');
  });
});

describe('answer from the stream', () => {
  const decode = (answer: string, source: readonly Atom[], target = 'es'): string =>
    decodeUnit(answer, source, target)
      .pieces.map(({ part }) => part.text)
      .join('');

  it('an answer loses the stop that was added, and no other', () => {
    expect(decode('un gato[].[]', text('a cat'))).toBe('un gato');
    expect(decode('un gato.[]', text('a cat'))).toBe('un gato');
    expect(decode('un gato.[]', text('a cat.'))).toBe('un gato.');
    expect(decode('etc', text('etc'))).toBe('etc');
  });

  it('the marks of unknown words are counted and removed', () => {
    expect(decodeUnit('*foo #canal \\@bar #tomar parte[].', text('a b c d'), 'es')).toMatchObject({ unknownWords: 4 });
    expect(decode('*foo #canal \\@bar[].', text('a b c'))).toBe('foo canal bar');
  });

  it('white space and signs are put back, and spaces of the engine are left out', () => {
    expect(decode(' uno [s0] dos[]*Jqzbb[]tres [].', text('1\u00a0b^c'))).toBe('uno\u00a0dos^tres');
    expect(decode('uno  dos[].', text('a b'))).toBe('uno dos');
  });

  it.each([
    ['uno [n0]dos.', 'uno\u00a0dos.'],
    ['uno dos [n0].', 'uno dos.'],
    ['uno dos.', 'uno dos.'],
  ])('a space that breaks no line is put back between words alone, %j', (answer, expected) => {
    expect(decode(answer, text('a\u00a0b.'))).toBe(expected);
  });

  it('each word has its run, the rarest of several', () => {
    const answer = '[[r0]]el[[/]] [[r2]]gato[[/]] [[r0; r1]]negro[[/]][].';
    expect(decodeUnit(answer, atoms(...bold), 'es').pieces).toEqual([
      { part: { kind: 'text', text: 'el' }, run: 0 },
      { part: { kind: 'text', text: ' ' }, run: undefined },
      { part: { kind: 'text', text: 'gato' }, run: 2 },
      { part: { kind: 'text', text: ' ' }, run: undefined },
      { part: { kind: 'text', text: 'negro' }, run: 1 },
    ]);
  });

  it('each of several words in one blank has its run, where the blank has as many runs as words', () => {
    const runs = (answer: string) => decodeUnit(answer, atoms(...bold), 'es').pieces.map(({ run }) => run);
    expect(runs('[[r0; r1]]el gato[[/]] [[r2]]negro[[/]][].')).toEqual([0, 1, undefined, 2]);
    expect(runs('[[r0; r1]]el gran gato[[/]] [[r0]]negro[[/]] [[r2]]x[[/]][].')).toEqual([
      1,
      undefined,
      0,
      undefined,
      2,
    ]);
  });

  it.each([
    ['a blank is missing', 'a b', 'a  b'],
    ['blanks have changed places', 'a[s1]b[s0]c', 'a  b  c'],
    ['a placeholder is missing', 'a', 'a^b'],
    ['a placeholder stands twice', 'Jqzbb Jqzbb', 'a^b'],
    ['a placeholder has come from nowhere', 'a Jqzbc', 'a^b'],
  ])('an answer is refused when %s', (_, answer, source) => {
    expect(() => decode(answer, text(source))).toThrow(LostContentError);
  });

  it('an answer begins in the case of the source', () => {
    expect(decode('El gato.', text('the cat.'))).toBe('el gato.');
    expect(decode('ll gato.', text('The cat.'))).toBe('Ll gato.');
    expect(decode('Jqzbb Tiene.', atoms({ kind: 'keep', text: 'X' }, { kind: 'text', text: ' has.' }))).toBe(
      'X tiene.',
    );
    expect(decode('I have.', text('tengo.'), 'en')).toBe('I have.');
    expect(decode('I gatti.', text('els gats.'), 'it')).toBe('i gatti.');
    expect(decode('3 El.', text('3 the.'))).toBe('3 el.');
  });
});
