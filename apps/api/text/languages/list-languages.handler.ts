import { Inject, Injectable } from '@nestjs/common';
import { sourceAmong } from '#libs/application/languages/language-choice.js';
import { ModelUnavailableError } from '#libs/ports/inference/inference.errors.js';
import type { InferenceEngine, LanguageFeatures, LanguagePair } from '#libs/ports/inference/inference.port.js';
import { INFERENCE } from '#libs/ports/tokens.js';
import { englishName, nativeName, scriptName } from '#libs/text/languages/language-names.js';
import { type WithMeta, withMeta } from '../../http/envelope.js';
import { assertTargetFilter, filteredPairs, languagesOf } from './language-list.js';
import type { LanguageList, LanguagesQuery } from './languages.dto.js';

interface Known {
  pairs: readonly LanguagePair[];
  features: readonly LanguageFeatures[];
}

const engineAway = {
  code: 'engine_unavailable',
  message: 'The translation engine is away: these are the languages that it had when it was last asked.',
} as const;

const partAway = {
  code: 'engine_unavailable',
  message: 'A translation engine has not answered yet: there may be more languages than these.',
} as const;

/** Lists the languages that the running engine can translate, or could while it was there. */
@Injectable()
export class ListLanguagesHandler {
  private known: Known | undefined;

  constructor(@Inject(INFERENCE) private readonly inference: InferenceEngine) {}

  /** @throws Rejection `invalid_language`; ModelUnavailableError where the engine is away and was not there before */
  async handle(query: LanguagesQuery): Promise<LanguageList | WithMeta<LanguageList>> {
    const { pairs, features, isAway } = await this.ask();
    const list = listOf(query, pairs, features);
    if (isAway) return withMeta(list, { warnings: [engineAway] });
    return this.inference.unnamedPairs?.() === undefined ? list : withMeta(list, { warnings: [partAway] });
  }

  private async ask(): Promise<Known & { isAway: boolean }> {
    let fault: unknown;
    try {
      const pairs = await this.inference.pairs();
      if (pairs.length > 0) {
        this.known = { pairs, features: await this.inference.languages() };
        return { ...this.known, isAway: false };
      }
    } catch (error) {
      if (!(error instanceof ModelUnavailableError)) throw error;
      fault = error;
    }
    if (this.known !== undefined) return { ...this.known, isAway: true };
    const { reason = 'No translation model is available.' } = await this.inference.health();
    throw fault ?? new ModelUnavailableError(reason);
  }
}

const listOf = (
  query: LanguagesQuery,
  all: readonly LanguagePair[],
  featuresOfAll: readonly LanguageFeatures[],
): LanguageList => {
  const source = query.source === undefined ? undefined : sourceAmong(all, query.source);
  assertTargetFilter(all, query.target);
  const pairs = filteredPairs(all, { source, target: query.target });
  const features = new Map(featuresOfAll.map((language) => [language.code, language]));
  const languages = languagesOf(pairs).map(({ code, directions, variants }) => ({
    code,
    name: englishName(code),
    native_name: nativeName(code),
    script: scriptName(code),
    supports_formality: features.get(code)?.supportsFormality ?? false,
    supports_domain: features.get(code)?.supportsDomain ?? false,
    supported_directions: directions,
    variants,
  }));
  const list: LanguageList = { languages, total: languages.length };
  if (query.detail === 'pairs') {
    list.pairs = pairs.map(({ source, target, route }) => ({
      source,
      target,
      route: [...(route ?? [source, target])],
    }));
  }
  return list;
};
