import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SentenceTidier, tidySentence } from './answer-text.js';

const piece = fc.oneof(
  fc.constantFrom(' ', '  ', '\n', '\u00a0', '\ue0001\ue00f', '\0', '', 'a', 'gato', ' negro ', '.'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);

describe('a sentence of an answer', () => {
  it('a sentence has no white space at its ends, none doubled, no line break, and nothing that cannot be shown', () => {
    expect(tidySentence(' \nEl  gato\n\tnegro\ue0001\ue00f\0 ')).toBe('El gato negro1');
  });

  it('a sentence is the same when it comes in pieces', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const tidier = new SentenceTidier();
        expect(pieces.map((each) => tidier.next(each)).join('')).toBe(tidySentence(pieces.join('')));
      }),
      { numRuns: 1_000 },
    );
  });
});
