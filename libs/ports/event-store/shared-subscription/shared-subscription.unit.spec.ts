import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { LogHistoryChangedError } from '../event-store.errors.js';
import type { ReadAllOptions, SubscribeOptions } from '../event-store.port.js';
import { type Position, START } from '../position.js';
import { numberedEvent } from './numbered-event.fixture.js';
import { type SharedSubscription, shareSubscription } from './shared-subscription.js';

const types = ['A', 'B', 'C'];

/** An event store that counts how often the log is read. */
class WatchedEventStore extends InMemoryEventStore {
  subscriptions: SubscribeOptions[] = [];
  broken: ((error?: Error) => void) | undefined;
  /** Streams that the log has lost. */
  lost: ReadonlySet<string> = new Set();

  override async readAll(options: ReadAllOptions) {
    const page = await super.readAll(options);
    return { ...page, events: page.events.filter(({ stream }) => !this.lost.has(stream)) };
  }

  override async *subscribeToAll(options: SubscribeOptions) {
    this.subscriptions.push(options);
    const failing = Promise.withResolvers<Error | undefined>();
    this.broken = (error) => failing.resolve(error);
    const inner = new AbortController();
    void failing.promise.then((error) => inner.abort(error));
    yield* super.subscribeToAll({ ...options, signal: anySignal([options.signal, inner.signal]) });
    if (inner.signal.aborted) throw (await failing.promise) ?? new Error('the subscription broke');
  }

  get open(): number {
    return this.subscriptions.filter(({ signal }) => !signal.aborted).length;
  }
}

class Follower {
  readonly seen: number[] = [];
  position: Position = START;
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  constructor(
    readonly shared: SharedSubscription,
    readonly wanted: readonly string[],
    options: Partial<SubscribeOptions> = {},
    private readonly pause: () => Promise<unknown> = async () => undefined,
  ) {
    this.running = this.run(
      shared.subscribeToAll({ after: START, types: wanted, signal: this.stopping.signal, ...options }),
    );
  }

  private async run(pages: ReturnType<SharedSubscription['subscribeToAll']>): Promise<void> {
    for await (const page of pages) {
      expect(page.position > this.position).toBe(true);
      this.position = page.position;
      this.seen.push(...page.events.map(({ data }) => Number(data.n)));
      await this.pause();
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}

it('every follower gets all events of its types in order, whenever it came and however slow it is', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 60 }),
      fc.array(
        fc.record({
          wanted: fc.subarray(types, { minLength: 1 }),
          joins: fc.nat(59),
          isSlow: fc.boolean(),
          pageSize: fc.integer({ min: 1, max: 7 }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      async (appended, plans) => {
        const store = new InMemoryEventStore();
        const shared = shareSubscription(store);
        const followers: Follower[] = [];
        for (const [n, type] of appended.entries()) {
          for (const { joins, wanted, isSlow, pageSize } of plans) {
            if (Math.min(joins, appended.length - 1) !== n) continue;
            followers.push(new Follower(shared, wanted, { pageSize }, isSlow ? () => turn() : undefined));
          }
          await store.append(`s-${n}`, [numberedEvent(n, type)], 'no-stream');
          if (n % 3 === 0) await turn();
        }
        const head = await store.head();
        await vi.waitFor(() => expect(followers.every(({ position }) => position === head)).toBe(true), {
          timeout: 20_000,
          interval: 1,
        });
        for (const { seen, wanted } of followers) {
          expect(seen).toEqual(appended.flatMap((type, n) => (wanted.includes(type) ? [n] : [])));
        }
        await Promise.all(followers.map((follower) => follower.stop()));
        await shared.close();
      },
    ),
    { numRuns: 60 },
  ));

it('followers with nothing to catch up with leave the log to one reader, though nothing happens in it', async () => {
  const store = new WatchedEventStore();
  await store.append('s-0', [numberedEvent(0, 'A')], 'no-stream');
  const after = await store.head();
  const shared = shareSubscription(store);
  const followers = Array.from({ length: 3 }, () => new Follower(shared, ['A'], { after }));
  await vi.waitFor(() => expect([store.subscriptions.length, store.open]).toEqual([4, 1]));
  await store.append('s-1', [numberedEvent(1, 'A')], 'no-stream');
  await vi.waitFor(() => expect(followers.map(({ seen }) => seen)).toEqual([[1], [1], [1]]));
  expect(store.subscriptions).toHaveLength(4);
  await Promise.all(followers.map((follower) => follower.stop()));
  await shared.close();
});

const following = async (store: WatchedEventStore, count: number) => {
  const shared = shareSubscription(store);
  await store.append('s-0', [numberedEvent(0, 'A')], 'no-stream');
  const followers = Array.from({ length: count }, () => new Follower(shared, ['A']));
  let n = 0;
  const arrive = async () => {
    n += 1;
    await store.append(`s-${n}`, [numberedEvent(n, 'A')], 'no-stream');
    const head = await store.head();
    await vi.waitFor(() => expect(followers.every(({ position }) => position === head)).toBe(true), 20_000);
  };
  await arrive();
  await arrive();
  const end = async () => {
    await Promise.all(followers.map((follower) => follower.stop()));
    await shared.close();
  };
  return { followers, arrive, end };
};

it('the log is read once for all followers at its end', async () => {
  const store = new WatchedEventStore();
  const { end } = await following(store, 6);
  expect(store.open).toBe(1);
  await end();
  expect(store.open).toBe(0);
});

it('followers go on after the subscription broke, without gap or repetition', { timeout: 30_000 }, async () => {
  const store = new WatchedEventStore();
  const { followers, arrive, end } = await following(store, 3);
  store.broken?.();
  await arrive();
  await arrive();
  for (const { seen } of followers) expect(seen).toEqual([0, 1, 2, 3, 4]);
  await end();
});

it('types of a later follower are taken in', async () => {
  const store = new WatchedEventStore();
  const { followers, arrive, end } = await following(store, 1);
  const shared = followers[0]?.shared ?? shareSubscription(store);
  const late = new Follower(shared, ['B']);
  await store.append('late', [numberedEvent(100, 'B')], 'no-stream');
  await vi.waitFor(() => expect(late.seen).toEqual([100]), 20_000);
  await arrive();
  await store.append('later', [numberedEvent(101, 'B')], 'no-stream');
  await vi.waitFor(() => expect(late.seen).toEqual([100, 101]), 20_000);
  expect(followers[0]?.seen).toEqual([0, 1, 2, 3]);
  await vi.waitFor(() => expect(store.open).toBe(1), 20_000);
  await late.stop();
  await end();
});

const never = 3_600_000;

it('a follower that cannot wait for events to gather has the log read at once', async () => {
  const store = new WatchedEventStore();
  const shared = shareSubscription(store, { gatherMs: never });
  const follower = new Follower(shared, ['A']);
  await vi.waitFor(() => expect(store.open).toBe(1), 30_000);
  await store.append('first', [numberedEvent(1, 'A')], 'no-stream');
  await vi.waitFor(() => expect(follower.seen).toEqual([1]), 20_000);
  for (const n of [2, 3]) {
    await store.append(`next-${n}`, [numberedEvent(n, 'A')], 'no-stream');
    await turn();
    expect(follower.seen).not.toContain(n);
    shared.lookNow();
    await vi.waitFor(() => expect(follower.seen).toContain(n), 20_000);
  }
  expect(follower.seen).toEqual([1, 2, 3]);
  await follower.stop();
  await shared.close();
});

it('followers that no event is for are not woken, until one is or a follower cannot wait', async () => {
  const store = new WatchedEventStore();
  const shared = shareSubscription(store, { passAfterMs: never });
  const busy = new Follower(shared, ['A']);
  const idle = new Follower(shared, ['B']);
  const append = async (n: number, type: string) => {
    await store.append(`s-${n}`, [numberedEvent(n, type)], 'no-stream');
    return store.head();
  };
  const reach = (follower: Follower, position: Position) =>
    vi.waitFor(() => expect(follower.position).toBe(position), 20_000);
  const first = await append(1, 'A');
  await Promise.all([reach(busy, first), reach(idle, first)]);
  await vi.waitFor(() => expect(store.open).toBe(1), 20_000);
  const second = await append(2, 'A'); // wakes all where none has been woken before
  await Promise.all([reach(busy, second), reach(idle, second)]);
  const third = await append(3, 'A');
  await reach(busy, third);
  expect(idle.position).toBe(second);
  shared.lookNow();
  await reach(idle, third);
  const fourth = await append(4, 'B');
  await reach(idle, fourth);
  expect([busy.seen, idle.seen]).toEqual([[1, 2, 3], [4]]);
  await Promise.all([busy.stop(), idle.stop()]);
  await shared.close();
});

it('followers of streams by name get a subscription of their own', async () => {
  const store = new WatchedEventStore();
  const shared = shareSubscription(store);
  await store.append('s-0', [numberedEvent(0, 'A')], 'no-stream');
  const follower = new Follower(shared, ['A'], { streamPrefixes: ['s-'] });
  await vi.waitFor(() => expect(follower.seen).toEqual([0]), 30_000);
  expect(store.subscriptions).toHaveLength(1);
  await follower.stop();
  await shared.close();
});

it('a follower at the end of the log hears that the log goes on in another history', async () => {
  const store = new WatchedEventStore();
  await store.append('stream-0', [numberedEvent(0, 'A')], 'no-stream');
  const shared = shareSubscription(store);
  const positions: Position[] = [];
  const follow = async () => {
    const pages = shared.subscribeToAll({ after: START, types, signal: new AbortController().signal });
    for await (const { position } of pages) positions.push(position);
  };
  const following = follow();
  await vi.waitFor(() => expect([positions.length, store.open]).toEqual([1, 1]), 30_000);
  store.broken?.(new LogHistoryChangedError('00000001', '00000002'));
  await expect(following).rejects.toBeInstanceOf(LogHistoryChangedError);
  await shared.close();
});

it('a change of history names the places of the events that were read and are lost', async () => {
  const store = new WatchedEventStore();
  await store.append('stream-0', [numberedEvent(0, 'A')], 'no-stream');
  const shared = shareSubscription(store);
  const seen: Position[] = [];
  const follow = async () => {
    const pages = shared.subscribeToAll({ after: START, types, signal: new AbortController().signal });
    for await (const { events } of pages) seen.push(...events.map(({ position }) => position));
  };
  const following = follow();
  await vi.waitFor(() => expect([seen.length, store.open]).toEqual([1, 1]), 30_000);
  for (let n = 1; n < 6; n += 1) await store.append(`stream-${n}`, [numberedEvent(n, 'B')], 'no-stream');
  await vi.waitFor(() => expect(seen).toHaveLength(6), 30_000);
  store.lost = new Set(['stream-4', 'stream-5']);
  store.broken?.(new LogHistoryChangedError('00000001', '00000002'));
  const events = { read: 5, lost: 2, first: seen[4], last: seen[5] };
  await expect(following).rejects.toMatchObject({
    events,
    message: expect.stringMatching(`5 events .* 2 are lost, at positions ${seen[4]} to ${seen[5]}$`),
  });
  await shared.close();
});
