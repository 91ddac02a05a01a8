import { Rejection } from '#libs/domain/errors/rejection.js';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import type { InferenceEngine, LanguagePair } from '#libs/ports/inference/inference.port.js';
import { baseLanguage, isLanguageTag, isVariant } from '#libs/text/languages/language-tag.js';
import { reachOf, unsupportedLanguage } from './language-hints.js';

/** The part of an engine that the choice of languages uses. */
export type PairSource = Pick<InferenceEngine, 'pairs' | 'health' | 'isInstallable' | 'unnamedPairs'>;

/** The current pairs of an engine, read once however often they are used. */
export const pairsAsOfNow = (engine: PairSource): PairSource => {
  const pairs = engine.pairs();
  const isInstallable = engine.isInstallable?.bind(engine);
  return {
    pairs: () => pairs,
    unnamedPairs: () => engine.unnamedPairs?.(),
    health: () => engine.health(),
    ...(isInstallable && { isInstallable }),
  };
};

const pairsOf = async (engine: PairSource): Promise<readonly LanguagePair[]> => {
  const pairs = await engine.pairs();
  if (pairs.length > 0) return pairs;
  const { reason } = await engine.health();
  throw new ModelUnavailableError(reason ?? 'No translation model is available.');
};

const isKnown = (pairs: readonly LanguagePair[], code: string): boolean =>
  pairs.some((pair) => pair.source === code || pair.target === code);

/**
 * The source as the pairs have it: `en` for `en-US`, unless a pair is for that variant alone.
 * @throws Rejection `invalid_language` for a language that no pair has
 */
export const sourceAmong = (pairs: readonly LanguagePair[], code: string): string => {
  if (pairs.some((pair) => pair.source === code)) return code;
  const language = isVariant(code) && isLanguageTag(code) ? baseLanguage(code) : code;
  if (isVariant(language) || !isKnown(pairs, language)) throw unsupportedLanguage(pairs, 'source', code);
  return language;
};

/** A caller who asks for what an engine that is away may have comes again later. @throws ModelUnavailableError */
const assertNamed = (engine: PairSource): void => {
  const reason = engine.unnamedPairs?.();
  if (reason !== undefined) throw new ModelUnavailableError(reason);
};

/** A rejection that says the operator's command too, where there is a model for the pair that could be installed. */
const withInstallHint = async (engine: PairSource, rejection: Rejection, pair: LanguagePair): Promise<Rejection> => {
  if (![pair.source, pair.target].every(isLanguageTag)) return rejection;
  const [source, target] = [baseLanguage(pair.source), baseLanguage(pair.target)];
  if ((await engine.isInstallable?.({ source, target })) !== true) return rejection;
  const hint = `The operator can install a model: npm run -s transledger-admin -- models add ${source}-${target}.`;
  const details = Object.entries(rejection.details ?? {}).map(([field, faults]) => [
    field,
    Array.isArray(faults) ? [...faults, hint] : faults,
  ]);
  return new Rejection(rejection.code, {
    message: `${rejection.message} ${hint}`,
    details: Object.fromEntries(details),
  });
};

/**
 * Checks the codes that a caller gave before a text is read.
 * @returns the source as the pairs have it; undefined for none
 * @throws Rejection `invalid_language` naming the field; ModelUnavailableError when the engine has no pair at all, or may have the
 * one that is asked for once it is there
 */
export const checkLanguages = async (
  engine: PairSource,
  source: string | null | undefined,
  target: string,
): Promise<string | undefined> => {
  const pairs = await pairsOf(engine);
  try {
    const resolved = typeof source === 'string' ? sourceAmong(pairs, source) : undefined;
    if (!isKnown(pairs, target)) throw unsupportedLanguage(pairs, 'target', target, resolved);
    return resolved;
  } catch (error) {
    if ([source ?? target, target].every(isLanguageTag)) assertNamed(engine);
    const isPair = error instanceof Rejection && typeof source === 'string';
    throw isPair ? await withInstallHint(engine, error, { source, target }) : error;
  }
};

/** The pair, or undefined for a text that is in the target language already, or in the language it is a variant of. */
export const choosePair = async (
  engine: PairSource,
  source: string,
  target: string,
  sourceWasDetected: boolean,
): Promise<LanguagePair | undefined> => {
  if (source === baseLanguage(target)) return undefined;
  const pairs = await pairsOf(engine);
  const pair = pairs.find((candidate) => candidate.source === source && candidate.target === target);
  if (pair !== undefined) return pair;
  assertNamed(engine);
  const reach = reachOf(pairs, source);
  const rejection = new Rejection('invalid_language', {
    message: sourceWasDetected
      ? `The text seems to be in "${source}", and translation from ${source} to ${target} is not supported. Name the source if that is wrong. ${reach}`
      : `Translation from ${source} to ${target} is not supported. ${reach}`,
    details: { [sourceWasDetected ? 'source' : 'target']: [`no translation from ${source} to ${target}`, reach] },
  });
  throw await withInstallHint(engine, rejection, { source, target });
};
