import type { GlossaryCompiler } from '#libs/application/glossaries/glossary-compiler.js';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { GlossaryMatcher } from '#libs/text/glossary/glossary-matcher.js';

/** Thrown when the glossary was deleted, or has had too many versions since, before the translation began. */
export class GlossaryGoneError extends Error {
  override readonly name = 'GlossaryGoneError';
}

/**
 * Loads the glossary of a translation in the version of its request.
 * @throws GlossaryGoneError, the signal's reason
 */
export const glossaryOfDocument = async (
  compiler: GlossaryCompiler,
  { options, sourceLanguage, targetLanguage }: DocumentEventData<'DocumentTranslationRequested'>,
  signal: AbortSignal,
): Promise<GlossaryMatcher | undefined> => {
  const { glossary } = options;
  if (glossary === undefined) return undefined;
  try {
    return await compiler.compile(glossary.blobId, { source: sourceLanguage, target: targetLanguage }, signal);
  } catch (error) {
    if (!(error instanceof BlobNotFoundError)) throw error;
    throw new GlossaryGoneError(`Version ${glossary.version} of glossary ${glossary.id} is gone`);
  }
};
