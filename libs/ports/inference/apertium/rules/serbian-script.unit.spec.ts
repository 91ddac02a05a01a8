import { expect, it } from 'vitest';
import { serbianInLatin } from './serbian-script.js';

it('writes Serbian letter by letter in Latin, in its case, and leaves the rest', () => {
  expect(serbianInLatin('Љубав, њихов џез: ЂАК! čaj 42')).toBe('Ljubav, njihov džez: ĐAK! čaj 42');
});
