import { parseCheckpoint, parseNote, parseVerifierKey, verifyNote } from '@transledger/audit-proof';
import { describe, expect, it } from 'vitest';
import type { LogKeyPeriod } from '#libs/domain/audit/log-key-period.js';
import { LogKey, LogKeys } from './log-key.js';

const secret = new Uint8Array(32).fill(1);
const head = { size: 5, root: new Uint8Array(32).fill(7) };
const origin = 'mt.example.com/org_a';
const now = new Date('2026-11-23T10:00:00.000Z');
const first: LogKeyPeriod = { generation: 1, origin, validFrom: undefined, validUntil: undefined };

const verifies = (note: string, { verifierKey }: LogKey) => verifyNote(parseNote(note), parseVerifierKey(verifierKey));

describe('the key of a log', () => {
  it('a head is signed by the key of the organization’s log, which no other has', async () => {
    const keys = new LogKeys(secret, 'org_a', [first]);
    const note = await keys.sign(origin, head, now);
    expect(parseCheckpoint(parseNote(note).text)).toEqual({ origin, ...head, extensions: [] });
    expect(await verifies(note, keys.keyOf(first))).toBe(true);
    expect(await verifies(note, new LogKey(secret, 'org_b', first))).toBe(false);
    expect(new LogKey(secret, 'org_a', first).verifierKey).toBe(keys.keyOf(first).verifierKey);
  });

  it('a note is signed by it where the signature holds, and not where the note was changed or is of others', async () => {
    const keys = new LogKeys(secret, 'org_a', [first]);
    const note = await keys.sign(origin, head, now);
    expect(await keys.haveSigned(note)).toBe(true);
    expect(await keys.haveSigned(note.replace('\n5\n', '\n6\n'))).toBe(false);
    expect(await keys.haveSigned(await new LogKeys(secret, 'org_b', [first]).sign(origin, head, now))).toBe(false);
    await expect(keys.haveSigned('no note')).rejects.toThrow(RangeError);
  });

  it('the first key of an organization is what it was before there were rotations', () => {
    expect(new LogKey(secret, 'org_a', first).verifierKey).toBe(
      'mt.example.com/org_a+dec65012+ATjv4GhvlnDEViUVVyKh6wspfkzel2fkFJ709dV8tIml',
    );
  });
});

describe('a key that was rotated', () => {
  const old = { ...first, validUntil: '2026-12-23T10:00:00.000Z' };
  const next: LogKeyPeriod = { generation: 2, origin, validFrom: '2026-11-23T10:00:00.000Z', validUntil: undefined };
  const keys = new LogKeys(secret, 'org_a', [old, next]);

  it('both keys sign until the old one ends, and each verifies alone', async () => {
    const note = await keys.sign(origin, head, now);
    expect(parseNote(note).signatures).toHaveLength(2);
    expect([await verifies(note, keys.keyOf(old)), await verifies(note, keys.keyOf(next))]).toEqual([true, true]);
    expect(keys.signerOf(note)?.verifierKey).toBe(keys.keyOf(next).verifierKey);
  });

  it('then the new one signs alone', async () => {
    const note = await keys.sign(origin, head, new Date('2026-12-23T10:00:00.000Z'));
    expect([await verifies(note, keys.keyOf(old)), await verifies(note, keys.keyOf(next))]).toEqual([false, true]);
  });

  it('a head of before the rotation is by the old key', async () => {
    const note = await new LogKeys(secret, 'org_a', [first]).sign(origin, head, now);
    expect(keys.signerOf(note)?.verifierKey).toBe(keys.keyOf(old).verifierKey);
  });

  it('the key of another log of the organization signs nothing of this one', async () => {
    const later: LogKeyPeriod = { ...next, generation: 3, origin: `${origin}/2` };
    const both = new LogKeys(secret, 'org_a', [{ ...next }, later]);
    const note = await both.sign(`${origin}/2`, head, now);
    expect(parseNote(note).signatures).toHaveLength(1);
    expect(parseCheckpoint(parseNote(note).text).origin).toBe(`${origin}/2`);
    expect(both.signerOf(note)?.verifierKey).toBe(both.keyOf(later).verifierKey);
  });
});
