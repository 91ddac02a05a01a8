import { XmlCodec } from '../xml/xml-codec.js';
import { defaultXmlLimits, type WholeElements, type XmlToken, xmlTokens } from '../xml/xml-tokens.js';
import type { ZipEntry } from '../zip/zip.records.js';
import type { ZipArchive } from '../zip/zip-archive.js';

/** The tokens of an entry that is XML; those elements that `wholes` matches are one token each. */
export const partTokens = (
  archive: ZipArchive,
  entry: ZipEntry,
  wholes?: WholeElements,
): AsyncGenerator<XmlToken[], void> => xmlTokens(new XmlCodec().decode(archive.read(entry)), defaultXmlLimits, wholes);

/** The start tags of an entry that is XML. */
export async function* openTags(
  archive: ZipArchive,
  entry: ZipEntry,
): AsyncGenerator<XmlToken & { kind: 'open' }, void> {
  for await (const tokens of partTokens(archive, entry)) {
    for (const token of tokens) if (token.kind === 'open') yield token;
  }
}
