import type { MergeOptions } from '#libs/documents/formats/format.port.js';
import {
  changesLanguage,
  noSignatures,
  signatureRemoved,
  type Unsigning,
} from '#libs/documents/formats/zip/unsigning.js';
import type { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';

/** Takes the signatures out of a document that is translated to another language; those of its macros stay true. */
export const unsigning = (
  archive: ZipArchive,
  options: Pick<MergeOptions, 'sourceLanguage' | 'targetLanguage'>,
): Unsigning => {
  const signatures = archive.find('META-INF/documentsignatures.xml');
  if (signatures === undefined || !changesLanguage(options)) return noSignatures;
  return {
    warnings: [signatureRemoved],
    rewrite: (entry) => (entry === signatures ? Promise.resolve('removed') : undefined),
  };
};
