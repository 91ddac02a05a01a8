import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { docxEntries, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLimits } from './shared-service.js';
import { StreamClient } from './stream-client.js';

interface Created {
  api_key: string;
  organization_id: string;
}

const keyLimit = Number(withLimits.TRANSLEDGER_TIER_ENTRY_REQUESTS_PER_MINUTE);
/** Requests of an organization are five times those of one of its keys. */
const organizationLimit = 5 * keyLimit;
const maxActiveKeys = 1_000;
/** Requests that a key may have in flight. */
const atOnce = Number(withLimits.TRANSLEDGER_TIER_MAX_CONCURRENT_REQUESTS);

describe('limits of an organization, whichever keys it has', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withLimits);
  });

  const makeKey = (name: string) => service.postJson('/v1/api-keys', { name, scopes: ['languages'] });
  const dataOf = async (answer: Response) => ((await answer.json()) as { data: { id: string; key: string } }).data;

  it('more keys give an organization no more requests in a minute than it has, and leave those of others alone', async () => {
    const { organization_id: small } = await commandLine<Created>(
      ...([service, 'organization', 'create', '--name', 'Small', '--tier', 'entry'] as const),
    );
    const keys = await Promise.all(
      Array.from({ length: 6 }, async (_, number) => {
        const words = ['--name', `Key ${number}`, '--organization', small, '--scopes', 'translate,languages'];
        return (await commandLine<{ key: string }>(service, 'keys', 'create', ...words)).key;
      }),
    );
    const answers: Response[] = [];
    for (const key of keys) {
      for (let request = 0; request < keyLimit; request += 1) {
        answers.push(await service.fetch('/v1/languages', { key }));
      }
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBe(organizationLimit);
    expect(answers.slice(0, organizationLimit).every(({ ok }) => ok)).toBe(true);
    expect(await refused[0]?.json()).toMatchObject({
      error: {
        code: 'rate_limit_exceeded',
        details: { limit: organizationLimit, remaining: 0, scope: 'organization', reset_at: expect.any(String) },
      },
    });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.fetch('/v1/languages')).status).toBe(200);
  });

  it('an organization has at most 1,000 active keys, and one that is revoked makes room for another', async () => {
    const first = await dataOf(await makeKey('first'));
    // The key by which the organization was made is the other one.
    const names = Array.from({ length: maxActiveKeys - 2 }, (_, number) => `key ${number}`);
    const makeSome = async () => {
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        const answer = await makeKey(name);
        expect(answer.status, name).toBe(201);
        await answer.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, makeSome));
    const refused = await makeKey('one too many');
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('Revoke one'), details: { limit: maxActiveKeys } },
    });
    expect((await service.fetch(`/v1/api-keys/${first.id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await makeKey('another')).status).toBe(201);
    expect((await makeKey('again one too many')).status).toBe(409);
  }, 300_000);

  it('a stream that has ended is sent again as often as its key has requests, each time as one of them', async () => {
    const { api_key: key } = await commandLine<Created>(
      ...([service, 'organization', 'create', '--name', 'Resuming', '--tier', 'entry'] as const),
    );
    const { client, connectionId } = await StreamClient.authenticated(service.url, key);
    client.say({ type: 'translate', text: 'One.', source: 'en', target: 'es', id: 'a' });
    await client.got('complete', 'a');
    client.socket.terminate();
    await client.closed();
    let from = connectionId;
    const resume = async () => {
      const { client: next, connectionId: id } = await StreamClient.authenticated(service.url, key);
      next.say({ type: 'resume', connection_id: from, id: 'a', index: 0 });
      const answer = await next.got('complete', 'a').catch(String);
      next.socket.terminate();
      await next.closed();
      if (typeof answer !== 'string') from = id;
      return answer;
    };
    for (let request = 1; request < keyLimit; request += 1) expect(await resume()).toMatchObject({ id: 'a' });
    expect(await resume()).toContain('rate_limit_exceeded');
  });

  describe('the storage of an organization', () => {
    const storage = Number(withLimits.TRANSLEDGER_TIER_PRO_STORAGE_BYTES);
    const fileBytes = 200_000;

    const upload = (of: RunningService, name: string, content: Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.set('file', new Blob([content]), name);
      form.set('source', 'en');
      form.set('target', 'es');
      return of.fetch('/v1/documents', { method: 'POST', body: form });
    };
    /** A document with one word, and with a picture that makes it large. */
    const large = () => {
      const picture = { name: 'word/media/image1.png', content: randomBytes(fileBytes) };
      return new Uint8Array(zipOf([...docxEntries({ body: p(r('Hi.')) }), picture]));
    };
    const statusOf = async (of: RunningService, id: string) => {
      const answer = await of.fetch(`/v1/documents/${id}`);
      return ((await answer.json()) as { data: { status: string } }).data.status;
    };
    const completed = (of: RunningService, id: string) =>
      eventually(
        () => statusOf(of, id),
        (status) => status !== 'processing',
      );
    const usageOf = async (of: RunningService) =>
      ((await (await of.fetch('/v1/usage')).json()) as { data: { storage: { used: number; limit: number | null } } })
        .data.storage;
    const refusal = async (answer: Response) =>
      ((await answer.json()) as { error: { code: string; details: Record<string, unknown> } }).error;

    it('files and what is made of them are refused beyond it, until some are deleted, and those of others are not', async () => {
      const create = ['organization', 'create', '--name', 'Storing', '--tier', 'pro'];
      const { api_key: key } = await commandLine<Created>(service, ...create);
      const tenant = service.as(key);
      expect(await usageOf(tenant)).toEqual({ used: 0, limit: storage });

      const ids: string[] = [];
      let refused = await upload(tenant, 'a.docx', large());
      while (refused.status === 201 && ids.length < 10) {
        const { id } = await dataOf(refused);
        ids.push(id);
        await completed(tenant, id);
        refused = await upload(tenant, 'a.docx', large());
      }
      // The engine gives texts back as they are, so that each translation equals its source and is stored with it.
      expect(ids).toHaveLength(3);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const { code, details } = await refusal(refused);
      const { used } = await usageOf(tenant);
      expect({ code, details }).toMatchObject({
        code: 'quota_exceeded',
        details: { limit_of: 'storage', limit: storage, requested: expect.any(Number) },
      });
      expect(used).toBeGreaterThan(3 * fileBytes);
      expect(used).toBeLessThan(4 * fileBytes);

      const entries = Array.from({ length: 2_000 }, (_, term) => ({ source: `term ${term}`, target: 'x'.repeat(50) }));
      const glossary = { name: 'Large', source_language: 'en', target_language: 'es', entries };
      let made = await tenant.postJson('/v1/glossaries', glossary);
      for (let glossaries = 1; made.status === 201 && glossaries < 10; glossaries += 1)
        made = await tenant.postJson('/v1/glossaries', glossary);
      const refusals = [
        made,
        await tenant.fetch(`/v1/documents/${ids[0]}/download?include_source=true`),
        await tenant.postJson(`/v1/documents/${ids[0]}/translate`, { target: 'fr' }),
      ];
      for (const answer of refusals) {
        expect(answer.status).toBe(429);
        expect(await refusal(answer)).toMatchObject({ code: 'quota_exceeded', details: { limit_of: 'storage' } });
      }
      const full = await usageOf(tenant);
      expect(full.used).toBeGreaterThan(4 * fileBytes);
      expect(full.used).toBeLessThanOrEqual(storage);
      const onDisk = service.storedFiles().filter((name) => ids.some((id) => name.includes(id)));
      expect(onDisk.filter((name) => /-(source|bilingual)/.test(name))).toHaveLength(3);

      const theirs = await upload(service, 'a.txt', new TextEncoder().encode('Good morning.'));
      expect(theirs.status).toBe(201);
      expect((await tenant.postJson('/v1/translate', { text: 'Good.', source: 'en', target: 'es' })).status).toBe(200);

      for (const id of ids) expect((await tenant.fetch(`/v1/documents/${id}`, { method: 'DELETE' })).status).toBe(200);
      expect((await usageOf(tenant)).used).toBeLessThan(full.used - 3 * fileBytes);
      expect((await upload(tenant, 'a.docx', large())).status).toBe(201);
    }, 120_000);

    it('a translation that equals its file is stored once, is downloaded, and goes with its document', async () => {
      const create = ['organization', 'create', '--name', 'Repeating', '--tier', 'pro'];
      const { api_key: key } = await commandLine<Created>(service, ...create);
      const tenant = service.as(key);
      const line = 'Nothing in it is translated.\n';
      const content = new TextEncoder().encode(line.repeat(1_000));
      const { id } = await dataOf(await upload(tenant, 'a.txt', content));
      await completed(tenant, id);
      const { used } = await usageOf(tenant);
      expect(used).toBeGreaterThan(content.length);
      expect(used).toBeLessThan(4 * content.length);
      const download = await tenant.fetch(`/v1/documents/${id}/download`);
      expect(Buffer.from(await download.arrayBuffer()).equals(Buffer.from(content))).toBe(true);
      const ofDocument = () => service.storedFiles().filter((name) => name.includes(id));
      expect(ofDocument()).toContain(`${id}-source`);
      expect((await tenant.fetch(`/v1/documents/${id}`, { method: 'DELETE' })).status).toBe(200);
      expect(ofDocument()).toEqual([]);
      expect((await usageOf(tenant)).used).toBe(0);
    }, 60_000);
  });
});
