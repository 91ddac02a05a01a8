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

interface Described {
  format?: unknown;
  example?: unknown;
}

/**
 * The document as JSON, in which `source` and `target` have the languages of the running engine as examples: a client
 * that was generated on one machine must take the languages of another. An example that was there stays the first. Not every source goes with every target.
 */
export const withLanguageCodes = (document: object, pairs: readonly LanguagePair[]): string => {
  const codes = codesOf(pairs);
  const listed = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('format' in value)) return value;
    const found = codes.get(value.format) ?? [];
    if (found.length === 0) return value;
    const { format: _format, example, ...schema }: Described = value;
    const examples = [...found.filter((code) => code === example), ...found.filter((code) => code !== example)];
    return { ...schema, format: 'bcp47', examples };
  };
  return JSON.stringify(document, listed);
};
