import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeyUse } from '#projections/api-keys/key-use-times.js';
import { KeyUses } from './key-uses.js';
import type { KnownKey } from './known-keys.js';

const keyOf = (id: string) => ({ id, usedAt: 0 }) as KnownKey;
const noon = Date.parse('2026-11-21T12:00:00.000Z');

describe('the last use of a key', () => {
  let stored: KeyUse[][];
  let fault: Error | undefined;
  let uses: KeyUses;

  beforeEach(() => {
    [stored, fault] = [[], undefined];
    uses = new KeyUses({
      times: {
        store: async (rows) => {
          if (fault !== undefined) throw fault;
          stored.push([...rows]);
        },
      },
      logger: pino({ level: 'silent' }),
    });
  });
  afterEach(() => vi.useRealTimers());

  it('each key is stored with the time of its use, once', async () => {
    const [one, two] = [keyOf('key_1'), keyOf('key_2')];
    for (let use = 0; use < 1_000; use += 1) for (const key of [one, two]) uses.note(key, noon + use);
    await uses.store();
    await uses.store();
    expect(stored).toEqual([
      [
        ['key_1', noon],
        ['key_2', noon],
      ],
    ]);
  });

  it('a use is noted again after a minute', async () => {
    const key = keyOf('key_1');
    for (const seconds of [0, 59.999, 60, 119.999]) uses.note(key, noon + seconds * 1_000);
    await uses.store();
    expect(stored).toEqual([[['key_1', noon + 60_000]]]);
  });

  it('uses are stored every ten seconds, and as the node stops', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const storing = uses.storeRegularly();
    uses.note(keyOf('key_1'), noon);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stored).toEqual([[['key_1', noon]]]);
    uses.note(keyOf('key_2'), noon);
    await uses.stop();
    await storing;
    expect(stored.slice(1)).toEqual([[['key_2', noon]]]);
  });

  it('uses that could not be stored are stored later, unless newer ones are', async () => {
    const [one, two] = [keyOf('key_1'), keyOf('key_2')];
    for (const key of [one, two]) uses.note(key, noon);
    fault = new Error('the database is away');
    await expect(uses.store()).rejects.toThrow('away');
    uses.note(one, noon + 60_000);
    fault = undefined;
    await uses.store();
    expect(new Map(stored[0])).toEqual(
      new Map([
        ['key_1', noon + 60_000],
        ['key_2', noon],
      ]),
    );
  });
});
