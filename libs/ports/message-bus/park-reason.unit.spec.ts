import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { parkReason } from './park-reason.js';

const message = { data: { id: 'doc_42', nested: [{ url: 'https://receiver.example/hook' }], n: 7 }, metadata: {} };

describe('park reason', () => {
  it('a park reason is name and message of the error', () => {
    expect(parkReason(new TypeError('no such pair'), message)).toBe('TypeError: no such pair');
  });

  it('a park reason is cut at 500 characters', () => {
    expect(parkReason(new Error('x'.repeat(2_000)), message)).toHaveLength(500);
  });

  it.each(['doc_42', 'https://receiver.example/hook'])('a reason is the name alone when it would quote %s', (value) => {
    expect(parkReason(new RangeError(`cannot use ${value}`), message)).toBe('RangeError');
  });

  it('a park reason is the name alone for a text that could not be parsed, which such errors quote', () => {
    expect(parkReason(new SyntaxError('Unexpected token, "Dear Sir" is not valid JSON'), message)).toBe('SyntaxError');
  });

  it('a park reason has no values that PostgreSQL quotes', () => {
    const error = new DatabaseError('duplicate key value (secret)', 1, 'error');
    error.code = '23505';
    expect(parkReason(error, message)).toBe('PostgreSQL 23505');
  });

  it('a park reason is unknown for a value that is no error', () => {
    expect(parkReason('doc_42', message)).toBe('unknown');
  });
});
