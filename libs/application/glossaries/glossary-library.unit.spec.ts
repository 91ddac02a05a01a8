import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import { TermTally } from '#libs/text/glossary/term-tally.js';
import type { Binding } from '#projections/glossaries/glossaries.queries.js';
import { GlossaryFixture, glossaryId } from '#test/fakes/glossary.fixture.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { type AppliedGlossary, GlossaryLibrary, type GlossaryWanted } from './glossary-library.js';

const contract = { source: 'contract', target: 'contrato' };
const wanted = (changes: Partial<GlossaryWanted> = {}): GlossaryWanted => ({
  glossaryId,
  domain: undefined,
  source: 'en',
  target: 'es',
  ...changes,
});
const byDomain = (changes: Partial<GlossaryWanted> = {}) =>
  wanted({ glossaryId: undefined, domain: '12 law', ...changes });

let fixture: GlossaryFixture;
let bound: string | undefined;
let lookUps: Binding[];

const libraryWith = (options: { maxBytes?: number; bindingMs?: number } = {}) =>
  new GlossaryLibrary({
    eventStore: fixture.eventStore,
    blobs: fixture.blobs,
    queries: {
      newestBound: async (_organizationId, binding) => {
        lookUps.push(binding);
        return bound;
      },
    },
    ...options,
  });

beforeEach(() => {
  fixture = new GlossaryFixture();
  bound = undefined;
  lookUps = [];
});

const applied = (glossary: AppliedGlossary | undefined, text: string) => {
  const tally = new TermTally();
  const segment = glossary?.matcher.apply([{ kind: 'text', text }], tally);
  return { segment, applied: tally.applied };
};

describe('a glossary that is named', () => {
  it('a named glossary is ready to be applied', async () => {
    await fixture.create([contract]);
    const glossary = await libraryWith().forRequest('org_1', wanted());
    expect(glossary).toMatchObject({ id: glossaryId, version: 1 });
    expect(applied(glossary, 'the contract')).toEqual({
      segment: [
        { kind: 'text', text: 'the ' },
        { kind: 'keep', text: 'contrato', source: 'contract' },
      ],
      applied: [{ ...contract, count: 1 }],
    });
  });

  it('a named glossary applies in its newest version as soon as that is written, on any node', async () => {
    const library = libraryWith();
    await fixture.create([contract]);
    await library.forRequest('org_1', wanted());
    await fixture.replace([{ source: 'contract', target: 'acuerdo' }]);
    const glossary = await library.forRequest('org_1', wanted());
    expect(glossary?.version).toBe(2);
    expect(applied(glossary, 'contract').segment).toEqual([{ kind: 'keep', text: 'acuerdo', source: 'contract' }]);
  });

  it.each([
    ['unknown', 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R3', 'org_1'],
    ['no id of ours', 'glo_1', 'org_1'],
    ['empty', '', 'org_1'],
    ['the name of another stream', `${glossaryId}-x`, 'org_1'],
    ["another organization's", glossaryId, 'org_2'],
  ])('a named glossary that is %s is not found', async (_what, id, organizationId) => {
    await fixture.create([contract]);
    const refused = await rejectionOf(() => libraryWith().forRequest(organizationId, wanted({ glossaryId: id })));
    expect(refused).toMatchObject({ code: 'glossary_not_found', status: 404 });
  });

  it.each(['in the log alone', 'with its entries'])(
    'a named glossary that was deleted %s is not found',
    async (how) => {
      const { blobId } = await fixture.create([contract]);
      if (how === 'in the log alone') await fixture.delete();
      else await fixture.blobs.delete(blobId);
      expect((await rejectionOf(() => libraryWith().forRequest('org_1', wanted()))).code).toBe('glossary_not_found');
    },
  );

  it.each([
    [{ source: 'fr' }],
    [{ target: 'ca' }],
    [{ source: 'es', target: 'en' }],
    [{ source: 'es', target: 'es' }],
    [{ source: undefined, target: 'ca' }],
  ])('a named glossary for another pair than %j is refused by its name', async (pair) => {
    await fixture.create([contract]);
    const refused = await rejectionOf(() => libraryWith().forRequest('org_1', wanted(pair)));
    expect(refused).toMatchObject({
      code: 'invalid_request',
      status: 400,
      details: { glossary_id: ['is for en to es'] },
    });
  });

  it('a named glossary serves a text of undetected language', async () => {
    await fixture.create([contract]);
    expect(await libraryWith().forRequest('org_1', wanted({ source: undefined }))).toMatchObject({ version: 1 });
  });

  it('a named glossary serves the regional variants of its languages, but not the other way round', async () => {
    await fixture.create([contract], { targetLanguage: 'pt' });
    const variant = 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R4';
    await fixture.create([contract], { glossaryId: variant, targetLanguage: 'pt-BR' });
    const library = libraryWith();
    expect(await library.forRequest('org_1', wanted({ target: 'pt-BR' }))).toMatchObject({ id: glossaryId });
    const refused = await rejectionOf(() => library.forRequest('org_1', wanted({ glossaryId: variant, target: 'pt' })));
    expect(refused.code).toBe('invalid_request');
  });

  it('later translations refer to a named glossary in its present version', async () => {
    const { blobId } = await fixture.create([contract]);
    expect(await libraryWith().referenceFor('org_1', wanted())).toEqual({ id: glossaryId, version: 1, blobId });
  });
});

describe('compiled glossaries', () => {
  const reads = () => vi.spyOn(fixture.blobs, 'read');

  it('compiled glossaries are loaded once, for requests at the same time and later', async () => {
    await fixture.create([contract]);
    const library = libraryWith();
    const read = reads();
    const matchers = await Promise.all(Array.from({ length: 5 }, () => library.forRequest('org_1', wanted())));
    matchers.push(await library.forRequest('org_1', wanted()));
    expect(read).toHaveBeenCalledTimes(1);
    expect(new Set(matchers.map((glossary) => glossary?.matcher)).size).toBe(1);
  });

  it('glossaries that could not be loaded are tried again', async () => {
    await fixture.create([contract]);
    const library = libraryWith();
    reads().mockRejectedValueOnce(new Error('away'));
    await expect(library.forRequest('org_1', wanted())).rejects.toThrow('away');
    expect(await library.forRequest('org_1', wanted())).toMatchObject({ version: 1 });
  });

  it('compiled glossaries beyond the bound are dropped, and those over it serve all the same', async () => {
    await fixture.create([contract]);
    const library = libraryWith({ maxBytes: 1 });
    const read = reads();
    for (const _ of [1, 2]) expect(await library.forRequest('org_1', wanted())).toMatchObject({ version: 1 });
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('compiled glossaries are dropped with their deletion', async () => {
    const { blobId } = await fixture.create([contract]);
    const library = libraryWith();
    await library.forRequest('org_1', wanted());
    library.drop([blobId]);
    const read = reads();
    await library.forRequest('org_1', wanted());
    expect(read).toHaveBeenCalledTimes(1);
  });
});

const entriesOf = (target: string): GlossaryEntry[] => [{ source: 'contract', target }];

describe('a glossary that is bound to a domain', () => {
  it('a bound glossary applies when none is named', async () => {
    await fixture.create(entriesOf('contrato'), { domain: '12 law' });
    bound = glossaryId;
    expect(await libraryWith().forRequest('org_1', byDomain())).toMatchObject({ id: glossaryId, version: 1 });
    expect(lookUps).toEqual([{ domain: '12 law', sources: ['en'], targets: ['es'] }]);
  });

  it('a bound glossary does not apply when another is named', async () => {
    await fixture.create([contract]);
    bound = 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R4';
    expect(await libraryWith().forRequest('org_1', wanted({ domain: '12 law' }))).toMatchObject({ id: glossaryId });
    expect(lookUps).toEqual([]);
  });

  it.each([
    ['no domain', { domain: undefined }],
    ['no language', { source: undefined }],
    ['one language', { source: 'es' }],
  ])('a bound glossary is not looked up with %s', async (_what, changes) => {
    expect(await libraryWith().forRequest('org_1', byDomain(changes))).toBeUndefined();
    expect(lookUps).toEqual([]);
  });

  it('a bound glossary is found by the language of a regional variant too', async () => {
    await libraryWith().forRequest('org_1', byDomain({ target: 'pt-BR' }));
    expect(lookUps).toEqual([{ domain: '12 law', sources: ['en'], targets: ['pt-BR', 'pt'] }]);
  });

  it('a binding is looked up once, and again when it has changed', async () => {
    const library = libraryWith({ bindingMs: 60_000 });
    for (const _ of [1, 2, 3]) expect(await library.forRequest('org_1', byDomain())).toBeUndefined();
    expect(lookUps).toHaveLength(1);
    await fixture.create(entriesOf('contrato'), { domain: '12 law' });
    bound = glossaryId;
    library.forget('org_2');
    expect(await library.forRequest('org_1', byDomain())).toBeUndefined();
    library.forget('org_1');
    expect(await library.forRequest('org_1', byDomain())).toMatchObject({ id: glossaryId });
  });

  it('a binding that changed during its look-up is not trusted', async () => {
    const asked = Promise.withResolvers<string | undefined>();
    let answers: Promise<string | undefined> = asked.promise;
    const { eventStore, blobs } = fixture;
    const library = new GlossaryLibrary({
      eventStore,
      blobs,
      queries: { newestBound: () => answers },
      bindingMs: 60_000,
    });
    const first = library.forRequest('org_1', byDomain());
    library.forget('org_1');
    asked.resolve(undefined);
    expect(await first).toBeUndefined();
    await fixture.create(entriesOf('contrato'), { domain: '12 law' });
    answers = Promise.resolve(glossaryId);
    expect(await library.forRequest('org_1', byDomain())).toMatchObject({ id: glossaryId });
  });

  it.each(['in the log alone', 'with its entries'])(
    'a bound glossary that was deleted %s does not apply',
    async (how) => {
      const { blobId } = await fixture.create(entriesOf('contrato'), { domain: '12 law' });
      bound = glossaryId;
      if (how === 'in the log alone') await fixture.delete();
      else await fixture.blobs.delete(blobId);
      expect(await libraryWith().forRequest('org_1', byDomain())).toBeUndefined();
    },
  );
});
