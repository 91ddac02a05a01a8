import { beforeEach, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { FailedPages } from './failed-pages.js';

let now: number;
let tried: string[];
let pages: FailedPages;

beforeEach(() => {
  now = 0;
  tried = [];
  pages = new FailedPages(() => now);
});

const fail = (organizationId: string, blobId: string, error: Error = new Rejection('processing_failed')) =>
  pages
    .try(organizationId, blobId, async () => {
      tried.push(`${organizationId} ${blobId}`);
      throw error;
    })
    .catch((failure: Error) => failure.message);

it('what failed is not tried again for a minute', async () => {
  const refused = await fail('org_1', 'a');
  expect(await fail('org_1', 'a')).toBe(refused);
  expect(tried).toEqual(['org_1 a']);
  now = 60_000;
  await fail('org_1', 'a');
  expect(tried).toHaveLength(2);
});

it('an outage is no failure of the file', async () => {
  await fail('org_1', 'a', new Error('The store is away'));
  await fail('org_1', 'a', new Rejection('service_unavailable'));
  expect(await pages.try('org_1', 'a', async () => 'drawn')).toBe('drawn');
});

it('a hundred failures of an organization are remembered, and push out none of another', async () => {
  await fail('org_2', 'a');
  for (let at = 0; at <= 100; at += 1) await fail('org_1', `b${at}`);
  tried = [];
  await fail('org_2', 'a');
  await fail('org_1', 'b100');
  expect(tried).toEqual([]);
  await fail('org_1', 'b0');
  expect(tried).toEqual(['org_1 b0']);
});
