import { decodeTime, isValid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { generateApiKey, isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { executeRepeatably, repeatableBytes } from './repeatable-execution.js';
import { SeededSource } from './seeded-source.js';

const time = new Date('2026-11-21T08:00:00.000Z');
const sourceOf = (byte: number) => new SeededSource(new Uint8Array(32).fill(byte), time);

/** Makes one of everything that a request may make. */
const makeAll = async () => {
  const made = [newId('doc'), newId('trn')];
  await new Promise(setImmediate);
  return [...made, newId('doc'), generateApiKey(), generateApiKey(), repeatableBytes('secret', 24).toString('hex')];
};

describe('work that may be repeated', () => {
  it('repeatable work makes the same ids and secrets each time, each of them once', async () => {
    const first = await executeRepeatably(sourceOf(1), makeAll);
    expect(await executeRepeatably(sourceOf(1), makeAll)).toEqual(first);
    expect(new Set(first).size).toBe(first.length);
  });

  it('repeatable work makes other ids and secrets from another seed', async () => {
    const first = await executeRepeatably(sourceOf(1), makeAll);
    const second = await executeRepeatably(sourceOf(2), makeAll);
    expect(first.filter((made) => second.includes(made))).toEqual([]);
  });

  it('repeatable work makes ids of the usual form with the time at which it began', () => {
    const [prefix, id = ''] = sourceOf(1).id('doc').split('_');
    expect([prefix, isValid(id), decodeTime(id)]).toEqual(['doc', true, time.getTime()]);
  });

  it('repeatable work makes well-formed API keys', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      executeRepeatably(sourceOf(seed), () => expect(isWellFormedApiKey(generateApiKey())).toBe(true));
    }
  });

  it('repeatable work does not change the ids of work that runs beside it', async () => {
    const beside = Promise.withResolvers<void>();
    const work = executeRepeatably(sourceOf(1), async () => {
      await beside.promise;
      return newId('doc');
    });
    const ids = [newId('doc'), newId('doc')];
    beside.resolve();
    expect(new Set([...ids, await work, sourceOf(1).id('doc')]).size).toBe(3);
  });
});
