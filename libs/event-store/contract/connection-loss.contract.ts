import { afterEach, expect, it, vi } from 'vitest';
import type { UnderTest } from '../event-store.contract.js';
import { START } from '../position.js';
import { CuttingProxy } from './cutting-proxy.js';
import { eventNumbered } from './numbered-events.js';
import { labels, readWhole } from './reading.js';

export const connectionLossContract = (current: UnderTest): void => {
  let proxy: CuttingProxy | undefined;
  afterEach(async () => {
    await proxy?.stop();
    proxy = undefined;
  });
  const openBehindProxy = async () => {
    proxy = await CuttingProxy.start(current().port);
    return { proxy, store: await current().open({ port: proxy.port }) };
  };

  it.each([
    ['before the request arrived', 'lost', false],
    ['after it was carried out', 'answered', true],
  ] as const)('leaves an append unknown when it breaks %s; repeated, it is written once', async (_, cut, written) => {
    const { proxy, store } = await openBehindProxy();
    await store.append('thing-1', [eventNumbered(0)], 'no-stream');
    const events = [eventNumbered(1), eventNumbered(2)];
    proxy.cutNext(cut);
    await expect(store.append('thing-1', events, 0)).rejects.toMatchObject({ kind: 'outcome-unknown' });
    expect(await store.append('thing-1', events, 0)).toMatchObject({ revision: 2, repeated: written });
    expect(labels(await readWhole(current().store, 'thing-1'))).toEqual([0, 1, 2]);
  });

  it('leaves every append in flight unknown, and each is written once when repeated', async () => {
    const { proxy, store } = await openBehindProxy();
    await store.append('thing-0', [eventNumbered('first')], 'no-stream');
    const append = (n: number) => store.append(`thing-${n}`, [eventNumbered(n)], 'any');
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    proxy.cutNext('answered');
    const outcomes = await Promise.allSettled(numbers.map(append));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { kind: 'outcome-unknown' } });
    await Promise.all(numbers.map(append));
    const { events } = await current().store.readAll({ after: START, limit: 100 });
    expect(labels(events)).toEqual(['first', ...numbers]);
  });

  it('is unavailable while the engine cannot be reached, and nothing is written', async () => {
    const { proxy, store } = await openBehindProxy();
    await store.append('thing-1', [eventNumbered(0)], 'no-stream');
    await proxy.stop();
    await vi.waitFor(async () => {
      await expect(store.append('thing-1', [eventNumbered(1)], 0)).rejects.toMatchObject({ kind: 'unavailable' });
    });
    await expect(store.head()).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(readWhole(store, 'thing-1')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(current().open({ port: proxy.port })).rejects.toMatchObject({ kind: 'unavailable' });
    expect(labels(await readWhole(current().store, 'thing-1'))).toEqual([0]);
  });

  it('lets a subscription go on where it was', async () => {
    const { proxy, store } = await openBehindProxy();
    const abort = new AbortController();
    const seen: unknown[] = [];
    const next = () => current().store.append('thing-1', [eventNumbered(seen.length)], 'any');
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
