import { GlossaryCompiler } from '#libs/application/glossaries/glossary-compiler.js';
import type { FormatHost } from '#libs/documents/formats/host/format-host.js';
import type { SegmentBatches, TranslatedBatch } from '#libs/documents/segment-batches/segment-batches.js';
import { blobAsFile } from '#libs/documents/stored-files/blob-as-file.js';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import type { BlobInfo, BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { GlossaryMatcher } from '#libs/text/glossary/glossary-matcher.js';
import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { plainText } from '#libs/text/segments/plain-text.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { batchesOf } from './batching.js';
import { glossaryOfDocument } from './glossary-of-document.js';
import { protect } from './segment-protection.js';

export interface DocumentWork {
  upload: DocumentEventData<'DocumentUploaded'>;
  request: DocumentEventData<'DocumentTranslationRequested'>;
  signal: AbortSignal;
  /** Called as batches are finished; the number never decreases. */
  onProgress: (segmentsDone: number) => Promise<void>;
}

export interface TranslatedDocument {
  blob: BlobInfo;
  model: string;
  confidence: number;
}

export type FinishedBatches = Pick<SegmentBatches, 'finished' | 'save' | 'segments'>;

/** Number of batches that the engine has at a time: enough to keep it busy, few enough to bound the memory. */
const batchesInFlight = 4;

/** Model name for text that is in the target language already: it is copied without the engine. */
const copyModel = 'none';

/** Extracts, translates with many batches in flight, stores each finished batch, and merges them. */
export class DocumentTranslator {
  private readonly glossaries: GlossaryCompiler;

  constructor(
    private readonly blobs: BlobStore,
    private readonly formats: FormatHost,
    private readonly inference: InferenceEngine,
    private readonly batches: FinishedBatches,
  ) {
    this.glossaries = new GlossaryCompiler(blobs);
  }

  async translate(work: DocumentWork): Promise<TranslatedDocument> {
    const { upload, request, signal } = work;
    const file = blobAsFile(this.blobs, { id: upload.blobId, size: upload.sizeBytes, sha256: upload.sha256 });
    const options = { translateHeaders: request.options.translateHeaders };
    const glossary = await glossaryOfDocument(this.glossaries, request, signal);
    const extraction = this.formats.extract(upload.format, file, options, signal);
    const summary = await this.translateBatches(work, glossary, extraction);
    const { sourceLanguage, targetLanguage, translationId } = request;
    const merged = this.formats.merge(
      upload.format,
      file,
      { ...options, sourceLanguage, targetLanguage },
      this.batches.segments(translationId),
      signal,
    );
    const blob = await this.blobs.put(translationId, merged, { signal });
    return { blob, ...summary };
  }

  private async translateBatches(
    work: DocumentWork,
    glossary: GlossaryMatcher | undefined,
    extraction: ReturnType<FormatHost['extract']>,
  ): Promise<{ model: string; confidence: number }> {
    const { request, signal, onProgress } = work;
    const finished = await this.batches.finished(request.translationId);
    const totals = { segments: 0, confidenceSum: 0, weight: 0, model: copyModel };
    const inFlight = new Set<Promise<void>>();
    const account = async (count: number, batch: Omit<TranslatedBatch, 'segments'>): Promise<void> => {
      totals.segments += count;
      totals.confidenceSum += batch.confidenceSum;
      totals.weight += batch.weight;
      if (batch.model !== copyModel) totals.model = batch.model;
      await onProgress(totals.segments);
    };
    try {
      for await (const { number, segments } of batchesOf(extraction)) {
        signal.throwIfAborted();
        const known = finished.get(number);
        if (known !== undefined) {
          await account(known.count, known);
          continue;
        }
        // A failed batch stays in the set, so that the wait below sees its error, however early it failed.
        const done = this.translateBatch(work, glossary, segments).then(async (batch) => {
          await this.batches.save(request.translationId, number, batch);
          await account(segments.length, batch);
          inFlight.delete(done);
        });
        inFlight.add(done);
        // Until it is awaited, its rejection must not count as unhandled.
        done.catch(() => undefined);
        if (inFlight.size >= batchesInFlight) await Promise.race(inFlight);
      }
      await Promise.all(inFlight);
    } finally {
      await Promise.allSettled(inFlight);
    }
    const confidence = totals.weight === 0 ? 1 : totals.confidenceSum / totals.weight;
    return { model: totals.model, confidence: Math.min(1, confidence) };
  }

  private async translateBatch(
    { request, signal }: DocumentWork,
    glossary: GlossaryMatcher | undefined,
    segments: Segment[],
  ): Promise<TranslatedBatch> {
    const { sourceLanguage: source, targetLanguage: target, options } = request;
    if (source === baseLanguage(target)) return { segments, confidenceSum: 0, weight: 0, model: copyModel };
    const { segments: translated, model } = await this.inference.translate({
      source,
      target,
      segments: segments.map((segment) => glossary?.apply(protect(segment)) ?? protect(segment)),
      domain: options.domain,
      quality: options.quality,
      priority: 'document',
      signal,
    });
    if (translated.length !== segments.length) throw new Error('The engine answered another number of segments');
    let confidenceSum = 0;
    let weight = 0;
    for (const { parts, confidence } of translated) {
      const { length } = plainText(parts);
      confidenceSum += confidence * length;
      weight += length;
    }
    return { segments: translated.map(({ parts }) => asText(parts)), confidenceSum, weight, model };
  }
}
