import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { errorOf, fields, form, GlossaryClient, glossaryIn, house } from './glossary-client.js';
import type { RunningService } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ source: `term ${n}`, target: `t${n}` }));

describe('glossaries, seen from outside', () => {
  let service: RunningService;
  let glossaries: GlossaryClient;
  beforeAll(async () => {
    service = await sharedService(withApertium);
    glossaries = new GlossaryClient(service);
  });

  describe('a glossary', () => {
    it('a glossary is created, listed, read, changed and deleted, each act with its audit entry', async () => {
      const created = await glossaries.create({ name: 'a life', domain: '66 energy' });
      expect(created).toEqual({
        ...fields,
        id: expect.stringMatching(/^glo_[0-9A-Z]{26}$/),
        name: 'a life',
        domain: '66 energy',
        version: 1,
        entry_count: 1,
        created_at: expect.stringMatching(/Z$/),
        updated_at: created.created_at,
      });
      const { id } = created;
      const listed = await service.fetch('/v1/glossaries?limit=1');
      expect(await listed.json()).toMatchObject({
        data: { glossaries: [created], pagination: { limit: 1, offset: 0, total: expect.any(Number) } },
      });
      expect(await glossaryIn(await glossaries.get(id), 200)).toEqual({ ...created, entries: [house] });

      const entries = [house, { source: 'garden', target: 'vergel' }];
      const replaced = await glossaryIn(await glossaries.replace(id, entries), 200);
      expect(replaced).toMatchObject({ id, version: 2, entry_count: 2, created_at: created.created_at });
      expect(replaced.updated_at >= created.updated_at).toBe(true);
      expect((await glossaryIn(await glossaries.get(id), 200)).entries).toEqual(entries);
      expect((await glossaryIn(await glossaries.replace(id, entries), 200)).version).toBe(3);

      const deleted = await glossaries.remove(id);
      expect(await deleted.json()).toMatchObject({ data: { id, deleted: true } });
      for (const answer of [
        await glossaries.get(id),
        await glossaries.remove(id),
        await glossaries.replace(id, entries),
      ]) {
        expect(await errorOf(answer)).toMatchObject({ code: 'glossary_not_found', status: 404 });
      }
      expect(await errorOf(await glossaries.send({ glossary_id: id }))).toMatchObject({
        code: 'glossary_not_found',
        status: 404,
      });

      const acts = await eventually(
        () => glossaries.auditOf('resource=glossary', ({ resource_id }) => resource_id === id),
        (found) => found.length >= 6,
      );
      expect(acts.map(({ action, result }) => `${action} ${result}`).reverse()).toEqual([
        'glossary_create success',
        'glossary_update success',
        'glossary_update success',
        'glossary_delete success',
        'glossary_delete failure',
        'glossary_update failure',
      ]);
      expect(acts.at(-1)?.metadata).toEqual({
        name: 'a life',
        source_language: 'en',
        target_language: 'es',
        domain: '66 energy',
        entry_count: 1,
      });
    });

    it('a deleted glossary leaves nothing on disk', async () => {
      const { id } = await glossaries.create();
      await glossaries.replace(id, [house]);
      const files = () => service.storedFiles().filter((name) => name.includes(id));
      expect(files()).not.toEqual([]);
      expect((await glossaries.remove(id)).status).toBe(200);
      expect(files()).toEqual([]);
    });

    it('the terms of a glossary are nowhere in clear: neither in the event log nor in what the service prints', async () => {
      const secret = 'verysecretterm';
      const { id } = await glossaries.create({ entries: [{ source: secret, target: `${secret}2` }] });
      await glossaries.translate({ text: `A ${secret}.`, glossary_id: id });
      const read = ['events', 'read', '--type', 'GlossaryCreated', 'TextTranslated', '--limit', '100000'];
      const { events } = await commandLine<{ events: { type: string }[] }>(service, ...read);
      expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['GlossaryCreated', 'TextTranslated']));
      // Others translate meanwhile: these are read as far as ours.
      expect(JSON.stringify(events)).toContain(id);
      expect(JSON.stringify(events)).not.toContain(secret);
      expect(service.logs()).not.toContain(secret);
    });

    it('a glossary may have 10,000 entries, all of which can be read', async () => {
      const entries = numbered(10_000);
      const { id, entry_count } = await glossaries.create({ entries });
      expect(entry_count).toBe(10_000);
      expect((await glossaryIn(await glossaries.get(id), 200)).entries).toEqual(entries);
      const { data, meta } = await glossaries.translate({ text: 'See term 9999 and term 99.', glossary_id: id });
      expect(data.translation).toMatch(/t9999 .* t99\./);
      expect(meta.glossary?.applied).toHaveLength(2);
    });

    it('a replacement for another version than the current one is refused', async () => {
      const { id } = await glossaries.create();
      const tag = (await glossaries.get(id)).headers.get('etag') ?? '';
      const replaceIn = (version: string, entries: object[]) =>
        service.postJson(
          `/v1/glossaries/${id}/entries`,
          { entries },
          { method: 'PUT', headers: { 'if-match': version } },
        );
      const answers = await Promise.all([1, 2, 3].map((n) => replaceIn(tag, numbered(n))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
      const refused = answers.find(({ status }) => status === 412);
      expect(refused && (await errorOf(refused))).toMatchObject({ code: 'conflict', details: { version: 2 } });
      const replaced = answers.find(({ status }) => status === 200);
      expect(replaced?.headers.get('etag')).not.toBe(tag);
      expect((await replaceIn(replaced?.headers.get('etag') ?? '', [house])).status).toBe(200);
      expect((await replaceIn('*', [house])).status).toBe(200);
      expect(await glossaryIn(await glossaries.get(id), 200)).toMatchObject({ version: 4, entries: [house] });
      const acts = await eventually(
        () =>
          glossaries.auditOf(
            'resource=glossary',
            ({ resource_id, result }) => resource_id === id && result === 'failure',
          ),
        (found) => found.length >= 2,
      );
      expect(acts.map(({ action }) => action)).toEqual(['glossary_update', 'glossary_update']);
    });

    it('concurrent changes of a glossary each make a version', async () => {
      const { id } = await glossaries.create();
      const answers = await Promise.all([1, 2, 3, 4].map((n) => glossaries.replace(id, numbered(n))));
      const versions = await Promise.all(answers.map((answer) => glossaryIn(answer, 200)));
      expect(versions.map(({ version }) => version).sort()).toEqual([2, 3, 4, 5]);
      const newest = versions.find(({ version }) => version === 5);
      expect(await glossaryIn(await glossaries.get(id), 200)).toMatchObject({
        version: 5,
        entry_count: newest?.entry_count,
      });
    });

    it.each<[string, object, string, number, string]>([
      ['10,001 entries', { entries: numbered(10_001) }, 'invalid_request', 400, 'entries'],
      ['no entries', { entries: [] }, 'missing_required_field', 422, 'entries'],
      ['entries that are text', { entries: 'a,b' }, 'invalid_request', 400, 'entries'],
      ['the same source twice', { entries: [house, house] }, 'invalid_request', 400, 'entries[1]'],
      [
        'an empty target',
        { entries: [{ source: 'a', target: '' }] },
        'missing_required_field',
        422,
        'entries[0].target',
      ],
      ['a missing source', { entries: [house, {}] }, 'missing_required_field', 422, 'entries[1].source'],
      ['NUL', { entries: [{ source: 'a\0', target: 'b' }] }, 'invalid_request', 400, 'entries[0].source'],
      ['a number', { entries: [{ source: 1, target: 'b' }] }, 'invalid_request', 400, 'entries[0].source'],
      ['no name', { name: '' }, 'missing_required_field', 422, 'name'],
      ['an unknown language', { source_language: 'xx' }, 'invalid_language', 400, 'source_language'],
      ['another unknown language', { target_language: 'xx' }, 'invalid_language', 400, 'target_language'],
      ['one language', { target_language: 'en' }, 'invalid_language', 400, 'target_language'],
      ['an unknown domain', { domain: 'law' }, 'invalid_request', 400, 'domain'],
    ])('a glossary with %s is refused, naming the field that is wrong', async (_what, body, code, status, field) => {
      const answer = await service.postJson('/v1/glossaries', { ...fields, entries: [house], ...body });
      const error = await errorOf(answer);
      expect(error).toMatchObject({ code, status });
      expect(error.details).toHaveProperty([field]);
    });

    it('a replacement with wrong entries is refused whole', async () => {
      const { id } = await glossaries.create();
      expect(await errorOf(await glossaries.replace(id, [house, house]))).toMatchObject({ code: 'invalid_request' });
      expect(await glossaryIn(await glossaries.get(id), 200)).toMatchObject({ version: 1, entries: [house] });
    });

    it('a glossary of another content type is 415', async () => {
      const headers = { 'content-type': 'application/xml' };
      const answer = await service.fetch('/v1/glossaries', { method: 'POST', body: '<a/>', headers });
      expect(await errorOf(answer)).toMatchObject({ code: 'invalid_request', status: 415 });
    });
  });

  describe('a file', () => {
    const formulas = 'source,target\r\n=SUM(A1:A9),"=1+1"\r\n@cmd,+x\r\n-a,"b, ""c"""\r\n';
    const cells = [
      { source: '=SUM(A1:A9)', target: '=1+1' },
      { source: '@cmd', target: '+x' },
      { source: '-a', target: 'b, "c"' },
    ];

    it('a CSV file is read as text, formulas too, and given back in any format', async () => {
      const { id, entry_count } = await glossaryIn(await glossaries.createFrom(formulas, 'terms.csv'), 201);
      expect(entry_count).toBe(3);
      expect((await glossaryIn(await glossaries.get(id), 200)).entries).toEqual(cells);
      for (const format of ['csv', 'tsv', 'tbx']) {
        const answer = await glossaries.get(id, `?format=${format}`);
        expect(answer.headers.get('content-disposition')).toContain(`terms.${format}`);
        const copy = await glossaryIn(await glossaries.createFrom(await answer.text(), `copy.${format}`), 201);
        expect((await glossaryIn(await glossaries.get(copy.id), 200)).entries).toEqual(cells);
      }
    });

    it('a file can be the body itself, of a creation and of a change', async () => {
      const query = `?${new URLSearchParams({ ...fields, domain: '68 industry' }).toString()}`;
      const headers = { 'content-type': 'text/csv' };
      const body = 'house,casona\n';
      const created = await service.fetch(`/v1/glossaries${query}`, { method: 'POST', body, headers });
      const { id, domain } = await glossaryIn(created, 201);
      expect(domain).toBe('68 industry');
      const tabs = { 'content-type': 'text/tab-separated-values' };
      const path = `/v1/glossaries/${id}/entries`;
      const replaced = await service.fetch(path, { method: 'PUT', body: 'house\tcaserón\n', headers: tabs });
      expect(await glossaryIn(replaced, 200)).toMatchObject({ version: 2 });
      const again = await service.fetch(path, { method: 'PUT', body: form('house,casita\n', 'a.csv', {}) });
      expect(await glossaryIn(again, 200)).toMatchObject({ version: 3 });
      const asFile = await glossaries.get(id, '', { accept: 'text/csv' });
      expect(asFile.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(await asFile.text()).toContain('house,casita');
    });

    it('a file that is sent again under its idempotency key makes no second glossary', async () => {
      const ask = (content: string) =>
        service.fetch('/v1/glossaries', {
          method: 'POST',
          body: form(content, 'terms.csv'),
          headers: { 'idempotency-key': 'a-glossary-file' },
        });
      const first = await glossaryIn(await ask('house,casona\n'), 201);
      const again = await ask('house,casona\n');
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect(await glossaryIn(again, 201)).toEqual(first);
      expect(await errorOf(await ask('house,casita\n'))).toMatchObject({ code: 'conflict', status: 409 });
    });

    it.each([
      ['of another kind', 'PK', 'terms.xlsx', 'unsupported_format', 400],
      ['that is empty', '', 'terms.csv', 'invalid_request', 400],
      ['with a source twice', 'a,b\na,c\n', 'terms.csv', 'invalid_request', 400],
      ['that is no XML', '<tbx', 'terms.tbx', 'invalid_request', 400],
      [
        'with an entity bomb',
        '<!DOCTYPE t [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><tbx>&b;</tbx>',
        'terms.tbx',
        'invalid_request',
        400,
      ],
      ['over 16 MiB', 'a,b\n'.repeat(4 * 1024 * 1024 + 1), 'terms.csv', 'invalid_request', 413],
    ])('a file %s is refused', async (_what, content, name, code, status) =>
      expect(await errorOf(await glossaries.createFrom(content, name))).toMatchObject({ code, status }),
    );
  });

  it('the OpenAPI document has every operation on glossaries, and their entries as JSON and as a form', async () => {
    const document = (await (await service.fetch('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { requestBody?: { content: object } }>>;
    };
    expect(Object.keys(document.paths['/v1/glossaries'] ?? {}).sort()).toEqual(['get', 'post']);
    expect(Object.keys(document.paths['/v1/glossaries/{id}'] ?? {}).sort()).toEqual(['delete', 'get']);
    const content = document.paths['/v1/glossaries/{id}/entries']?.put?.requestBody?.content ?? {};
    expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data']);
  });
});
