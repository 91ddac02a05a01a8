import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transledger, TransledgerError } from '@transledger/sdk';
import { parseVerifierKey, verifyExport, verifyReceipt } from '@transledger/sdk/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstalledArchive } from '#test/packages/installed-archive.js';
import { projectRoot } from '#test/project-root.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';

describe('the SDK as it is packed', () => {
  let packed: InstalledArchive;
  beforeAll(async () => {
    packed = await InstalledArchive.of('sdk');
  });
  afterAll(() => packed?.remove());

  /** Runs a program of a page in an organization of its own, and compares what it prints with what its comments promise. */
  const runs = async (code: string): Promise<void> => {
    const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said]) => said);
    const service = await sharedService(withApertium);
    const env = { TRANSLEDGER_URL: service.url, TRANSLEDGER_API_KEY: service.apiKey };
    expect((await packed.run('page.mjs', code, env)).split('\n')).toEqual(promised);
  };

  it('the programs of docs/sdk.md, one after the other, do what they say', async () => {
    const page = readFileSync(join(projectRoot, 'docs/sdk.md'), 'utf8');
    await runs([...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code).join('\n'));
  });

  it('the block of its README, of at most 40 lines, does what it says with address and key alone', async () => {
    const readme = readFileSync(join(projectRoot, 'packages/sdk/README.md'), 'utf8');
    const block = /^```js\n(.*?)^```$/ms.exec(readme)?.[1] ?? expect.unreachable('There is no block.');
    expect(block.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
    await runs(block);
    expect(readFileSync(join(packed.folder, 'house.es.txt'), 'utf8')).toBe('La casa es grande.');
  });
});

describe('the SDK against the service', () => {
  let service: RunningService;
  let client: Transledger;
  beforeAll(async () => {
    service = await sharedService(withApertium);
    client = new Transledger({ baseUrl: service.url, apiKey: service.apiKey });
  });

  it('verifies entries, receipts and exports with the key of the log, and refuses a changed one', async () => {
    const { requestId } = await client.translate({ text: 'The house is big.', source: 'en', target: 'es' });
    const list = () => client.auditLogs.list({ request_id: requestId }).first(1);
    const [entry = expect.unreachable()] = await eventually(list, (entries) => entries.length === 1);
    const receipt = await eventually(
      () => client.auditLogs.receipt(entry.id).catch(() => undefined),
      (found) => found !== undefined,
    );
    const { keys } = await client.auditLogs.keys();
    const key = parseVerifierKey(keys[0]?.verifier_key ?? '');
    const text = JSON.stringify(receipt);
    expect(await verifyReceipt(text, key)).toMatchObject({ verified: { entryId: entry.id } });
    expect(await verifyReceipt(text.replace('"success"', '"failure"'), key)).toHaveProperty('fault');
    const file = await client.auditLogs.export();
    expect(await verifyExport(file, key)).toHaveProperty('verified');
  });

  it('one idempotency key of the caller makes one document of two calls', async () => {
    const upload = () =>
      client.documents.translate('The house is big.', { filename: 'a.txt', target: 'es' }, { idempotencyKey: 'once' });
    const [first, second] = [await upload(), await upload()];
    expect(second.id).toBe(first.id);
  });

  it('an error has the code, the status and the request id of the audit log', async () => {
    const failure = await client.translate({ text: 'The house', target: 'xx' }).catch((error: unknown) => error);
    if (!(failure instanceof TransledgerError)) return expect.unreachable(String(failure));
    expect(failure).toMatchObject({ code: 'invalid_language', status: 400, retryable: false });
    const refused = () => client.auditLogs.list({ request_id: failure.requestId ?? '' }).first(2);
    expect(await eventually(refused, (entries) => entries.length > 0)).toMatchObject([{ result: 'failure' }]);
  });

  it('a job is found again by its id, by another client', async () => {
    const { id } = await client.documents.translate('The house is big.', {
      filename: 'a.txt',
      source: 'en',
      target: 'es',
    });
    const other = new Transledger({ baseUrl: service.url, apiKey: service.apiKey });
    expect(await (await other.documents.resume(id).download()).text()).toBe('La casa es grande.');
  });

  it('a follower of the export reads entries as they are signed, until it leaves', async () => {
    const followed = await client.auditLogs.export({ follow: true, action: ['detect'] });
    const { requestId } = await client.detect({ text: 'The house is big.' });
    for await (const line of followed.lines()) if (line.includes(requestId)) return;
    expect.unreachable('It ended.');
  });
});
