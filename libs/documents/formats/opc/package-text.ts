import type { ExtractedSegment, SkippedText } from '#libs/documents/formats/format.port.js';
import type { Unsigning } from '#libs/documents/formats/zip/unsigning.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { copyArchive } from '#libs/documents/formats/zip/zip-copy.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { rewrittenPart } from './rewritten-part.js';
import { type TextUnit, unitEdits } from './text-unit.js';

/** The texts of a part, undefined for a part that has none. */
export type UnitsOfPart = (entry: ZipEntry) => AsyncIterable<TextUnit> | undefined;

const batchSize = 32;

/** The segments of a package in the order in which it is written, so that none has to wait for another. */
export async function* extractPackage(
  archive: ZipArchive,
  unitsOf: UnitsOfPart,
): AsyncGenerator<ExtractedSegment[], SkippedText[]> {
  const skipped = new Map<string, SkippedText>();
  let batch: ExtractedSegment[] = [];
  for (const entry of archive.physicalOrder) {
    for await (const unit of unitsOf(entry) ?? []) {
      if (unit.skipped !== undefined) count(skipped, unit.skipped);
      for (const segment of unit.segments) {
        if (batch.push(segment) < batchSize) continue;
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
  return [...skipped.values()];
}

const count = (skipped: Map<string, SkippedText>, { part, reason, count }: SkippedText): void => {
  const key = `${part} ${reason}`;
  const before = skipped.get(key)?.count ?? 0;
  skipped.set(key, { part, reason, count: before + count });
};

/** The package with its texts translated; all that does not change is copied byte by byte. */
export const mergePackage = (
  archive: ZipArchive,
  unitsOf: UnitsOfPart,
  translations: AsyncIterator<Segment, undefined>,
  signatures: Unsigning,
): AsyncGenerator<Uint8Array, void> => {
  const next = async (): Promise<Segment> => {
    const translation = await translations.next();
    if (translation.done) throw new Error('The translations ended before the segments did.');
    return translation.value;
  };
  return copyArchive(archive, async (entry) => {
    const unsigned = signatures.rewrite(entry);
    if (unsigned !== undefined) return unsigned;
    const units = unitsOf(entry);
    return units === undefined ? undefined : rewrittenPart(archive, entry, unitEdits(units, next));
  });
};
