import type { FormatWarning, MergeOptions } from '#libs/documents/formats/format.port.js';
import type { ZipEntry } from './zip.records.js';
import type { EntryContent } from './zip-copy.js';

/** The removal of the signatures of a package as it is translated. */
export interface Unsigning {
  /** The new content of a part that signs, or that names one that does; undefined for all others. */
  rewrite(entry: ZipEntry): Promise<EntryContent> | undefined;
  warnings: readonly FormatWarning[];
}

/** Nothing is done to a package that is not signed, or stays as it is. */
export const noSignatures: Unsigning = { rewrite: () => undefined, warnings: [] };

/** Whether a translation is another document than the one that was signed. */
export const changesLanguage = ({
  sourceLanguage,
  targetLanguage,
}: Pick<MergeOptions, 'sourceLanguage' | 'targetLanguage'>): boolean =>
  sourceLanguage.toLowerCase() !== targetLanguage.toLowerCase();

export const signatureRemoved: FormatWarning = {
  code: 'signature_broken',
  message: 'The document was signed. Its translation is not: a signature does not cover it, so none is in it.',
  count: 1,
};
