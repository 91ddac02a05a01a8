import { beforeEach, expect, it } from 'vitest';
import { PageViews } from './page-views.js';

let now: number;
let records: string[];
let views: PageViews;

beforeEach(() => {
  now = 0;
  records = [];
  views = new PageViews(() => now);
});

const look = (view: string) => views.begin(view, async () => void records.push(view));

it('the first page of a view is recorded, and none of the others, also of those that come at the same time', async () => {
  await Promise.all([look('a'), look('a'), look('b')]);
  await look('a');
  expect(records).toEqual(['a', 'b']);
});

it('after an hour another view begins', async () => {
  await look('a');
  now = 3_599_999;
  await look('a');
  expect(records).toEqual(['a']);
  now = 3_600_000;
  await look('a');
  expect(records).toEqual(['a', 'a']);
});

it('a view that was not recorded is recorded with its next page, and nobody sees a page of it before', async () => {
  const failing = () => views.begin('a', () => Promise.reject(new Error('away')));
  await expect(Promise.all([failing(), look('a')])).rejects.toThrow('away');
  expect(records).toEqual([]);
  await look('a');
  expect(records).toEqual(['a']);
});

it('views beyond ten thousand are forgotten, the oldest first', async () => {
  for (let number = 0; number <= 10_000; number += 1) await look(`view ${number}`);
  await look('view 1');
  expect(records).toHaveLength(10_001);
  await look('view 0');
  expect(records).toHaveLength(10_002);
});
