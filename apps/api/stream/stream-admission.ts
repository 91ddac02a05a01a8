import type { TextStreamFacts } from '#libs/domain/text-usage/text-usage.events.js';
import { Rejection } from '#libs/error-catalogue/rejection.js';
import { countWords } from '#libs/formats/counting.js';
import type { Reservation } from '#libs/limits/limits.port.js';
import { assertAccess } from '../access/authenticate.js';
import type { KeyAccess } from '../access/key-access.js';
import { rateLimitRejection } from '../http/rate-limit-headers.js';
import { validated } from '../http/validation.js';
import { generalDomain } from '../translate/euro-voc.js';
import { assertLanguages } from '../translate/language-choice.js';
import { languagesOfText } from '../translate/text-languages.js';
import { assertTextLength } from '../translate/text-limits.js';
import type { TextToTranslate } from '../translate/text-translation.js';
import { TranslateFrame } from './client-frames.dto.js';
import type { StreamTenure } from './stream-process.js';
import type { StreamRequest } from './stream-request.js';
import type { StreamServices } from './stream-services.js';

/** A translation that may be made. */
export interface AdmittedText {
  access: KeyAccess;
  facts: TextStreamFacts;
  text: Omit<TextToTranslate, 'signal'>;
  tenure: StreamTenure;
  reservation: Reservation;
  /** Gives back its place among the requests of its key. */
  release: () => void;
}

const windowMs = 60_000;

/**
 * The access of the key behind a connection, as it is now: it may have been revoked since. Takes one request of its
 * rate where `isRequest` says so, like the edge, also of one that is then refused.
 * @throws Rejection
 */
export const admitKey = async (
  { directory, limiter, limitsOf }: Pick<StreamServices, 'directory' | 'limiter' | 'limitsOf'>,
  request: StreamRequest,
  keyHash: string,
  isRequest: boolean,
): Promise<KeyAccess> => {
  const access = await directory.find(keyHash);
  if (access === undefined) throw new Rejection('invalid_api_key');
  request.caller.access = access;
  const limit = isRequest ? limitsOf(access.tier).requestsPerMinute : 0;
  const window = limit > 0 ? await limiter.consume(access.keyId, limit, windowMs) : undefined;
  assertAccess(access, 'translate', request.caller.address, Date.now());
  if (window?.allowed === false) throw rateLimitRejection(window);
  return access;
};

const textOf = async (
  { engines, glossaries }: StreamServices,
  access: KeyAccess,
  frame: TranslateFrame,
): Promise<Pick<AdmittedText, 'facts' | 'text'>> => {
  const characterCount = assertTextLength(frame.text);
  await assertLanguages(engines.inference, frame.source, frame.target);
  const { detected, source, pair } = await languagesOfText(engines, frame.text, frame.source, frame.target);
  const domain = frame.domain ?? generalDomain;
  const glossary = await glossaries.forRequest(access.organizationId, {
    glossaryId: frame.glossary_id,
    domain: frame.domain,
    source: detected === 'und' && frame.source === undefined ? undefined : source,
    target: frame.target,
  });
  return {
    facts: {
      organizationId: access.organizationId,
      keyId: access.keyId,
      sourceLanguage: source,
      targetLanguage: frame.target,
      detectedLanguage: detected,
      domain,
      wordCount: countWords(frame.text),
      characterCount,
      ...(glossary === undefined ? {} : { glossaryId: glossary.id, glossaryVersion: glossary.version }),
    },
    text: {
      text: frame.text,
      pair,
      domain,
      formality: frame.formality,
      quality: frame.quality ?? 'balanced',
      preserveFormatting: true,
      ...(glossary === undefined ? {} : { glossary }),
    },
  };
};

/** All that a request over HTTP passes before it is translated. @throws Rejection, or an error that becomes one */
export const admitText = async (
  services: StreamServices,
  request: StreamRequest,
  keyHash: string,
  fields: object,
): Promise<AdmittedText> => {
  const access = await admitKey(services, request, keyHash, true);
  const release = services.concurrency.beginRequest(access);
  try {
    await services.turnstile.pass();
    const { facts, text } = await textOf(services, access, validated(TranslateFrame, fields));
    const tenure = services.process.current();
    const reservation = await services.quota.reserve(access, facts.characterCount, 'quota_exceeded');
    return { access, facts, text, tenure, reservation, release };
  } catch (error) {
    release();
    throw error;
  }
};
