import { expect, it } from 'vitest';
import { AppendBatcher, type AppendOutcome, type BatchLimits, BatchRefusedError } from './append-batcher.js';
import { type AppendRequest, toAppendRequest } from './append-request.js';
import { eventNumbered } from './contract/numbered-events.js';
import {
  AppendOutcomeUnknownError,
  EventStoreUnavailableError,
  WrongExpectedRevisionError,
} from './event-store.errors.js';
import type { Position } from './position.js';

const written: AppendOutcome = { revision: 0, position: '1' as Position, repeated: false };
const limits: BatchLimits = { events: 100, bytes: 1_000_000, waitingBytes: 1_000_000 };

const requestOf = (...labels: (number | string)[]): AppendRequest =>
  toAppendRequest(
    `thing-${labels[0]}`,
    labels.map((label) => eventNumbered(label)),
    'no-stream',
  );

/** An engine whose batches stay in flight until the test answers them. */
const heldEngine = (changes: Partial<BatchLimits> = {}) => {
  const batches: { streams: string[]; answer: (outcomes?: AppendOutcome[]) => void; fail: (error: Error) => void }[] =
    [];
  const batcher = new AppendBatcher(
    (requests) =>
      new Promise((resolve, reject) => {
        const streams = requests.map(({ stream }) => stream);
        batches.push({ streams, answer: (outcomes = requests.map(() => written)) => resolve(outcomes), fail: reject });
      }),
    { ...limits, ...changes },
  );
  const inFlight = async (count: number) => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(batches).toHaveLength(count);
    const batch = batches.at(-1);
    if (batch === undefined) throw new Error('No batch was sent');
    return batch;
  };
  return { batcher, batches, inFlight };
};

it('a lone append is sent without waiting for others', async () => {
  const { batcher, inFlight } = heldEngine();
  const appended = batcher.append(requestOf(1));
  (await inFlight(1)).answer();
  expect(await appended).toBe(written);
});

it('appends that come while a batch is in flight make up the next one, in order', async () => {
  const { batcher, inFlight } = heldEngine();
  const appended = [batcher.append(requestOf(1))];
  const first = await inFlight(1);
  appended.push(batcher.append(requestOf(2)), batcher.append(requestOf(3)));
  expect((await inFlight(1)).streams).toEqual(['thing-1']);
  first.answer();
  const second = await inFlight(2);
  expect(second.streams).toEqual(['thing-2', 'thing-3']);
  second.answer();
  expect(await Promise.all(appended)).toHaveLength(3);
});

it('callers that were answered together have their next appends sent together', async () => {
  const { batcher, inFlight } = heldEngine();
  const caller = async (name: string) => {
    await batcher.append(requestOf(`${name} 1`));
    await Promise.resolve();
    await batcher.append(requestOf(`${name} 2`));
  };
  const callers = ['a', 'b', 'c'].map(caller);
  (await inFlight(1)).answer();
  const second = await inFlight(2);
  expect(second.streams).toEqual(['thing-a 2', 'thing-b 2', 'thing-c 2']);
  second.answer();
  await Promise.all(callers);
});

it.each([
  ['events', { events: 4 }, [['thing-1', 'thing-3'], ['thing-5']]],
  ['bytes', { bytes: 3 * requestOf(1).bytes }, [['thing-1'], ['thing-3'], ['thing-5']]],
  ['fewer events than one append has', { events: 1 }, [['thing-1'], ['thing-3'], ['thing-5']]],
] as const)('a batch is bounded by %s', async (_, changes, expected) => {
  const { batcher, batches, inFlight } = heldEngine(changes);
  const appended = [requestOf(1, 2), requestOf(3, 4), requestOf(5, 6)].map((request) => batcher.append(request));
  for (let sent = 1; sent <= expected.length; sent += 1) (await inFlight(sent)).answer();
  await Promise.all(appended);
  expect(batches.map(({ streams }) => streams)).toEqual(expected);
});

it('a batch never holds one id twice, and no later append overtakes the repeat', async () => {
  const { batcher, inFlight } = heldEngine();
  const appended = [requestOf(1), requestOf(2, 1), requestOf(3)].map((request) => batcher.append(request));
  const first = await inFlight(1);
  expect(first.streams).toEqual(['thing-1']);
  first.answer();
  const second = await inFlight(2);
  expect(second.streams).toEqual(['thing-2', 'thing-3']);
  second.answer();
  await Promise.all(appended);
});

it('each request gets its own result', async () => {
  const { batcher, inFlight } = heldEngine();
  const appended = Promise.allSettled([requestOf(1), requestOf(2)].map((request) => batcher.append(request)));
  const conflict = new WrongExpectedRevisionError('thing-1', 'no-stream', 0);
  (await inFlight(1)).answer([conflict, written]);
  expect(await appended).toEqual([
    { status: 'rejected', reason: conflict },
    { status: 'fulfilled', value: written },
  ]);
});

it('the requests of a refused batch are written one by one, so that only the bad one fails', async () => {
  const sent: string[][] = [];
  const batcher = new AppendBatcher(async (requests) => {
    const streams = requests.map(({ stream }) => stream);
    sent.push(streams);
    if (streams.includes('thing-bad')) throw new BatchRefusedError('22P02');
    return requests.map(() => written);
  }, limits);
  const requests = [requestOf(1), requestOf('bad'), requestOf(2)];
  const outcomes = await Promise.allSettled(requests.map((request) => batcher.append(request)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { kind: 'unavailable' } });
  expect(sent).toEqual([['thing-1', 'thing-bad', 'thing-2'], ['thing-1'], ['thing-bad'], ['thing-2']]);
});

it('a batch whose outcome is unknown fails alone, and the next ones are sent', async () => {
  const { batcher, inFlight } = heldEngine();
  const lost = Promise.allSettled([requestOf(1), requestOf(2)].map((request) => batcher.append(request)));
  const first = await inFlight(1);
  const later = batcher.append(requestOf(3));
  first.fail(new AppendOutcomeUnknownError('cut'));
  for (const outcome of await lost) expect(outcome).toMatchObject({ reason: { kind: 'outcome-unknown' } });
  (await inFlight(2)).answer();
  expect(await later).toBe(written);
});

it('an append beyond the waiting bytes is refused, and accepted again later', async () => {
  const { batcher, inFlight } = heldEngine({ waitingBytes: 2 * requestOf(1).bytes });
  const appended = [batcher.append(requestOf(1))];
  const first = await inFlight(1);
  appended.push(batcher.append(requestOf(2)), batcher.append(requestOf(3)));
  await expect(batcher.append(requestOf(4))).rejects.toBeInstanceOf(EventStoreUnavailableError);
  first.answer();
  const second = await inFlight(2);
  appended.push(batcher.append(requestOf(4)));
  second.answer();
  (await inFlight(3)).answer();
  expect(await Promise.all(appended)).toHaveLength(4);
});

it('a closed batcher settles what it accepted before, and accepts no more', async () => {
  const { batcher, inFlight } = heldEngine();
  const appended = batcher.append(requestOf(1));
  const closed = batcher.close();
  await expect(batcher.append(requestOf(2))).rejects.toBeInstanceOf(EventStoreUnavailableError);
  (await inFlight(1)).answer();
  await closed;
  expect(await appended).toBe(written);
});
