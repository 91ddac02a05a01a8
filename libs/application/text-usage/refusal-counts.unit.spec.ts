import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { accessOfKey, callerOf } from '#test/fakes/api-caller.js';
import { type CountedRefusals, type RefusalBounds, RefusalCounts } from './refusal-counts.js';

const translate = { action: 'translate', resource: 'text' } as const;
const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 22, 10, minute, second));

/** Each count as what it says of its callers, and how many it has. */
const callersIn = (counts: readonly CountedRefusals[]) =>
  counts.map(({ callers, count, request: { caller } }) => [callers ?? `${caller.address} ${caller.userAgent}`, count]);

class Refused {
  readonly counts: RefusalCounts;

  constructor(bounds: Partial<RefusalBounds> = {}) {
    this.counts = new RefusalCounts(bounds);
  }

  /** Number of these refusals that leave an entry each. */
  times(
    count: number,
    {
      keyId = 'key_1',
      organizationId = 'org_1',
      code = 'revoked_api_key',
      path = '/v1/translate',
      isAct = true,
      now = at(0),
      address = '203.0.113.9',
      userAgent = 'a client/1.0',
    } = {},
  ): number {
    const access = accessOfKey({ keyId, organizationId });
    const route = { method: 'POST', path, act: isAct ? translate : undefined };
    const rejection = new Rejection(code as 'revoked_api_key');
    let entries = 0;
    for (let time = 0; time < count; time += 1) {
      const request = { id: `req_${time}`, caller: callerOf(access, { address, userAgent }) };
      if (this.counts.take(request, access, route, rejection, now)) entries += 1;
    }
    return entries;
  }
}

describe('the refusals of a key in a minute', () => {
  it('the first 60 leave an entry each, whatever their codes, and the next 60 in the next minute', () => {
    const refused = new Refused();
    expect(refused.times(40)).toBe(40);
    expect(refused.times(40, { code: 'rate_limit_exceeded' })).toBe(20);
    expect(refused.times(40, { now: at(0, 59) })).toBe(0);
    expect(refused.times(61, { now: at(1) })).toBe(60);
  });

  it('the rest is one count a code, with its times, the routes and what of it was an act', () => {
    const refused = new Refused();
    refused.times(60);
    refused.times(3, { now: at(0, 5) });
    refused.times(2, { now: at(0, 7), path: '/v1/languages', isAct: false });
    refused.times(1, { now: at(0, 9), code: 'rate_limit_exceeded' });
    expect(refused.counts.takeEnded(at(0, 59))).toEqual([]);
    expect(refused.counts.takeEnded(at(1))).toMatchObject([
      {
        code: 'revoked_api_key',
        status: 401,
        count: 5,
        firstAt: at(0, 5),
        lastAt: at(0, 7),
        routes: new Set(['POST /v1/translate', 'POST /v1/languages']),
        acts: new Map([['translate text undefined', { ...translate, count: 3 }]]),
      },
      { code: 'rate_limit_exceeded', status: 429, count: 1 },
    ]);
    expect(refused.counts.takeEnded(at(1))).toEqual([]);
  });

  it('each key has its own', () => {
    const refused = new Refused();
    expect(refused.times(61)).toBe(60);
    expect(refused.times(61, { keyId: 'key_2' })).toBe(60);
    expect(refused.counts.takeAll().map(({ access }) => access.keyId)).toEqual(['key_1', 'key_2']);
  });

  it('a count names at most ten routes', () => {
    const refused = new Refused();
    refused.times(60);
    for (let route = 0; route < 15; route += 1) refused.times(1, { path: `/v1/${route}` });
    const [counted] = refused.counts.takeAll();
    expect(counted).toMatchObject({ count: 15 });
    expect(counted?.routes.size).toBe(10);
  });

  it('memory has room for so many keys: the first makes room for one more, and its count is written early', () => {
    const refused = new Refused({ keys: 2 });
    refused.times(62);
    for (const keyId of ['key_2', 'key_3', 'key_4']) refused.times(1, { keyId });
    expect(refused.counts.size).toBe(2);
    expect(refused.counts.takeEnded(at(0))).toMatchObject([{ access: { keyId: 'key_1' }, count: 2 }]);
  });

  it('nothing is kept of a minute that has ended', () => {
    const refused = new Refused();
    refused.times(100);
    refused.counts.takeEnded(at(1));
    expect(refused.counts.size).toBe(0);
  });
});

describe('the callers of counted refusals', () => {
  const from = (caller: number) => ({ address: `198.51.100.${caller}` });

  it('each has a count of its own, by address and agent, whoever came first', () => {
    const refused = new Refused();
    refused.times(61, { ...from(10), userAgent: 'usual-client/1.0' });
    refused.times(30, { ...from(66), userAgent: 'another/2.0' });
    refused.times(2, { ...from(10), userAgent: 'another/2.0' });
    refused.times(1, { ...from(66), userAgent: 'another/2.0', code: 'rate_limit_exceeded' });
    expect(callersIn(refused.counts.takeAll())).toEqual([
      ['198.51.100.10 usual-client/1.0', 1],
      ['198.51.100.66 another/2.0', 30],
      ['198.51.100.10 another/2.0', 2],
      ['198.51.100.66 another/2.0', 1],
    ]);
  });

  it('the first 100 of a key and code are named, and one count stands for all others, with their number', () => {
    const refused = new Refused();
    refused.times(60);
    for (let caller = 0; caller < 150; caller += 1) refused.times(1, from(caller));
    refused.times(3, from(0));
    refused.times(3, from(149));
    refused.times(1, { ...from(149), code: 'rate_limit_exceeded' });
    const counts = callersIn(refused.counts.takeAll());
    expect(counts).toHaveLength(102);
    expect(counts[0]).toEqual(['198.51.100.0 a client/1.0', 4]);
    expect(counts.slice(100)).toEqual([
      [50, 53],
      ['198.51.100.149 a client/1.0', 1],
    ]);
  });

  it('a minute begins with as many names as the one before', () => {
    const refused = new Refused({ namedOfCode: 1 });
    for (const minute of [0, 1]) {
      refused.times(60, { now: at(minute) });
      for (const caller of [1, 2]) refused.times(1, { ...from(caller), now: at(minute) });
      expect(callersIn(refused.counts.takeEnded(at(minute + 1)))).toEqual([
        ['198.51.100.1 a client/1.0', 1],
        [1, 1],
      ]);
    }
  });

  it('an organization has so many names at a time that others have theirs, and so has the node', () => {
    const refused = new Refused({ namedOfOrganization: 2, named: 3 });
    for (const [organizationId, keyId] of [
      ['org_1', 'key_1'],
      ['org_1', 'key_2'],
      ['org_2', 'key_3'],
      ['org_3', 'key_4'],
    ] as const) {
      refused.times(60, { organizationId, keyId });
      for (const caller of [1, 2]) refused.times(1, { organizationId, keyId, ...from(caller) });
    }
    const counts = refused.counts.takeAll();
    const said = counts.map(({ access, callers, count }) => `${access.keyId} ${callers ?? 'named'} ${count}`);
    expect(said).toEqual(['key_1 named 1', 'key_1 named 1', 'key_2 2 2', 'key_3 named 1', 'key_3 1 1', 'key_4 2 2']);
  });

  it('so many of the others are told apart, and a count says at least one', () => {
    const refused = new Refused({ namedOfCode: 0, seenOfCode: 3, seen: 4 });
    for (const keyId of ['key_1', 'key_2', 'key_3']) {
      refused.times(60, { keyId });
      for (let caller = 0; caller < 5; caller += 1) refused.times(2, { keyId, ...from(caller) });
    }
    expect(callersIn(refused.counts.takeAll())).toEqual([
      [3, 10],
      [1, 10],
      [1, 10],
    ]);
  });
});
