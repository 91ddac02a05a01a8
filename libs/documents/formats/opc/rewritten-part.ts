import { XmlCodec } from '#libs/documents/formats/xml/xml-codec.js';
import { applyEdits, type XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';

/**
 * The content of an entry with its edits made, undefined where there are none. The entry is read twice, first to find
 * the edits and, behind that, to make them; so nothing of it is held in memory.
 */
export const rewrittenPart = async (
  archive: ZipArchive,
  entry: ZipEntry,
  edits: AsyncGenerator<XmlEdit, void>,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const first = await edits.next();
  if (first.done) return undefined;
  async function* all(found: XmlEdit, others: AsyncIterable<XmlEdit>) {
    yield found;
    yield* others;
  }
  const codec = new XmlCodec();
  return codec.encode(applyEdits(codec.decode(archive.read(entry)), all(first.value, edits)));
};
