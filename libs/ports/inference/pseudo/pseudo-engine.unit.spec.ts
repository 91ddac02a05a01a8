import { expect, it } from 'vitest';
import type { Segment } from '#libs/text/segments/segment.js';
import { inferenceContract } from '../inference.contract.js';
import { createPseudoEngine, pseudoTranslation } from './pseudo-engine.js';

inferenceContract('pseudo', {
  createEngine: createPseudoEngine,
  source: 'en',
  target: 'es',
  unsupported: ['en', 'xx'],
  nouns: ['cat', 'house', 'water', 'friend'],
  unknown: pseudoTranslation,
});

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

it('each ASCII letter becomes one letter of Latin Extended of its own, capitals their capitals', () => {
  const letters = [...alphabet].map(pseudoTranslation);
  expect(new Set(letters).size).toBe(52);
  for (const [index, letter] of letters.entries()) {
    expect(letter).toMatch(/^[\u0100-\u024f\u1e00-\u1eff]$/u);
    const ascii = alphabet.charAt(index);
    expect(letter === letter.toUpperCase()).toBe(ascii === ascii.toUpperCase());
  }
});

it('everything that is no ASCII letter stays', () =>
  expect(pseudoTranslation('Tschüß, 3 × 4 %s\n\tж 猫 😀')).toBe('Ţŝĉĥüß, 3 × 4 %ŝ\n\tж 猫 😀'));

it('the pseudo engine leaves tags and kept spans as they are', async () => {
  const segment: Segment = [
    { kind: 'open', id: 1 },
    { kind: 'text', text: 'The cat' },
    { kind: 'close', id: 1 },
    { kind: 'keep', text: 'https://example.com' },
  ];
  const { segments, model } = await createPseudoEngine().translate({ source: 'de', target: 'fr', segments: [segment] });
  expect(model).toBe('pseudo');
  expect(segments[0]?.parts).toEqual([segment[0], { kind: 'text', text: 'Ţĥē ĉāţ' }, segment[2], segment[3]]);
});
