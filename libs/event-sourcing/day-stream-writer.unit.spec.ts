import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TextUsageEvent } from '#libs/domain/text-usage/text-usage.events.js';
import {
  AppendOutcomeUnknownError,
  EventStoreUnavailableError,
  PartlyRepeatedError,
  WrongExpectedRevisionError,
} from '#libs/ports/event-store/event-store.errors.js';
import type { AppendResult, ExpectedRevision, NewEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { DayStreamWriter, type DayStreamWriterSettings } from './day-stream-writer.js';
import { eventIdFor } from './event-ids.js';
import type { EventMetadata } from './event-metadata.js';

interface Append {
  stream: string;
  ids: string[];
  expected: ExpectedRevision;
  answer: (result: Partial<AppendResult>) => void;
  fail: (error: Error) => void;
}

const noon = Date.UTC(2026, 10, 21, 12);

const factOf = (organizationId: string, keyId = 'key_1'): TextUsageEvent => ({
  type: 'LanguageDetected',
  data: { organizationId, keyId, language: 'en', confidence: 1, characterCount: 5 },
});
const metadataOf = (organizationId: string): EventMetadata => ({
  organizationId,
  actorType: 'api_key',
  keyId: 'key_1',
  subject: 'sub_1',
  sealedClient: '',
  requestId: 'req_1',
  clientRequestId: null,
  traceparent: null,
  occurredAt: '2026-11-21T12:00:00.000Z',
});

/** A writer on a store whose appends stay in flight until the test answers them, with a clock of its own. */
const heldStore = (options: Partial<DayStreamWriterSettings> = {}) => {
  const clock = { now: noon };
  const appends: Append[] = [];
  /** Ids of the events that a read of the stream gives. */
  const inLog: string[] = [];
  const store = { isAway: false };
  const writer = new DayStreamWriter({
    eventStore: {
      get isAway() {
        return store.isAway;
      },
      async *readStream(stream) {
        for (const [revision, id] of inLog.entries()) {
          const position = `log ${revision}` as Position;
          yield { id, stream, revision, position, type: 'X', version: 1, data: {}, metadata: {}, recordedAt: '' };
        }
      },
      append: (stream: string, events: readonly NewEvent[], expected: ExpectedRevision) =>
        new Promise<AppendResult>((resolve, reject) => {
          const revision = (typeof expected === 'number' ? expected : -1) + events.length;
          const position = String(appends.length + 1) as Position;
          const answer = (changes: Partial<AppendResult>) =>
            resolve({ revision, position, repeated: false, ...changes });
          appends.push({ stream, ids: events.map(({ id }) => id), expected, answer, fail: reject });
        }),
    },
    processId: 'p',
    now: () => new Date(clock.now),
    ...options,
  });
  const record = (commandId: string, organizationId = 'org_1') =>
    writer.record(factOf(organizationId), metadataOf(organizationId), commandId);
  const inFlight = async (count: number): Promise<Append> => {
    await vi.waitFor(() => expect(appends.length).toBeGreaterThanOrEqual(count), 30_000);
    expect(appends).toHaveLength(count);
    const append = appends.at(-1);
    if (append === undefined) throw new Error('Nothing was appended');
    return append;
  };
  return { writer, record, inFlight, appends, inLog, clock, store };
};

const idsOf = (...commandIds: string[]) => commandIds.map((commandId) => eventIdFor(commandId, 0));

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('a record resolves only when its append has returned', async () => {
  const { record, inFlight } = heldStore();
  let durable = false;
  const recorded = record('a').then((position) => {
    durable = true;
    return position;
  });
  const append = await inFlight(1);
  expect(durable).toBe(false);
  append.answer({});
  expect(await recorded).toBe('1');
  expect(append).toMatchObject({ stream: 'text_usage-org_1-2026-11-21-p', expected: 'no-stream', ids: idsOf('a') });
});

it('facts of an organization gather while its append is in flight, and go on from the last revision', async () => {
  const { record, inFlight } = heldStore();
  const first = record('a');
  const append = await inFlight(1);
  const others = [record('b'), record('c'), record('d')];
  append.answer({});
  await first;
  const second = await inFlight(2);
  expect(second).toMatchObject({ stream: append.stream, expected: 0, ids: idsOf('b', 'c', 'd') });
  second.answer({});
  expect(await Promise.all(others)).toEqual(['2', '2', '2']);
  const last = record('e');
  const third = await inFlight(3);
  expect(third.expected).toBe(3);
  third.answer({});
  await last;
});

it('with two lanes two appends of an organization are in flight, each to a stream of its own', async () => {
  const { writer, appends, record } = heldStore({ lanes: 2 });
  const recorded = Array.from({ length: 40 }, (_, n) => record(`command-${n}`));
  await vi.waitFor(() => expect(appends).toHaveLength(2));
  const streams = appends.map(({ stream }) => stream).toSorted();
  expect(streams[1]).toBe(`${streams[0]}.1`);
  expect(appends.map(({ ids }) => ids.length).reduce((sum, count) => sum + count)).toBe(40);
  // One that comes again waits behind its first: its lane is the same.
  const again = Array.from({ length: 40 }, (_, n) => record(`command-${n}`));
  for (const { answer } of [...appends]) answer({});
  await Promise.all(recorded);
  await vi.waitFor(() => expect(appends).toHaveLength(4));
  for (const first of appends.slice(0, 2)) {
    const second = appends.slice(2).find(({ stream }) => stream === first.stream);
    expect(second?.ids).toEqual(first.ids);
    second?.answer({ repeated: true });
  }
  await Promise.all(again);
  await writer.close();
});

it('organizations do not wait for each other', async () => {
  const { record, inFlight, appends } = heldStore();
  const one = record('a', 'org_1');
  await inFlight(1);
  const two = record('b', 'org_2');
  (await inFlight(2)).answer({});
  await two;
  expect(appends[1]?.stream).toBe('text_usage-org_2-2026-11-21-p');
  appends[0]?.answer({});
  await one;
});

it.each([
  ['events', { appendEvents: 2 }, [2, 2, 1]],
  ['bytes', { appendBytes: 1_000 }, [3, 2]],
  ['fewer bytes than one fact has', { appendBytes: 1 }, [1, 1, 1, 1, 1]],
] as const)('an append is bounded by %s', async (_, options, expected) => {
  const { record, inFlight, appends } = heldStore(options);
  const recorded = ['a', 'b', 'c', 'd', 'e'].map((commandId) => record(commandId));
  for (let n = 1; n <= expected.length; n += 1) (await inFlight(n)).answer({});
  await Promise.all(recorded);
  expect(appends.map(({ ids }) => ids.length)).toEqual(expected);
});

it('a new stream begins at midnight UTC, also for facts that wait then', async () => {
  const { record, inFlight, clock } = heldStore();
  clock.now = Date.UTC(2026, 10, 21, 23, 59, 59, 999);
  const first = record('a');
  const append = await inFlight(1);
  const recorded = [record('before')];
  clock.now += 1;
  recorded.push(record('after'));
  append.answer({});
  const before = await inFlight(2);
  expect(before).toMatchObject({ stream: append.stream, expected: 0, ids: idsOf('before') });
  before.answer({});
  const after = await inFlight(3);
  expect(after).toMatchObject({
    stream: 'text_usage-org_1-2026-11-22-p',
    expected: 'no-stream',
    ids: idsOf('after'),
  });
  after.answer({});
  await Promise.all([first, ...recorded]);
});

it('an append of unknown outcome is repeated with the same ids and revision until it is known', async () => {
  const { record, inFlight, appends } = heldStore();
  const recorded = record('a');
  (await inFlight(1)).fail(new AppendOutcomeUnknownError('cut'));
  (await inFlight(2)).fail(new EventStoreUnavailableError('down')); // of the second attempt only
  (await inFlight(3)).answer({ repeated: true, position: '7' as Position });
  expect(await recorded).toBe('7');
  const made = appends.map(({ stream, ids, expected }) => ({ stream, ids, expected }));
  expect(made).toEqual([made[0], made[0], made[0]]);
});

it('a writer that gives up rejects with the unknown outcome, and finds its revision again', async () => {
  const { record, inFlight } = heldStore({ giveUpAfterMs: 0 });
  const lost = expect(record('a')).rejects.toMatchObject({ kind: 'outcome-unknown' });
  const first = await inFlight(1);
  first.fail(new AppendOutcomeUnknownError('cut'));
  await lost;
  const next = record('b');
  const second = await inFlight(2);
  expect(second).toMatchObject({ stream: first.stream, expected: 'no-stream', ids: idsOf('b') });
  second.fail(new WrongExpectedRevisionError(first.stream, 'no-stream', 0)); // it had been written after all
  const third = await inFlight(3);
  expect(third).toMatchObject({ stream: first.stream, expected: 0, ids: idsOf('b') });
  third.answer({});
  await next;
});

it('only new facts are written when facts come again whose append was given up and written after all', async () => {
  const { record, inFlight, inLog } = heldStore({ giveUpAfterMs: 0 });
  const lost = expect(Promise.all([record('a'), record('b')])).rejects.toMatchObject({ kind: 'outcome-unknown' });
  const first = await inFlight(1);
  first.fail(new AppendOutcomeUnknownError('cut'));
  await lost;
  const recorded = ['new', 'b', 'a'].map((commandId) => record(commandId));
  const second = await inFlight(2);
  inLog.push(...idsOf('a', 'b'));
  second.fail(new WrongExpectedRevisionError(first.stream, 'no-stream', 1));
  const third = await inFlight(3);
  expect(third).toMatchObject({ stream: first.stream, expected: 1, ids: idsOf('new') });
  third.answer({ position: 'new' as Position });
  expect(await Promise.all(recorded)).toEqual(['new', 'new', 'new']);
});

it('a record rejects at once when the store is unavailable, and the writer keeps its stream', async () => {
  const { record, inFlight } = heldStore();
  const refused = expect(record('a')).rejects.toMatchObject({ kind: 'unavailable' });
  const first = await inFlight(1);
  first.fail(new EventStoreUnavailableError('down'));
  await refused;
  const recorded = record('b');
  const second = await inFlight(2);
  expect(second).toMatchObject({ stream: first.stream, expected: 'no-stream' });
  second.answer({});
  await recorded;
});

it('no fact waits behind an append in flight while the store is known to be away', async () => {
  const { record, inFlight, store } = heldStore();
  const before = record('before');
  const first = await inFlight(1);
  store.isAway = true;
  await expect(record('meanwhile')).rejects.toMatchObject({ kind: 'unavailable' });
  first.answer({});
  await before;
  store.isAway = false;
  const recorded = record('after');
  const second = await inFlight(2);
  expect(second.ids).toEqual(idsOf('after'));
  second.answer({});
  await recorded;
});

it('a fact is taken once when its command comes again', async () => {
  const { record, inFlight } = heldStore();
  const first = record('first');
  const append = await inFlight(1);
  const recorded = [record('a'), record('a'), record('b')];
  append.answer({});
  const second = await inFlight(2);
  expect(second.ids).toEqual(idsOf('a', 'b'));
  second.answer({});
  await Promise.all([first, ...recorded]);
});

it('the rest of the facts is written when some of them are in the log already', async () => {
  const { record, inFlight } = heldStore();
  const recorded = ['a', 'b'].map((commandId) => record(commandId));
  const first = await inFlight(1);
  first.fail(new PartlyRepeatedError(first.stream, idsOf('a'), '0' as Position));
  const second = await inFlight(2);
  expect(second).toMatchObject({ stream: first.stream, expected: 'no-stream', ids: idsOf('b') });
  second.answer({});
  expect(await Promise.all(recorded)).toEqual(['2', '2']);
});

it('a fact that was found in the log is not written again where others that came with it were given up', async () => {
  const { record, inFlight, inLog } = heldStore({ giveUpAfterMs: 0 });
  const lost = expect(Promise.all(['a', 'b'].map((id) => record(id)))).rejects.toMatchObject({
    kind: 'outcome-unknown',
  });
  const first = await inFlight(1);
  first.fail(new AppendOutcomeUnknownError('cut'));
  await lost;
  const again = expect(Promise.all(['a', 'c'].map((id) => record(id)))).rejects.toMatchObject({
    kind: 'outcome-unknown',
  });
  inLog.push(...idsOf('a', 'b'));
  (await inFlight(2)).fail(new WrongExpectedRevisionError(first.stream, 'no-stream', 1));
  const third = await inFlight(3);
  expect(third).toMatchObject({ expected: 1, ids: idsOf('c') });
  third.fail(new AppendOutcomeUnknownError('cut'));
  await again;
  const recorded = ['a', 'c', 'b'].map((id) => record(id));
  const fourth = await inFlight(4);
  expect(fourth).toMatchObject({ expected: 1, ids: idsOf('c') });
  fourth.answer({ position: 'new' as Position });
  expect(await Promise.all(recorded)).toEqual(['new', 'new', 'new']);
});

it('a record resolves when all of its facts are in the log already', async () => {
  const { record, inFlight } = heldStore();
  const recorded = record('a');
  const append = await inFlight(1);
  append.fail(new PartlyRepeatedError(append.stream, idsOf('a'), '5' as Position));
  expect(await recorded).toBe('5');
});

it('the writer refuses facts beyond its capacity, and takes more when some are written', async () => {
  const { record, inFlight } = heldStore({ capacity: 2 });
  const recorded = [record('a'), record('b')];
  await expect(record('c')).rejects.toMatchObject({ kind: 'unavailable' });
  (await inFlight(1)).answer({});
  await Promise.all(recorded);
  await vi.waitFor(async () => {
    const again = record('d');
    (await inFlight(2)).answer({});
    await again;
  }, 30_000);
});

it('the writer forgets organizations without facts, but none with facts in flight', async () => {
  const { writer, record, inFlight, appends, clock } = heldStore({ idleMs: 1_000 });
  const idle = record('a', 'org_idle');
  (await inFlight(1)).answer({});
  await idle;
  const busy = record('b', 'org_busy');
  await inFlight(2);
  clock.now += 1_000;
  const recorded = record('c', 'org_new');
  expect(writer.organizations).toBe(2);
  (await inFlight(3)).answer({});
  appends[1]?.answer({});
  await Promise.all([busy, recorded]);
});

it('a closing writer settles the facts that it took, and takes no more', async () => {
  const { writer, record, inFlight } = heldStore();
  const recorded = record('a');
  const closed = writer.close();
  await expect(record('b')).rejects.toMatchObject({ kind: 'unavailable' });
  (await inFlight(1)).answer({});
  await closed;
  expect(await recorded).toBe('1');
});
