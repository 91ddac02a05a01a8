import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatVerifierKey, makeVerifierKey } from '@transledger/audit-proof';
import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { toVerifierKey, verdictAsJson, verdictLines } from './audit-verify.js';

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
    expect(verdictLines({ fault }, true)).toEqual(['✗ aud_1: the line was changed (line 4)']);
    expect(verdictLines({ fault: { ...fault, entryId: undefined } }, true)[0]).toBe('✗ line 4: the line was changed');
    expect(verdictAsJson({ fault }, true)).toEqual({
      verified: false,
      entry_id: 'aud_1',
      line: 4,
      reason: 'the line was changed',
    });
  });

  it('the verdict without a key says that the one in the file proves no identity', () => {
    expect(verdictLines({ verified }, false).join('\n')).toMatch(/proves no identity.*\n {2}example\.org\/org_1\+/);
    expect(verdictLines({ verified }, true).join('\n')).not.toMatch(/identity/);
    expect(verdictAsJson({ verified }, false)).toMatchObject({ verified: true, identity_proven: false, left_out: 2 });
  });

  it('what is left out, erased or unproven is said', () => {
    const text = verdictLines({ verified }, true).join('\n');
    expect(text).toMatch(/5 entries.*tree of 7[\s\S]*2 entries are not in the file[\s\S]*1 personal[\s\S]*3 personal/);
  });

  it('entries that are older than those before them are a remark on a file that is verified', () => {
    expect(verdictLines({ verified }, true).join('\n')).toMatch(/^✓[\s\S]*Remark: 1 entry .*: aud_2\./);
    expect(verdictAsJson({ verified }, true)).toMatchObject({ verified: true, older: { count: 1, ids: ['aud_2'] } });
  });

  it('a key may stand in a file', async () => {
    const key = formatVerifierKey(verified.verifierKey);
    const folder = await mkdtemp(join(tmpdir(), 'log-key-'));
    const file = join(folder, 'log.key');
    await writeFile(file, `${key}\n`);
    expect(formatVerifierKey(toVerifierKey(file))).toBe(key);
    await writeFile(file, 'example.org');
    expect(() => toVerifierKey(file)).toThrow(`The file ${file} has none.`);
    expect(() => toVerifierKey(folder)).toThrow('cannot be read');
    await rm(folder, { recursive: true });
  });

  it('a key that is none is refused', () => {
    expect(() => toVerifierKey('example.org')).toThrow(InvalidArgumentError);
  });
});
