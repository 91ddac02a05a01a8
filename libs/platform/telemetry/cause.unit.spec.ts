import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { causeLine, causeOf, causePlace } from './cause.js';

const secret = 'the customer’s text';

const refused = (): DatabaseError =>
  Object.assign(new DatabaseError(`Failing row contains (${secret})`, 1, 'error'), {
    code: '23514',
    detail: secret,
    table: 'tally',
    constraint: 'few_characters',
  });

describe('the cause of a failure', () => {
  it('a cause holds class, code and place of the error', () =>
    expect(causeOf(Object.assign(new TypeError(secret), { code: 'ERR_X' }))).toEqual({
      name: 'TypeError',
      code: 'ERR_X',
      stack: expect.arrayContaining([expect.stringContaining('cause.unit.spec')]),
    }));

  it('a cause holds the message of a PlainError', () =>
    expect(causeOf(new PlainError('The job took too long'))).toMatchObject({ message: 'The job took too long' }));

  it('a cause of a PostgreSQL error holds the names of table and constraint, not the row', () => {
    const cause = causeOf(refused());
    expect(cause).toMatchObject({ code: '23514', message: 'PostgreSQL 23514 tally few_characters' });
    expect(JSON.stringify(cause)).not.toContain(secret);
  });

  it('a cause of a Kafka error holds the name of the error', () =>
    expect(
      causeOf(Object.assign(new Error('topic x'), { type: 'TOPIC_AUTHORIZATION_FAILED', code: 29 })),
    ).toMatchObject({
      code: 'TOPIC_AUTHORIZATION_FAILED',
    }));

  it('a cause goes down to the error that it began with', () => {
    const cause = causeOf(new Error(secret, { cause: new RangeError(secret, { cause: refused() }) }));
    expect(causeLine(cause)).toBe('Error ← RangeError ← DatabaseError (23514): PostgreSQL 23514 tally few_characters');
    expect(causePlace(cause)).toContain('refused');
  });

  it('a cause ends where its errors form a circle', () => {
    const error = new Error(secret);
    error.cause = error;
    expect(JSON.stringify(causeOf(error)).match(/"name"/g)).toHaveLength(4);
  });

  it.each([secret, 5, null, undefined, { message: secret }])(
    'a cause of the thrown value %j holds its type alone',
    (thrown) => expect(causeOf(thrown)).toEqual({ name: typeof thrown, stack: [] }),
  );

  it('a cause quotes neither a name nor a code that is not one', () =>
    expect(causeOf(Object.assign(new Error('x'), { name: secret, code: secret }))).toEqual({
      name: 'Error',
      stack: expect.any(Array),
    }));

  it('a cause takes no line of the message for a place', () => {
    const cause = causeOf(new Error(`one\n    at ${secret} (file:1:1)\n    at ${secret}`));
    expect(JSON.stringify(cause)).not.toContain(secret);
    expect(causePlace(cause)).toContain('cause.unit.spec');
  });
});
