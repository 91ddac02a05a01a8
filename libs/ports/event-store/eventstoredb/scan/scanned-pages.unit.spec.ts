import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventStoreUnavailableError } from '../../event-store.errors.js';
import type { EventPage, ReadAllOptions } from '../../event-store.port.js';
import { type Position, START } from '../../position.js';
import { ThreadEndedError } from './scan-thread.js';
import { type PageReads, type PageThread, ScannedPages } from './scanned-pages.js';

const lastPage = 9;
const positionOf = (page: number): Position => `p${page}` as Position;
const pageBehind = ({ after }: ReadAllOptions): EventPage => {
  const page = after === START ? 1 : Number(after.slice(1)) + 1;
  return { events: [], position: positionOf(page), atEnd: page === lastPage };
};

let readBy: string[];
let threads: number;
let failWith: Error | undefined;
let faults: Error[];
let pages: ScannedPages;

const reader = (name: string): PageReads => ({
  read: async (options) => {
    readBy.push(name);
    if (name === 'thread' && failWith !== undefined) throw failWith;
    return pageBehind(options);
  },
});
const startThread = (): PageThread => {
  threads += 1;
  return {
    ...reader('thread'),
    stop: async () => {
      threads -= 1;
    },
  };
};

beforeEach(() => {
  vi.useFakeTimers();
  [readBy, threads, failWith, faults] = [[], 0, undefined, []];
  pages = new ScannedPages({
    pages: reader('here'),
    startThread,
    onFault: (error) => faults.push(error),
    idleMs: 10_000,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reads pages one behind the other, up to the given one. */
const scan = async (to: number, limit = 1_000, types?: readonly string[]): Promise<Position[]> => {
  const positions: Position[] = [];
  for (let after = START; positions.length < to; ) {
    ({ position: after } = await pages.read({ after, limit, ...(types && { types }) }));
    positions.push(after);
  }
  return positions;
};

it('a scan is read in a thread from its third page on', async () => {
  expect(await scan(5)).toEqual([1, 2, 3, 4, 5].map(positionOf));
  expect(readBy).toEqual(['here', 'here', 'thread', 'thread', 'thread']);
});

it('small pages, and pages that are not behind each other, are read here', async () => {
  await scan(5, 500);
  for (const page of [3, 5, 3, 7]) await pages.read({ after: positionOf(page), limit: 1_000 });
  expect(new Set(readBy)).toEqual(new Set(['here']));
});

it('scans of several readers share one thread', async () => {
  await Promise.all([scan(4, 1_000, ['A']), scan(4, 2_000, ['A']), scan(4, 1_000, ['B'])]);
  expect(readBy.filter((name) => name === 'thread')).toHaveLength(6);
  expect(threads).toBe(1);
});

it('the thread ends when nobody has read for a while, and another scan starts it again', async () => {
  await scan(4);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(threads).toBe(1);
  await vi.advanceTimersByTimeAsync(1_001);
  expect(threads).toBe(0);
  await scan(3);
  expect(threads).toBe(1);
});

it('a page that an ended thread did not give is read here, and so are all later ones', async () => {
  failWith = new ThreadEndedError();
  expect(await scan(5)).toEqual([1, 2, 3, 4, 5].map(positionOf));
  expect(readBy).toEqual(['here', 'here', 'thread', 'here', 'here', 'here']);
  expect(faults).toEqual([failWith]);
});

it('a store that is away is told as by any read, and the scan goes on in the thread afterwards', async () => {
  await scan(2);
  failWith = new EventStoreUnavailableError('away');
  const third = { after: positionOf(2), limit: 1_000 };
  await expect(pages.read(third)).rejects.toBe(failWith);
  failWith = undefined;
  await pages.read(third);
  expect(readBy).toEqual(['here', 'here', 'thread', 'thread']);
});

it('closing ends the thread, and starts none any more', async () => {
  await scan(3);
  await pages.close();
  expect(threads).toBe(0);
  await scan(3);
  expect([threads, readBy.at(-1), faults]).toEqual([0, 'here', []]);
});
