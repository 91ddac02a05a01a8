import type { ModelConfig } from '@transledger/triton-client/model-config';
import { isLanguageCode } from '#libs/text/languages/iso-639-1.js';
import { isLanguageTag, isVariant } from '#libs/text/languages/language-tag.js';
import { modelNameOf } from '../apertium/rules/apertium-pairs.js';
import type { LanguageCode, LanguagePair, Quality } from '../inference.port.js';
import { pairKey } from '../pair-key.js';
import { type ApertiumMode, apertiumPairsOf } from './apertium-modes.js';
import {
  checkTensors,
  flag,
  MalformedModelError,
  parametersOf,
  qualitiesOf,
  rankOf,
  wordsOf,
} from './model-parameters.js';

/** A model that follows one of the contracts of `infra/triton/README.md`. */
export interface TranslationModel {
  /** Name of the model in Triton. */
  name: string;
  /** Returns the name that the API reports for a pair. */
  reportedName(pair: LanguagePair): string;
  pairs: readonly LanguagePair[];
  qualities: readonly Quality[];
  rank: number;
  /** Target languages in which formality has an effect. */
  formality: ReadonlySet<LanguageCode>;
  hasDomains: boolean;
  marksUp: boolean;
  /** Apertium's mode of each pair, by `pairKey`, of a model that only runs Apertium's pipelines. */
  modes?: ReadonlyMap<string, ApertiumMode>;
  streamModel: string | undefined;
  /** Maximum of texts in one call. */
  maxBatchSize: number;
  /** Priority levels of the model's queue; 0 where it has none. 1 is the highest. */
  priorityLevels: number;
}

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

/** Reads names of their own for some pairs: `en-es=apertium-eng-spa …`. */
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

/** Reads a model of the text contract: texts go in and their translations come out. */
const textModelOf = (config: ModelConfig, parameters: ReadonlyMap<string, string>): TranslationModel => {
  checkTensors(
    config,
    ['TEXT', 'SOURCE', 'TARGET'],
    [
      ['TRANSLATION', 'TYPE_STRING'],
      ['CONFIDENCE', 'TYPE_FP32'],
    ],
  );
  const accepts = (name: string): boolean => config.input.some((tensor) => tensor.name === name);
  return {
    ...commonOf(config, parameters),
    reportedName: reportedNames(config, parameters),
    pairs: pairsOf(parameters),
    formality: new Set(accepts('FORMALITY') ? wordsOf(parameters.get('formality') ?? '') : []),
    hasDomains: flag(parameters, 'domains') && accepts('DOMAIN'),
    marksUp: flag(parameters, 'markup'),
  };
};

const pipelineModelOf = (config: ModelConfig, parameters: ReadonlyMap<string, string>): TranslationModel => {
  checkTensors(
    config,
    ['TEXT', 'MODE'],
    [
      ['OUTPUT', 'TYPE_STRING'],
      ['FAILED', 'TYPE_BOOL'],
    ],
  );
  const { pairs, modes } = apertiumPairsOf(parameters);
  return {
    ...commonOf(config, parameters),
    reportedName: (pair) => {
      const mode = modes.get(pairKey(pair));
      return mode === undefined ? config.name : modelNameOf(mode.name);
    },
    pairs,
    formality: new Set(),
    hasDomains: false,
    marksUp: false,
    modes,
  };
};

const commonOf = (config: ModelConfig, parameters: ReadonlyMap<string, string>) => ({
  name: config.name,
  qualities: qualitiesOf(parameters),
  rank: rankOf(parameters),
  streamModel: parameters.get('stream') || undefined,
  maxBatchSize: config.max_batch_size,
  priorityLevels: config.dynamic_batching?.priority_levels ?? 0,
});

/**
 * Reads from a model's configuration what it offers; undefined for a model that does not translate.
 * @throws MalformedModelError
 */
export const translationModelOf = (config: ModelConfig): TranslationModel | undefined => {
  const parameters = parametersOf(config);
  const contract = parameters.get('');
  if (contract === undefined) return undefined;
  if (contract === '1') return textModelOf(config, parameters);
  if (contract === 'apertium-pipeline/1') return pipelineModelOf(config, parameters);
  throw new MalformedModelError('the parameter transledger is not 1 or apertium-pipeline/1, the contracts known here');
};
