import type { ModelConfig } from '@transledger/triton-client/model-config';
import { isLanguageCode } from '#libs/text/languages/iso-639-1.js';
import { isLanguageTag, isVariant } from '#libs/text/languages/language-tag.js';
import type { LanguageCode, LanguagePair, Quality } from '../inference.port.js';

/** A model that follows the contract of `infra/triton/README.md`. */
export interface TranslationModel {
  /** As Triton calls it. */
  name: string;
  /** As the API reports it for a pair. */
  reportedName(pair: LanguagePair): string;
  pairs: readonly LanguagePair[];
  qualities: readonly Quality[];
  rank: number;
  /** Target languages in which formality has an effect. */
  formality: ReadonlySet<LanguageCode>;
  hasDomains: boolean;
  marksUp: boolean;
  streamModel: string | undefined;
  /** Most texts in one call. */
  mostInBatch: number;
  /** Of its queue; 0 where it has none. 1 is the highest. */
  priorityLevels: number;
}

/** A model that claims to follow the contract and does not. */
export class MalformedModelError extends Error {
  override readonly name = 'MalformedModelError';
}

const allQualities: readonly Quality[] = ['fast', 'balanced', 'quality'];

const isQuality = (word: string): word is Quality => allQualities.some((quality) => quality === word);

const wordsOf = (value: string): string[] => value.split(/\s+/u).filter((word) => word !== '');

/** Parameters by the part of their name after `transledger_`, which is `''` for `transledger` itself. */
const parametersOf = (config: ModelConfig): Map<string, string> =>
  new Map(
    Object.entries(config.parameters).flatMap(([key, { string_value }]) => {
      const match = /^transledger(?:_(\w+))?$/.exec(key);
      return match === null ? [] : [[match[1] ?? '', string_value.trim()]];
    }),
  );

const flag = (parameters: ReadonlyMap<string, string>, name: string): boolean => {
  const value = parameters.get(name) ?? '0';
  if (value !== '0' && value !== '1') throw new MalformedModelError(`transledger_${name} is neither 0 nor 1`);
  return value === '1';
};

const pairsOf = (parameters: ReadonlyMap<string, string>): LanguagePair[] => {
  const listed = wordsOf(parameters.get('pairs') ?? '').map((word) => {
    const [, source = '', target = ''] = /^([^-]+)-(.+)$/.exec(word) ?? [];
    if (source === '' || (isVariant(target) && !isLanguageTag(target))) {
      throw new MalformedModelError('transledger_pairs has something that is no pair such as en-es');
    }
    return { source, target };
  });
  const languages = [...new Set(wordsOf(parameters.get('languages') ?? ''))];
  const mutual = languages.flatMap((source) => languages.map((target) => ({ source, target })));
  const pairs = new Map<string, LanguagePair>();
  for (const { source, target } of [...listed, ...mutual]) {
    const isOffered = source !== target && isLanguageCode(source) && isLanguageTag(target);
    if (isOffered) pairs.set(`${source}-${target}`, { source, target });
  }
  if (pairs.size === 0) {
    throw new MalformedModelError('transledger_pairs and transledger_languages name no pair of ISO 639-1 codes');
  }
  return [...pairs.values()];
};

/** `en-es=apertium-eng-spa …`: names of their own for some pairs. */
const reportedNames = (config: ModelConfig, parameters: ReadonlyMap<string, string>) => {
  const ofPairs = new Map(
    wordsOf(parameters.get('models') ?? '').map((word) => {
      const [, pair = '', name = ''] = /^([^=]+)=(.+)$/.exec(word) ?? [];
      if (name === '') throw new MalformedModelError('transledger_models has something other than pair=name');
      return [pair, name] as const;
    }),
  );
  const name = parameters.get('model') || config.name;
  return ({ source, target }: LanguagePair): string => ofPairs.get(`${source}-${target}`) ?? name;
};

const qualitiesOf = (parameters: ReadonlyMap<string, string>): readonly Quality[] => {
  const words = wordsOf(parameters.get('qualities') ?? '');
  if (!words.every(isQuality)) {
    throw new MalformedModelError('transledger_qualities has something other than fast, balanced and quality');
  }
  return words.length === 0 ? allQualities : words.filter(isQuality);
};

const rankOf = (parameters: ReadonlyMap<string, string>): number => {
  const value = parameters.get('rank') ?? '0';
  if (!/^-?\d{1,9}(?:\.\d{1,9})?$/.test(value)) throw new MalformedModelError('transledger_rank is no number');
  return Number(value);
};

const checkTensors = ({ input, output, max_batch_size }: ModelConfig): void => {
  if (max_batch_size < 1) throw new MalformedModelError('max_batch_size is not at least 1');
  const missing =
    ['TEXT', 'SOURCE', 'TARGET'].find(
      (name) => !input.some((tensor) => tensor.name === name && tensor.data_type === 'TYPE_STRING'),
    ) ??
    [
      ['TRANSLATION', 'TYPE_STRING'],
      ['CONFIDENCE', 'TYPE_FP32'],
    ].find(([name, type]) => !output.some((tensor) => tensor.name === name && tensor.data_type === type))?.[0];
  if (missing !== undefined) throw new MalformedModelError(`it has no tensor ${missing} of the type in the contract`);
};

/**
 * What a model offers, as its configuration says; undefined for a model that does not translate.
 * @throws MalformedModelError
 */
export const translationModelOf = (config: ModelConfig): TranslationModel | undefined => {
  const parameters = parametersOf(config);
  const version = parameters.get('');
  if (version === undefined) return undefined;
  if (version !== '1') throw new MalformedModelError('the parameter transledger is not 1, the version known here');
  checkTensors(config);
  const accepts = (name: string): boolean => config.input.some((tensor) => tensor.name === name);
  return {
    name: config.name,
    reportedName: reportedNames(config, parameters),
    pairs: pairsOf(parameters),
    qualities: qualitiesOf(parameters),
    rank: rankOf(parameters),
    formality: new Set(accepts('FORMALITY') ? wordsOf(parameters.get('formality') ?? '') : []),
    hasDomains: flag(parameters, 'domains') && accepts('DOMAIN'),
    marksUp: flag(parameters, 'markup'),
    streamModel: parameters.get('stream') || undefined,
    mostInBatch: config.max_batch_size,
    priorityLevels: config.dynamic_batching?.priority_levels ?? 0,
  };
};
