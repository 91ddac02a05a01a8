import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatVerifierKey, makeVerifierKey, signatureType } from '@transledger/audit-proof';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigurationError } from '#libs/platform/config/settings.js';
import { witnessesOf } from './witness-policy.js';

const key = formatVerifierKey(makeVerifierKey('w1.example', new Uint8Array(32).fill(7), signatureType.cosignature));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transledger-policy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ofPolicy = async (text: string) => {
  const file = join(folder, 'policy');
  await writeFile(file, text);
  return witnessesOf({ TRANSLEDGER_WITNESSES: file });
};

it('the witnesses are those of the policy; without a policy there are none', async () => {
  expect(witnessesOf({ TRANSLEDGER_WITNESSES: undefined })).toEqual([]);
  expect(await ofPolicy(`witness W ${key} https://w1.example/\nquorum W\n`)).toMatchObject([
    { name: 'W', url: 'https://w1.example/' },
  ]);
});

it('a policy that is none, is not there, or has a witness that cannot be asked is named at the start', async () => {
  await expect(ofPolicy('witness\n')).rejects.toThrow(ConfigurationError);
  await expect(ofPolicy(`witness W ${key}\nquorum W\n`)).rejects.toThrow('The witness W has no URL');
  const none = join(folder, 'none');
  expect(() => witnessesOf({ TRANSLEDGER_WITNESSES: none })).toThrow(
    `TRANSLEDGER_WITNESSES: ${none} cannot be read (ENOENT)`,
  );
});
