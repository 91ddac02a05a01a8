import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { accessOfKey, callerOf } from '#test/fakes/api-caller.js';
import { RefusalCounts } from './refusal-counts.js';

const translate = { action: 'translate', resource: 'text' } as const;
const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 22, 10, minute, second));

class Refused {
  readonly counts: RefusalCounts;

  constructor(capacity?: number) {
    this.counts = new RefusalCounts(capacity);
  }

  /** Number of these refusals that leave an entry each. */
  times(
    count: number,
    { keyId = 'key_1', code = 'revoked_api_key', path = '/v1/translate', isAct = true, now = at(0) } = {},
  ): number {
    const access = accessOfKey({ keyId });
    const route = { method: 'POST', path, act: isAct ? translate : undefined };
    const rejection = new Rejection(code as 'revoked_api_key');
    let entries = 0;
    for (let time = 0; time < count; time += 1) {
      const request = { id: `req_${time}`, caller: callerOf(access) };
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
    const refused = new Refused(2);
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
