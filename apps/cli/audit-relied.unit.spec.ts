import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCertificate } from '#libs/platform/outbound-http/test-certificate.fixture.js';
import { toCertificates, toLogKey, toPolicy } from './audit-relied.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'transledger-relied-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (content: string): string => {
  writeFileSync(join(folder, 'file'), content);
  return join(folder, 'file');
};

describe('what an auditor relies on', () => {
  it('a policy and certificates come from files', () => {
    expect(toPolicy(file('quorum none\n')).witnesses).toEqual([]);
    expect(toCertificates(file(`${testCertificate}\nand\n${testCertificate}`))).toHaveLength(2);
  });

  it('what is neither is refused with the reason', () => {
    expect(() => toPolicy(file('quorum W1\n'))).toThrow('Line 1 of the policy');
    expect(() => toCertificates(file('x'))).toThrow(InvalidArgumentError);
    expect(() => toCertificates(file(testCertificate.replace('MIIB', 'AAAA')))).toThrow(InvalidArgumentError);
    expect(() => toPolicy(join(folder, 'nowhere'))).toThrow('cannot be read');
  });

  it('a key of a log that is none is refused', () => {
    expect(() => toLogKey('example.org')).toThrow(InvalidArgumentError);
  });
});
