import type { DomainEvent } from '../decider.js';

/** Kinds of resource that can be held by their id. */
export const heldResources = ['document', 'glossary', 'api_key'] as const;
export type HeldResource = (typeof heldResources)[number];

/** The target of a hold: a resource, all that belongs to a data subject, or all that was created in a period. */
export type HoldTarget =
  | { kind: 'resource'; resource: HeldResource; resourceId: string }
  /** `sealedId` is `{ id }`, sealed for the subject. */
  | { kind: 'subject'; type: 'user' | 'ip_address'; subject: string; sealedId: string }
  /** `start` and `end` are as they were given; `from` (inclusive) and `until` (exclusive) are times, RFC 3339. */
  | { kind: 'period'; start: string; end: string; from: string; until: string };

export type HoldEvent =
  | DomainEvent<
      'HoldPlaced',
      { holdId: string; organizationId: string; target: HoldTarget; reason: string; placedAt: string }
    >
  | DomainEvent<'HoldLifted', { holdId: string; organizationId: string; liftedAt: string }>;
