import { Inject, Injectable } from '@nestjs/common';
import { sourceAmong } from '#libs/application/languages/language-choice.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { INFERENCE } from '#libs/ports/tokens.js';
import { englishName, nativeName, scriptName } from '#libs/text/languages/language-names.js';
import { assertTargetFilter, filteredPairs, languagesOf } from './language-list.js';
import type { LanguageList, LanguagesQuery } from './languages.dto.js';

/** Lists the languages that the running engine can translate. */
@Injectable()
export class ListLanguagesHandler {
  constructor(@Inject(INFERENCE) private readonly inference: InferenceEngine) {}

  /** @throws Rejection `invalid_language`; ModelUnavailableError */
  async handle(query: LanguagesQuery): Promise<LanguageList> {
    const all = await this.inference.pairs();
    const source = query.source === undefined ? undefined : sourceAmong(all, query.source);
    assertTargetFilter(all, query.target);
    const pairs = filteredPairs(all, { source, target: query.target });
    const features = new Map((await this.inference.languages()).map((language) => [language.code, language]));
    const languages = languagesOf(pairs).map(({ code, directions, variants }) => ({
      code,
      name: englishName(code),
      native_name: nativeName(code),
      script: scriptName(code),
      supports_formality: features.get(code)?.supportsFormality ?? false,
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
  }
}
