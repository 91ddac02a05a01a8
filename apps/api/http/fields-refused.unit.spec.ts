import { describe, expect, it } from 'vitest';
import type { Act } from '#libs/application/request-context.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { accessOfKey, callerOf } from '#test/fakes/api-caller.js';
import { UploadDocumentFields } from '../documents/upload-document/upload-document.dto.js';
import { TranslateFrame } from '../stream/client-frames.dto.js';
import { BatchRequest } from '../text/batch/batch.dto.js';
import { TranslateRequest } from '../text/translate/translate.dto.js';
import { noteSoundFields } from './fields-refused.js';
import { validated } from './validation.js';

const translate: Act = { action: 'translate', resource: 'text' };

/** The fields that are noted of a body that the class refuses. */
const notedOf = (type: new () => object, body: object, act: Act = translate) => {
  const request = { caller: callerOf(accessOfKey()) };
  try {
    validated(type, body);
  } catch (error) {
    noteSoundFields(request, act, error as Rejection);
    return { noted: request.caller.asked, error };
  }
  throw new Error('The body was not refused');
};

describe('what the entry of a refused act has of fields that are not at fault', () => {
  it.each<[string, new () => object, object, object | undefined]>([
    [
      'a wrong formality',
      TranslateRequest,
      { text: 'Good morning.', source: 'en', target: 'es', domain: '12 LAW', formality: 'very' },
      { sourceLanguage: 'en', targetLanguage: 'es', domain: '12 law', characterCount: 13, wordCount: 2 },
    ],
    [
      'a missing target',
      TranslateRequest,
      { text: 'Good morning.', source: 'en' },
      { sourceLanguage: 'en', domain: 'general', characterCount: 13, wordCount: 2 },
    ],
    [
      'a wrong domain, which is not general for that',
      TranslateFrame,
      { text: 'Good.', target: 'es', domain: 'cooking' },
      { targetLanguage: 'es', characterCount: 5, wordCount: 1 },
    ],
    ['a text that is none', TranslateRequest, { text: 7, target: 'es' }, { targetLanguage: 'es', domain: 'general' }],
    [
      'a wrong flag of a batch',
      BatchRequest,
      { texts: ['Good morning.', 'Hi'], target: 'es', parallel: 'often' },
      { targetLanguage: 'es', domain: 'general', characterCount: 15, wordCount: 3 },
    ],
    [
      'a batch one of whose texts is none',
      BatchRequest,
      { texts: ['Good morning.', 7], target: 'es' },
      { targetLanguage: 'es', domain: 'general' },
    ],
    [
      'texts that are more than one can be: characters alone',
      BatchRequest,
      { texts: ['a '.repeat(4_000), 'b '.repeat(4_000)], target: 'es', parallel: 'often' },
      { targetLanguage: 'es', domain: 'general', characterCount: 16_000 },
    ],
  ])('%s', (_what, type, body, expected) => {
    expect(notedOf(type, body).noted).toEqual(expected);
  });

  it('a form of an upload has languages and domain', () => {
    const form = { source: 'en', target: 'es', preserve_layout: 'perhaps' };
    const { noted } = notedOf(UploadDocumentFields, form, { action: 'document_upload', resource: 'document' });
    expect(noted).toEqual({ sourceLanguage: 'en', targetLanguage: 'es', domain: 'general' });
  });

  it('nothing is noted of an act that is of no text', () => {
    const { noted } = notedOf(TranslateRequest, { target: 'es' }, { action: 'glossary_create', resource: 'glossary' });
    expect(noted).toBeUndefined();
  });

  it('the error shows the fields to nobody who writes it down', () => {
    const { error } = notedOf(TranslateRequest, { text: 'A secret sentence.' });
    expect(JSON.stringify({ ...(error as object) })).not.toContain('secret');
  });
});
