import { expect, it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { fold } from '../decider.js';
import { textUsage } from './text-usage.decider.js';
import type { TextUsageEvent } from './text-usage.events.js';

const translated: Extract<TextUsageEvent, { type: 'TextTranslated' }> = {
  type: 'TextTranslated',
  data: {
    organizationId: 'org_1',
    keyId: 'key_1',
    endpoint: 'translate',
    sourceLanguage: 'en',
    targetLanguage: 'es',
    detectedLanguage: 'en',
    domain: 'general',
    wordCount: 2,
    characterCount: 12,
    model: 'apertium-eng-spa',
    confidence: 1,
    cached: false,
  },
};
const { endpoint: _endpoint, ...streamed } = translated.data;
const streamEnded: TextUsageEvent = {
  type: 'TextStreamEnded',
  data: { ...streamed, result: 'cancelled', code: null, countedCharacters: 5 },
};
const detected: TextUsageEvent = {
  type: 'LanguageDetected',
  data: { organizationId: 'org_1', keyId: 'key_1', language: 'en', confidence: 1, characterCount: 99 },
};

it('a day stream takes several facts at once, in their order', () =>
  given(textUsage, [translated])
    .when({ type: 'RecordUsage', facts: [detected, translated] })
    .then([detected, translated]));

it('a day stream adds up characters that were translated, not those whose language was detected', () =>
  expect(fold(textUsage, [translated, detected, translated])).toEqual({ facts: 3, characters: 24 }));

it('a day stream adds up the counted characters of a stream, however long its text is', () =>
  expect(fold(textUsage, [translated, streamEnded])).toEqual({ facts: 2, characters: 17 }));
