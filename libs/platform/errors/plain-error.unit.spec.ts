import { expect, it } from 'vitest';
import { isPlainError, PlainError } from './plain-error.js';

class TopicError extends PlainError {
  override readonly name = 'TopicError';
}

it('a plain error is recognised whatever its class is called, and no other error is', () => {
  expect([new PlainError('one'), new TopicError('two'), new Error('three')].map(isPlainError)).toEqual([
    true,
    true,
    false,
  ]);
});

it('an object with the mark of a plain error that is no error is not taken for one', () =>
  expect(isPlainError({ isPlain: true })).toBe(false));
