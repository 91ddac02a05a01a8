import { Rejection } from '#libs/domain/errors/rejection.js';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import type { InferenceEngine, LanguagePair } from '#libs/ports/inference/inference.port.js';
import { baseLanguage, isVariant } from '#libs/text/languages/language-tag.js';

const unsupported = (field: string, code: string): Rejection =>
  new Rejection('invalid_language', {
    message: `The language "${printable(code)}" is not supported.`,
    details: { [field]: [`"${printable(code)}" is not a supported language code`] },
  });

/** A code as it may be quoted in a response: the input, cut to the form of a code. */
const printable = (code: string): string => code.replaceAll(/[^\w-]/g, '').slice(0, 12);

/** The part of an engine that the choice of languages uses. */
export type PairSource = Pick<InferenceEngine, 'pairs' | 'health'>;

/** The current pairs of an engine, read once however often they are used. */
export const pairsAsOfNow = (engine: PairSource): PairSource => {
  const pairs = engine.pairs();
  return { pairs: () => pairs, health: () => engine.health() };
};

const pairsOf = async (engine: PairSource): Promise<readonly LanguagePair[]> => {
  const pairs = await engine.pairs();
  if (pairs.length > 0) return pairs;
  const { reason } = await engine.health();
  throw new ModelUnavailableError(reason ?? 'No translation model is available.');
};

/**
 * Checks the codes that a caller gave before a text is read.
 * @throws Rejection `invalid_language` naming the field; ModelUnavailableError when the engine has no pair at all
 */
export const assertLanguages = async (
  engine: PairSource,
  source: string | undefined,
  target: string,
): Promise<void> => {
  const pairs = await pairsOf(engine);
  const known = (code: string) => pairs.some((pair) => pair.source === code || pair.target === code);
  const isSource = (code: string) => known(code) && (!isVariant(code) || pairs.some((pair) => pair.source === code));
  if (source !== undefined && !isSource(source)) throw unsupported('source', source);
  if (!known(target)) throw unsupported('target', target);
};

/** The pair, or undefined for a text that is in the target language already, or in the language it is a variant of. */
export const choosePair = async (
  engine: PairSource,
  source: string,
  target: string,
  sourceWasDetected: boolean,
): Promise<LanguagePair | undefined> => {
  if (source === baseLanguage(target)) return undefined;
  const pair = (await pairsOf(engine)).find((candidate) => candidate.source === source && candidate.target === target);
  if (pair !== undefined) return pair;
  throw new Rejection('invalid_language', {
    message: sourceWasDetected
      ? `The text seems to be in "${source}", and translation from ${source} to ${target} is not supported. Name the source if that is wrong.`
      : `Translation from ${source} to ${target} is not supported.`,
    details: { [sourceWasDetected ? 'source' : 'target']: [`no translation from ${source} to ${target}`] },
  });
};
