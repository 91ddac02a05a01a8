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
  /** Subject reference of the key's owner: every use of the key acts in that user's name. */
  ownerSubject: string;
  /** `{ user_id }` of the owner, sealed for the subject. */
  sealedOwner: string;
  /** Commitment to the owner's user id, in base64; missing where the owner was sealed without one. */
  ownerCommitment?: string;
  /** Subject reference of the user that made the key; missing where the owner made it, as in every older event. */
  makerSubject?: string;
  /** `{ user_id }` of the maker, sealed for the subject. */
  sealedMaker?: string;
  /** Commitment to the maker's user id, in base64. */
  makerCommitment?: string;
};

export type ApiKeyEvent =
  | DomainEvent<'ApiKeyCreated', ApiKeyGrant>
  /** The successor of another key, which stays valid until its `graceEndsAt`. */
  | DomainEvent<'ApiKeyIssuedByRotation', ApiKeyGrant & { rotatedFrom: string }>
  | DomainEvent<'ApiKeyRotated', { keyId: string; organizationId: string; successorId: string; graceEndsAt: string }>
  /** The key acts in the name of another user from now on. */
  | DomainEvent<
      'ApiKeyHandedOver',
      {
        keyId: string;
        organizationId: string;
        ownerSubject: string;
        sealedOwner: string;
        ownerCommitment: string;
        previousOwnerSubject: string;
        handedOverAt: string;
      }
    >
  | DomainEvent<'ApiKeyRevoked', { keyId: string; organizationId: string; revokedAt: string }>;
