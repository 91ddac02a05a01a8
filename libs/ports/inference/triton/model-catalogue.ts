import { baseLanguage } from '#libs/text/languages/language-tag.js';
import type { LanguageCode, LanguageFeatures, LanguagePair, Quality } from '../inference.port.js';
import { pairKey } from '../pair-key.js';
import type { TranslationModel } from './translation-model.js';

/**
 * Qualities to fall back to where no model has the requested one, the better ones first, or for `fast` the faster ones.
 */
const nearest: Readonly<Record<Quality, readonly Quality[]>> = {
  fast: ['fast', 'balanced', 'quality'],
  balanced: ['balanced', 'quality', 'fast'],
  quality: ['quality', 'balanced', 'fast'],
};

const byRank = (a: TranslationModel, b: TranslationModel): number => b.rank - a.rank || (a.name < b.name ? -1 : 1);

/** The models that can be used now. */
export class ModelCatalogue {
  private readonly models: ReadonlyMap<string, readonly TranslationModel[]>;
  readonly pairs: readonly LanguagePair[];
  readonly languages: readonly LanguageFeatures[];

  constructor(models: readonly TranslationModel[]) {
    const byPair = new Map<string, TranslationModel[]>();
    const pairs = new Map<string, LanguagePair>();
    for (const model of models.toSorted(byRank)) {
      for (const pair of model.pairs) {
        const key = pairKey(pair);
        pairs.set(key, pair);
        byPair.set(key, [...(byPair.get(key) ?? []), model]);
      }
    }
    this.models = byPair;
    this.pairs = [...pairs.values()];
    const codes = new Set(this.pairs.flatMap(({ source, target }) => [source, baseLanguage(target)]));
    this.languages = [...codes].sort().map((code) => ({
      code,
      supportsFormality: models.some(
        (model) => model.formality.has(code) && model.pairs.some(({ target }) => baseLanguage(target) === code),
      ),
    }));
  }

  /** Chooses the highest-ranked model for the quality; undefined where no model has the pair. */
  choose(source: LanguageCode, target: LanguageCode, quality: Quality): TranslationModel | undefined {
    const models = this.models.get(pairKey({ source, target })) ?? [];
    for (const each of nearest[quality]) {
      const model = models.find(({ qualities }) => qualities.includes(each));
      if (model !== undefined) return model;
    }
    return undefined;
  }
}
