import { describe, expect, it } from 'vitest';
import { errorOf, failureIn } from './failed-jobs.js';

const failure = {
  name: 'TypeError',
  code: 'E1',
  stack: ['at here'],
  cause: { name: 'Error', stack: [] },
  at: '2026-11-22T07:00:00.000Z',
  attempt: 3,
};

describe('the failure of a job', () => {
  it('a failure is read back as it was written', () => {
    expect(failureIn(errorOf(failure).message)).toEqual(failure);
  });

  it.each([
    ['nobody knew it', errorOf(undefined).message],
    ['no process survived the job', 'job stalled more than allowable limit'],
    ['a tool wrote something else', '{"name":"Error"}'],
    ['there is none', undefined],
  ])('a failure is unknown where %s', (_, reason) => {
    expect(failureIn(reason)).toBeUndefined();
  });
});
