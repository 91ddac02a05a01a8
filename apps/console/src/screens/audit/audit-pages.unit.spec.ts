import type { AuditEntry } from '@transledger/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AuditPages, type Page } from './audit-pages';

const pageSize = 10;

/** A log of which each page is asked for by the number of its first entry. */
class Log {
  readonly asked: string[] = [];
  isAway = false;

  constructor(public size: number) {}

  readonly page = async (cursor: string): Promise<Page> => {
    this.asked.push(cursor);
    if (this.isAway) throw new Error('away');
    const newest = cursor === '' ? this.size : Number(cursor);
    const numbers = Array.from({ length: Math.min(pageSize, newest) }, (_, at) => newest - at);
    const next = newest - pageSize;
    return {
      entries: numbers.map((number) => ({ id: `aud_${String(number).padStart(9, '0')}` }) as AuditEntry),
      people: {},
      pagination: {
        ...{ total: this.size, limit: pageSize, offset: 0 },
        has_more: next > 0,
        next_cursor: next > 0 ? String(next) : null,
      },
    };
  };
}

describe('the pages of the audit log', () => {
  let log: Log;
  let pages: AuditPages;
  beforeEach(() => {
    log = new Log(2_000);
    pages = new AuditPages(log.page);
  });

  const look = async (first: number, last: number) => {
    pages.want(first, last);
    await vi.waitFor(() => expect(pages.snapshot().isLoading).toBe(false));
  };
  const numberAt = (place: number) => Number(pages.entryAt(place)?.id.slice(4));

  it('pages come until the view is far from the end of what is known', async () => {
    await look(0, 12);
    expect(log.asked).toEqual(['', '1990', '1980', '1970', '1960', '1950', '1940']);
    expect([numberAt(0), numberAt(12)]).toEqual([2_000, 1_988]);
    expect(pages.snapshot()).toMatchObject({ count: 70, hasMore: true, pagination: { total: 2_000 } });
  });

  it('the end of the log is the end of the list', async () => {
    log.size = 23;
    await look(0, 30);
    expect(pages.snapshot()).toMatchObject({ count: 23, hasMore: false });
    expect([numberAt(22), pages.entryAt(23)]).toEqual([1, undefined]);
  });

  it('a log without an entry like that is an empty list', async () => {
    log.size = 0;
    await look(0, 30);
    expect(pages.snapshot()).toMatchObject({ count: 0, hasMore: false });
  });

  it('what is far from the view is let go, and comes again with it', async () => {
    for (let place = 0; place < 1_500; place += 10) await look(place, place + 10);
    expect(pages.entryAt(0)).toBeUndefined();
    const before = log.asked.length;
    await look(0, 5);
    expect(log.asked.slice(before)).toEqual(['']);
    expect([numberAt(0), pages.snapshot().count]).toEqual([2_000, 1_560]);
  });

  it('what came since goes before the rest', async () => {
    await look(0, 12);
    log.size = 2_003;
    pages.addNewest(await log.page(''));
    pages.addNewest(await log.page(''));
    expect([numberAt(0), numberAt(3), numberAt(60)]).toEqual([2_003, 2_000, 1_943]);
    expect(pages.snapshot()).toMatchObject({ count: 73, pagination: { total: 2_003 } });
  });

  it('where more came than a page has, the list begins anew, so that none is left out', async () => {
    await look(0, 12);
    log.size = 2_050;
    pages.addNewest(await log.page(''));
    await vi.waitFor(() => expect(pages.snapshot()).toMatchObject({ isLoading: false, count: 70 }));
    expect(Array.from({ length: 70 }, (_, place) => numberAt(place))).toEqual(
      Array.from({ length: 70 }, (_, place) => 2_050 - place),
    );
  });

  it('what failed is asked for again when that is wished, and not before', async () => {
    log.isAway = true;
    await look(0, 12);
    await look(0, 13);
    expect(log.asked).toEqual(['']);
    expect(pages.snapshot()).toMatchObject({ error: new Error('away'), count: 0 });
    log.isAway = false;
    pages.retry();
    await vi.waitFor(() => expect(pages.snapshot()).toMatchObject({ error: undefined, isLoading: false, count: 70 }));
  });
});
