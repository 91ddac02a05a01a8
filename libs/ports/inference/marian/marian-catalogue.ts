import type { EngineModel, LanguageCode, LanguageFeatures, LanguagePair, Quality } from '../inference.port.js';
import { pairKey } from '../pair-key.js';
import { qualityOrder } from '../quality-order.js';
import type { MarianModel } from './marian-models.js';

/** Qualities of the architectures; another one is balanced. */
const qualityOf: ReadonlyMap<string, Quality> = new Map([
  ['tiny', 'fast'],
  ['base-memory', 'balanced'],
  ['base', 'quality'],
]);

const qualities: readonly Quality[] = ['fast', 'balanced', 'quality'];

/** Chinese in simplified characters is Chinese. */
const codeOf = (language: LanguageCode): LanguageCode => (language === 'zh-Hans' ? 'zh' : language);

const pairOf = ({ source, target }: LanguagePair): LanguagePair => ({ source: codeOf(source), target: codeOf(target) });

/** The models that are installed. */
export class MarianCatalogue {
  readonly pairs: readonly LanguagePair[];
  readonly languages: readonly LanguageFeatures[];
  private readonly byPair = new Map<string, MarianModel[]>();

  constructor(readonly installed: readonly MarianModel[]) {
    const pairs = new Map<string, LanguagePair>();
    for (const model of installed.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const pair = pairOf({ source: model.sourceLanguage, target: model.targetLanguage });
      const key = pairKey(pair);
      pairs.set(key, pair);
      this.byPair.set(key, [...(this.byPair.get(key) ?? []), model]);
    }
    this.pairs = [...pairs.values()];
    const codes = new Set(this.pairs.flatMap(({ source, target }) => [source, target]));
    this.languages = [...codes].sort().map((code) => ({ code, supportsFormality: false }));
  }

  /** The models with the qualities that each serves now. */
  get models(): EngineModel[] {
    return this.installed.map(({ sourceLanguage, targetLanguage, architecture, engineVersion, ...model }) => {
      const pair = { source: sourceLanguage, target: targetLanguage };
      return {
        ...model,
        sourceLanguages: model.sourceLanguages.map(codeOf),
        targetLanguages: model.targetLanguages.map(codeOf),
        qualities: qualities.filter((quality) => this.choose(pair, quality)?.id === model.id),
      };
    });
  }

  /** The model that serves a quality, or the nearest that is installed; undefined where none has the pair. */
  choose(pair: LanguagePair, quality: Quality): MarianModel | undefined {
    const models = this.byPair.get(pairKey(pairOf(pair))) ?? [];
    for (const each of qualityOrder[quality]) {
      const model = models.find(({ architecture }) => (qualityOf.get(architecture) ?? 'balanced') === each);
      if (model !== undefined) return model;
    }
    return undefined;
  }
}
