import type { LanguagePair } from '#libs/ports/inference/inference.port.js';
import { baseLanguage, isVariant } from '#libs/text/languages/language-tag.js';
import { sourceLanguageSchema, targetLanguageSchema } from './property-schemas.js';

const codesOf = (pairs: readonly LanguagePair[]): ReadonlyMap<unknown, readonly string[]> => {
  const codes = new Set(pairs.flatMap(({ source, target }) => [source, target, baseLanguage(target)]));
  const sources = new Set(pairs.map(({ source }) => source));
  const all = [...codes].sort();
  return new Map([
    [sourceLanguageSchema.format, all.filter((code) => !isVariant(code) || sources.has(code))],
    [targetLanguageSchema.format, all],
  ]);
};

const acceptsNull = (schema: object): boolean =>
  'type' in schema && Array.isArray(schema.type) && schema.type.includes('null');

/**
 * The document as JSON, in which `source` and `target` list the languages of the running engine. Not every source
 * goes with every target. An unavailable engine has no languages; then only the form of a code is given.
 */
export const withLanguageCodes = (document: object, pairs: readonly LanguagePair[]): string => {
  const codes = codesOf(pairs);
  const listed = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('format' in value)) return value;
    const found = codes.get(value.format) ?? [];
    if (found.length === 0) return value;
    const { format: _format, ...schema } = value;
    return { ...schema, pattern: undefined, enum: acceptsNull(schema) ? [...found, null] : found };
  };
  return JSON.stringify(document, listed);
};
