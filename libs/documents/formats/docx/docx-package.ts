import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { SegmentRole, SourceFile } from '#libs/documents/formats/format.port.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import { XmlCodec } from '#libs/documents/formats/xml/xml-codec.js';
import { type XmlToken, xmlTokens } from '#libs/documents/formats/xml/xml-tokens.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';

/** Content types of documents and templates; those with macros have types that belong to other extensions. */
const documentTypes = new Set([
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
]);

/** Namespaces of relationships, transitional and strict. */
const relationshipTypes =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships\/(.+)$/;

const storyRoles: Partial<Record<string, SegmentRole>> = {
  header: 'header',
  footer: 'footer',
  footnotes: 'note',
  endnotes: 'note',
};

interface Relationship {
  type: string;
  /** The name of the part, without the leading slash. */
  target: string;
}

/** The parts of a document that matter here. */
export interface DocxPackage {
  archive: ZipArchive;
  /** The parts that hold paragraphs, in the order of the archive. */
  stories: ReadonlyMap<ZipEntry, SegmentRole>;
  styles?: ZipEntry;
  settings?: ZipEntry;
  properties?: ZipEntry;
}

export const partTokens = (archive: ZipArchive, entry: ZipEntry): AsyncGenerator<XmlToken[], void> =>
  xmlTokens(new XmlCodec().decode(archive.read(entry)));

/** @throws FormatError where the file is no DOCX. */
export const openDocx = async (file: SourceFile, options: { translateHeaders: boolean }): Promise<DocxPackage> => {
  const archive = await ZipArchive.open(file);
  const ofPackage = await relationshipsOf(archive, '');
  const main = ofPackage.find(({ type }) => type === 'officeDocument')?.target;
  const document = main === undefined ? undefined : archive.find(main);
  if (main === undefined || document === undefined) throw new FormatError('invalid', 'The archive holds no document.');
  await checkContentType(archive, main);
  const roles = new Map<ZipEntry, SegmentRole>([[document, 'body']]);
  const ofDocument = await relationshipsOf(archive, main);
  for (const { type, target } of ofDocument) {
    const role = storyRoles[type];
    const entry = archive.find(target);
    const isWanted = role === 'note' || options.translateHeaders;
    if (role !== undefined && entry !== undefined && isWanted) roles.set(entry, role);
  }
  const find = (relationships: Relationship[], pattern: RegExp) => {
    const target = relationships.find(({ type }) => pattern.test(type))?.target;
    return target === undefined ? undefined : archive.find(target);
  };
  return {
    archive,
    stories: inArchiveOrder(archive, roles),
    styles: find(ofDocument, /^styles$/),
    settings: find(ofDocument, /^settings$/),
    properties: find(ofPackage, /^extended-?properties$/i),
  };
};

/** Segments come in the order in which a merged archive is written, so that none has to wait for another. */
const inArchiveOrder = (archive: ZipArchive, roles: ReadonlyMap<ZipEntry, SegmentRole>): Map<ZipEntry, SegmentRole> => {
  const ordered = new Map<ZipEntry, SegmentRole>();
  for (const entry of archive.physicalOrder) {
    const role = roles.get(entry);
    if (role !== undefined) ordered.set(entry, role);
  }
  return ordered;
};

const checkContentType = async (archive: ZipArchive, part: string): Promise<void> => {
  const entry = archive.find('[Content_Types].xml');
  if (entry === undefined) throw new FormatError('invalid', 'The archive is not an Office document.');
  const name = `/${part}`.toLowerCase();
  const extension = part.slice(part.lastIndexOf('.') + 1).toLowerCase();
  let ofExtension: string | undefined;
  let ofPart: string | undefined;
  for await (const token of openTags(archive, entry)) {
    const type = attributeOf(token.attributes, 'ContentType');
    if (token.local === 'Override' && attributeOf(token.attributes, 'PartName')?.toLowerCase() === name) ofPart = type;
    if (token.local === 'Default' && attributeOf(token.attributes, 'Extension')?.toLowerCase() === extension) {
      ofExtension = type;
    }
  }
  const type = ofPart ?? ofExtension ?? '';
  if (type.includes('macroEnabled')) throw new FormatError('invalid', 'A document with macros is not a DOCX file.');
  if (!documentTypes.has(type)) throw new FormatError('invalid', 'The archive holds another kind of document.');
};

/** Relationships of the known types inside the package. `part` is empty for those of the package itself. */
const relationshipsOf = async (archive: ZipArchive, part: string): Promise<Relationship[]> => {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const entry = archive.find(`${folder}_rels/${part.slice(folder.length)}.rels`);
  const relationships: Relationship[] = [];
  if (entry === undefined) return relationships;
  for await (const { local, attributes } of openTags(archive, entry)) {
    const type = relationshipTypes.exec(attributeOf(attributes, 'Type') ?? '')?.[1];
    const target = attributeOf(attributes, 'Target');
    if (local !== 'Relationship' || type === undefined || target === undefined) continue;
    if (attributeOf(attributes, 'TargetMode') === 'External' || !isKnownType(type)) continue;
    relationships.push({ type, target: resolve(folder, target) });
  }
  return relationships;
};

const isKnownType = (type: string) =>
  type in storyRoles || /^(officeDocument|styles|settings|extended-?properties)$/i.test(type);

const resolve = (folder: string, target: string): string => {
  const path: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  const name = path.join('/');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

async function* openTags(archive: ZipArchive, entry: ZipEntry): AsyncGenerator<XmlToken & { kind: 'open' }, void> {
  for await (const tokens of partTokens(archive, entry)) {
    for (const token of tokens) if (token.kind === 'open') yield token;
  }
}
