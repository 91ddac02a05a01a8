import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { contentTypesOf, mainPartOf } from '#libs/documents/formats/opc/opc-content-types.js';
import { relationshipsOf } from '#libs/documents/formats/opc/opc-relationships.js';
import { openTags } from '#libs/documents/formats/opc/part-tokens.js';
import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { ZipEntry } from '#libs/documents/formats/zip/zip.records.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';

const openXml = 'application/vnd.openxmlformats-officedocument.presentationml';
const microsoft = 'application/vnd.ms-powerpoint';

/** Content types of presentations, templates and shows, without macros and with them. */
export const presentationTypes = new Set(
  ['presentation', 'template', 'slideshow'].flatMap((kind) => [
    `${openXml}.${kind}.main+xml`,
    `${microsoft}.${kind}.macroEnabled.main+xml`,
  ]),
);

/** A slide in its place of the presentation. */
export interface Slide {
  entry: ZipEntry;
  /** From 1. */
  number: number;
  isHidden: boolean;
}

export interface Presentation {
  archive: ZipArchive;
  /** The part that lists the slides. */
  main: ZipEntry;
  slides: readonly Slide[];
}

/** @throws FormatError where the file is no presentation. */
export const openPresentation = async (file: SourceFile): Promise<Presentation> => {
  const archive = await ZipArchive.open(file);
  const part = await mainPartOf(archive);
  const main = part === undefined ? undefined : archive.find(part);
  if (part === undefined || main === undefined) {
    throw new FormatError('invalid', 'The archive holds no presentation.');
  }
  const type = (await contentTypesOf(archive))?.(part) ?? '';
  if (!presentationTypes.has(type)) throw new FormatError('invalid', 'The archive holds another kind of document.');
  return { archive, main, slides: await slidesOf(archive, main) };
};

const slidesOf = async (archive: ZipArchive, main: ZipEntry): Promise<Slide[]> => {
  const targets = new Map<string, string>();
  for (const { id, type, target } of await relationshipsOf(archive, main.name)) {
    if (type === 'slide') targets.set(id, target);
  }
  const slides: Slide[] = [];
  for await (const { local, attributes } of openTags(archive, main)) {
    if (local !== 'sldId') continue;
    // The element has an `id` of its own beside that of the relationship.
    const id = attributes.find((attribute) => attribute.local === 'id' && attribute.uri !== '')?.value;
    const entry = archive.find(targets.get(id ?? '') ?? '');
    if (entry !== undefined)
      slides.push({ entry, number: slides.length + 1, isHidden: await isHidden(archive, entry) });
  }
  return slides;
};

const isHidden = async (archive: ZipArchive, slide: ZipEntry): Promise<boolean> => {
  for await (const { attributes } of openTags(archive, slide)) {
    return /^(?:0|false)$/.test(attributeOf(attributes, 'show') ?? '');
  }
  return false;
};
