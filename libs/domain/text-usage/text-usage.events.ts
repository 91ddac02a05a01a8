import type { AuditAction, AuditResource } from '../audit/audit-vocabulary.js';
import type { DomainEvent } from '../decider.js';
import type { Quality } from '../document/document.events.js';
import type { Provenance } from '../provenance.js';

/** The route that a text came in by. */
export type TextEndpoint = 'translate' | 'batch' | 'stream';

/** The end of a stream of tokens: `failed` by an error of ours, `broken` when its connection or process was lost. */
export type TextStreamResult = 'completed' | 'cancelled' | 'failed' | 'broken';

/** An act that was refused, as its route declares it. */
export type RefusedAct = {
  action: AuditAction;
  resource: AuditResource;
  /** Present where neither the action nor the resource says by which route the request came. */
  endpoint?: TextEndpoint;
};

/** The facts of a text before it is translated; those of a batch cover all its texts together. */
export type TextFacts = {
  organizationId: string;
  keyId: string;
  sourceLanguage: string;
  targetLanguage: string;
  detectedLanguage: string;
  domain: string;
  wordCount: number;
  characterCount: number;
  /** Present only where a glossary was used. */
  glossaryId?: string;
  glossaryVersion?: number;
};

export type Formality = 'formal' | 'informal' | 'neutral';

/** How a text was to be translated, and by what it was. A field is missing where it was not known. */
export type TextTreatment = Provenance & {
  quality?: Quality;
  /** Missing also where none was asked for. */
  formality?: Formality;
  preserveFormatting?: boolean;
};

/** Facts of a text whose request was refused, as far as they were known. */
export type RefusedText = Pick<Provenance, 'engines'> & {
  sourceLanguage?: string;
  targetLanguage?: string;
  domain?: string;
  wordCount?: number;
  characterCount?: number;
};

/**
 * Facts that come in by the thousand. They go to a stream for each organization, UTC day and process
 * (`text_usage-<organization>-<day>-<process>`), several requests to one append.
 */
export type TextUsageEvent =
  | DomainEvent<
      'TextTranslated',
      TextFacts & TextTreatment & { endpoint: TextEndpoint; model: string; confidence: number; cached: boolean }
    >
  | DomainEvent<
      'LanguageDetected',
      { organizationId: string; keyId: string; language: string; confidence: number; characterCount: number }
    >
  /** Somebody was given what is kept of a data subject, a page of it. */
  | DomainEvent<
      'SubjectDataRead',
      { organizationId: string; keyId: string; subjectType: 'user' | 'ip_address'; subject: string }
    >
  /** A request of a known key that got an error response; nothing else happened. */
  | DomainEvent<
      'RequestRefused',
      RefusedAct &
        RefusedText & {
          organizationId: string;
          /** Id of the key, or of the account of a signed-in user; so in the other events here. */
          keyId: string;
          resourceId: string;
          code: string;
          status: number;
          /** Present where the request was no act of its own; so is `route`, the pattern of its path. */
          method?: string;
          route?: string;
        }
    >
  /**
   * Refusals of a key with one code in one minute, beyond those that have a `RequestRefused` each: those of one caller, whom
   * the metadata name, or of the callers beyond the first, whom they do not name. In version 1 the caller of the
   * first refusal stands for all.
   */
  | DomainEvent<
      'RefusalsCounted',
      {
        organizationId: string;
        keyId: string;
        code: string;
        status: number;
        count: number;
        /** Number of callers that they are of; missing where it is the one that the metadata name. */
        callers?: number;
        /** Times of the first and the last of them: RFC 3339, UTC, milliseconds. */
        firstAt: string;
        lastAt: string;
        /** Method and pattern of the path, of the first ten different ones. */
        routes: string[];
        /** Those of them that were acts. */
        acts: (RefusedAct & { count: number })[];
      }
    >
  /** Durable before the first token leaves; each has one `TextStreamEnded` with the same request id. */
  | DomainEvent<'TextStreamBegan', TextFacts & { processId: string }>
  | DomainEvent<
      'TextStreamEnded',
      TextFacts &
        TextTreatment & {
          result: TextStreamResult;
          /** Code of the error that the caller was sent; null where none was. */
          code: string | null;
          /** `characterCount` once a token has left, else 0. */
          countedCharacters: number;
          /** Null where the stream ended before the model was known; so are the fields below. */
          model: string | null;
          confidence: number | null;
          cached: boolean;
        }
    >;
