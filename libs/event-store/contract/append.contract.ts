import { expect, it } from 'vitest';
import type { UnderTest } from '../event-store.contract.js';
import type { ExpectedRevision } from '../event-store.port.js';
import { comparePositions, START } from '../position.js';
import { eventNumbered } from './numbered-events.js';
import { labels, readWhole } from './reading.js';

export const appendContract = (current: UnderTest): void => {
  it('writes events as they were given, with stream, revision, position and time', async () => {
    const { store } = current();
    const given = eventNumbered('whole', {
      version: 3,
      data: { text: 'ä \u0000 \ud83d\ude00 "\\ ', number: 0.1, nested: { list: [1, null, true] } },
      metadata: { z: 1, a: 2 },
    });
    const { position, revision, repeated } = await store.append('thing-1', [given], 'no-stream');
    const [read] = await readWhole(store, 'thing-1');
    expect(read).toMatchObject({ ...given, stream: 'thing-1', revision: 0, position });
    expect(read?.recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect({ revision, repeated }).toEqual({ revision: 0, repeated: false });
  });

  it('answers with revision and position of the last event', async () => {
    const { store } = current();
    const result = await store.append(
      'thing-1',
      [1, 2, 3].map((n) => eventNumbered(n)),
      'no-stream',
    );
    const events = await readWhole(store, 'thing-1');
    expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect(result).toEqual({ revision: 2, position: events[2]?.position, repeated: false });
    expect(events.map(({ position }) => position)).toEqual(events.map(({ position }) => position).toSorted());
  });

  const accepted: [ExpectedRevision, number][] = [
    ['no-stream', 0],
    ['any', 0],
    ['any', 2],
    ['stream-exists', 2],
    [1, 2],
  ];
  it.each(accepted)('takes expected revision %s on a stream of %i events', async (expected, existing) => {
    const { store } = current();
    for (let n = 0; n < existing; n += 1) await store.append('thing-1', [eventNumbered(n)], 'any');
    expect(await store.append('thing-1', [eventNumbered('new')], expected)).toMatchObject({ revision: existing });
  });

  const refused: [ExpectedRevision, number][] = [
    ['no-stream', 2],
    ['stream-exists', 0],
    [0, 0],
    [0, 2],
    [2, 2],
    [7, 2],
  ];
  it.each(refused)('refuses expected revision %s on a stream of %i events', async (expected, existing) => {
    const { store } = current();
    for (let n = 0; n < existing; n += 1) await store.append('thing-1', [eventNumbered(n)], 'any');
    await expect(store.append('thing-1', [eventNumbered('new')], expected)).rejects.toMatchObject({
      kind: 'wrong-expected-revision',
      stream: 'thing-1',
      expected,
      actual: existing === 0 ? undefined : existing - 1,
    });
    expect(await readWhole(store, 'thing-1')).toHaveLength(existing);
  });

  const modes: ExpectedRevision[] = ['no-stream', 'stream-exists', 'any', 0];
  it.each(modes)('answers the same ids again with the first result, expected %s', async (expected) => {
    const { store } = current();
    await store.append('thing-1', [eventNumbered('zero')], 'no-stream');
    const stream = expected === 'no-stream' ? 'thing-2' : 'thing-1';
    const events = [eventNumbered('a'), eventNumbered('b')];
    const first = await store.append(stream, events, expected);
    expect(await store.append(stream, events, expected)).toEqual({ ...first, repeated: true });
    await store.append(stream, [eventNumbered('later')], 'any');
    expect(await store.append(stream, events, expected)).toEqual({ ...first, repeated: true });
    for (const other of modes) expect(await store.append(stream, events, other)).toEqual({ ...first, repeated: true });
    expect(labels(await readWhole(store, stream)).slice(-3)).toEqual(['a', 'b', 'later']);
  });

  it('writes the same append once when it is made many times at once', async () => {
    const { store, open } = current();
    const other = await open();
    const events = [eventNumbered('a'), eventNumbered('b')];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? store : other).append('thing-1', events, 'no-stream')),
    );
    expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(results.map(({ position }) => position)).size).toBe(1);
    expect(await readWhole(store, 'thing-1')).toHaveLength(2);
  });

  it.each([
    ['some new', 'thing-1', ['a', 'b', 'c']],
    ['another order', 'thing-1', ['b', 'a']],
    ['a gap', 'thing-1', ['a', 'gap']],
    ['another stream', 'thing-2', ['a', 'b']],
  ])('refuses ids that are in the log in part or elsewhere: %s', async (_, stream, ids) => {
    const { store } = current();
    const { position } = await store.append(
      'thing-1',
      ['a', 'b', 'gap'].map((id) => eventNumbered(id)),
      'no-stream',
    );
    const known = ids.filter((id) => id !== 'c').map((id) => eventNumbered(id).id);
    const append = store.append(
      stream,
      ids.map((id) => eventNumbered(id)),
      'any',
    );
    await expect(append).rejects.toMatchObject({ kind: 'partly-repeated', stream });
    const error = await append.catch((reason) => reason);
    expect(error.knownIds.toSorted()).toEqual(known.toSorted());
    expect(comparePositions(error.position, position)).toBe(ids.includes('gap') ? 0 : -1);
    expect(await store.head()).toBe(position);
  });

  it('lets exactly one of conflicting appends win', async () => {
    const { store, open } = current();
    const stores = [store, await open(), await open()];
    await store.append('thing-1', [eventNumbered('zero')], 'no-stream');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => stores[n % 3]?.append('thing-1', [eventNumbered(n)], 0)),
    );
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(lost).toHaveLength(29);
    for (const { reason } of lost) expect(reason).toMatchObject({ kind: 'wrong-expected-revision', actual: 1 });
    expect(await readWhole(store, 'thing-1')).toHaveLength(2);
  });

  it('fails the wrong requests of many made at once and no others', async () => {
    const { store } = current();
    const large = eventNumbered('large', { data: { text: 'x'.repeat(1024 * 1024) } });
    const outcomes = await Promise.allSettled([
      store.append('thing-1', [eventNumbered(1)], 'no-stream'),
      store.append('thing-1', [eventNumbered(2)], 'no-stream'),
      store.append('thing-2', [eventNumbered(3)], 5),
      store.append('thing-2', [large], 'any'),
      store.append('thing-2', [eventNumbered(4, { id: 'no uuid' })], 'any'),
      store.append('thing-3', [eventNumbered(5)], 'any'),
    ]);
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'written' : outcome.reason.name))).toEqual([
      'written',
      'WrongExpectedRevisionError',
      'WrongExpectedRevisionError',
      'EventTooLargeError',
      'RangeError',
      'written',
    ]);
    const { events } = await store.readAll({ after: START, limit: 100 });
    expect(labels(events)).toEqual([1, 5]);
  });

  it('takes an append of 1 MiB and refuses a byte more', async () => {
    const { store } = current();
    const eventOf = (bytes: number) => {
      const { type, metadata } = eventNumbered(bytes);
      const frame = type.length + JSON.stringify(metadata).length + JSON.stringify({ text: '' }).length;
      return eventNumbered(bytes, { data: { text: 'x'.repeat(bytes - frame) } });
    };
    const limit = 1024 * 1024;
    await expect(store.append('thing-1', [eventOf(limit + 1)], 'any')).rejects.toMatchObject({
      kind: 'event-too-large',
    });
    expect(await store.append('thing-1', [eventOf(limit)], 'no-stream')).toMatchObject({ revision: 0 });
  });

  it.each([
    ['no events', 'thing-1', [], 'any'],
    ['an id that is no UUID', 'thing-1', [eventNumbered(1, { id: '1' })], 'any'],
    ['one id twice', 'thing-1', [eventNumbered(1), eventNumbered(1)], 'any'],
    ['a negative revision', 'thing-1', [eventNumbered(1)], -1],
    ['a NUL in the stream', 'thing\u0000', [eventNumbered(1)], 'any'],
    ['a lone surrogate in the type', 'thing-1', [eventNumbered(1, { type: '\ud800' })], 'any'],
    ['version 0', 'thing-1', [eventNumbered(1, { version: 0 })], 'any'],
  ] as const)('refuses what no program should ask: %s', async (_, stream, events, expected) => {
    const { store } = current();
    await expect(store.append(stream, events, expected)).rejects.toThrow(RangeError);
    expect(await store.head()).toBe(START);
  });
};
