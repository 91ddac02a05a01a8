import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';

export type PartKind = 'content' | 'styles' | 'meta' | 'object' | 'settings';

/** The parts of a package that matter here. */
export interface OdfPackage {
  archive: ZipArchive;
  /** In the order of their bytes in the archive, which is the order of their segments. */
  parts: ReadonlyMap<ZipEntry, PartKind>;
  content: ZipEntry;
  styles: ZipEntry | undefined;
}

const rootParts: ReadonlyMap<string, PartKind> = new Map([
  ['content.xml', 'content'],
  ['styles.xml', 'styles'],
  ['meta.xml', 'meta'],
  ['settings.xml', 'settings'],
]);

const kindOf = (name: string): PartKind | undefined =>
  rootParts.get(name) ?? (/^(?!META-INF\/).+\/content\.xml$/.test(name) ? 'object' : undefined);

/** @throws FormatError where the file is no document of these media types. */
export const openOdf = async (file: SourceFile, mediaTypes: readonly string[]): Promise<OdfPackage> => {
  const archive = await ZipArchive.open(file);
  await refuseEncryption(archive);
  const type = await mediaTypeOf(archive);
  if (type !== undefined && !mediaTypes.includes(type)) {
    throw new FormatError('invalid', 'The archive holds another kind of document.');
  }
  const content = archive.find('content.xml');
  if (content === undefined) throw new FormatError('invalid', 'The archive holds no document.');
  const parts = new Map<ZipEntry, PartKind>();
  for (const entry of archive.physicalOrder) {
    const kind = kindOf(entry.name);
    if (kind === undefined || (kind === 'object' && !(await isDocument(archive, entry)))) continue;
    parts.set(entry, kind);
  }
  return { archive, parts, content, styles: archive.find('styles.xml') };
};

/** A formula is an object too, in MathML, often with a document type. */
const isDocument = async (archive: ZipArchive, entry: ZipEntry): Promise<boolean> => {
  for await (const chunk of archive.read(entry)) return Buffer.from(chunk).includes('document-content');
  return false;
};

const maxTypeLength = 200;

/** Some programs leave the media type out; the content is then looked at as it is. */
const mediaTypeOf = async (archive: ZipArchive): Promise<string | undefined> => {
  const entry = archive.find('mimetype');
  if (entry === undefined) return undefined;
  if (entry.size > maxTypeLength) throw new FormatError('invalid', 'The archive is not an OpenDocument file.');
  let type = '';
  for await (const chunk of archive.read(entry)) type += Buffer.from(chunk).toString('latin1');
  return type.trim();
};

const encryptionMark = 'encryption-data';

/** The manifest says of each file how it is encrypted. It may have a document type, so it is not read as XML. */
const refuseEncryption = async (archive: ZipArchive): Promise<void> => {
  const manifest = archive.find('META-INF/manifest.xml');
  if (manifest === undefined) return;
  let end = '';
  for await (const chunk of archive.read(manifest)) {
    const text = end + Buffer.from(chunk).toString('latin1');
    if (text.includes(encryptionMark)) throw new FormatError('encrypted', 'The document is protected by a password.');
    end = text.slice(-encryptionMark.length);
  }
};
