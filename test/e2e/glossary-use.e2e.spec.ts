import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { errorOf, fields, form, GlossaryClient, glossaryIn, house, type TextAnswer, text } from './glossary-client.js';
import type { RunningService } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';

interface DocumentResponse {
  data: { id: string; status: string; error?: { code: string } };
}

describe('glossaries in use', () => {
  let service: RunningService;
  let glossaries: GlossaryClient;
  beforeAll(async () => {
    service = await sharedService(withApertium);
    glossaries = new GlossaryClient(service);
  });

  describe('a text', () => {
    it('a text gets the terms of the glossary, and the response names the version and the terms found', async () => {
      const { id } = await glossaries.create();
      const { data, meta } = await glossaries.translate({ text: 'My HOUSE is a house.', glossary_id: id });
      expect(data.translation).toMatch(/CASONA .* casona\.$/);
      expect(meta.glossary).toEqual({ id, version: 1, applied: [{ ...house, count: 2 }] });
      const entries = await eventually(
        () => glossaries.auditOf('action=translate', ({ request_id }) => request_id === meta.request_id),
        (found) => found.length > 0,
      );
      expect(entries).toMatchObject([{ metadata: { glossary_id: id, glossary_version: 1 } }]);
    });

    it('a text never gets an old translation once the glossary has changed', async () => {
      const { id } = await glossaries.create();
      const ask = () => glossaries.translate({ text: 'A house of its own kind.', glossary_id: id });
      const first = await ask();
      // Each node of a cluster has its own cache: by the third time every one of two has seen the text.
      await ask();
      expect((await ask()).meta).toMatchObject({ cached: true, glossary: first.meta.glossary });
      await glossaries.replace(id, [{ source: 'house', target: 'mansión' }]);
      const second = await ask();
      expect(second.meta).toMatchObject({ cached: false, glossary: { id, version: 2 } });
      expect(second.data.translation).toContain('mansión');
      expect((await glossaries.translate({ text: 'A house of its own kind.' })).meta).not.toHaveProperty('glossary');
    });

    it('terms are taken as they are written, not as patterns', async () => {
      const { id } = await glossaries.create({
        entries: [
          { source: '.*', target: 'TODO' },
          { source: '(a+)+$', target: '$1\\1' },
          { source: '[house]', target: 'nada' },
        ],
      });
      const { meta } = await glossaries.translate({
        text: `${text} aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!`,
        glossary_id: id,
      });
      expect(meta.glossary).toEqual({ id, version: 1, applied: [] });
    });

    it.each([
      ['source', { source: 'fr' }],
      ['target', { source: 'es', target: 'en' }],
      ['languages, both the same,', { source: 'es', target: 'es' }],
    ])('a text with another %s than the glossary is refused, naming the glossary', async (_what, pair) => {
      const { id } = await glossaries.create();
      const error = await errorOf(await glossaries.send({ glossary_id: id, ...pair }));
      expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
      expect(error.details).toHaveProperty(['glossary_id']);
    });

    it('a text with a domain gets the newest glossary bound to that domain, until that is deleted', async () => {
      const domain = '12 law';
      const older = await glossaries.create({ domain });
      const newer = await glossaries.create({ domain, entries: [{ source: 'house', target: 'mansión' }] });
      const used = async (body: object) => (await glossaries.translate({ domain, ...body })).meta.glossary?.id;
      const named = async () => [
        await used({}),
        await used({ domain: '24 finance' }),
        await used({ glossary_id: older.id }),
      ];
      await eventually(named, ([byDomain]) => byDomain === newer.id);
      expect(await named()).toEqual([newer.id, undefined, older.id]);
      await glossaries.remove(newer.id);
      await eventually(
        () => used({}),
        (id) => id === older.id,
      );
      await glossaries.remove(older.id);
      await eventually(
        () => used({}),
        (id) => id === undefined,
      );
    });
  });

  describe('a document', () => {
    const upload = async (more: Record<string, string>) =>
      service.fetch('/v1/documents', {
        method: 'POST',
        body: form(`${text}\n\nA house and a garden.\n`, 'a.txt', { source: 'en', target: 'es', ...more }),
      });

    const ended = (id: string) =>
      eventually(
        async () => ((await (await service.fetch(`/v1/documents/${id}`)).json()) as DocumentResponse).data,
        ({ status }) => status === 'completed' || status === 'failed',
      );

    it('a document gets the terms, in the version of its request, and again when it is translated again', async () => {
      const { id: glossary_id } = await glossaries.create();
      const uploaded = await upload({ glossary_id });
      expect(uploaded.status).toBe(201);
      const { id } = ((await uploaded.json()) as DocumentResponse).data;
      expect(await ended(id)).toMatchObject({ status: 'completed' });
      const file = async () => (await service.fetch(`/v1/documents/${id}/download`)).text();
      expect((await file()).match(/casona/g)).toHaveLength(2);

      await glossaries.replace(glossary_id, [{ source: 'house', target: 'mansión' }]);
      const again = await service.postJson(`/v1/documents/${id}/translate`, { target: 'es', glossary_id });
      expect(again.status).toBe(200);
      expect(await ended(id)).toMatchObject({ status: 'completed' });
      expect((await file()).match(/mansión/g)).toHaveLength(2);
      const entries = await eventually(
        () => glossaries.auditOf('action=translate_document', ({ resource_id }) => resource_id === id),
        (found) => found.length > 1,
      );
      expect(entries.map(({ metadata }) => metadata.glossary_version).sort()).toEqual([1, 2]);
    });

    it.each([
      ['unknown', { glossary_id: 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2' }, 'glossary_not_found', 404],
      ['of another pair', { source: 'fr' }, 'invalid_request', 400],
    ])('a document whose glossary is %s is refused', async (_what, more, code, status) => {
      const { id: glossary_id } = await glossaries.create();
      expect(await errorOf(await upload({ glossary_id, ...more }))).toMatchObject({ code, status });
    });
  });

  describe('rights', () => {
    const keyWith = async (...scopes: string[]): Promise<string> => {
      const answer = await service.postJson('/v1/api-keys', { name: 'a key', scopes });
      return ((await answer.json()) as { data: { key: string } }).data.key;
    };

    it('a key without a scope may not do what needs that scope', async () => {
      const { id } = await glossaries.create();
      const [reader, writer] = [await keyWith('glossaries:read'), await keyWith('glossaries:write')];
      const denied = [
        await service.postJson('/v1/glossaries', { ...fields, entries: [house] }, { key: reader }),
        await glossaries.replace(id, [house], reader),
        await service.fetch(`/v1/glossaries/${id}`, { method: 'DELETE', key: reader }),
        await service.fetch('/v1/glossaries', { key: writer }),
        await service.fetch(`/v1/glossaries/${id}`, { key: writer }),
      ];
      for (const answer of denied) {
        expect(await errorOf(answer)).toMatchObject({ code: 'insufficient_scope', status: 403 });
      }
      expect((await service.fetch(`/v1/glossaries/${id}`, { key: reader })).status).toBe(200);
      expect((await glossaries.replace(id, [house], writer)).status).toBe(200);
    });

    it('a key has no rights to the glossaries of another organization', async () => {
      const { id } = await glossaries.create({ domain: '72 geography' });
      const other = await commandLine<{ api_key: string }>(
        service,
        'organization',
        'create',
        '--name',
        'Other',
        '--tier',
        'max',
      );
      const key = other.api_key;
      const list = await service.fetch('/v1/glossaries', { key });
      expect(await list.json()).toMatchObject({ data: { glossaries: [], pagination: { total: 0 } } });
      const foreign = [
        await service.fetch(`/v1/glossaries/${id}`, { key }),
        await glossaries.replace(id, [house], key),
        await service.fetch(`/v1/glossaries/${id}`, { method: 'DELETE', key }),
        await service.postJson('/v1/translate', { text, source: 'en', target: 'es', glossary_id: id }, { key }),
      ];
      for (const answer of foreign) {
        expect(await errorOf(answer)).toMatchObject({ code: 'glossary_not_found', status: 404 });
      }
      const body = { text, source: 'en', target: 'es', domain: '72 geography' };
      const translated = (await (await service.postJson('/v1/translate', body, { key })).json()) as TextAnswer;
      expect(translated.meta).not.toHaveProperty('glossary');
      expect(await glossaryIn(await glossaries.get(id), 200)).toMatchObject({ version: 1 });
    });
  });
});
