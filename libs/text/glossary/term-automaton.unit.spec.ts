import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runAtOnce } from '#libs/platform/async/time-slices.js';
import { TermAutomaton } from './term-automaton.js';

/** Lists for each place of the text the terms that begin there, the longest first. */
const termsAt = (automaton: TermAutomaton, terms: readonly string[], text: string): string[][] => {
  const found: string[][] = [];
  let node = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    node = automaton.step(node, text.charCodeAt(at));
    const here: string[] = [];
    for (let each = automaton.firstTerm(node); each !== 0; each = automaton.nextTerm(each)) {
      here.push(terms[automaton.termOf(each)] ?? '');
    }
    found.unshift(here);
  }
  return found;
};

describe('the automaton of terms', () => {
  it('the automaton knows at every place all terms that begin there, the longest first', () => {
    const word = (longest: number) => fc.string({ unit: fc.constantFrom('a', 'b', '\ud83d'), maxLength: longest });
    const terms = fc.uniqueArray(
      word(6).filter((each) => each !== ''),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(terms, word(30), (given, text) => {
        const longestFirst = given.toSorted((a, b) => b.length - a.length);
        expect(termsAt(runAtOnce(TermAutomaton.of(given)), given, text)).toEqual(
          text.split('').map((_, at) => longestFirst.filter((term) => text.startsWith(term, at))),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('the automaton is the same for more terms than are sorted at a time', () => {
    const terms = Array.from({ length: 3_000 }, (_, n) => `${(n * 7_919) % 3_001}.`);
    const automaton = runAtOnce(TermAutomaton.of(terms));
    for (const term of terms) expect(termsAt(automaton, terms, term)[0]).toContain(term);
  });

  it('the automaton has a node of 18 bytes for each beginning of a term, and one for the root', () => {
    expect(runAtOnce(TermAutomaton.of([])).bytes).toBe(18);
    expect(runAtOnce(TermAutomaton.of(['ab', 'cb', 'b'])).bytes).toBe(18 * 4);
  });
});
