import type { DomainEvent } from '../decider.js';
import type { Scope } from './scopes.js';

export type ApiKeyGrant = {
  keyId: string;
  organizationId: string;
  name: string;
  /** SHA-256 of the key, hex; the key itself is stored nowhere. */
  secretHash: string;
  scopes: Scope[];
  /** Addresses and CIDR ranges; empty allows every address. */
  ipAllowlist: string[];
  /** RFC 3339; null when the key does not expire. */
  expiresAt: string | null;
  createdAt: string;
  /** Subject reference of the user that made the key: every use of the key acts in that user's name. */
  ownerSubject: string;
  /** The owner's user id, sealed for the subject. */
  sealedOwner: string;
};

export type ApiKeyEvent =
  | DomainEvent<'ApiKeyCreated', ApiKeyGrant>
  /** The successor of another key, which stays valid until its `graceEndsAt`. */
  | DomainEvent<'ApiKeyIssuedByRotation', ApiKeyGrant & { rotatedFrom: string }>
  | DomainEvent<'ApiKeyRotated', { keyId: string; organizationId: string; successorId: string; graceEndsAt: string }>
  | DomainEvent<'ApiKeyRevoked', { keyId: string; organizationId: string; revokedAt: string }>;
