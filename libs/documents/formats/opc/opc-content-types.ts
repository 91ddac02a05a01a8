import { attributeOf } from '../xml/xml-attributes.js';
import type { ZipArchive } from '../zip/zip-archive.js';
import { relationshipsOf } from './opc-relationships.js';
import { openTags } from './part-tokens.js';

/** Media types of the parts of a package, as `[Content_Types].xml` tells them. */
export type ContentTypes = (part: string) => string | undefined;

/** @returns undefined where the archive is no Office document */
export const contentTypesOf = async (archive: ZipArchive): Promise<ContentTypes | undefined> => {
  const entry = archive.find('[Content_Types].xml');
  if (entry === undefined) return undefined;
  const ofParts = new Map<string, string>();
  const ofExtensions = new Map<string, string>();
  for await (const { local, attributes } of openTags(archive, entry)) {
    const type = attributeOf(attributes, 'ContentType');
    if (type === undefined) continue;
    const part = attributeOf(attributes, 'PartName');
    const extension = attributeOf(attributes, 'Extension');
    if (local === 'Override' && part !== undefined) ofParts.set(part.toLowerCase(), type);
    if (local === 'Default' && extension !== undefined) ofExtensions.set(extension.toLowerCase(), type);
  }
  return (part) => {
    const name = part.toLowerCase();
    return ofParts.get(`/${name}`) ?? ofExtensions.get(name.slice(name.lastIndexOf('.') + 1));
  };
};

/** The name of the part that is the document itself. */
export const mainPartOf = async (archive: ZipArchive): Promise<string | undefined> =>
  (await relationshipsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.target;
