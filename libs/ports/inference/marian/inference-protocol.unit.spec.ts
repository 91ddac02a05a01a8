import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelBusyError, ModelUnavailableError } from '../inference.errors.js';
import { dictionaryTranslation, marianModel } from './contract/dictionary-models.js';
import {
  errorOf,
  ModelMissingError,
  maxSentenceLength,
  maxSentences,
  readLine,
  readTranslateBody,
  wireErrorOf,
} from './inference-protocol.js';
import { SentenceTooLongError } from './marian-models.js';

const body = { model: 'm', priority: 'interactive', sentences: ['one'] };
const token = { text: 'a', begin: 0, end: 1, probability: 1, piece: 0 };

describe('the body of a request', () => {
  it.each([body, { ...body, organizationId: 'o', priority: 'document' }])('is read: %j', (given) => {
    expect(readTranslateBody(JSON.stringify(given))).toEqual(given);
  });

  it.each([
    { ...body, model: undefined },
    { ...body, model: 'x'.repeat(201) },
    { ...body, priority: 'first' },
    { ...body, organizationId: 1 },
    { ...body, sentences: [] },
    { ...body, sentences: [1] },
    { ...body, sentences: 'one' },
    { ...body, sentences: Array.from({ length: maxSentences + 1 }, () => 'x') },
    { ...body, sentences: ['x'.repeat(maxSentenceLength + 1)] },
    [],
    null,
    'text',
  ])('is none: %j', (given) => {
    expect(readTranslateBody(JSON.stringify(given))).toBeUndefined();
  });
});

describe('a line of an answer', () => {
  it.each([
    { models: [] },
    { models: [marianModel('en', 'de', 'tiny')] },
    { index: 0, translation: dictionaryTranslation('the cat') },
    { token },
    { error: { kind: 'too-long', maximum: 511 } },
    { error: { kind: 'busy', message: 'full' } },
  ])('is read: %j', (line) => {
    expect(readLine(JSON.stringify(line))).toEqual(line);
  });

  it.each([
    {},
    [],
    null,
    1,
    { models: 1 },
    { models: [{ ...marianModel('en', 'de', 'tiny'), sha256: undefined }] },
    { translation: dictionaryTranslation('the cat') },
    { index: 0, translation: { ...dictionaryTranslation('the cat'), tokens: undefined } },
    { index: 0, translation: { ...dictionaryTranslation('the cat'), pieces: [{ begin: 0 }] } },
    { token: { ...token, text: 1 } },
    { error: { kind: 'other', message: 'm' } },
    { error: { kind: 'too-long' } },
  ])('is none: %j', (line) => {
    expect(readLine(JSON.stringify(line))).toBeUndefined();
  });

  it('is none, or is read, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (json) => {
        expect(typeof readLine(json)).toMatch(/object|undefined/);
        expect(typeof readTranslateBody(json)).toMatch(/object|undefined/);
      }),
    );
  });
});

describe('an error', () => {
  it.each([
    new SentenceTooLongError(511),
    new ModelBusyError('full'),
    new ModelMissingError(),
    new ModelUnavailableError('broken'),
  ])('comes over as it was: %s', (error) => {
    const wire = wireErrorOf(error);
    const come = wire && errorOf(wire);
    expect([come?.constructor, come?.message]).toEqual([error.constructor, error.message]);
  });

  it('of the process itself is not sent', () => {
    expect(wireErrorOf(new TypeError('inside'))).toBeUndefined();
  });
});
