import type { DomainEvent } from '../decider.js';

export const roles = ['owner', 'developer', 'auditor'] as const;
export type Role = (typeof roles)[number];

export type UserEvent = DomainEvent<
  'UserCreated',
  {
    organizationId: string;
    /** Subject reference; the user id itself is sealed. */
    subject: string;
    sealedUser: string;
    role: Role;
    createdAt: string;
  }
>;
