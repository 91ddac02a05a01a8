import type { ApiClient } from '#test/e2e/api-client.js';
import { referenceNumber } from '../load/document-samples.js';
import { sentenceOf, type Told } from '../load/fault-load.js';

/** Translates the sentence while nothing is wrong. */
export const translateReference = async (client: ApiClient): Promise<string> => {
  const body = { text: sentenceOf(referenceNumber), source: 'en', target: 'es' };
  const answer = await client.postJson('/v1/translate', body);
  return ((await answer.json()) as { data: { translation: string } }).data.translation;
};

/** Translations that belong to another sentence. */
export const translationViolations = (translations: Told['translations'], reference: string): string[] =>
  translations
    .filter(({ number, translation }) => translation !== reference.replace(String(referenceNumber), String(number)))
    .map(({ number }) => `sentence ${number} has another translation`);
