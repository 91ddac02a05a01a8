import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { assertVerifiable } from './audit-unverifiable.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'transledger-verifiable-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (content: string): string => {
  writeFileSync(join(folder, 'file'), content);
  return join(folder, 'file');
};

it.each([
  ['id,timestamp,action,resource\naud_1', 'an export in CSV'],
  ['CEF:0|Transledger|', 'an export in CEF'],
  ['{"class_uid":3004}', 'an export in OCSF'],
  ['{"report":{"id":"rep_1"},"checkpoint":"mt.example.com/org_a\\n7"}', 'a report'],
  ['section,kind,group', 'a report'],
  ['%PDF-1.7', 'a report'],
])('%j is said to be what it is, and not to verify by itself', async (content, kind) => {
  const { message } = await rejectionOf(async () => assertVerifiable(file(content)));
  expect(message).toContain(`is ${kind}, which does not verify by itself`);
});

it.each(['', '{"id":"aud_1"}', '{"type":"gap"}', '{"data":{"origin":"a"}}', 'a/org_1\n7\n'])(
  '%j may be verified',
  (content) => expect(() => assertVerifiable(file(content))).not.toThrow(),
);
