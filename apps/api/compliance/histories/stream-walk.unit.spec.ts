import { expect, it } from 'vitest';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { HistoryResource } from './history-resource.js';
import { walkStream } from './stream-walk.js';

const mebibyte = 1024 * 1024;

/** A stream of events whose text has these lengths; its state is the text of the last. */
const walk = (sizes: number[], first: number, maxEvents: number) => {
  const eventStore = {
    async *readStream() {
      for (const [revision, size] of sizes.entries())
        yield { revision, recordedAt: '2026-11-21T08:00:00.000Z', data: { text: 'x'.repeat(size) } } as RecordedEvent &
          object;
    },
  };
  const resource: HistoryResource = {
    ...{ category: 'thing', idPrefix: 'thg' },
    begin: () => {
      let state: unknown;
      return {
        apply: ({ data }) => {
          state = data.text;
        },
        snapshot: () => state,
      };
    },
    show: async () => [],
  };
  const settings = { stream: 'thing-1', resource, first, maxEvents, until: undefined, onFirst: () => undefined };
  return walkStream(eventStore as never, settings);
};

it.each([
  ['2026-11-21T08:00:00.999Z', 1],
  ['2026-11-21T08:00:01.000Z', 2],
  ['2026-11-21T08:00:01.500Z', 2],
  ['2026-11-21T08:00:02.000Z', 3],
])('at %s, states show %i events: each from the time that it names itself', async (until, total) => {
  const events = [
    { revision: 0, recordedAt: '2026-11-21T08:00:00.100Z', data: { uploadedAt: '2026-11-21T08:00:00.000Z' } },
    {
      revision: 1,
      recordedAt: '2026-11-21T08:00:01.500Z',
      data: { completedAt: '2026-11-21T08:00:01.000Z', expiresAt: '2026-11-28T08:00:01.000Z' },
    },
    { revision: 2, recordedAt: '2026-11-21T08:00:02.000Z', data: { graceEndsAt: '2026-11-22T08:00:00.000Z' } },
  ];
  const eventStore = {
    readStream: async function* () {
      yield* events;
    },
  };
  const resource: HistoryResource = {
    ...{ category: 'thing', idPrefix: 'thg' },
    begin: () => ({ apply: () => undefined, snapshot: () => undefined }),
    show: async () => [],
  };
  const settings = { stream: 'thing-1', resource, first: 0, maxEvents: 10, until, onFirst: () => undefined };
  expect((await walkStream(eventStore as never, settings)).total).toBe(total);
});

const revisionsOf = async (sizes: number[], first: number, maxEvents = 1_000) =>
  (await walk(sizes, first, maxEvents)).events.map(({ event }) => event.revision);

it('a page ends with its limit, and the whole stream is folded all the same', async () => {
  const walked = await walk([1, 2, 3, 4, 5], 1, 2);
  expect(walked).toMatchObject({
    total: 5,
    events: [{ snapshot: 'xx' }, { snapshot: 'xxx' }],
    last: 'xxxxx',
  });
});

it('a page of large events ends before its limit, and has at least one', async () => {
  const sizes = Array.from({ length: 10 }, () => mebibyte / 2);
  expect(await revisionsOf(sizes, 0)).toEqual([0, 1, 2]);
  expect(await revisionsOf(sizes, 3)).toEqual([3, 4, 5]);
  expect(await revisionsOf([1, 5 * mebibyte, 5 * mebibyte], 1)).toEqual([1]);
});
