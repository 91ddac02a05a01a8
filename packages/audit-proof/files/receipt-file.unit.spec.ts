import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeVerifierKey } from '../verifier-key.js';
import { receiptAsJson, receiptIn, receiptLines } from './receipt-file.js';

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
    expect(receiptLines({ verified }).join('\n')).toMatch(/aud_1 is in the log[\s\S]*1 personal/);
    expect(receiptAsJson({ verified })).toMatchObject({ verified: true, entry_id: 'aud_1' });
    expect(receiptLines({ fault })).toEqual(['✗ aud_1: it was changed']);
    expect(receiptAsJson({ fault })).toEqual({ verified: false, entry_id: 'aud_1', reason: 'it was changed' });
  });
});
