import { BlobNotFoundError } from '#libs/blob-store/blob-store.errors.js';
import type { BlobStore } from '#libs/blob-store/blob-store.port.js';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import { compileGlossary, type GlossaryMatcher } from '#libs/glossary/glossary-matcher.js';
import { loadEntries } from '#libs/glossary-files/stored-entries.js';

/** The glossary was deleted, or has had too many versions since, before the translation began. */
export class GlossaryGoneError extends Error {
  override readonly name = 'GlossaryGoneError';
}

/**
 * The glossary that a translation was given, in the version of that time.
 * @throws GlossaryGoneError
 */
export const glossaryOfDocument = async (
  blobs: BlobStore,
  { options, sourceLanguage, targetLanguage }: DocumentEventData<'DocumentTranslationRequested'>,
): Promise<GlossaryMatcher | undefined> => {
  const { glossary } = options;
  if (glossary === undefined) return undefined;
  try {
    const entries = await loadEntries(blobs, glossary.blobId);
    return compileGlossary(entries, { source: sourceLanguage, target: targetLanguage });
  } catch (error) {
    if (!(error instanceof BlobNotFoundError)) throw error;
    throw new GlossaryGoneError(`Version ${glossary.version} of glossary ${glossary.id} is gone`);
  }
};
