import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlob, CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { FileOwner } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import type { ConformanceClaim, SegmentRole } from '../formats/format.port.js';

/** Numbers of segments: found is translated and skipped; repeated, repaired and overflowed are among the translated. */
export interface SegmentCounts {
  found: number;
  translated: number;
  /** Took the translation of an equal segment before them. */
  repeated: number;
  /** Their translation came back with tags lost, doubled or crossed. */
  repaired: number;
  /** Their translation did not fit in its place. */
  overflowed: number;
  skipped: number;
}

export interface PartReport {
  /** Name of the part inside the file; `wholeFile` for what is known of no part. */
  name: string;
  /** The most frequent role of its segments. */
  kind: SegmentRole;
  segments: SegmentCounts;
}

/** A report on the outcome of each segment of a document: numbers, places and reasons, never a word of the text. */
export interface FidelityReport {
  segments: SegmentCounts;
  /** Their counts sum to those of the whole. */
  parts: readonly PartReport[];
  skipped: readonly { part: string; reason: string; count: number }[];
  warnings: readonly { code: string; message: string; part: string; count: number }[];
  /** Facts of the format alone; missing for formats that have none, and in reports of before there were any. */
  format_details?: FormatDetails;
}

export interface FormatDetails {
  /** Standards that the source says it follows. */
  conformance: readonly ConformanceClaim[];
}

export const keepReport = async (
  blobs: Pick<CountedBlobStore, 'put'>,
  blobId: string,
  report: FidelityReport,
  { organizationId }: FileOwner,
): Promise<CountedBlob> => {
  return blobs.put(blobId, Readable.from([Buffer.from(JSON.stringify(report))]), { owner: { organizationId } });
};

/** @throws BlobNotFoundError where the translation has no report, or it went with its document */
export const readReport = async (blobs: Pick<BlobStore, 'read'>, blobId: string): Promise<FidelityReport> =>
  JSON.parse(await text(await blobs.read(blobId)));
