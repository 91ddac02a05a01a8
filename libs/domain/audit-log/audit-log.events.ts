import type { DomainEvent } from '../decider.js';

export type AuditLogEvent =
  | DomainEvent<
      'AuditLogKeyRotated',
      {
        organizationId: string;
        /** Name of the log whose heads the key signs. */
        origin: string;
        /** Number of the new key among those of the organization, from 1. */
        generation: number;
        /** The key that verifies its signatures, as signed notes write keys. */
        verifierKey: string;
        rotatedAt: string;
        /** Until when the key before it signs as well, RFC 3339. */
        previousValidUntil: string;
        /** Why, in the operator's words, where they gave any. */
        reason?: string;
      }
    >
  | DomainEvent<
      'AuditLogBegun',
      {
        organizationId: string;
        /** Name of the new log. */
        origin: string;
        /** Number of its key among those of the organization, from 1. */
        generation: number;
        verifierKey: string;
        /** The last signed head of the log that is closed, as a signed note. */
        previousCheckpoint: string;
        reason: string;
        begunAt: string;
      }
    >
  | DomainEvent<
      'AuditLogResumed',
      {
        organizationId: string;
        /** Name of the log that is signed again. */
        origin: string;
        /** Why it was signed no more; null where it was signed as ever. */
        stoppedBecause: string | null;
        /** Why it goes on, in the words of who said so. */
        reason: string | null;
        /** Whether it goes on although nothing was known of it outside the database any more. */
        withoutCopy: boolean;
        resumedAt: string;
      }
    >;
