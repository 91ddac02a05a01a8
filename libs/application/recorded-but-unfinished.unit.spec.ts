import { expect, it } from 'vitest';
import { onceRecorded, RecordedButUnfinishedError } from './recorded-but-unfinished.errors.js';

it('says nothing of what follows from events and is done', async () => {
  expect(await onceRecorded(async () => 'done')).toBeUndefined();
});

it('keeps the cause of what could not be finished', async () => {
  const fault = new Error('away');
  const error = await onceRecorded(() => Promise.reject(fault)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RecordedButUnfinishedError);
  expect(error).toMatchObject({ cause: fault });
});
