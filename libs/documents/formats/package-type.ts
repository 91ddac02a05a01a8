import { FormatError } from './format.errors.js';
import type { SourceFile } from './format.port.js';
import { contentTypesOf, mainPartOf } from './opc/opc-content-types.js';
import { ZipArchive } from './zip/zip-archive.js';

/** Bytes of the longest media type that is looked at. */
const maxLength = 200;

const odfOrIdmlType = async (archive: ZipArchive): Promise<string | undefined> => {
  const entry = archive.find('mimetype');
  if (entry === undefined || entry.size > maxLength) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive.read(entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1').trim();
};

const officeType = async (archive: ZipArchive): Promise<string | undefined> => {
  const main = await mainPartOf(archive);
  return main === undefined ? undefined : (await contentTypesOf(archive))?.(main);
};

/**
 * The type that a ZIP archive states: the media type of an ODF or IDML file, or the content type of the main part of
 * an Office document; undefined for any other archive and for one that cannot be read, whose faults its format tells
 * better.
 */
export const packageTypeOf = async (file: SourceFile): Promise<string | undefined> => {
  try {
    const archive = await ZipArchive.open(file);
    return (await odfOrIdmlType(archive)) ?? (await officeType(archive));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
};
