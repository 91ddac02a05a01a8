import { checkLanguages } from '#libs/application/languages/language-choice.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { GlossaryLanguages } from '#libs/text/glossary/glossary-languages.js';

const fields: Record<string, string> = { source: 'source_language', target: 'target_language' };

/** Turns an error about a translation's languages into one about a glossary's. */
const ofGlossary = (error: unknown): unknown => {
  if (!(error instanceof Rejection)) return error;
  const details = Object.entries(error.details ?? {}).map(([field, what]) => [fields[field] ?? field, what]);
  return new Rejection(error.code, { message: error.message, details: Object.fromEntries(details) });
};

/**
 * Both must be languages of the running engine, and different.
 * @returns the languages as the engine has them
 * @throws Rejection `invalid_language` naming the field; ModelUnavailableError when the engine has no pair at all
 */
export const checkGlossaryLanguages = async (
  engine: InferenceEngine,
  given: GlossaryLanguages,
): Promise<GlossaryLanguages> => {
  const { target } = given;
  const checked = await checkLanguages(engine, given.source, target).catch((error: unknown) => {
    throw ofGlossary(error);
  });
  const source = checked ?? given.source;
  if (source !== target) return { source, target };
  throw new Rejection('invalid_language', {
    message: 'A glossary is for two different languages.',
    details: { target_language: ['must be another language than source_language'] },
  });
};
