import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertExport, assertVerifiable } from './unverifiable-file.js';

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
])('%j is said to be what it is, and not to verify by itself', (content, kind) => {
  expect(() => assertVerifiable(file(content))).toThrow(`is ${kind}, which does not verify by itself`);
});

it.each(['', '{"id":"aud_1"}', '{"type":"gap"}', '{"data":{"origin":"a"}}', 'a/org_1\n7\n'])(
  '%j may be verified',
  (content) => expect(() => assertVerifiable(file(content))).not.toThrow(),
);

it.each([
  'PK\x03\x04',
  '{"data":{"entries":[{"id":"aud_1"}]}}',
  '{"error":{"code":"not_found"}}',
  '<!doctype html>',
  'aud_1',
])('%j is no export', (content) => {
  expect(() => assertExport(file(content))).toThrow('is no export in NDJSON, no receipt and no checkpoint');
});

it.each(['{"id":"aud_1","timestamp"', '{"type":"gap","from"', '{"type":"checkpoint",', ''])(
  'an export that begins with %j goes on to be verified, one byte changed or not',
  (beginning) => {
    expect(() => assertExport(file(beginning))).not.toThrow();
    for (let at = 0; at < beginning.length; at += 1) {
      const changed = `${beginning.slice(0, at)}\x00${beginning.slice(at + 1)}`;
      expect(() => assertExport(file(changed)), changed).not.toThrow();
    }
  },
);
