import type { ApiKeyEvent, ApiKeyGrant } from '#libs/domain/api-key/api-key.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { ApiKeyEntity } from './api-key.entity.js';

const granted = (grant: ApiKeyGrant): ApiKeyEntity => ({
  id: grant.keyId,
  organization_id: grant.organizationId,
  name: grant.name,
  secret_hash: grant.secretHash,
  scopes: grant.scopes,
  ip_allowlist: grant.ipAllowlist,
  expires_at: grant.expiresAt,
  grace_ends_at: null,
  revoked_at: null,
  owner_subject: grant.ownerSubject,
  sealed_owner: grant.sealedOwner,
  maker_subject: grant.makerSubject ?? grant.ownerSubject,
  sealed_maker: grant.sealedMaker ?? grant.sealedOwner,
  first_owner_subject: grant.ownerSubject,
  sealed_first_owner: grant.sealedOwner,
  created_at: grant.createdAt,
});

/** Keys of all organizations, with the data for authentication and for their owners. */
export const apiKeys = projection<ApiKeyEntity, ApiKeyEvent['type']>({
  name: 'api-keys',
  version: 1,
  table: 'read_model.api_key',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    ApiKeyCreated: (rows, { data }) => rows.insert(granted(data)),
    ApiKeyIssuedByRotation: (rows, { data }) => rows.insert(granted(data)),
    ApiKeyRotated: (rows, { data }) => rows.update({ id: data.keyId }, { grace_ends_at: data.graceEndsAt }),
    ApiKeyHandedOver: (rows, { data }) =>
      rows.update({ id: data.keyId }, { owner_subject: data.ownerSubject, sealed_owner: data.sealedOwner }),
    ApiKeyRevoked: (rows, { data }) => rows.update({ id: data.keyId }, { revoked_at: data.revokedAt }),
  },
});
