import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeyAccess } from '#libs/application/key-access.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { UnknownKeys } from './unknown-keys.js';

describe('a request whose key the node does not know', () => {
  let now: number;
  let lines: string[];
  let looked: number;
  let made: KeyAccess | undefined;
  let keys: UnknownKeys;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    [now, lines, looked, made] = [1_000, [], 0, undefined];
    keys = new UnknownKeys({
      directory: {
        findNew: async () => {
          looked += 1;
          return made;
        },
      },
      logger: pino({}, { write: (line) => lines.push(line) }),
      now: () => now,
    });
  });
  afterEach(() => vi.useRealTimers());

  const log = (): { request_id?: string; count: number; networks: number }[] => lines.map((line) => JSON.parse(line));
  const refusal = (address = '203.0.113.9') => rejectionOf(() => keys.resolve('hash', 'req_1', address));
  const codes = async (count: number, address?: string) => {
    const all: string[] = [];
    for (let index = 0; index < count; index += 1) all.push((await refusal(address)).code);
    return all;
  };

  it('a key that nobody has is refused as invalid', async () => expect(await codes(1)).toEqual(['invalid_api_key']));

  it('a key that was just made elsewhere is admitted', async () => {
    made = accessOfKey();
    expect(await keys.resolve('hash', 'req_1', '203.0.113.9')).toEqual(made);
    expect(lines).toEqual([]);
  });

  it('an address that sends many unknown keys is told to wait, and costs no look-up any more', async () => {
    expect(new Set(await codes(60))).toEqual(new Set(['invalid_api_key']));
    const limited = await refusal();
    expect(limited).toMatchObject({ code: 'rate_limit_exceeded', status: 429, retryAfter: 1 });
    expect(looked).toBe(60);
    now += 1_000;
    expect(await codes(11)).toEqual([...Array(10).fill('invalid_api_key'), 'rate_limit_exceeded']);
  });

  it('other addresses are not affected', async () => {
    await codes(61);
    expect(await codes(1, '203.0.113.10')).toEqual(['invalid_api_key']);
  });

  it('the addresses of one IPv6 network count as one', async () => {
    for (let host = 1; host <= 60; host += 1) await refusal(`2001:db8::${host}`);
    expect(await codes(1, '2001:db8::ffff')).toEqual(['rate_limit_exceeded']);
    expect(await codes(1, '2001:db8:0:1::1')).toEqual(['invalid_api_key']);
  });

  it('the log has one line a second with what was refused, and no address', async () => {
    await codes(70);
    await codes(5, '198.51.100.1');
    expect(log()).toMatchObject([{ request_id: 'req_1', count: 1, networks: 1 }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log().slice(1)).toMatchObject([{ count: 74, networks: 2 }]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lines).toHaveLength(2);
    await codes(1);
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toMatch(/203\.0|198\.51/);
  });

  it('a key that is missing and one that no key looks like have lines of their own, counted in the same way', () => {
    const read = (code: 'missing_api_key' | 'invalid_api_key') => () =>
      keys.readKey(
        () => {
          throw new Rejection(code);
        },
        'req_1',
        '203.0.113.9',
      );
    for (let index = 0; index < 3; index += 1) {
      expect(read('missing_api_key')).toThrow(Rejection);
      expect(read('invalid_api_key')).toThrow(Rejection);
    }
    vi.advanceTimersByTime(1_000);
    expect(lines.map((line) => JSON.parse(line)).map(({ msg, count }) => [msg, count])).toEqual([
      ['a request without an API key was refused', 1],
      ['an unknown API key was refused', 1],
      ['a request without an API key was refused', 2],
      ['an unknown API key was refused', 2],
    ]);
  });
});
