import { expect, it } from 'vitest';
import { isPlainError, PlainError } from './plain-error.js';

class TopicError extends PlainError {
  override readonly name = 'TopicError';
}

it('is told from other errors, whatever its class is called', () => {
  expect([new PlainError('one'), new TopicError('two'), new Error('three')].map(isPlainError)).toEqual([
    true,
    true,
    false,
  ]);
});

it('is not taken for one where the mark stands on no error', () => expect(isPlainError({ isPlain: true })).toBe(false));
