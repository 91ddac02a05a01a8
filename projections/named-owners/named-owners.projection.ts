import { projection } from '#libs/read-side/projection/projection.port.js';
import type { NamedOwnerEntity } from './named-owner.entity.js';

/** Owners in whose names first keys were made. */
export const namedOwners = projection<NamedOwnerEntity, 'UserCreated' | 'UserChanged'>({
  name: 'named-owners',
  version: 1,
  table: 'read_model.named_owner',
  primaryKey: ['subject'],
  onFailure: 'park',
  handlers: {
    UserCreated: (rows, { data }) =>
      rows.insert({
        subject: data.subject,
        organization_id: data.organizationId,
        sealed_user: data.sealedUser,
        role: data.role,
        created_at: data.createdAt,
      }),
    UserChanged: (rows, { data }) => rows.update({ subject: data.subject }, { sealed_user: data.sealedUser }),
  },
});
