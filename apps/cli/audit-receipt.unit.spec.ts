import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeVerifierKey } from '@transledger/audit-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptAsJson, receiptIn, receiptLines } from './audit-receipt.js';

const verified = {
  entryId: 'aud_1',
  organizationId: 'org_1',
  erased: 1,
  unproven: 0,
  origin: 'example.org/org_1',
  size: 7,
  verifierKey: makeVerifierKey('example.org/org_1', new Uint8Array(32)),
  checkpoint: { text: '', signatures: [] },
  stamped: [],
};
const fault = { entryId: 'aud_1', reason: 'it was changed' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'transledger-receipt-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a receipt on the command line', () => {
  it('a file that begins as a receipt is one, and an export is none', () => {
    const file = (content: string): string => {
      writeFileSync(join(folder, 'file'), content);
      return join(folder, 'file');
    };
    expect(receiptIn(file('{"entry":{"id":"aud_1"}}'))).toBe('{"entry":{"id":"aud_1"}}');
    expect(receiptIn(file('{"id":"aud_1"}\n'))).toBeUndefined();
    expect(receiptIn(file(''))).toBeUndefined();
    expect(receiptIn('-')).toBeUndefined();
  });

  it('the verdict says what is proven, or why not', () => {
    expect(receiptLines({ verified }, false).join('\n')).toMatch(
      /aud_1 is in the log[\s\S]*1 personal[\s\S]*no identity/,
    );
    expect(receiptLines({ verified }, true).join('\n')).not.toMatch(/identity/);
    expect(receiptAsJson({ verified }, true)).toMatchObject({
      verified: true,
      entry_id: 'aud_1',
      identity_proven: true,
    });
    expect(receiptLines({ fault }, true)).toEqual(['✗ aud_1: it was changed']);
    expect(receiptAsJson({ fault }, true)).toEqual({ verified: false, entry_id: 'aud_1', reason: 'it was changed' });
  });
});
