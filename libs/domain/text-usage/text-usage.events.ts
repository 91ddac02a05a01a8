import type { AuditAction, AuditResource } from '../audit/audit-vocabulary.js';
import type { DomainEvent } from '../decider.js';

/** The route that a text came in by. */
export type TextEndpoint = 'translate' | 'batch' | 'stream';

/** The end of a stream of tokens: `failed` by an error of ours, `broken` when its connection or process was lost. */
export type TextStreamResult = 'completed' | 'cancelled' | 'failed' | 'broken';

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

/**
 * Facts that come in by the thousand. They go to a stream for each organization, UTC day and process
 * (`text_usage-<organization>-<day>-<process>`), several requests to one append.
 */
export type TextUsageEvent =
  | DomainEvent<
      'TextTranslated',
      TextFacts & { endpoint: TextEndpoint; model: string; confidence: number; cached: boolean }
    >
  | DomainEvent<
      'LanguageDetected',
      { organizationId: string; keyId: string; language: string; confidence: number; characterCount: number }
    >
  /** A request of a known key that got an error response; nothing else happened. */
  | DomainEvent<
      'RequestRefused',
      {
        organizationId: string;
        keyId: string;
        action: AuditAction;
        resource: AuditResource;
        resourceId: string;
        code: string;
        status: number;
        /** Present where neither the action nor the resource says by which route the request came. */
        endpoint?: TextEndpoint;
      }
    >
  /** Durable before the first token leaves; each has one `TextStreamEnded` with the same request id. */
  | DomainEvent<'TextStreamBegan', TextFacts & { processId: string }>
  | DomainEvent<
      'TextStreamEnded',
      TextFacts & {
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
