import { GlossaryCompiler } from '#libs/application/glossaries/glossary-compiler.js';
import { keepReport } from '#libs/documents/fidelity/fidelity-report.js';
import { FidelityTally } from '#libs/documents/fidelity/fidelity-tally.js';
import { countedPages } from '#libs/documents/formats/counting.js';
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
import type { DocumentEventData, PageCountSource, TextSize } from '#libs/domain/document/document.events.js';
import { countedCharacters } from '#libs/domain/document/document-size.js';
import { joinedProvenance, type Provenance } from '#libs/domain/provenance.js';
import { anySignal } from '#libs/platform/async/any-signal.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlob, CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { madeByNone } from '#libs/ports/inference/provenance-of.js';
import type { GlossaryMatcher } from '#libs/text/glossary/glossary-matcher.js';
import { BatchesInOrder } from './batches-in-order.js';
import { type Batch, batchesOf } from './batching.js';
import { copyModel, translateSegments } from './engine-translation.js';
import { glossaryOfDocument } from './glossary-of-document.js';
import { ReadSize } from './read-size.js';
import { RepeatedSegments } from './repeated-segments.js';
import { withoutRepeats } from './repeats-of-batch.js';

export interface DocumentWork {
  upload: DocumentEventData<'DocumentUploaded'>;
  request: DocumentEventData<'DocumentTranslationRequested'>;
  signal: AbortSignal;
  /** Called as batches are finished; the number done never decreases. The provenance is that of all finished batches. */
  onProgress: (done: { segmentsDone: number; segmentsTotal: number }, provenance: () => Provenance) => Promise<void>;
  /** Called when all segments have been read, of which some are not translated yet. */
  onRead: (found: FoundSize) => Promise<void>;
}

/** The size that a document was found to have. */
export interface FoundSize {
  size: TextSize;
  pageCount: number;
  pageCountSource: PageCountSource;
}

export interface TranslatedDocument {
  blob: BlobInfo;
  /** Bytes that its files add to those that are stored. */
  storedBytes: number;
  model: string;
  confidence: number;
  /** That of all batches, those finished by earlier tries included. */
  provenance: Provenance;
}

export type DocumentHost = Pick<ConvertingFormatHost, 'formats' | 'extract' | 'merge' | 'paginate' | 'recognise'>;

export type FinishedBatches = Pick<SegmentBatches, 'finished' | 'save' | 'batch' | 'segments'>;

/** Number of batches that the engine has at a time: enough to keep it busy, few enough to bound the memory. */
const batchesInFlight = 4;

/** Formats that take as long to write as to read: they are written while later pages are still being read and translated. */
const writtenAlongside: ReadonlySet<string> = new Set(['pdf']);

/** Waits for both. The failure of one stops the other, and is thrown when both have ended. */
const both = async <One, Other>(
  one: Promise<One>,
  other: Promise<Other>,
  stop: (error: unknown) => void,
): Promise<[One, Other]> => {
  one.catch(stop);
  other.catch(stop);
  try {
    return await Promise.all([one, other]);
  } finally {
    await Promise.allSettled([one, other]);
  }
};

/** Batches are finished in any order; what they were made with is named in the order of the text. */
const provenanceOfBatches = (made: ReadonlyMap<number, Provenance>): Provenance =>
  made.size === 0
    ? madeByNone
    : joinedProvenance([...made].sort(([a], [b]) => a - b).map(([, provenance]) => provenance));

/** Yields what the generator yields, and hands on what it returns. */
async function* handingOn<Item, Result>(
  items: AsyncGenerator<Item, Result>,
  returned: (result: Result) => void,
): AsyncGenerator<Item, void> {
  returned(yield* items);
}

interface Reading {
  glossary: GlossaryMatcher | undefined;
  tally: FidelityTally;
  read: ReadSize;
  stored: BatchesInOrder;
  /** Called when all segments have been read. */
  onRead: () => Promise<void>;
}

const foundSize = (
  { sizeBytes }: DocumentWork['upload'],
  { characterCount: characters, ...size }: TextSize,
  summary: DocumentSummary,
  { pagination }: MergeOptions,
): FoundSize => {
  const { pageCount, pageCountSource } = countedPages(summary, characters, pagination !== undefined);
  return { size: { ...size, characterCount: countedCharacters(characters, sizeBytes) }, pageCount, pageCountSource };
};

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
    const { upload, request } = work;
    const { translationId } = request;
    const failed = new AbortController();
    const signal = anySignal([work.signal, failed.signal]);
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
    const stored = new BatchesInOrder((number) => this.batches.batch(translationId, number));
    const read = new ReadSize(request.size ?? upload);
    const onRead = () => work.onRead(foundSize(upload, read.end(), extracted, options));
    const reading = { glossary, tally, read, stored, onRead };
    const translating = this.translateBatches({ ...work, signal }, reading, batchesOf(extraction));
    const merged = this.formats.merge(upload.format, file, options, stored.segments(), user);
    const content = handingOn(merged, (summary) => {
      written = summary;
    });
    const { documentId } = request;
    const owner = { organizationId: upload.organizationId, documentId };
    const write = async () => {
      await (writtenAlongside.has(upload.format) ? stored.has(0) : stored.all());
      return await this.blobs.put(translationId, content, { owner, signal });
    };
    const [translated, blob] = await both(translating, write(), (error) => failed.abort(error));
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
    { glossary, tally, read, stored, onRead }: Reading,
    batches: AsyncGenerator<Batch>,
  ): Promise<Pick<TranslatedDocument, 'model' | 'confidence' | 'provenance'>> {
    const { translationId } = request;
    const finished = await this.batches.finished(translationId);
    const repeats = new RepeatedSegments();
    const totals = { segments: 0, confidenceSum: 0, weight: 0, model: copyModel };
    const inFlight = new Set<Promise<void>>();
    const made = new Map<number, Provenance>();
    const provenance = () => provenanceOfBatches(made);
    const account = async ({ number, segments }: Batch, batch: Omit<FinishedBatch, 'count'>): Promise<void> => {
      for (const place of batch.repaired) if (segments[place] !== undefined) tally.repaired(segments[place]);
      totals.segments += segments.length;
      totals.confidenceSum += batch.confidenceSum;
      totals.weight += batch.weight;
      if (batch.model !== copyModel) totals.model = batch.model;
      made.set(number, batch.provenance);
      stored.add(number);
      await onProgress({ segmentsDone: totals.segments, segmentsTotal: read.expectedSegments }, provenance);
    };
    try {
      for await (const batch of batches) {
        signal.throwIfAborted();
        const { number } = batch;
        read.add(batch.segments);
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
      await onRead();
      await Promise.all(inFlight);
      stored.end(made.size);
    } catch (error) {
      stored.fail(error);
      throw error;
    } finally {
      await Promise.allSettled(inFlight);
    }
    const confidence = totals.weight === 0 ? 1 : totals.confidenceSum / totals.weight;
    return { model: totals.model, confidence: Math.min(1, confidence), provenance: provenance() };
  }
}
