import type { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { checkLanguages, pairsAsOfNow } from '#libs/application/languages/language-choice.js';
import { askedLanguages } from '#libs/application/text-usage/asked-text.js';
import { countCodePoints, countWords } from '#libs/documents/formats/counting.js';
import { generalDomain } from '#libs/domain/euro-voc.js';
import type { RefusedText, TextFacts, TextTreatment } from '#libs/domain/text-usage/text-usage.events.js';
import { languagesOfText } from '../languages/text-languages.js';
import type { TranslateRequest } from '../translate/translate.dto.js';
import type { TextEngines } from './text-engines.js';
import { assertTextLength } from './text-limits.js';
import type { TextToTranslate } from './text-translation.js';

interface Sources {
  engines: Pick<TextEngines, 'inference' | 'detector'>;
  glossaries: Pick<GlossaryLibrary, 'forRequest'>;
}

/** A text that was checked for translation, with its languages. */
export interface PreparedText {
  facts: TextFacts;
  text: Omit<TextToTranslate, 'signal'>;
}

/** How a text is to be translated, as its fact has it. */
export const treatmentOf = ({
  quality,
  formality,
  preserveFormatting,
}: Pick<TextToTranslate, 'quality' | 'formality' | 'preserveFormatting'>): TextTreatment => ({
  quality,
  ...(formality === undefined ? {} : { formality }),
  preserveFormatting,
});

/**
 * Checks a text of HTTP or the stream. What is known of it on the way is `noted`, for the entry of a refusal.
 * @throws Rejection naming the field, ModelUnavailableError
 */
export const prepareText = async (
  { engines, glossaries }: Sources,
  { organizationId, keyId }: KeyAccess,
  request: TranslateRequest,
  noted: (facts: RefusedText) => void,
): Promise<PreparedText> => {
  const { text, target } = request;
  const domain = request.domain ?? generalDomain;
  noted({ ...askedLanguages(request.source, target), domain, characterCount: countCodePoints(text) });
  const characterCount = assertTextLength(text);
  const inference = pairsAsOfNow(engines.inference);
  const given = await checkLanguages(inference, request.source, target);
  const { detected, source, pair } = await languagesOfText(
    { inference, detector: engines.detector },
    text,
    given,
    target,
  );
  const wordCount = countWords(text);
  noted({ sourceLanguage: source, targetLanguage: target, wordCount });
  const glossary = await glossaries.forRequest(organizationId, {
    glossaryId: request.glossary_id,
    domain: request.domain,
    source: given === undefined && detected === 'und' ? undefined : source,
    target,
  });
  return {
    facts: {
      organizationId,
      keyId,
      sourceLanguage: source,
      targetLanguage: target,
      detectedLanguage: detected,
      domain,
      wordCount,
      characterCount,
      ...(glossary === undefined ? {} : { glossaryId: glossary.id, glossaryVersion: glossary.version }),
    },
    text: {
      organizationId,
      text,
      pair,
      domain,
      formality: request.formality,
      quality: request.quality ?? 'balanced',
      preserveFormatting: request.preserve_formatting ?? true,
      ...(glossary === undefined ? {} : { glossary }),
    },
  };
};
