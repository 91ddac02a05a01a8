import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeEntries } from '#libs/application/glossaries/stored-entries.js';
import { readReport } from '#libs/documents/fidelity/fidelity-report.js';
import { keepRules } from '#libs/documents/options/translation-rules.js';
import { reportBlobOf, segmentsBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { readSegments } from '#libs/documents/stored-files/stored-segments.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { translationId } from '#test/fakes/document.fixture.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { firstText, lineFormat, source, TranslatorFixture } from './document-translator.fixture.js';
import type { DocumentHost, DocumentWork } from './document-translator.js';
import { GlossaryGoneError } from './glossary-of-document.js';

let fixture: TranslatorFixture;

beforeEach(() => {
  fixture = new TranslatorFixture();
});

describe('a document', () => {
  it('a document is translated whole, in order, into a blob named after the translation', async () => {
    const text = source(300);
    const { blob } = await fixture.translatorOn(new ShoutingEngine()).translate(await fixture.workOn(text));
    expect(blob.id).toBe(translationId);
    expect(fixture.blobs.textOf(translationId)).toBe(`${text.toUpperCase()}\n`);
  });

  it('both passes over the file have the options and rules of the request', async () => {
    const format = lineFormat();
    const told: object[] = [];
    const spied: DocumentHost = {
      ...format,
      extract: (name, file, options, user) => {
        told.push(options);
        return format.extract(name, file, options, user);
      },
      merge: (name, file, options, translations, user) => {
        told.push(options);
        return format.merge(name, file, options, translations, user);
      },
    };
    const keys = { include: ['$.title'], exclude: [] };
    await keepRules(fixture.blobs, 'rules', { keys }, { organizationId: 'org_1' });
    const work = await fixture.workOn(source(1));
    const options = { ...work.request.options, preserveImages: false, pageRange: '2-3', rulesBlobId: 'rules' };
    await fixture
      .translatorOn(new ShoutingEngine(), spied)
      .translate({ ...work, request: { ...work.request, options } });
    const both = { keys, pageRange: [{ from: 2, to: 3 }], translateHeaders: true, preserveImages: false };
    const languages = { sourceLanguage: 'en', targetLanguage: 'es' };
    expect(told).toMatchObject([both, { ...both, ...languages, includeSource: false }]);
  });

  it.each([[true], [false]])('the segments are kept where a bilingual file can be made of them: %s', async (can) => {
    const list = [{ name: 'lines', mediaType: '', extensions: [], options: can ? (['include_source'] as const) : [] }];
    const work = await fixture.workOn('one\ntwo');
    await fixture.translatorOn(new ShoutingEngine(), { ...lineFormat(), formats: async () => list }).translate(work);
    const kept = segmentsBlobOf(work.request.documentId, translationId);
    expect(fixture.blobs.ids.includes(kept)).toBe(can);
    if (can) expect((await Array.fromAsync(readSegments(fixture.blobs, kept))).map(plainText)).toEqual(['ONE', 'TWO']);
  });

  it('a document keeps its order when batches end in another', async () => {
    const text = source(400);
    const engine = new ShoutingEngine({
      instead: async (request) => {
        if (firstText(request) === 'line 0') for (let turns = 0; turns < 50; turns += 1) await turn();
        return undefined;
      },
    });
    await fixture.translatorOn(engine).translate(await fixture.workOn(text));
    expect(fixture.blobs.textOf(translationId)).toBe(`${text.toUpperCase()}\n`);
  });

  it('an empty document becomes an empty file of full confidence', async () => {
    const engine = new ShoutingEngine();
    const summary = await fixture.translatorOn(engine).translate(await fixture.workOn(''));
    expect(summary).toMatchObject({ blob: { size: 0 }, model: 'none', confidence: 1 });
    expect(engine.requests).toEqual([]);
  });

  it('parts that are not translated are kept', async () => {
    await fixture.translatorOn(new ShoutingEngine()).translate(await fixture.workOn('see https://example.com/Path'));
    expect(fixture.blobs.textOf(translationId)).toBe('SEE https://example.com/Path\n');
  });

  it('a document in the target language already is copied, without the engine', async () => {
    const work = await fixture.workOn('one\ntwo');
    const engine = new ShoutingEngine();
    const summary = await fixture.translatorOn(engine).translate({
      ...work,
      request: { ...work.request, targetLanguage: 'en' },
    });
    expect(summary).toMatchObject({ model: 'none', confidence: 1 });
    expect(fixture.blobs.textOf(translationId)).toBe('one\ntwo\n');
    expect(engine.requests).toEqual([]);
  });

  it('a document whose file is gone fails with the error of the blob store', async () => {
    const work = await fixture.workOn('one');
    await fixture.blobs.delete(work.upload.blobId);
    await expect(fixture.translatorOn(new ShoutingEngine()).translate(work)).rejects.toThrow(BlobNotFoundError);
  });
});

describe('the engine', () => {
  it('the engine works on documents behind interactive requests, with the caller’s options', async () => {
    const engine = new ShoutingEngine();
    const work = await fixture.workOn('one');
    await fixture.translatorOn(engine).translate(work);
    expect(engine.requests).toMatchObject([
      {
        source: 'en',
        target: 'es',
        domain: '12 law',
        quality: 'fast',
        priority: 'document',
        organizationId: 'org_1',
        signal: work.signal,
      },
    ]);
  });

  it('the engine has several batches at the same time, and never more than four', async () => {
    let inHand = 0;
    let peak = 0;
    const engine = new ShoutingEngine({
      instead: async () => {
        inHand += 1;
        peak = Math.max(peak, inHand);
        for (let turns = 0; turns < 10; turns += 1) await turn();
        inHand -= 1;
        return undefined;
      },
    });
    await fixture.translatorOn(engine).translate(await fixture.workOn(source(64 * 20)));
    expect(peak).toBe(4);
  });

  it('the confidence of the engine is weighted by the length of the segments', async () => {
    const engine = new ShoutingEngine({ confidenceOf: (text) => (text.startsWith('good') ? 1 : 0) });
    const { confidence, model } = await fixture.translatorOn(engine).translate(await fixture.workOn('good good\nbad'));
    expect(confidence).toBeCloseTo(9 / 12, 10);
    expect(model).toBe('shouting-en-es');
  });

  it('all models that batches were made by are named in the order of the text, also by a worker that takes over', async () => {
    let installed = 'old';
    const engine = new ShoutingEngine({ hashes: () => ['first leg', installed] });
    const work = await fixture.workOn(source(64 * 3));
    await fixture.translatorOn(engine).translate(work);
    for (const number of [1, 2]) fixture.batches.saved.delete(number);
    installed = 'new';
    const { provenance } = await fixture.translatorOn(engine).translate(work);
    expect(provenance).toEqual({
      modelSha256: ['first leg', 'old', 'new'],
      engines: [{ id: 'shouting', host: null, region: null }],
    });
  });

  it('an engine that returns another number of segments fails the document', async () => {
    const engine = new ShoutingEngine({ instead: async () => ({ segments: [], model: 'm' }) });
    await expect(fixture.translatorOn(engine).translate(await fixture.workOn('one'))).rejects.toThrow(
      'another number of segments',
    );
  });
});

describe('the fidelity report', () => {
  const reportOf = ({ request }: DocumentWork) =>
    readReport(fixture.blobs, reportBlobOf(request.documentId, request.translationId));
  const none = { repeated: 0, repaired: 0, overflowed: 0, skipped: 0 };

  it('a repeated segment is translated once in its document, wherever it is, and counted', async () => {
    const line = (number: number) => (number % 10 === 0 ? 'the same' : `line ${number}`);
    const text = Array.from({ length: 300 }, (_, number) => line(number)).join('\n');
    const engine = new ShoutingEngine();
    const work = await fixture.workOn(text);
    await fixture.translatorOn(engine).translate(work);
    const asked = engine.requests.flatMap(({ segments }) => segments.map(plainText));
    expect(asked).toHaveLength(271);
    expect(asked.filter((asking) => asking === 'the same')).toHaveLength(1);
    expect(fixture.blobs.textOf(translationId)).toBe(`${text.toUpperCase()}\n`);
    expect((await reportOf(work)).segments).toEqual({ ...none, found: 300, translated: 300, repeated: 29 });
  });

  it('a worker that takes over finds the repeated segments of finished batches, and counts as the first would', async () => {
    const text = Array.from({ length: 200 }, (_, number) => (number < 64 ? `line ${number}` : 'line 7')).join('\n');
    const work = await fixture.workOn(text);
    await fixture.translatorOn(new ShoutingEngine()).translate(work);
    const first = await reportOf(work);
    for (const number of [1, 2, 3]) fixture.batches.saved.delete(number);
    const engine = new ShoutingEngine();
    await fixture.translatorOn(engine).translate(work);
    expect(engine.requests).toEqual([]);
    expect(fixture.blobs.textOf(translationId)).toBe(`${text.toUpperCase()}\n`);
    expect(await reportOf(work)).toEqual(first);
    expect(first.segments).toEqual({ ...none, found: 200, translated: 200, repeated: 136 });
  });

  it('what the format skipped and could not fit is in it, and tags that were repaired, also by a worker that died', async () => {
    const format = lineFormat();
    const tagged: DocumentHost = {
      ...format,
      async *extract() {
        const parts: Segment = [
          { kind: 'open', id: 1 },
          { kind: 'text', text: 'one' },
          { kind: 'close', id: 1 },
        ];
        yield [
          { role: 'heading', parts, part: 'a.xml' },
          { role: 'header', parts: [{ kind: 'text', text: 'two' }], part: 'b.xml' },
        ];
        return { skipped: [{ part: 'b.xml', reason: 'The text is the result of a field.', count: 3 }] };
      },
      async *merge(_format, _file, _options, translations) {
        for (let next = await translations.next(); next.value; next = await translations.next()) {
          yield Buffer.from(JSON.stringify(next.value));
        }
        return { overflowed: 1, warnings: [{ code: 'shrunk', message: 'Text was made smaller.', count: 1 }] };
      },
    };
    const engine = new ShoutingEngine({
      instead: async ({ segments }) => ({
        segments: segments.map((segment) => ({ parts: [{ kind: 'text', text: plainText(segment) }], confidence: 1 })),
        model: 'tagless',
      }),
    });
    const work = await fixture.workOn('');
    const expected = {
      segments: { found: 5, translated: 2, repeated: 0, repaired: 1, overflowed: 1, skipped: 3 },
      parts: [
        { name: 'a.xml', kind: 'heading', segments: { ...none, found: 1, translated: 1, repaired: 1 } },
        { name: 'b.xml', kind: 'header', segments: { ...none, found: 4, translated: 1, skipped: 3 } },
        { name: 'document', kind: 'body', segments: { ...none, found: 0, translated: 0, overflowed: 1 } },
      ],
      skipped: [{ part: 'b.xml', reason: 'The text is the result of a field.', count: 3 }],
      warnings: [{ code: 'shrunk', message: 'Text was made smaller.', part: 'document', count: 1 }],
    };
    await fixture.translatorOn(engine, tagged).translate(work);
    expect(await reportOf(work)).toEqual(expected);
    expect(fixture.blobs.textOf(translationId)).toContain('"kind":"close"');
    await fixture.translatorOn(new ShoutingEngine(), tagged).translate(work);
    expect(await reportOf(work)).toEqual(expected);
  });
});

describe('a glossary', () => {
  const glossaryId = 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2';

  const workWith = async (text: string, entries: readonly GlossaryEntry[]): Promise<DocumentWork> => {
    const { blobId } = await storeEntries(fixture.blobs, glossaryId, entries, 'org_1');
    const work = await fixture.workOn(text);
    const options = { ...work.request.options, glossary: { id: glossaryId, version: 3, blobId } };
    return { ...work, request: { ...work.request, options } };
  };

  it('the terms of a glossary stand in every segment', async () => {
    const work = await workWith('the contract\nline\nContract law of {contract}', [
      { source: 'contract', target: 'contrato' },
      { source: 'contract law', target: 'derecho contractual' },
    ]);
    await fixture.translatorOn(new ShoutingEngine()).translate(work);
    expect(fixture.blobs.textOf(translationId)).toBe('THE contrato\nLINE\nDerecho contractual OF {contract}\n');
  });

  it('a glossary that is gone ends the translation before the engine is used', async () => {
    const work = await workWith('the contract', [{ source: 'contract', target: 'contrato' }]);
    await fixture.blobs.delete(work.request.options.glossary?.blobId ?? '');
    const engine = new ShoutingEngine();
    await expect(fixture.translatorOn(engine).translate(work)).rejects.toThrow(GlossaryGoneError);
    expect(engine.requests).toEqual([]);
  });
});
