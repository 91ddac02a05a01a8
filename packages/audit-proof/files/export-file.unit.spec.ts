import { describe, expect, it } from 'vitest';
import { makeVerifierKey } from '../verifier-key.js';
import { exportAsJson, exportLines } from './export-file.js';

const verified = {
  exportId: 'exp_1',
  organizationId: 'org_1',
  entries: 5,
  leftOut: 2,
  erased: 1,
  unproven: 3,
  older: { count: 1, ids: ['aud_2'] },
  origin: 'example.org/org_1',
  size: 7,
  verifierKey: makeVerifierKey('example.org/org_1', new Uint8Array(32)),
  checkpoint: { text: '', signatures: [] },
  stamped: [],
};
const fault = { line: 4, entryId: 'aud_1', reason: 'the line was changed' };

describe('the verdict on a file', () => {
  it('a fault names the entry, or else the line', () => {
    expect(exportLines({ fault })).toEqual(['✗ aud_1: the line was changed (line 4)']);
    expect(exportLines({ fault: { ...fault, entryId: undefined } })[0]).toBe('✗ line 4: the line was changed');
    expect(exportAsJson({ fault })).toEqual({
      verified: false,
      entry_id: 'aud_1',
      line: 4,
      reason: 'the line was changed',
    });
  });

  it('what is left out, erased or unproven is said', () => {
    const text = exportLines({ verified }).join('\n');
    expect(text).toMatch(/5 entries.*tree of 7[\s\S]*2 entries are not in the file[\s\S]*1 personal[\s\S]*3 personal/);
  });

  it('entries that are older than those before them are a remark on a file that is verified', () => {
    expect(exportLines({ verified }).join('\n')).toMatch(/^✓[\s\S]*Remark: 1 entry .*: aud_2\./);
    expect(exportAsJson({ verified })).toMatchObject({
      verified: true,
      left_out: 2,
      older: { count: 1, ids: ['aud_2'] },
    });
  });
});
