import {
  leafHash,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifyConsistency,
  verifyNote,
} from '@transledger/audit-proof';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { signedLogOf } from './log.fixture.js';

const leaves = Array.from({ length: 9 }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)));

describe('the signed heads of a log', () => {
  it('the newest is the one that was signed', async () => {
    const { logs, signed } = await signedLogOf('org_a', leaves, 7);
    expect(await logs.newest('org_a')).toMatchObject({ size: 7, fields: { checkpoint: signed.checkpoint, size: 7 } });
  });

  it('the current one waits for all entries, and then is the newest that there is', async () => {
    const { logs, signatures, signed } = await signedLogOf('org_a', leaves, 7);
    expect(await logs.current('org_a')).toMatchObject({ size: 7 });
    let looks = 0;
    signatures.find = async () => {
      looks += 1;
      return { ...signed, size: looks > 3 ? leaves.length : 7 };
    };
    expect(await logs.current('org_a')).toMatchObject({ size: leaves.length });
  });

  it('an earlier one is signed when it is asked for, by the same key', async () => {
    const { logs, rootOf, signed } = await signedLogOf('org_a', leaves, 7);
    const { fields } = await logs.headAt('org_a', 5);
    const note = parseNote(fields.checkpoint);
    expect(parseCheckpoint(note.text)).toMatchObject({ origin: signed.origin, size: 5, root: rootOf(5) });
    expect(await verifyNote(note, parseVerifierKey(fields.verifier_key))).toBe(true);
    expect((await logs.headAt('org_a', 7)).fields.checkpoint).toBe(signed.checkpoint);
  });

  it.each([0, 8, 1.5])('a size that is not signed (%d) is refused by its name', async (size) => {
    const { logs } = await signedLogOf('org_a', leaves, 7);
    expect(await rejectionOf(() => logs.headAt('org_a', size))).toMatchObject({
      code: 'invalid_request',
      details: { size: ['must be from 1 to 7, the size that is signed'] },
    });
  });

  it('a head is shown with the newest time stamp of a tree that it continues, and an entry with the first', async () => {
    const { logs, stamped, rootOf } = await signedLogOf('org_a', leaves, 7);
    const head = await logs.newest('org_a');
    expect(await logs.timestamps('org_a', head)).toEqual([]);
    stamped.push(3, 5);
    const shown = [await logs.timestamps('org_a', head), await logs.timestampsWith('org_a', head, 2)].flat();
    expect(shown.map(({ size, token }) => [size, Buffer.from(token, 'base64').toString()])).toEqual([
      [5, 'token of 5'],
      [3, 'token of 3'],
    ]);
    for (const { size, text, hashes } of shown) {
      const proof = hashes.map((hash) => Buffer.from(hash, 'base64'));
      expect(verifyConsistency(parseCheckpoint(text), { size: 7, root: rootOf(7) }, proof)).toBe(true);
      expect(parseCheckpoint(text).size).toBe(size);
    }
    expect(await logs.timestampsWith('org_a', head, 5)).toEqual([]);
  });

  it('a log that is not signed within two seconds is unavailable', async () => {
    const { logs } = await signedLogOf('org_a', leaves, 7);
    expect(await rejectionOf(() => logs.newest('org_b'))).toMatchObject({ code: 'service_unavailable' });
  });
});
