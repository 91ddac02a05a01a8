import type { ErasureFailure } from './erasure.events.js';

export type ErasureCommand =
  | {
      type: 'RequestErasure';
      erasureId: string;
      organizationId: string;
      subjectType: 'user' | 'ip_address';
      subject: string;
      reason: string;
      now: string;
    }
  | { type: 'CompleteErasure'; entriesAffected: number; now: string }
  | { type: 'FailErasure'; failure: ErasureFailure; now: string };
