import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeEntries } from '#libs/application/glossaries/stored-entries.js';
import { readReport } from '#libs/documents/fidelity/fidelity-report.js';
import type { ExtractedSegment, SourceFile } from '#libs/documents/formats/format.port.js';
import { keepRules } from '#libs/documents/options/translation-rules.js';
import type { TranslatedBatch } from '#libs/documents/segment-batches/segment-batches.js';
import { reportBlobOf, segmentsBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { readSegments } from '#libs/documents/stored-files/stored-segments.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { TranslationRequest } from '#libs/ports/inference/inference.port.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { translationId, uploadWith } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import {
  type DocumentHost,
  DocumentTranslator,
  type DocumentWork,
  type FinishedBatches,
} from './document-translator.js';
import { GlossaryGoneError } from './glossary-of-document.js';

const linesOf = async (file: SourceFile): Promise<string[]> => {
  const text = Buffer.from(await file.read(0, file.size)).toString('utf8');
  return text === '' ? [] : text.split('\n');
};

/** A format in which every line is a segment. */
const lineFormat = (pageSize = 64): DocumentHost => ({
  formats: async () => [],
  paginate: async () => undefined,
  recognise: async () => [],
  async *extract(_format, file) {
    const lines = await linesOf(file);
    for (let start = 0; start < lines.length; start += pageSize) {
      yield lines.slice(start, start + pageSize).map(
        (text): ExtractedSegment => ({
          role: 'body',
          parts: [{ kind: 'text', text }],
        }),
      );
      await turn();
    }
    return {};
  },
  async *merge(_format, file, _options, translations) {
    for (const _line of await linesOf(file)) {
      const { value, done } = await translations.next();
      if (done) throw new Error('A translation is missing');
      yield Buffer.from(`${plainText(value)}\n`);
    }
    return {};
  },
});

class BatchesInMemory implements FinishedBatches {
  readonly saved = new Map<number, TranslatedBatch>();

  async finished() {
    return new Map(
      [...this.saved].map(([number, { segments, ...batch }]) => [number, { ...batch, count: segments.length }]),
    );
  }

  async save(_translationId: string, number: number, batch: TranslatedBatch) {
    this.saved.set(number, batch);
  }

  async batch(_translationId: string, number: number) {
    return this.saved.get(number)?.segments ?? [];
  }

  async *segments(): AsyncGenerator<Segment, undefined> {
    for (let number = 0; this.saved.has(number); number += 1) yield* this.saved.get(number)?.segments ?? [];
    return undefined;
  }
}

const source = (lines: number): string => Array.from({ length: lines }, (_, line) => `line ${line}`).join('\n');
const firstText = ({ segments: [first = []] }: TranslationRequest): string => plainText(first);

let blobs: InMemoryBlobStore;
let batches: BatchesInMemory;

beforeEach(() => {
  blobs = new InMemoryBlobStore();
  batches = new BatchesInMemory();
});

const workOn = async (text: string, changes: Partial<DocumentWork> = {}): Promise<DocumentWork> => {
  const upload = uploadWith();
  const { size } = await blobs.put(upload.blobId, Readable.from([Buffer.from(text)]));
  return {
    upload: { ...upload, sizeBytes: size },
    request: {
      documentId: upload.documentId,
      organizationId: upload.organizationId,
      translationId,
      sourceLanguage: 'en',
      targetLanguage: 'es',
      options: { domain: '12 law', preserveLayout: true, translateHeaders: true, quality: 'fast' },
      requestedAt: upload.uploadedAt,
      estimatedCompletion: upload.uploadedAt,
    },
    signal: new AbortController().signal,
    onProgress: async () => undefined,
    ...changes,
  };
};

const translatorOn = (engine: ShoutingEngine, formats = lineFormat()) =>
  new DocumentTranslator(blobs, formats, engine, batches);

describe('a document', () => {
  it('a document is translated whole, in order, into a blob named after the translation', async () => {
    const text = source(300);
    const { blob } = await translatorOn(new ShoutingEngine()).translate(await workOn(text));
    expect(blob.id).toBe(translationId);
    expect(blobs.textOf(translationId)).toBe(`${text.toUpperCase()}\n`);
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
    await keepRules(blobs, 'rules', { keys });
    const work = await workOn(source(1));
    const options = { ...work.request.options, preserveImages: false, pageRange: '2-3', rulesBlobId: 'rules' };
    await translatorOn(new ShoutingEngine(), spied).translate({ ...work, request: { ...work.request, options } });
    const both = { keys, pageRange: [{ from: 2, to: 3 }], translateHeaders: true, preserveImages: false };
    const languages = { sourceLanguage: 'en', targetLanguage: 'es' };
    expect(told).toMatchObject([both, { ...both, ...languages, includeSource: false }]);
  });

  it.each([[true], [false]])('the segments are kept where a bilingual file can be made of them: %s', async (can) => {
    const list = [{ name: 'lines', mediaType: '', extensions: [], options: can ? (['include_source'] as const) : [] }];
    const work = await workOn('one\ntwo');
    await translatorOn(new ShoutingEngine(), { ...lineFormat(), formats: async () => list }).translate(work);
    const kept = segmentsBlobOf(work.request.documentId, translationId);
    expect(blobs.ids.includes(kept)).toBe(can);
    if (can) expect((await Array.fromAsync(readSegments(blobs, kept))).map(plainText)).toEqual(['ONE', 'TWO']);
  });

  it('a document keeps its order when batches end in another', async () => {
    const text = source(400);
    const engine = new ShoutingEngine({
      instead: async (request) => {
        if (firstText(request) === 'line 0') for (let turns = 0; turns < 50; turns += 1) await turn();
        return undefined;
      },
    });
    await translatorOn(engine).translate(await workOn(text));
    expect(blobs.textOf(translationId)).toBe(`${text.toUpperCase()}\n`);
  });

  it('an empty document becomes an empty file of full confidence', async () => {
    const engine = new ShoutingEngine();
    const summary = await translatorOn(engine).translate(await workOn(''));
    expect(summary).toMatchObject({ blob: { size: 0 }, model: 'none', confidence: 1 });
    expect(engine.requests).toEqual([]);
  });

  it('parts that are not translated are kept', async () => {
    await translatorOn(new ShoutingEngine()).translate(await workOn('see https://example.com/Path'));
    expect(blobs.textOf(translationId)).toBe('SEE https://example.com/Path\n');
  });

  it('a document in the target language already is copied, without the engine', async () => {
    const work = await workOn('one\ntwo');
    const engine = new ShoutingEngine();
    const summary = await translatorOn(engine).translate({
      ...work,
      request: { ...work.request, targetLanguage: 'en' },
    });
    expect(summary).toMatchObject({ model: 'none', confidence: 1 });
    expect(blobs.textOf(translationId)).toBe('one\ntwo\n');
    expect(engine.requests).toEqual([]);
  });

  it('a document whose file is gone fails with the error of the blob store', async () => {
    const work = await workOn('one');
    await blobs.delete(work.upload.blobId);
    await expect(translatorOn(new ShoutingEngine()).translate(work)).rejects.toThrow(BlobNotFoundError);
  });
});

describe('the engine', () => {
  it('the engine works on documents behind interactive requests, with the caller’s options', async () => {
    const engine = new ShoutingEngine();
    const work = await workOn('one');
    await translatorOn(engine).translate(work);
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
    await translatorOn(engine).translate(await workOn(source(64 * 20)));
    expect(peak).toBe(4);
  });

  it('the confidence of the engine is weighted by the length of the segments', async () => {
    const engine = new ShoutingEngine({ confidenceOf: (text) => (text.startsWith('good') ? 1 : 0) });
    const { confidence, model } = await translatorOn(engine).translate(await workOn('good good\nbad'));
    expect(confidence).toBeCloseTo(9 / 12, 10);
    expect(model).toBe('shouting-en-es');
  });

  it('an engine that returns another number of segments fails the document', async () => {
    const engine = new ShoutingEngine({ instead: async () => ({ segments: [], model: 'm' }) });
    await expect(translatorOn(engine).translate(await workOn('one'))).rejects.toThrow('another number of segments');
  });
});

describe('the fidelity report', () => {
  const reportOf = ({ request }: DocumentWork) =>
    readReport(blobs, reportBlobOf(request.documentId, request.translationId));
  const none = { repeated: 0, repaired: 0, overflowed: 0, skipped: 0 };

  it('a repeated segment is translated once in its document, wherever it is, and counted', async () => {
    const line = (number: number) => (number % 10 === 0 ? 'the same' : `line ${number}`);
    const text = Array.from({ length: 300 }, (_, number) => line(number)).join('\n');
    const engine = new ShoutingEngine();
    const work = await workOn(text);
    await translatorOn(engine).translate(work);
    const asked = engine.requests.flatMap(({ segments }) => segments.map(plainText));
    expect(asked).toHaveLength(271);
    expect(asked.filter((asking) => asking === 'the same')).toHaveLength(1);
    expect(blobs.textOf(translationId)).toBe(`${text.toUpperCase()}\n`);
    expect((await reportOf(work)).segments).toEqual({ ...none, found: 300, translated: 300, repeated: 29 });
  });

  it('a worker that takes over finds the repeated segments of finished batches, and counts as the first would', async () => {
    const text = Array.from({ length: 200 }, (_, number) => (number < 64 ? `line ${number}` : 'line 7')).join('\n');
    const work = await workOn(text);
    await translatorOn(new ShoutingEngine()).translate(work);
    const first = await reportOf(work);
    for (const number of [1, 2, 3]) batches.saved.delete(number);
    const engine = new ShoutingEngine();
    await translatorOn(engine).translate(work);
    expect(engine.requests).toEqual([]);
    expect(blobs.textOf(translationId)).toBe(`${text.toUpperCase()}\n`);
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
        return { skipped: [{ part: 'b.xml', reason: 'It is a field.', count: 3 }] };
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
    const work = await workOn('');
    const expected = {
      segments: { found: 5, translated: 2, repeated: 0, repaired: 1, overflowed: 1, skipped: 3 },
      parts: [
        { name: 'a.xml', kind: 'heading', segments: { ...none, found: 1, translated: 1, repaired: 1 } },
        { name: 'b.xml', kind: 'header', segments: { ...none, found: 4, translated: 1, skipped: 3 } },
        { name: 'document', kind: 'body', segments: { ...none, found: 0, translated: 0, overflowed: 1 } },
      ],
      skipped: [{ part: 'b.xml', reason: 'It is a field.', count: 3 }],
      warnings: [{ code: 'shrunk', message: 'Text was made smaller.', part: 'document', count: 1 }],
    };
    await translatorOn(engine, tagged).translate(work);
    expect(await reportOf(work)).toEqual(expected);
    expect(blobs.textOf(translationId)).toContain('"kind":"close"');
    await translatorOn(new ShoutingEngine(), tagged).translate(work);
    expect(await reportOf(work)).toEqual(expected);
  });
});

describe('a glossary', () => {
  const glossaryId = 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2';

  const workWith = async (text: string, entries: readonly GlossaryEntry[]): Promise<DocumentWork> => {
    const { blobId } = await storeEntries(blobs, glossaryId, entries);
    const work = await workOn(text);
    const options = { ...work.request.options, glossary: { id: glossaryId, version: 3, blobId } };
    return { ...work, request: { ...work.request, options } };
  };

  it('the terms of a glossary stand in every segment', async () => {
    const work = await workWith('the contract\nline\nContract law of {contract}', [
      { source: 'contract', target: 'contrato' },
      { source: 'contract law', target: 'derecho contractual' },
    ]);
    await translatorOn(new ShoutingEngine()).translate(work);
    expect(blobs.textOf(translationId)).toBe('THE contrato\nLINE\nDerecho contractual OF {contract}\n');
  });

  it('a glossary that is gone ends the translation before the engine is used', async () => {
    const work = await workWith('the contract', [{ source: 'contract', target: 'contrato' }]);
    await blobs.delete(work.request.options.glossary?.blobId ?? '');
    const engine = new ShoutingEngine();
    await expect(translatorOn(engine).translate(work)).rejects.toThrow(GlossaryGoneError);
    expect(engine.requests).toEqual([]);
  });
});

describe('a batch that fails', () => {
  const failingAt = (line: number, before: () => Promise<unknown> = async () => undefined) =>
    new ShoutingEngine({
      instead: async (request) => {
        if (firstText(request) !== `line ${line}`) return undefined;
        await before();
        throw new Error('the engine failed');
      },
    });

  it.each([
    ['the first', 0],
    ['one in the middle', 64 * 5],
    ['the last', 64 * 9],
  ])('a failing batch fails the document, whichever it is: %s', async (_which, line) => {
    await expect(translatorOn(failingAt(line)).translate(await workOn(source(640)))).rejects.toThrow(
      'the engine failed',
    );
    expect(blobs.ids).not.toContain(translationId);
  });

  it('a failing batch fails the document also while it is still being read', async () => {
    const slow = lineFormat(1);
    await expect(translatorOn(failingAt(0), slow).translate(await workOn(source(640)))).rejects.toThrow(
      'the engine failed',
    );
    expect(blobs.ids).not.toContain(translationId);
  });

  it('a failing batch leaves the finished ones for the next try', async () => {
    const work = await workOn(source(640));
    const engine = failingAt(64 * 9, async () => {
      for (let turns = 0; turns < 100; turns += 1) await turn();
    });
    await expect(translatorOn(engine).translate(work)).rejects.toThrow();
    expect([...batches.saved.keys()].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('a batch that cannot be stored fails the document', async () => {
    batches.save = async () => {
      throw new Error('the database is away');
    };
    await expect(translatorOn(new ShoutingEngine()).translate(await workOn('one'))).rejects.toThrow('away');
  });
});

describe('a worker that takes over', () => {
  const stopAfter = async (finished: number): Promise<DocumentWork> => {
    const work = await workOn(source(640));
    await translatorOn(new ShoutingEngine({ confidenceOf: () => 0.5 })).translate(work);
    for (const number of [...batches.saved.keys()]) if (number >= finished) batches.saved.delete(number);
    await blobs.delete(translationId);
    return work;
  };

  it('a worker that takes over repeats no batch that was finished', async () => {
    const work = await stopAfter(7);
    const engine = new ShoutingEngine();
    await translatorOn(engine).translate(work);
    expect(engine.requests.map(firstText)).toEqual(['line 448', 'line 512', 'line 576']);
    expect(blobs.textOf(translationId)).toBe(`${source(640).toUpperCase()}\n`);
  });

  it('a worker that takes over fills the gaps that batches in flight have left', async () => {
    const work = await stopAfter(10);
    batches.saved.delete(2);
    batches.saved.delete(5);
    const engine = new ShoutingEngine();
    await translatorOn(engine).translate(work);
    expect(engine.requests.map(firstText)).toEqual(['line 128', 'line 320']);
    expect(blobs.textOf(translationId)).toBe(`${source(640).toUpperCase()}\n`);
  });

  it('a worker that takes over does not use the engine when only the merge was left', async () => {
    const engine = new ShoutingEngine();
    const summary = await translatorOn(engine).translate(await stopAfter(10));
    expect(engine.requests).toEqual([]);
    expect(summary).toMatchObject({ model: 'shouting-en-es', confidence: 0.5 });
  });

  it('a worker that takes over counts the finished batches into confidence and progress', async () => {
    const progress: number[] = [];
    const work = await stopAfter(5);
    const { confidence } = await translatorOn(new ShoutingEngine()).translate({
      ...work,
      onProgress: async (segmentsDone) => {
        progress.push(segmentsDone);
      },
    });
    expect(confidence).toBeGreaterThan(0.7);
    expect(confidence).toBeLessThan(0.8);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => count * 64));
  });
});

describe('a stop', () => {
  it('a stop ends the work with its reason, and nothing is stored', async () => {
    const stopping = new AbortController();
    const engine = new ShoutingEngine({
      instead: async (request) => {
        if (firstText(request) === 'line 128') stopping.abort(new Error('the worker stops'));
        request.signal?.throwIfAborted();
        return undefined;
      },
    });
    const work = await workOn(source(640), { signal: stopping.signal });
    await expect(translatorOn(engine).translate(work)).rejects.toThrow('the worker stops');
    expect(engine.requests.length).toBeLessThan(10);
    expect(blobs.ids).not.toContain(translationId);
  });
});
