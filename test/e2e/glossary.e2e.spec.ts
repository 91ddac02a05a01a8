import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';

interface Glossary {
  id: string;
  name: string;
  source_language: string;
  target_language: string;
  domain?: string;
  version: number;
  entry_count: number;
  created_at: string;
  updated_at: string;
  entries?: { source: string; target: string }[];
}

interface ErrorAnswer {
  error: { code: string; status: number; message: string; details?: Record<string, unknown> };
}

interface TextAnswer {
  data: { translation: string };
  meta: {
    request_id: string;
    cached: boolean;
    glossary?: { id: string; version: number; applied: { source: string; target: string; count: number }[] };
  };
}

interface DocumentAnswer {
  data: { id: string; status: string; error?: { code: string } };
}

interface AuditEntry {
  action: string;
  resource: string;
  resource_id: string;
  result: string;
  request_id: string;
  metadata: Record<string, unknown>;
}

const house = { source: 'house', target: 'casona' };
const text = 'The house is big.';

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ source: `term ${n}`, target: `t${n}` }));

describe('glossaries, seen from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({ settings: { TRANSLEDGER_LANGUAGE_PAIRS: 'en-es,es-en,fr-es' } });
  });
  afterAll(() => service.dispose());

  const fields = { name: 'terms', source_language: 'en', target_language: 'es' };

  const glossaryIn = async (answer: Response, status: number): Promise<Glossary> => {
    const body = await answer.text();
    expect({ status: answer.status, body }).toMatchObject({ status });
    return (JSON.parse(body) as { data: Glossary }).data;
  };

  const create = async (body: object = {}): Promise<Glossary> =>
    glossaryIn(await service.postJson('/v1/glossaries', { ...fields, entries: [house], ...body }), 201);

  const replace = (id: string, entries: unknown, key?: string) =>
    service.postJson(`/v1/glossaries/${id}/entries`, { entries }, { method: 'PUT', ...(key && { key }) });

  const get = async (id: string, query = '', headers: Record<string, string> = {}) =>
    service.fetch(`/v1/glossaries/${id}${query}`, { headers });

  const remove = (id: string) => service.fetch(`/v1/glossaries/${id}`, { method: 'DELETE' });

  const errorOf = async (answer: Response): Promise<ErrorAnswer['error']> => {
    const { error } = (await answer.json()) as ErrorAnswer;
    expect(error.status).toBe(answer.status);
    return error;
  };

  const send = (body: object) => service.postJson('/v1/translate', { text, source: 'en', target: 'es', ...body });

  const translate = async (body: object): Promise<TextAnswer> => {
    const answer = await send(body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as TextAnswer;
  };

  const auditOf = async (query: string, wanted: (entry: AuditEntry) => boolean): Promise<AuditEntry[]> => {
    const answer = await service.fetch(`/v1/compliance/audit-logs?limit=500&${query}`);
    const { data } = (await answer.json()) as { data: { entries: AuditEntry[] } };
    return data.entries.filter(wanted);
  };

  const form = (content: string, name: string, more: Record<string, string> = fields): FormData => {
    const body = new FormData();
    for (const [field, value] of Object.entries(more)) body.set(field, value);
    body.set('file', new Blob([content]), name);
    return body;
  };

  const createFrom = (content: string, name: string) =>
    service.fetch('/v1/glossaries', { method: 'POST', body: form(content, name) });

  describe('a glossary', () => {
    it('is created, listed, read, changed and deleted, each act with its audit entry', async () => {
      const created = await create({ name: 'a life', domain: '66 energy' });
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
      expect(await glossaryIn(await get(id), 200)).toEqual({ ...created, entries: [house] });

      const entries = [house, { source: 'garden', target: 'vergel' }];
      const replaced = await glossaryIn(await replace(id, entries), 200);
      expect(replaced).toMatchObject({ id, version: 2, entry_count: 2, created_at: created.created_at });
      expect(replaced.updated_at >= created.updated_at).toBe(true);
      expect((await glossaryIn(await get(id), 200)).entries).toEqual(entries);
      expect((await glossaryIn(await replace(id, entries), 200)).version).toBe(3);

      const deleted = await remove(id);
      expect(await deleted.json()).toMatchObject({ data: { id, deleted: true } });
      for (const answer of [await get(id), await remove(id), await replace(id, entries)]) {
        expect(await errorOf(answer)).toMatchObject({ code: 'glossary_not_found', status: 404 });
      }
      expect(await errorOf(await send({ glossary_id: id }))).toMatchObject({ code: 'glossary_not_found', status: 404 });

      const acts = await eventually(
        () => auditOf('resource=glossary', ({ resource_id }) => resource_id === id),
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

    it('leaves nothing on disk once it is deleted', async () => {
      const { id } = await create();
      await replace(id, [house]);
      const files = () => service.storedFiles().filter((name) => name.includes(id));
      expect(files()).not.toEqual([]);
      expect((await remove(id)).status).toBe(200);
      expect(files()).toEqual([]);
    });

    it('has its terms nowhere in clear: neither in the event log nor in what the service prints', async () => {
      const secret = 'verysecretterm';
      const { id } = await create({ entries: [{ source: secret, target: `${secret}2` }] });
      await translate({ text: `A ${secret}.`, glossary_id: id });
      const read = ['events', 'read', '--type', 'GlossaryCreated', 'TextTranslated', '--limit', '1000'];
      const { events } = await commandLine<{ events: { type: string }[] }>(service, ...read);
      expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['GlossaryCreated', 'TextTranslated']));
      expect(JSON.stringify(events)).not.toContain(secret);
      expect(service.logs()).not.toContain(secret);
    });

    it('may have 10,000 entries, all of which are there', async () => {
      const entries = numbered(10_000);
      const { id, entry_count } = await create({ entries });
      expect(entry_count).toBe(10_000);
      expect((await glossaryIn(await get(id), 200)).entries).toEqual(entries);
      const { data, meta } = await translate({ text: 'See term 9999 and term 99.', glossary_id: id });
      expect(data.translation).toMatch(/t9999 .* t99\./);
      expect(meta.glossary?.applied).toHaveLength(2);
    });

    it('that several change at once gets a version of each', async () => {
      const { id } = await create();
      const answers = await Promise.all([1, 2, 3, 4].map((n) => replace(id, numbered(n))));
      const versions = await Promise.all(answers.map((answer) => glossaryIn(answer, 200)));
      expect(versions.map(({ version }) => version).sort()).toEqual([2, 3, 4, 5]);
      const newest = versions.find(({ version }) => version === 5);
      expect(await glossaryIn(await get(id), 200)).toMatchObject({ version: 5, entry_count: newest?.entry_count });
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
    ])('with %s is refused, naming what is wrong', async (_what, body, code, status, field) => {
      const answer = await service.postJson('/v1/glossaries', { ...fields, entries: [house], ...body });
      const error = await errorOf(answer);
      expect(error).toMatchObject({ code, status });
      expect(error.details).toHaveProperty([field]);
    });

    it('is refused whole where new entries are wrong', async () => {
      const { id } = await create();
      expect(await errorOf(await replace(id, [house, house]))).toMatchObject({ code: 'invalid_request' });
      expect(await glossaryIn(await get(id), 200)).toMatchObject({ version: 1, entries: [house] });
    });

    it('of another content type is 415', async () => {
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

    it('of CSV is read as text, formulas too, and given back in any format', async () => {
      const { id, entry_count } = await glossaryIn(await createFrom(formulas, 'terms.csv'), 201);
      expect(entry_count).toBe(3);
      expect((await glossaryIn(await get(id), 200)).entries).toEqual(cells);
      for (const format of ['csv', 'tsv', 'tbx']) {
        const answer = await get(id, `?format=${format}`);
        expect(answer.headers.get('content-disposition')).toContain(`terms.${format}`);
        const copy = await glossaryIn(await createFrom(await answer.text(), `copy.${format}`), 201);
        expect((await glossaryIn(await get(copy.id), 200)).entries).toEqual(cells);
      }
    });

    it('can be the body itself, of a creation and of a change', async () => {
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
      const asFile = await get(id, '', { accept: 'text/csv' });
      expect(asFile.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(await asFile.text()).toContain('house,casita');
    });

    it('that is sent again under its idempotency key makes no second glossary', async () => {
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
    ])('%s is refused', async (_what, content, name, code, status) =>
      expect(await errorOf(await createFrom(content, name))).toMatchObject({ code, status }),
    );
  });

  describe('a text', () => {
    it('gets the terms, and the answer names the version and what was found', async () => {
      const { id } = await create();
      const { data, meta } = await translate({ text: 'My HOUSE is a house.', glossary_id: id });
      expect(data.translation).toMatch(/CASONA .* casona\.$/);
      expect(meta.glossary).toEqual({ id, version: 1, applied: [{ ...house, count: 2 }] });
      const entries = await eventually(
        () => auditOf('action=translate', ({ request_id }) => request_id === meta.request_id),
        (found) => found.length > 0,
      );
      expect(entries).toMatchObject([{ metadata: { glossary_id: id, glossary_version: 1 } }]);
    });

    it('never gets an old answer once the glossary has changed', async () => {
      const { id } = await create();
      const ask = () => translate({ text: 'A house of its own kind.', glossary_id: id });
      const first = await ask();
      // Each node of a cluster has its own cache: by the third time every one of two has seen the text.
      await ask();
      expect((await ask()).meta).toMatchObject({ cached: true, glossary: first.meta.glossary });
      await replace(id, [{ source: 'house', target: 'mansión' }]);
      const second = await ask();
      expect(second.meta).toMatchObject({ cached: false, glossary: { id, version: 2 } });
      expect(second.data.translation).toContain('mansión');
      expect((await translate({ text: 'A house of its own kind.' })).meta).not.toHaveProperty('glossary');
    });

    it('takes terms as they are written, not as patterns', async () => {
      const { id } = await create({
        entries: [
          { source: '.*', target: 'TODO' },
          { source: '(a+)+$', target: '$1\\1' },
          { source: '[house]', target: 'nada' },
        ],
      });
      const { meta } = await translate({ text: `${text} aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!`, glossary_id: id });
      expect(meta.glossary).toEqual({ id, version: 1, applied: [] });
    });

    it.each([
      ['source', { source: 'fr' }],
      ['target', { source: 'es', target: 'en' }],
      ['languages, both the same,', { source: 'es', target: 'es' }],
    ])('with another %s than the glossary is refused by its name', async (_what, pair) => {
      const { id } = await create();
      const error = await errorOf(await send({ glossary_id: id, ...pair }));
      expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
      expect(error.details).toHaveProperty(['glossary_id']);
    });

    it('of a domain gets the newest glossary that is bound to it, until that is gone', async () => {
      const domain = '12 law';
      const older = await create({ domain });
      const newer = await create({ domain, entries: [{ source: 'house', target: 'mansión' }] });
      const used = async (body: object) => (await translate({ domain, ...body })).meta.glossary?.id;
      const named = async () => [
        await used({}),
        await used({ domain: '24 finance' }),
        await used({ glossary_id: older.id }),
      ];
      await eventually(named, ([byDomain]) => byDomain === newer.id);
      expect(await named()).toEqual([newer.id, undefined, older.id]);
      await remove(newer.id);
      await eventually(
        () => used({}),
        (id) => id === older.id,
      );
      await remove(older.id);
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
        async () => ((await (await service.fetch(`/v1/documents/${id}`)).json()) as DocumentAnswer).data,
        ({ status }) => status === 'completed' || status === 'failed',
      );

    it('gets the terms, in the version of its request, and again when it is translated again', async () => {
      const { id: glossary_id } = await create();
      const uploaded = await upload({ glossary_id });
      expect(uploaded.status).toBe(201);
      const { id } = ((await uploaded.json()) as DocumentAnswer).data;
      expect(await ended(id)).toMatchObject({ status: 'completed' });
      const file = async () => (await service.fetch(`/v1/documents/${id}/download`)).text();
      expect((await file()).match(/casona/g)).toHaveLength(2);

      await replace(glossary_id, [{ source: 'house', target: 'mansión' }]);
      const again = await service.postJson(`/v1/documents/${id}/translate`, { target: 'es', glossary_id });
      expect(again.status).toBe(200);
      expect(await ended(id)).toMatchObject({ status: 'completed' });
      expect((await file()).match(/mansión/g)).toHaveLength(2);
      const entries = await eventually(
        () => auditOf('action=translate_document', ({ resource_id }) => resource_id === id),
        (found) => found.length > 1,
      );
      expect(entries.map(({ metadata }) => metadata.glossary_version).sort()).toEqual([1, 2]);
    });

    it.each([
      ['unknown', { glossary_id: 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2' }, 'glossary_not_found', 404],
      ['of another pair', { source: 'fr' }, 'invalid_request', 400],
    ])('whose glossary is %s is refused, also when it is translated again', async (_what, more, code, status) => {
      const { id: glossary_id } = await create();
      expect(await errorOf(await upload({ glossary_id, ...more }))).toMatchObject({ code, status });
    });
  });

  describe('rights', () => {
    const keyWith = async (...scopes: string[]): Promise<string> => {
      const answer = await service.postJson('/v1/api-keys', { name: 'a key', scopes });
      return ((await answer.json()) as { data: { key: string } }).data.key;
    };

    it('of a key without a scope end where the scope is needed', async () => {
      const { id } = await create();
      const [reader, writer] = [await keyWith('glossaries:read'), await keyWith('glossaries:write')];
      const denied = [
        await service.postJson('/v1/glossaries', { ...fields, entries: [house] }, { key: reader }),
        await replace(id, [house], reader),
        await service.fetch(`/v1/glossaries/${id}`, { method: 'DELETE', key: reader }),
        await service.fetch('/v1/glossaries', { key: writer }),
        await service.fetch(`/v1/glossaries/${id}`, { key: writer }),
      ];
      for (const answer of denied) {
        expect(await errorOf(answer)).toMatchObject({ code: 'insufficient_scope', status: 403 });
      }
      expect((await service.fetch(`/v1/glossaries/${id}`, { key: reader })).status).toBe(200);
      expect((await replace(id, [house], writer)).status).toBe(200);
    });

    it("end at one's own organization", async () => {
      const { id } = await create({ domain: '72 geography' });
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
        await replace(id, [house], key),
        await service.fetch(`/v1/glossaries/${id}`, { method: 'DELETE', key }),
        await service.postJson('/v1/translate', { text, source: 'en', target: 'es', glossary_id: id }, { key }),
      ];
      for (const answer of foreign) {
        expect(await errorOf(answer)).toMatchObject({ code: 'glossary_not_found', status: 404 });
      }
      const body = { text, source: 'en', target: 'es', domain: '72 geography' };
      const translated = (await (await service.postJson('/v1/translate', body, { key })).json()) as TextAnswer;
      expect(translated.meta).not.toHaveProperty('glossary');
      expect(await glossaryIn(await get(id), 200)).toMatchObject({ version: 1 });
    });
  });

  it('are documented, with every way in which one can come', async () => {
    const document = (await (await service.fetch('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { requestBody?: { content: object } }>>;
    };
    expect(Object.keys(document.paths['/v1/glossaries'] ?? {}).sort()).toEqual(['get', 'post']);
    expect(Object.keys(document.paths['/v1/glossaries/{id}'] ?? {}).sort()).toEqual(['delete', 'get']);
    const content = document.paths['/v1/glossaries/{id}/entries']?.put?.requestBody?.content ?? {};
    expect(Object.keys(content)).toEqual(
      expect.arrayContaining(['application/json', 'multipart/form-data', 'text/csv', 'text/tab-separated-values']),
    );
  });

  it('are as they were after every process was killed', async () => {
    const { id } = await create();
    await replace(id, [{ source: 'house', target: 'mansión' }]);
    await service.killEverything();
    await service.restart();
    expect(await glossaryIn(await get(id), 200)).toMatchObject({ version: 2 });
    expect((await translate({ glossary_id: id })).data.translation).toContain('mansión');
  });
});
