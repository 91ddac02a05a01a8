import { expect, it } from 'vitest';
import type { ExpectedRevision } from '../event-store.port.js';
import { comparePositions, START } from '../position.js';
import { appendToEnd } from './append-to-end.js';
import { eventNumbered } from './numbered-events.js';
import { labels, readWhole } from './reading.js';
import type { UnderTest } from './under-test.contract.js';

export const appendContract = (current: UnderTest): void => {
  it('an event is written as it was given, with stream, revision, position and time', async () => {
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

  it('an append returns revision and position of its last event', async () => {
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
    [0, 1],
    [1, 2],
  ];
  it.each(accepted)('expected revision %s is accepted on a stream of %i events', async (expected, existing) => {
    const { store } = current();
    for (let n = 0; n < existing; n += 1) await appendToEnd(store, 'thing-1', [eventNumbered(n)]);
    expect(await store.append('thing-1', [eventNumbered('new')], expected)).toMatchObject({ revision: existing });
  });

  const refused: [ExpectedRevision, number][] = [
    ['no-stream', 2],
    [0, 0],
    [0, 2],
    [2, 2],
    [7, 2],
  ];
  it.each(refused)('expected revision %s is refused on a stream of %i events', async (expected, existing) => {
    const { store } = current();
    for (let n = 0; n < existing; n += 1) await appendToEnd(store, 'thing-1', [eventNumbered(n)]);
    await expect(store.append('thing-1', [eventNumbered('new')], expected)).rejects.toMatchObject({
      kind: 'wrong-expected-revision',
      stream: 'thing-1',
      expected,
      actual: existing === 0 ? undefined : existing - 1,
    });
    expect(await readWhole(store, 'thing-1')).toHaveLength(existing);
  });

  const repeated: ExpectedRevision[] = ['no-stream', 0, 1];
  it.each(repeated)('an append made again returns the first result, expected revision %s', async (expected) => {
    const { store, open } = current();
    const before = expected === 'no-stream' ? 0 : expected + 1;
    for (let n = 0; n < before; n += 1) await appendToEnd(store, 'thing-1', [eventNumbered(n)]);
    const events = [eventNumbered('a'), eventNumbered('b')];
    const first = await store.append('thing-1', events, expected);
    expect(await store.append('thing-1', events, expected)).toEqual({ ...first, repeated: true });
    const later = await appendToEnd(store, 'thing-1', [eventNumbered('later')]);
    expect(await store.append('thing-1', events, expected)).toEqual({ ...first, repeated: true });
    expect(await (await open()).append('thing-1', events, expected)).toEqual({ ...first, repeated: true });
    expect(comparePositions(first.position, later.position)).toBe(-1);
    expect(labels(await readWhole(store, 'thing-1')).slice(before)).toEqual(['a', 'b', 'later']);
  });

  it('the same append made many times at once is written once, and each copy is answered alike', async () => {
    const { store, open } = current();
    const stores = [store, await open()];
    const before = await store.append('thing-1', [eventNumbered('zero')], 'no-stream');
    const events = ['a', 'b', 'c'].map((label) => eventNumbered(label));
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) => stores[n % 2]?.append('thing-1', events, before.revision)),
    );
    const read = await readWhole(store, 'thing-1');
    expect(labels(read)).toEqual(['zero', 'a', 'b', 'c']);
    expect(results.some((result) => result?.repeated === false)).toBe(true);
    for (const result of results) expect(result).toMatchObject({ revision: 3, position: read[3]?.position });
  });

  const partly: [string, string[], string[]][] = [
    ['new ones behind', ['a', 'b', 'c', 'new'], ['a', 'b', 'c']],
    ['another one between', ['a', 'new', 'c'], ['a']],
    ['a gap', ['a', 'c'], ['a']],
  ];
  it.each(partly)('an append is refused when only its first events are there already: %s', async (_, wanted, known) => {
    const { store } = current();
    const written = ['a', 'b', 'c'].map((label) => eventNumbered(label));
    await store.append('thing-1', [eventNumbered('zero')], 'no-stream');
    await store.append('thing-1', written, 0);
    const events = wanted.map((label) => eventNumbered(label));
    const read = await readWhole(store, 'thing-1');
    await expect(store.append('thing-1', events, 0)).rejects.toMatchObject({
      kind: 'partly-repeated',
      stream: 'thing-1',
      knownIds: known.map((label) => eventNumbered(label).id),
      position: read[known.length]?.position,
    });
    expect(labels(await readWhole(store, 'thing-1'))).toEqual(['zero', 'a', 'b', 'c']);
  });

  const elsewhere: [string, ExpectedRevision, string[]][] = [
    ['another order', 'no-stream', ['b', 'a']],
    ['another place', 0, ['a', 'b']],
    ['the end of them', 'no-stream', ['b']],
  ];
  it.each(elsewhere)('an id is looked up only where its expected revision puts it: %s', async (_, expected, wanted) => {
    const { store } = current();
    const written = ['a', 'b', 'c'].map((label) => eventNumbered(label));
    await store.append('thing-1', written, 'no-stream');
    const events = wanted.map((label) => eventNumbered(label));
    await expect(store.append('thing-1', events, expected)).rejects.toMatchObject({
      kind: 'wrong-expected-revision',
      actual: 2,
    });
  });

  it('an id that is in another stream may be appended', async () => {
    const { store } = current();
    const events = [eventNumbered('a'), eventNumbered('b')];
    await store.append('thing-1', events, 'no-stream');
    expect(await store.append('thing-2', events, 'no-stream')).toMatchObject({ revision: 1, repeated: false });
    expect(labels(await readWhole(store, 'thing-2'))).toEqual(['a', 'b']);
  });

  it('exactly one of conflicting appends wins', async () => {
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

  it('of many requests made at once only the wrong ones fail', async () => {
    const { store } = current();
    const large = eventNumbered('large', { data: { text: 'x'.repeat(1024 * 1024) } });
    const outcomes = await Promise.allSettled([
      store.append('thing-1', [eventNumbered(1)], 'no-stream'),
      store.append('thing-1', [eventNumbered(2)], 'no-stream'),
      store.append('thing-2', [eventNumbered(3)], 5),
      appendToEnd(store, 'thing-2', [large]),
      appendToEnd(store, 'thing-2', [eventNumbered(4, { id: 'no uuid' })]),
      appendToEnd(store, 'thing-3', [eventNumbered(5)]),
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

  it('an append of 1 MiB is accepted, and one of a byte more is refused', async () => {
    const { store } = current();
    const eventOf = (bytes: number) => {
      const { type, metadata } = eventNumbered(bytes);
      const frame = 2 * type.length + 32 + JSON.stringify(metadata).length + JSON.stringify({ text: '' }).length;
      return eventNumbered(bytes, { data: { text: 'x'.repeat(bytes - frame) } });
    };
    const limit = 1024 * 1024;
    await expect(store.append('thing-1', [eventOf(limit + 1)], 'no-stream')).rejects.toMatchObject({
      kind: 'event-too-large',
    });
    expect(await store.append('thing-1', [eventOf(limit)], 'no-stream')).toMatchObject({ revision: 0 });
  });

  it.each([
    ['no events', 'thing-1', [], 'no-stream'],
    ['an id that is no UUID', 'thing-1', [eventNumbered(1, { id: '1' })], 'no-stream'],
    ['one id twice', 'thing-1', [eventNumbered(1), eventNumbered(1)], 'no-stream'],
    ['a negative revision', 'thing-1', [eventNumbered(1)], -1],
    ['a NUL in the stream', 'thing\u0000', [eventNumbered(1)], 'no-stream'],
    ['a lone surrogate in the type', 'thing-1', [eventNumbered(1, { type: '\ud800' })], 'no-stream'],
    ['version 0', 'thing-1', [eventNumbered(1, { version: 0 })], 'no-stream'],
  ] as const)('an append that only a mistake can make is refused: %s', async (_, stream, events, expected) => {
    const { store } = current();
    const { position } = await store.append('other-1', [eventNumbered('other')], 'no-stream');
    await expect(store.append(stream, events, expected)).rejects.toThrow(RangeError);
    expect(labels((await store.readAll({ after: position, limit: 10 })).events)).toEqual([]);
  });
};
