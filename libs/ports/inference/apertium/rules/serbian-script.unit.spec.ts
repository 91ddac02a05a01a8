import { expect, it } from 'vitest';
import { serbianInLatin } from './serbian-script.js';

it('Serbian is written letter by letter in Latin, in its case, and the rest is left', () => {
  expect(serbianInLatin('Љубав, њихов џез: ЂАК! čaj 42')).toBe('Ljubav, njihov džez: ĐAK! čaj 42');
});
