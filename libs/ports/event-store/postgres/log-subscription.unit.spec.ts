import { expect, it } from 'vitest';
import { countHeld } from '#test/fakes/garbage.js';
import type { Position } from '../position.js';
import { subscribe } from './log-subscription.js';

const pageOf = (number: number) => ({
  events: [],
  position: String(number) as Position,
  timeline: 'one',
  atEnd: false,
});

it('a subscription keeps nothing of the pages that it has given, for as long as it lasts', async () => {
  let read = 0;
  const pages: WeakRef<object>[] = [];
  const readAll = async () => {
    read += 1;
    const page = pageOf(read);
    pages.push(new WeakRef(page));
    return page;
  };
  const commits = { count: 0, after: async () => undefined };
  const settings = { pollMs: 1_000, gatherMs: 0, gatherOthersMs: 0 };
  const { signal } = new AbortController();
  let given = 0;
  for await (const { position } of subscribe(readAll, commits, { after: '0' as Position, signal }, settings)) {
    given += 1;
    expect(position).toBe(String(given));
    if (given === 90) expect(await countHeld(pages)).toBeLessThan(5);
    if (given === 100) break;
  }
});
