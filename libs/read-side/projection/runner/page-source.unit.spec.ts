import { describe, expect, it } from 'vitest';
import type { EventPage } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { PageSource } from './page-source.js';

const page = (position: string): EventPage => ({ events: [], position: position as Position, atEnd: false });

/** Makes pages that come when the test says so, and counts the requests. */
const controlled = () => {
  const asked: PromiseWithResolvers<IteratorResult<EventPage>>[] = [];
  const iterator = {
    next: () => {
      const request = Promise.withResolvers<IteratorResult<EventPage>>();
      asked.push(request);
      return request.promise;
    },
  };
  return { asked, pages: { [Symbol.asyncIterator]: () => iterator } };
};

describe('PageSource', () => {
  it('the page source requests one page ahead of the one in work', async () => {
    const { asked, pages } = controlled();
    const source = new PageSource(pages);
    expect(asked.length).toBe(1);
    asked[0]?.resolve({ done: false, value: page('1') });
    expect(await source.next()).toEqual(page('1'));
    expect(asked.length).toBe(2);
  });

  it('the page source loses no page that comes too late', async () => {
    const { asked, pages } = controlled();
    const source = new PageSource(pages);
    expect(await source.nextWithin(1)).toBe('late');
    expect(asked.length).toBe(1);
    asked[0]?.resolve({ done: false, value: page('1') });
    expect(await source.nextWithin(60_000)).toEqual(page('1'));
  });

  it('the page source ends with the subscription and fails with it', async () => {
    const { asked, pages } = controlled();
    const source = new PageSource(pages);
    asked[0]?.resolve({ done: false, value: page('1') });
    await source.next();
    asked[1]?.reject(new Error('lost'));
    await expect(source.next()).rejects.toThrow('lost');
    const ended = controlled();
    const other = new PageSource(ended.pages);
    ended.asked[0]?.resolve({ done: true, value: undefined });
    expect(await other.nextWithin(60_000)).toBeUndefined();
  });
});
