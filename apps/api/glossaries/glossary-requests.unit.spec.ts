import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { GlossaryFixture, glossaryId } from '#test/fakes/glossary.fixture.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { unknownFieldsOf } from '../http/unknown-fields.js';
import { GlossaryRequests } from './glossary-requests.js';

const entries = [{ source: 'contract', target: 'contrato' }];
const fields = { name: 'terms', source_language: 'en', target_language: 'es' };

let fixture: GlossaryFixture;

beforeEach(() => {
  fixture = new GlossaryFixture();
});

/** A request with a JSON body, made with a key of `org_1`. */
const jsonOf = (body: object, headers: Record<string, string> = {}, organizationId = 'org_1'): FastifyRequest =>
  Object.assign(requestOf(headers, { access: accessOfKey({ organizationId }) }), {
    body,
    isMultipart: () => false,
  });

const requests = () => new GlossaryRequests(fixture.eventStore, new ShoutingEngine());

describe('a new glossary', () => {
  it('a new glossary is read with its languages, and bound to no domain unless one is named', async () => {
    const languages = { source: 'en', target: 'es' };
    const request = jsonOf({ ...fields, entries });
    const read = await requests().readNew(request);
    expect(read).toEqual({ name: 'terms', languages, domain: null, entries });
    expect(unknownFieldsOf(request.body)).toBeUndefined();
  });

  it('what an entry has beside source and target is told as ignored', async () => {
    const request = jsonOf({ ...fields, entries: entries.map((entry) => ({ ...entry, case_sensitive: true })) });
    expect(await requests().readNew(request)).toMatchObject({ entries });
    expect(unknownFieldsOf(request.body)).toMatchObject([
      { message: 'entries[0].case_sensitive is not known. It was ignored.' },
    ]);
  });

  it.each<[string, object]>([
    ['missing_required_field', { name: 'terms', entries }],
    ['missing_required_field', fields],
    ['invalid_language', { ...fields, target_language: 'xx', entries }],
    ['invalid_language', { ...fields, target_language: 'en', entries }],
  ])('a request without valid fields is refused as %s', async (code, body) => {
    expect((await rejectionOf(() => requests().readNew(jsonOf(body)))).code).toBe(code);
  });
});

describe('entries that replace those of a glossary', () => {
  it('new entries are read with the versions that they may replace', async () => {
    await fixture.create([{ source: 'court', target: 'tribunal' }]);
    const request = jsonOf({ entries }, { 'if-match': '"1", "2"' });
    expect(await requests().readEntries(request, glossaryId)).toEqual({
      glossaryId,
      entries,
      expectedVersions: [1, 2],
    });
  });

  it('what stands beside the entries is told as ignored', async () => {
    await fixture.create(entries);
    const request = jsonOf({ entries: entries.map((entry) => ({ ...entry, note: 'x' })), name: 'another' });
    await requests().readEntries(request, glossaryId);
    expect(unknownFieldsOf(request.body)).toMatchObject([
      { message: 'name is not known. It was ignored.' },
      { message: 'entries[0].note is not known. It was ignored.' },
    ]);
  });

  it('new entries replace any version when none is named', async () => {
    await fixture.create(entries);
    expect(await requests().readEntries(jsonOf({ entries }), glossaryId)).toMatchObject({
      expectedVersions: undefined,
    });
  });

  it('entries for a glossary of another organization are not even read', async () => {
    await fixture.create(entries);
    const foreign = jsonOf({ entries: 'no list' }, {}, 'org_2');
    expect((await rejectionOf(() => requests().readEntries(foreign, glossaryId))).code).toBe('glossary_not_found');
  });
});
