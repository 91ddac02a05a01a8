import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeServiceFile } from '#libs/engines/service-file.js';
import { publicUrlOf, readSettings } from '#libs/platform/config/settings.js';
import { settingsOfService } from './service.js';

const bucket = { S3_BUCKET: 'documents', S3_ENDPOINT: 'http://127.0.0.1:9000' };
const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'transledger-service-'));
  vi.stubEnv('TRANSLEDGER_DATA_DIR', dataDir);
  for (const name of Object.keys({ ...bucket, ...credentials })) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(dataDir, { recursive: true, force: true });
});

it('the bucket of a running service is reached with the credentials that it was started with', async () => {
  await writeServiceFile(dataDir, readSettings({}), { ...bucket, ...credentials });
  expect(settingsOfService().settings).toMatchObject(bucket);
  expect(process.env).toMatchObject(credentials);
});

it('credentials of the environment come before those of the service', async () => {
  await writeServiceFile(dataDir, readSettings({}), { ...bucket, ...credentials });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'mine');
  settingsOfService();
  expect(process.env.AWS_ACCESS_KEY_ID).toBe('mine');
});

it.each([
  ['its port', { PORT: '4711' }, 'http://127.0.0.1:4711'],
  ['its public URL', { TRANSLEDGER_PUBLIC_URL: 'https://mt.example.com' }, 'https://mt.example.com'],
])('a running service is reached at %s, whatever the environment of the command says', async (_what, own, url) => {
  vi.stubEnv('PORT', '9999');
  vi.stubEnv('TRANSLEDGER_PUBLIC_URL', 'https://other.example.com');
  await writeServiceFile(dataDir, readSettings(own), {});
  expect(publicUrlOf(settingsOfService().settings)).toBe(url);
});

it('without a running service the environment says where it would be reached', () => {
  vi.stubEnv('PORT', '9999');
  expect(publicUrlOf(settingsOfService().settings)).toBe('http://127.0.0.1:9999');
});
