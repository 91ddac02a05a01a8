import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitRuns } from '#libs/text/segments/segment-runs.js';
import { segments } from '../../random-segments.arbitrary.js';
import { type Atom, atomText, countWords } from '../../units/atom.js';
import { unitsOf } from '../../units/units.js';
import { atomsOf } from './atoms.js';
import { unitSizes } from './unit-sizes.js';

const sizes = unitSizes(false);
const atomsOfText = (text: string): Atom[] => atomsOf(splitRuns([{ kind: 'text', text }]));
const written = (atoms: readonly Atom[]): string => atoms.map(atomText).join('');
const translated = (text: string, within = sizes): string[] =>
  unitsOf(atomsOfText(text), within).flatMap(({ kind, atoms }) => (kind === 'translate' ? [written(atoms)] : []));

describe('units', () => {
  it('short sentences are gathered into one unit', () => {
    expect(translated('One cat. Two cats! Three?')).toEqual(['One cat. Two cats! Three?']);
  });

  it('a space that breaks no line is loose between words and signs, and not beside a number or at the ends', () => {
    const atoms = atomsOfText('\u00a0red\u00a0door\u202f: 10\u00a0km, §\u00a05\u00a0\u00a0is\u00a0');
    const shown = atoms.map((atom) => (atom.kind === 'space' && atom.isLoose ? '~' : atomText(atom))).join('');
    expect(shown).toBe('\u00a0red~door~: 10\u00a0km, §\u00a05\u00a0\u00a0is\u00a0');
  });

  it('a unit ends at line breaks and tabs, without the white space at its ends', () => {
    expect(translated('  a b \n c\td \r\n\r\n')).toEqual(['a b', 'c', 'd']);
  });

  it('a unit ends between sentences once there are enough words', () => {
    const sentence = 'The black cat of my old friend sleeps in the big house.';
    const units = translated(Array.from({ length: 10 }, () => sentence).join(' '));
    expect(units.length).toBeGreaterThan(2);
    for (const unit of units) expect(unit).toMatch(/^The .* house\.$/);
  });

  it('a sentence without end is cut at commas, and else anywhere', () => {
    const clauses = translated('one two three four five, '.repeat(60));
    expect(clauses.length).toBeGreaterThan(1);
    for (const unit of clauses) expect(unit).toMatch(/,$/);
    for (const unit of translated('word '.repeat(1_000))) expect(unit.split(' ').length).toBeLessThanOrEqual(100);
    for (const { atoms } of unitsOf(atomsOfText('a^'.repeat(5_000)), sizes)) expect(atoms.length).toBeLessThan(256);
  });

  it('a sentence does not end before a small letter', () => {
    const text = `${'word '.repeat(30)}approx. ten ${'word '.repeat(30)}`.trim();
    expect(translated(text)).toEqual([text]);
  });

  it('units are single, short sentences where the transfer is recursive', () => {
    const recursive = unitSizes(true);
    expect(translated('One cat. Two cats.', recursive)).toEqual(['One cat.', 'Two cats.']);
    for (const unit of translated('word '.repeat(100), recursive)) {
      expect(unit.split(' ').length).toBeLessThanOrEqual(20);
    }
  });

  it('a text without letters is left as it is', () => {
    expect(unitsOf(atomsOfText('3.14 — (42) ^^^'), sizes).map(({ kind }) => kind)).toEqual(['verbatim']);
  });

  it('a word that a tag cuts stays whole, with the tag of its longer part', () => {
    const atoms = atomsOf(
      splitRuns([
        { kind: 'open', id: 1 },
        { kind: 'text', text: 'r' },
        { kind: 'close', id: 1 },
        { kind: 'text', text: 'ed car' },
      ]),
    );
    expect(atoms).toEqual([
      { kind: 'text', text: 'red', run: 1 },
      { kind: 'space', text: ' ', run: 1 },
      { kind: 'text', text: 'car', run: 1 },
    ]);
  });

  it('signs that mean something in the stream, and words longer than any, are hidden from the engine', () => {
    expect(atomsOfText('a*b').map(({ kind }) => kind)).toEqual(['text', 'fixed', 'text']);
    expect(atomsOfText('x'.repeat(200)).map(({ kind }) => kind)).toEqual(['fixed']);
    expect(countWords(atomsOfText('x'.repeat(200)))).toBe(1);
  });

  it('the units together make up the segment again', () => {
    fc.assert(
      fc.property(segments, (segment) => {
        const source = splitRuns(segment);
        const text = source.runs.flatMap(({ parts }) => parts.map((part) => part.text)).join('');
        expect(
          unitsOf(atomsOf(source), sizes)
            .map(({ atoms }) => written(atoms))
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
