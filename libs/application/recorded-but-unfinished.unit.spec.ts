import { expect, it } from 'vitest';
import { onceRecorded, RecordedButUnfinishedError } from './recorded-but-unfinished.errors.js';

it('work after the events that succeeds gives its result', async () => {
  expect(await onceRecorded(async () => 'done')).toBe('done');
});

it('the error keeps the cause of work that could not be finished', async () => {
  const fault = new Error('away');
  const error = await onceRecorded(() => Promise.reject(fault)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RecordedButUnfinishedError);
  expect(error).toMatchObject({ cause: fault });
});
