import type { AuditAction, AuditResource } from '../audit/audit-vocabulary.js';
import type { DomainEvent } from '../decider.js';

/** The route that a text came in by. */
export type TextEndpoint = 'translate' | 'batch' | 'stream';

/**
 * Facts that come in by the thousand. They go to a stream for each organization, UTC day and process
 * (`text_usage-<organization>-<day>-<process>`), several requests to one append.
 */
export type TextUsageEvent =
  | DomainEvent<
      'TextTranslated',
      {
        organizationId: string;
        keyId: string;
        endpoint: TextEndpoint;
        sourceLanguage: string;
        targetLanguage: string;
        detectedLanguage: string;
        domain: string;
        wordCount: number;
        characterCount: number;
        model: string;
        confidence: number;
        cached: boolean;
      }
    >
  | DomainEvent<
      'LanguageDetected',
      { organizationId: string; keyId: string; language: string; confidence: number; characterCount: number }
    >
  /** A request of a known key that was answered with an error; nothing else happened. */
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
      }
    >;
