import { expect, it } from 'vitest';
import { RecentIds } from './recent-ids.js';

it('an id costs the same whether many were forgotten before it or none', () => {
  const recent = new RecentIds(8 * 1024 * 1024);
  const remember = (from: number): number => {
    const begun = performance.now();
    for (let id = from; id < from + 150_000; id += 1) recent.remember(`id ${id}`, { stream: 'a', revision: id });
    return performance.now() - begun;
  };
  const whileThereIsRoom = remember(0);
  const whileFull = [remember(150_000), remember(300_000), remember(450_000)];
  expect(recent.find('id 0', 'a')).toBeUndefined();
  expect(recent.find('id 599999', 'a')).toBe(599_999);
  expect(Math.min(...whileFull)).toBeLessThan(20 * whileThereIsRoom + 500);
});
