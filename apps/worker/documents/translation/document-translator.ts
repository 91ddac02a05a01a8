import { GlossaryCompiler } from '#libs/application/glossaries/glossary-compiler.js';
import { keepReport } from '#libs/documents/fidelity/fidelity-report.js';
import { FidelityTally } from '#libs/documents/fidelity/fidelity-tally.js';
import type { DocumentSummary, MergeOptions, MergeSummary } from '#libs/documents/formats/format.port.js';
import type { ThreadUser } from '#libs/documents/formats/host/format-host.js';
import { withRecognition } from '#libs/documents/ocr/kept-recognition.js';
import type { ConvertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { withPagination } from '#libs/documents/office/kept-pagination.js';
import { mergeOptionsOf } from '#libs/documents/options/format-options.js';
import { rulesOf } from '#libs/documents/options/translation-rules.js';
import type { FinishedBatch, SegmentBatches } from '#libs/documents/segment-batches/segment-batches.js';
import { blobAsFile } from '#libs/documents/stored-files/blob-as-file.js';
import { reportBlobOf, segmentsBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { keepSegments } from '#libs/documents/stored-files/stored-segments.js';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlob, CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { GlossaryMatcher } from '#libs/text/glossary/glossary-matcher.js';
import { type Batch, batchesOf } from './batching.js';
import { copyModel, translateSegments } from './engine-translation.js';
import { glossaryOfDocument } from './glossary-of-document.js';
import { RepeatedSegments } from './repeated-segments.js';
import { withoutRepeats } from './repeats-of-batch.js';

export interface DocumentWork {
  upload: DocumentEventData<'DocumentUploaded'>;
  request: DocumentEventData<'DocumentTranslationRequested'>;
  signal: AbortSignal;
  /** Called as batches are finished; the number never decreases. */
  onProgress: (segmentsDone: number) => Promise<void>;
}

export interface TranslatedDocument {
  blob: BlobInfo;
  /** Bytes that its files add to those that are stored. */
  storedBytes: number;
  model: string;
  confidence: number;
}

export type DocumentHost = Pick<ConvertingFormatHost, 'formats' | 'extract' | 'merge' | 'paginate' | 'recognise'>;

export type FinishedBatches = Pick<SegmentBatches, 'finished' | 'save' | 'batch' | 'segments'>;

/** Number of batches that the engine has at a time: enough to keep it busy, few enough to bound the memory. */
const batchesInFlight = 4;

/** Yields what the generator yields, and hands on what it returns. */
async function* handingOn<Item, Result>(
  items: AsyncGenerator<Item, Result>,
  returned: (result: Result) => void,
): AsyncGenerator<Item, void> {
  returned(yield* items);
}

/** Extracts, translates with many batches in flight, stores each finished batch, merges them, and reports. */
export class DocumentTranslator {
  private readonly glossaries: GlossaryCompiler;

  constructor(
    private readonly blobs: CountedBlobStore,
    private readonly formats: DocumentHost,
    private readonly inference: InferenceEngine,
    private readonly batches: FinishedBatches,
  ) {
    this.glossaries = new GlossaryCompiler(blobs);
  }

  async translate(work: DocumentWork): Promise<TranslatedDocument> {
    const { upload, request, signal } = work;
    const { translationId } = request;
    const file = blobAsFile(this.blobs, { id: upload.blobId, size: upload.sizeBytes, sha256: upload.sha256 });
    const user = { organizationId: upload.organizationId, signal };
    const options = await this.optionsOf(work, user);
    const glossary = await glossaryOfDocument(this.glossaries, request, signal);
    const tally = new FidelityTally();
    let extracted: DocumentSummary = {};
    let written: MergeSummary = {};
    const extraction = handingOn(this.formats.extract(upload.format, file, options, user), (summary) => {
      extracted = summary;
    });
    const translated = await this.translateBatches(work, { glossary, tally }, batchesOf(extraction));
    const merged = this.formats.merge(upload.format, file, options, this.batches.segments(translationId), user);
    const content = handingOn(merged, (summary) => {
      written = summary;
    });
    const { documentId } = request;
    const owner = { organizationId: upload.organizationId, documentId };
    const blob = await this.blobs.put(translationId, content, { owner, signal });
    const segments = await this.keepForBilingualFile(work, user);
    const report = tally.report(extracted, written);
    const kept = await keepReport(this.blobs, reportBlobOf(documentId, translationId), report, owner);
    const storedBytes = blob.storedBytes + (segments?.storedBytes ?? 0) + kept.storedBytes;
    return { blob, storedBytes, ...translated };
  }

  private async optionsOf({ upload, request }: DocumentWork, user: ThreadUser): Promise<MergeOptions> {
    const { format, blobId: id, sizeBytes: size, sha256 } = upload;
    const options = mergeOptionsOf(request, await rulesOf(this.blobs, request.options), false);
    const stores = { blobs: this.blobs, formats: this.formats };
    const document = { format, blob: { id, size, sha256 } };
    return await withRecognition(stores, document, await withPagination(stores, document, options, user), user);
  }

  /** The finished batches go when the translation has ended. */
  private async keepForBilingualFile(
    { upload, request, signal }: DocumentWork,
    user: ThreadUser,
  ): Promise<CountedBlob | undefined> {
    const formats = await this.formats.formats(user);
    const format = formats.find(({ name }) => name === upload.format);
    if (format?.options.includes('include_source') !== true) return undefined;
    const { documentId, translationId } = request;
    const segments = this.batches.segments(translationId);
    const owner = { organizationId: upload.organizationId };
    return keepSegments(this.blobs, segmentsBlobOf(documentId, translationId), segments, { owner, signal });
  }

  private async translateBatches(
    { request, signal, onProgress }: DocumentWork,
    { glossary, tally }: { glossary: GlossaryMatcher | undefined; tally: FidelityTally },
    batches: AsyncGenerator<Batch>,
  ): Promise<{ model: string; confidence: number }> {
    const { translationId } = request;
    const finished = await this.batches.finished(translationId);
    const repeats = new RepeatedSegments();
    const totals = { segments: 0, confidenceSum: 0, weight: 0, model: copyModel };
    const inFlight = new Set<Promise<void>>();
    const account = async ({ segments }: Batch, batch: Omit<FinishedBatch, 'count'>): Promise<void> => {
      for (const place of batch.repaired) if (segments[place] !== undefined) tally.repaired(segments[place]);
      totals.segments += segments.length;
      totals.confidenceSum += batch.confidenceSum;
      totals.weight += batch.weight;
      if (batch.model !== copyModel) totals.model = batch.model;
      await onProgress(totals.segments);
    };
    try {
      for await (const batch of batches) {
        signal.throwIfAborted();
        const { number } = batch;
        const known = finished.get(number);
        const load = () => this.batches.batch(translationId, number);
        const distinct = withoutRepeats(batch, repeats, tally, known === undefined ? undefined : load);
        if (known !== undefined) {
          await account(batch, known);
          continue;
        }
        // A failed batch stays in the set, so that the wait below sees its error, however early it failed.
        const done = distinct
          .translated((segments) => translateSegments(this.inference, { request, glossary, signal }, segments))
          .then(async (translated) => {
            await this.batches.save(translationId, number, translated);
            await account(batch, translated);
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
}
