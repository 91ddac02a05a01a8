import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptAndKey } from '../receipt.fixture.js';
import { formatVerifierKey, makeVerifierKey, parseVerifierKey } from '../verifier-key.js';
import { NotVerifiableError } from './not-verifiable-error.js';
import { verifyProofFile } from './proof-file.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'transledger-proof-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (content: string): string => {
  writeFileSync(join(folder, 'file'), content);
  return join(folder, 'file');
};

describe('a file that proves', () => {
  it('a key that was given proves whose log it is, and one in the file does not', async () => {
    const { receipt, key } = await receiptAndKey();
    const given = await verifyProofFile(file(JSON.stringify(receipt)), parseVerifierKey(key));
    expect(given.keyLines).toEqual(['  The checkpoint is signed with the given key.']);
    expect(given.json).toMatchObject({ verified: true, identity_proven: true, verifier_key: key });
    const alone = await verifyProofFile(file(JSON.stringify(receipt)));
    expect(alone.keyLines.join('\n')).toContain(
      `proves no identity. Compare it with the log's, and pass it with --key:\n  ${key}`,
    );
    expect(alone.json).toMatchObject({ verified: true, identity_proven: false });
    expect(alone.verified && formatVerifierKey(alone.verified.verifierKey)).toBe(key);
  });

  it('what is changed, or signed with another key, is not verified, and the reason is said', async () => {
    const { receipt, key } = await receiptAndKey();
    const changed = await verifyProofFile(file(JSON.stringify(receipt).replace('"success"', '"failure"')));
    expect(changed).toMatchObject({ verified: undefined, json: { verified: false } });
    expect(changed.lines[0]).toMatch(/^✗ aud_.*differ in result/);
    const other = makeVerifierKey(parseVerifierKey(key).name, new Uint8Array(32).fill(9));
    expect((await verifyProofFile(file(JSON.stringify(receipt)), other)).lines[0]).toContain('not signed with the key');
  });

  it('what proves nothing is refused', async () => {
    await expect(verifyProofFile(file('%PDF-1.7'))).rejects.toThrow(NotVerifiableError);
    await expect(verifyProofFile(file('text'))).rejects.toThrow('is no export in NDJSON');
  });
});
