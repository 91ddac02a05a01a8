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
