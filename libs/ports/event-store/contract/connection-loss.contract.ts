import { afterEach, expect, it, vi } from 'vitest';
import { START } from '../position.js';
import { appendCertainly, appendToEnd } from './append-to-end.js';
import { CuttingProxy } from './cutting-proxy.js';
import { eventNumbered } from './numbered-events.js';
import { labels, readWhole } from './reading.js';
import type { UnderTest } from './under-test.contract.js';

const patience = { timeout: 45_000, interval: 20 };

export const connectionLossContract = (current: UnderTest): void => {
  let proxy: CuttingProxy | undefined;
  afterEach(async () => {
    await proxy?.stop();
    proxy = undefined;
  });
  const openBehindProxy = async () => {
    const { port, host } = current();
    proxy = await CuttingProxy.start(port, host);
    return { proxy, store: await current().open({ port: proxy.port, appendTimeoutMs: 5_000 }) };
  };

  it.each([
    ['before the request arrived', 'lost'],
    ['after it was carried out', 'answered'],
  ] as const)('an append cut off %s is written once, if it is repeated while unknown', async (_, cut) => {
    const { proxy, store } = await openBehindProxy();
    await store.append('thing-1', [eventNumbered(0)], 'no-stream');
    const events = [eventNumbered(1), eventNumbered(2)];
    proxy.cutNext(cut);
    const result = await appendCertainly(store, 'thing-1', events, 0);
    const read = await readWhole(current().store, 'thing-1');
    expect(labels(read)).toEqual([0, 1, 2]);
    expect(result).toMatchObject({ revision: 2, position: read[2]?.position });
  });

  it('each of many appends in flight is written once when the connection breaks', async () => {
    const { proxy, store } = await openBehindProxy();
    await store.append('thing-0', [eventNumbered('first')], 'no-stream');
    const numbers = Array.from({ length: 20 }, (_, n) => n + 1);
    proxy.cutNext('answered');
    await Promise.all(numbers.map((n) => appendCertainly(store, `thing-${n}`, [eventNumbered(n)], 'no-stream')));
    const { events } = await current().store.readAll({ after: START, limit: 100 });
    expect(
      labels(events)
        .slice(1)
        .toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual(numbers);
  });

  it('the store is unavailable while the engine cannot be reached, and nothing is written', async () => {
    const { proxy, store } = await openBehindProxy();
    await store.append('thing-1', [eventNumbered(0)], 'no-stream');
    await proxy.stop();
    await vi.waitFor(
      () => expect(store.append('thing-1', [eventNumbered(1)], 0)).rejects.toMatchObject({ kind: 'unavailable' }),
      patience,
    );
    await expect(store.head()).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(readWhole(store, 'thing-1')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(store.readAll({ after: START, limit: 1 })).rejects.toMatchObject({ kind: 'unavailable' });
    // An engine may refuse to open, or open and then be unavailable.
    const opened = current().open({ port: proxy.port });
    await expect(opened.then((unreachable) => unreachable.head())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(labels(await readWhole(current().store, 'thing-1'))).toEqual([0]);
  });

  it('a subscription resumes where it was when the connection breaks', async () => {
    const { proxy, store } = await openBehindProxy();
    const abort = new AbortController();
    const seen: unknown[] = [];
    const next = () => appendToEnd(current().store, 'thing-1', [eventNumbered(seen.length)]);
    await next();
    for await (const page of store.subscribeToAll({ after: START, pageSize: 1, signal: abort.signal })) {
      seen.push(...labels(page.events));
      if (seen.length === 4) break;
      proxy.cutNext(seen.length % 2 ? 'lost' : 'answered');
      await next();
    }
    expect(seen).toEqual([0, 1, 2, 3]);
  });
};
