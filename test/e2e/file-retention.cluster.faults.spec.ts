import { generateSecret } from '@transledger/webhook-signing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';
import { rowsOf } from './service-database.js';
import { withLoad } from './shared-service.js';
import { WebhookReceiver } from './webhook-receiver.js';

/** Resources by the path under which each is asked for. */
type Paths = Record<'document' | 'report', string>;

let service: RunningService;
let holding: RunningService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  const settings = {
    ...withLoad,
    TRANSLEDGER_DOCUMENT_TTL: 'PT2S',
    TRANSLEDGER_REPORT_TTL: 'PT2S',
  };
  receiver = await WebhookReceiver.start();
  service = await RunningService.start({ settings });
  const create = ['organization', 'create', '--name', 'Holding', '--tier', 'max'];
  holding = service.as((await commandLine<{ api_key: string }>(service, ...create)).api_key);
});
afterAll(async () => {
  await service.dispose();
  await receiver.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: each use looks at the fields that it means.
const dataOf = async (answer: Response): Promise<any> => {
  const body = (await answer.json()) as { data: unknown };
  expect(answer.ok, JSON.stringify(body)).toBe(true);
  return body.data;
};
const today = new Date().toISOString().slice(0, 10);
const period = { start: '2020-01-01', end: '2099-12-31' };

/** Makes a translated document and a report. */
const make = async (caller: RunningService): Promise<Paths> => {
  const form = new FormData();
  form.set('source', 'en');
  form.set('target', 'es');
  form.set('webhook_url', receiver.url);
  form.set('webhook_secret', generateSecret());
  form.set('file', new Blob(['The house is big.'], { type: 'text/plain' }), 'house.txt');
  const document = await dataOf(await caller.fetch('/v1/documents', { method: 'POST', body: form }));
  const order = { type: 'soc2', format: 'json', period: { start: today, end: today } };
  const report = await dataOf(await caller.postJson('/v1/compliance/reports', order));
  return { document: `/v1/documents/${document.id}`, report: `/v1/compliance/reports/${report.id}` };
};
const has = async (caller: RunningService, { document, report }: Paths, status: string): Promise<void> => {
  for (const path of [document, report]) {
    await eventually(
      async () => dataOf(await caller.fetch(path)),
      (found) => found.status === status,
      180_000,
    );
  }
};
const downloads = async (caller: RunningService, paths: Paths): Promise<number[]> =>
  Promise.all(Object.values(paths).map(async (path) => (await caller.fetch(`${path}/download`)).status));
const idOf = (path: string) => path.split('/').at(-1);
/** Ids of the documents whose webhook has its address and secret kept. */
const targetsKept = async (): Promise<string[]> =>
  (await rowsOf<{ id: string }>(service, "select id from vault.secret where kind = 'document-webhook'")).map(
    ({ id }) => id,
  );
const removals = async (caller: RunningService): Promise<object[]> =>
  (await dataOf(await caller.fetch('/v1/compliance/audit-logs?action=retention_apply'))).entries;

it('files and secrets are gone at the end of their retention, files with an entry each, and those under a hold stay', async () => {
  const hold = { period, reason: 'Case 12' };
  expect((await holding.postJson('/v1/compliance/holds', hold)).status).toBe(201);
  const held = await make(holding);
  await has(holding, held, 'completed');
  expect(await targetsKept()).toEqual([idOf(held.document)]);
  const filesHeld = service.storedFiles().toSorted();
  expect(filesHeld.length).toBeGreaterThanOrEqual(3);

  const made = await make(service);
  await has(service, made, 'expired');
  expect(await downloads(service, made)).toEqual([410, 404]);
  await eventually(
    async () => service.storedFiles().toSorted(),
    (files) => files.join() === filesHeld.join(),
  );
  await eventually(targetsKept, (documents) => documents.length === 1);
  expect(await targetsKept()).toEqual([idOf(held.document)]);
  const entries = await removals(service);
  expect(entries).toHaveLength(2);
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ resource: 'document', resource_id: idOf(made.document), result: 'success' }),
      expect.objectContaining({ resource: 'report', resource_id: idOf(made.report), result: 'success' }),
    ]),
  );

  expect(await downloads(holding, held)).toEqual([200, 200]);
  expect(await removals(holding)).toEqual([]);
});
