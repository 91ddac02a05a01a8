import { baseLanguage } from '#libs/text/languages/language-tag.js';
import type { LanguageCode, LanguageFeatures, LanguagePair, Quality } from '../inference.port.js';
import { pairKey } from '../pair-key.js';
import { qualityOrder } from '../quality-order.js';
import type { TranslationModel } from './translation-model.js';

const byRank = (a: TranslationModel, b: TranslationModel): number => b.rank - a.rank || (a.name < b.name ? -1 : 1);

/** The models that can be used now. */
export class ModelCatalogue {
  private readonly models: ReadonlyMap<string, readonly TranslationModel[]>;
  readonly pairs: readonly LanguagePair[];
  readonly languages: readonly LanguageFeatures[];

  constructor(readonly all: readonly TranslationModel[]) {
    const byPair = new Map<string, TranslationModel[]>();
    const pairs = new Map<string, LanguagePair>();
    for (const model of all.toSorted(byRank)) {
      for (const pair of model.pairs) {
        const key = pairKey(pair);
        pairs.set(key, pair);
        byPair.set(key, [...(byPair.get(key) ?? []), model]);
      }
    }
    this.models = byPair;
    this.pairs = [...pairs.values()];
    const codes = new Set(this.pairs.flatMap(({ source, target }) => [source, baseLanguage(target)]));
    this.languages = [...codes].sort().map((code) => {
      const models = all.filter(({ pairs }) => pairs.some(({ target }) => baseLanguage(target) === code));
      return {
        code,
        supportsFormality: models.some(({ formality }) => formality.has(code)),
        ...(models.some(({ hasDomains }) => hasDomains) && { supportsDomain: true }),
      };
    });
  }

  /** Chooses the highest-ranked model for the quality; undefined where no model has the pair. */
  choose(source: LanguageCode, target: LanguageCode, quality: Quality): TranslationModel | undefined {
    const models = this.models.get(pairKey({ source, target })) ?? [];
    for (const each of qualityOrder[quality]) {
      const model = models.find(({ qualities }) => qualities.includes(each));
      if (model !== undefined) return model;
    }
    return undefined;
  }
}
