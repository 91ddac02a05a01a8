import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { ExtractedSegment, SourceFile } from '#libs/documents/formats/format.port.js';
import type { TranslatedBatch } from '#libs/documents/segment-batches/segment-batches.js';
import type { TranslationRequest } from '#libs/ports/inference/inference.port.js';
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

const linesOf = async (file: SourceFile): Promise<string[]> => {
  const text = Buffer.from(await file.read(0, file.size)).toString('utf8');
  return text === '' ? [] : text.split('\n');
};

/** A format in which every line is a segment. */
export const lineFormat = (pageSize = 64): DocumentHost => ({
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

/** A text of so many segments. */
export const source = (lines: number): string => Array.from({ length: lines }, (_, line) => `line ${line}`).join('\n');
export const firstText = ({ segments: [first = []] }: TranslationRequest): string => plainText(first);

/** A translator, the files and the batches that it works on. */
export class TranslatorFixture {
  readonly blobs = new InMemoryBlobStore();
  readonly batches = new BatchesInMemory();

  async workOn(text: string, changes: Partial<DocumentWork> = {}): Promise<DocumentWork> {
    const upload = uploadWith();
    const { size } = await this.blobs.put(upload.blobId, Readable.from([Buffer.from(text)]));
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
      onRead: async () => undefined,
      ...changes,
    };
  }

  translatorOn(engine: ShoutingEngine, formats = lineFormat()): DocumentTranslator {
    return new DocumentTranslator(this.blobs, formats, engine, this.batches);
  }
}
