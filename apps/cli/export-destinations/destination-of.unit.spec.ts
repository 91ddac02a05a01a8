import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { destinationOf } from './destination-of.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transledger-destination-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a file has its name once it is whole', async () => {
  const path = join(folder, 'monday.csv');
  const target = await (await destinationOf(path, {})).open();
  await target.append(Buffer.from('one\n'));
  await target.append(Buffer.from('two\n'));
  expect(existsSync(path)).toBe(false);
  await target.finish();
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
});

it('a file that is not whole never has its name', async () => {
  const path = join(folder, 'monday.csv');
  const target = await (await destinationOf(path, {})).open();
  await target.append(Buffer.from('one\n'));
  await target.discard();
  expect(existsSync(path)).toBe(false);
});

it.each(['s3://', 's3://bucket', 's3://bucket/', 's3:///key', 's3://bucket/folder/'])(
  '%s is no object',
  async (output) => expect(destinationOf(output, {})).rejects.toThrow(`${output} must be s3://BUCKET/KEY.`),
);
