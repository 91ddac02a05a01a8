import { beforeEach, describe, expect, it } from 'vitest';
import { CreateGlossary, type NewGlossary } from '#libs/application/glossaries/create-glossary.handler.js';
import { DeleteGlossary } from '#libs/application/glossaries/delete-glossary.handler.js';
import {
  type EntryReplacement,
  ReplaceGlossaryEntries,
} from '#libs/application/glossaries/replace-glossary-entries.handler.js';
import type { GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { glossaryId } from '#test/fakes/glossary.fixture.js';
import { glossaryWithVersions } from '#test/fakes/glossary-events.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { GlossariesController } from './glossaries.controller.js';
import { recordOf } from './glossary-response.js';

const [created] = glossaryWithVersions(1);
if (created?.type !== 'GlossaryCreated') throw new Error('A glossary begins with its creation');
const version: GlossaryVersion = created.data;
const entries = [{ source: 'contract', target: 'contrato' }];
const glossary: NewGlossary = { name: 'terms', languages: { source: 'en', target: 'es' }, domain: 'Law', entries };
const replacement: EntryReplacement = { glossaryId, entries, expectedVersions: [1] };
const record = {
  id: glossaryId,
  name: 'terms',
  source_language: 'en',
  target_language: 'es',
  domain: 'Law',
  version: 1,
  entry_count: 1,
  created_at: version.createdAt,
  updated_at: version.updatedAt,
};

/** Waits and cache invalidations of the node, in order. */
let told: unknown[];
let reply: RecordedReply;

beforeEach(() => {
  told = [];
  reply = new RecordedReply();
});

const controllerWith = (commands: RecordedCommands) =>
  new GlossariesController(
    commands.asCommands,
    { readNew: async () => glossary, readEntries: async (_request, id) => ({ ...replacement, glossaryId: id }) },
    { handle: async () => ({ record: recordOf(version), entries }) },
    {
      list: async (_organizationId, page) => ({
        glossaries: [{ ...record, domain: null }],
        pagination: { ...page, total: 1, has_more: false, next_cursor: null },
      }),
    },
    { forget: (organizationId) => void told.push({ forget: organizationId }) },
    { visibleIn: async (...projections) => void told.push({ waitedFor: projections }) },
  );

const boundAnew = [{ waitedFor: ['glossaries'] }, { forget: accessOfKey().organizationId }];

describe('POST /v1/glossaries', () => {
  it('the response is the new glossary and its entity tag', async () => {
    const commands = new RecordedCommands(version);
    expect(await controllerWith(commands).create(requestOf(), reply.asReply)).toEqual(record);
    expect(commands.sent).toEqual([new CreateGlossary(glossary, uploaderMetadata)]);
    expect(reply.headers.etag).toBe('"1"');
  });

  it('the binding to a domain holds on this node at once', async () => {
    await controllerWith(new RecordedCommands(version)).create(requestOf(), reply.asReply);
    expect(told).toEqual(boundAnew);
  });

  it('a glossary that is bound to no domain waits for nothing, and shows no domain', async () => {
    const unbound = controllerWith(new RecordedCommands({ ...version, domain: null }));
    expect(await unbound.create(requestOf(), reply.asReply)).not.toHaveProperty('domain');
    expect(told).toEqual([]);
  });
});

describe('GET /v1/glossaries', () => {
  it('the list shows own writes', async () => {
    const { glossaries, pagination } = await controllerWith(new RecordedCommands()).list(requestOf(), {});
    const { domain: _, ...unbound } = record;
    expect(glossaries).toEqual([unbound]);
    expect(pagination).toMatchObject({ total: 1 });
    expect(told).toEqual([{ waitedFor: ['glossaries'] }]);
  });
});

describe('GET /v1/glossaries/:id', () => {
  const get = (accept: string | undefined, format?: 'csv') =>
    controllerWith(new RecordedCommands()).get(
      requestOf(accept === undefined ? {} : { accept }),
      reply.asReply,
      glossaryId,
      format === undefined ? {} : { format },
    );

  it('the response is the record with its entries', async () => {
    const request = requestOf();
    await get(undefined);
    expect(reply.sent).toEqual({ data: { ...record, entries }, meta: { request_id: request.id } });
    expect(reply.headers).toMatchObject({ etag: '"1"', vary: 'Accept', 'cache-control': 'private, no-store' });
  });

  it.each<[string | undefined, 'csv' | undefined]>([
    ['text/csv', undefined],
    [undefined, 'csv'],
  ])('the entries are a file when the header asks for %s or the query for %s', async (accept, format) => {
    await get(accept, format);
    expect(String(reply.sent)).toContain('contract,contrato');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('terms.csv'),
      etag: '"1"',
    });
  });
});

describe('PUT /v1/glossaries/:id/entries', () => {
  it('the response is the new version and its entity tag', async () => {
    const commands = new RecordedCommands({ ...version, version: 2 });
    const replaced = await controllerWith(commands).replaceEntries(requestOf(), reply.asReply, glossaryId);
    expect(replaced).toEqual({ ...record, version: 2 });
    expect(commands.sent).toEqual([new ReplaceGlossaryEntries(replacement, uploaderMetadata)]);
    expect(reply.headers.etag).toBe('"2"');
  });
});

describe('DELETE /v1/glossaries/:id', () => {
  it('a deletion lets another glossary be bound to the domain', async () => {
    const commands = new RecordedCommands();
    expect(await controllerWith(commands).delete(requestOf(), glossaryId)).toEqual({ id: glossaryId, deleted: true });
    expect(commands.sent).toEqual([new DeleteGlossary(glossaryId, uploaderMetadata)]);
    expect(told).toEqual(boundAnew);
  });

  it('the version that the caller names is the only one that is deleted', async () => {
    const commands = new RecordedCommands();
    const request = Object.assign(requestOf(), { headers: { 'if-match': '"2"' } });
    await controllerWith(commands).delete(request, glossaryId);
    expect(commands.sent).toEqual([new DeleteGlossary(glossaryId, uploaderMetadata, [2])]);
  });
});
