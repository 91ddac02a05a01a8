import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { ApiKeyQueries } from '#projections/api-keys/api-keys.queries.js';
import type { FindKeyAccess } from './access-directory.js';
import type { OwnWrites } from './own-writes.js';

const erasedUser = '[erased]';

/** Looks keys up in the read models, after they have caught up with the log: a key works once its caller has it. */
export const findKeyAccess =
  (queries: ApiKeyQueries, subjectKeys: SubjectKeys, ownWrites: OwnWrites): FindKeyAccess =>
  async (secretHash) => {
    await ownWrites.visibleIn('api-keys', 'organizations');
    const found = await queries.findBySecretHash(secretHash);
    if (found === undefined) return undefined;
    const owner = await subjectKeys.open(found.owner_subject, found.sealed_owner);
    return {
      keyId: found.id,
      organizationId: found.organization_id,
      scopes: found.scopes,
      ipAllowlist: found.ip_allowlist,
      revoked: found.revoked_at !== null,
      endsAt: found.ends_at === null ? undefined : Date.parse(found.ends_at),
      tier: found.tier,
      organizationSuspended: found.organization_status === 'suspended',
      subject: found.owner_subject,
      userId: typeof owner?.user_id === 'string' ? owner.user_id : erasedUser,
    };
  };
