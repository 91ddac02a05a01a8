import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatVerifierKey, makeVerifierKey } from '../verifier-key.js';
import { logKeyOf } from './log-key-text.js';
import { NotVerifiableError } from './not-verifiable-error.js';

it('a key of a log may stand in a file', async () => {
  const key = formatVerifierKey(makeVerifierKey('example.org/org_1', new Uint8Array(32)));
  const folder = await mkdtemp(join(tmpdir(), 'log-key-'));
  const file = join(folder, 'log.key');
  await writeFile(file, `${key}\n`);
  expect([formatVerifierKey(logKeyOf(file)), formatVerifierKey(logKeyOf(key))]).toEqual([key, key]);
  await writeFile(file, 'example.org');
  expect(() => logKeyOf(file)).toThrow(`The file ${file} has none.`);
  expect(() => logKeyOf(folder)).toThrow('cannot be read');
  await rm(folder, { recursive: true });
});

it('what is neither a key of a log nor a file is refused, as neither', () => {
  expect(() => logKeyOf('example.org')).toThrow(NotVerifiableError);
  expect(() => logKeyOf('example.org')).toThrow('No file has this name either.');
});
