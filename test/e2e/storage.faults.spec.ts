import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { docxEntries, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';

const settings = {
  TRANSLEDGER_INFERENCE: 'echo',
  TRANSLEDGER_START_WAIT: 'PT1S',
  TRANSLEDGER_TIER_ENTRY_REQUESTS_PER_MINUTE: '0',
  TRANSLEDGER_TIER_ENTRY_CONCURRENT_REQUESTS: '0',
};
const limit = 20_000_000;
const fileBytes = 2_000_000;

let service: RunningService;
afterEach(() => service.dispose());

const tenantNamed = async (name: string, tier: string): Promise<RunningService> => {
  const create = ['organization', 'create', '--name', name, '--tier', tier];
  return service.as((await commandLine<{ api_key: string }>(service, ...create)).api_key);
};
/** A document with one word, and with a picture that makes it large. */
const large = () => {
  const picture = { name: 'word/media/image1.png', content: randomBytes(fileBytes) };
  return new Uint8Array(zipOf([...docxEntries({ body: p(r('Hi.')) }), picture]));
};
const upload = (of: RunningService, name = 'a.txt', content = new Uint8Array(Buffer.from('Good morning.'))) => {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  form.set('source', 'en');
  form.set('target', 'es');
  return of.fetch('/v1/documents', { method: 'POST', body: form });
};
const translated = (of: RunningService) =>
  of.postJson('/v1/translate', { text: 'Good morning.', source: 'en', target: 'es' });
const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; details: object } }).error;
const usedBy = async (of: RunningService) =>
  ((await (await of.fetch('/v1/usage')).json()) as { data: { storage: { used: number } } }).data.storage.used;
const bytesOnDisk = (): number => {
  const entries = readdirSync(join(service.dataDir, 'documents'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => {
      const found = statSync(join(parentPath, name), { throwIfNoEntry: false });
      return sum + (found?.size ?? 0);
    }, 0);
};

it('where the disk has less than its reserve, files are refused, and texts and the audit log go on', async () => {
  service = await RunningService.start({ settings: { ...settings, TRANSLEDGER_DISK_RESERVE: String(2 ** 52) } });
  const refused = await upload(service);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await errorOf(refused)).toMatchObject({ code: 'service_unavailable', details: { limit_of: 'disk' } });
  const entries = [{ source: 'house', target: 'casona' }];
  const glossary = { name: 'House', source_language: 'en', target_language: 'es', entries };
  expect((await service.postJson('/v1/glossaries', glossary)).status).toBe(503);
  expect((await translated(service)).status).toBe(200);
  expect((await service.fetch('/v1/compliance/audit-logs')).status).toBe(200);
  expect(service.storedFiles()).toEqual([]);
  expect(await usedBy(service)).toBe(0);
}, 120_000);

it('a tenant that uploads as much as it can, through a kill of everything, fills its limit and no more', async () => {
  service = await RunningService.start({
    settings: { ...settings, TRANSLEDGER_TIER_ENTRY_STORAGE_BYTES: String(limit) },
  });
  const hostile = await tenantNamed('Hostile', 'entry');
  const other = await tenantNamed('Other', 'max');
  const ids: string[] = [];
  const refusals: unknown[] = [];
  const attack = async (until: () => boolean): Promise<void> => {
    while (!until()) {
      const answer = await upload(hostile, 'a.docx', large()).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 201) ids.push(((await answer.json()) as { data: { id: string } }).data.id);
      else refusals.push((await errorOf(answer)).details);
      await sleep(20);
    }
  };
  const attackers = (until: () => boolean) => Promise.all(Array.from({ length: 4 }, () => attack(until)));
  const untilKilled = attackers(() => ids.length >= 40);
  await eventually(
    async () => ids.length,
    (uploaded) => uploaded >= 3,
  );
  await service.killEverything();
  await untilKilled;
  await service.restart();
  refusals.length = 0;
  await attackers(() => refusals.length >= 8);
  expect(refusals).toContainEqual(expect.objectContaining({ limit_of: 'storage', limit }));
  expect(await usedBy(hostile)).toBeLessThanOrEqual(limit);
  // Chunks are sealed, and each file has a header and a footer.
  expect(bytesOnDisk()).toBeLessThan(1.05 * limit);
  expect((await upload(other)).status).toBe(201);
  expect((await translated(other)).status).toBe(200);
  for (const id of ids) await hostile.fetch(`/v1/documents/${id}`, { method: 'DELETE' });
  // What the kill has left of uploads counts until the sweep has looked after it.
  expect(await usedBy(hostile)).toBeLessThan(limit / 2);
  expect((await upload(hostile, 'a.docx', large())).status).toBe(201);
}, 300_000);
