import type { DomainEvent } from '../decider.js';

/** Why an erasure has not been finished: it is tried again. */
export type ErasureFailure = 'key_store_busy' | 'key_store_failed';

/** A data subject is named by its random reference alone: who it was is known to nobody once the key is gone. */
export type ErasureEvent =
  | DomainEvent<
      'ErasureRequested',
      {
        erasureId: string;
        organizationId: string;
        subjectType: 'user' | 'ip_address';
        subject: string;
        reason: string;
        requestedAt: string;
      }
    >
  /** No copy of the key is left in the key store. `entriesAffected` audit entries read `[erased]` since. */
  | DomainEvent<
      'ErasureCompleted',
      { erasureId: string; organizationId: string; entriesAffected: number; completedAt: string }
    >
  | DomainEvent<
      'ErasureFailed',
      { erasureId: string; organizationId: string; failure: ErasureFailure; failedAt: string }
    >;
