import type { LanguagePair } from '../inference.port.js';
import { pairKey } from '../pair-key.js';
import type { TranslationModel } from './translation-model.js';

/** Whether both take whole texts, or both only run pipelines. */
export const haveOneContract = (a: TranslationModel, b: TranslationModel): boolean =>
  (a.modes === undefined) === (b.modes === undefined);

/** Whether a call for the pair means the same to both. */
const agreeOn = (pair: LanguagePair, a: TranslationModel, b: TranslationModel): boolean => {
  const [one, other] = [a.modes?.get(pairKey(pair)), b.modes?.get(pairKey(pair))];
  return one?.name === other?.name && one?.isRecursive === other?.isRecursive;
};

/** Merges a model that several servers have by one name into the features that each of them has. */
export const inCommon = (a: TranslationModel, b: TranslationModel): TranslationModel => {
  const offered = new Set(haveOneContract(a, b) ? b.pairs.map(pairKey) : []);
  return {
    ...a,
    pairs: a.pairs.filter((pair) => offered.has(pairKey(pair)) && agreeOn(pair, a, b)),
    qualities: a.qualities.filter((quality) => b.qualities.includes(quality)),
    formality: a.formality.intersection(b.formality),
    hasDomains: a.hasDomains && b.hasDomains,
    marksUp: a.marksUp && b.marksUp,
    streamModel: a.streamModel === b.streamModel ? a.streamModel : undefined,
    maxBatchSize: Math.min(a.maxBatchSize, b.maxBatchSize),
    priorityLevels: Math.min(a.priorityLevels, b.priorityLevels),
  };
};
