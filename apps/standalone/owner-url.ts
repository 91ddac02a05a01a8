import { openFoundation } from '#libs/engines/foundation.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { createProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { poolQueries } from '#libs/read-side/read-models/pool-queries.js';
import { UserQueries } from '#projections/users/users.queries.js';

const connectTimeoutMs = 60_000;
const userAgent = 'transledger start';

/**
 * A link by which the owner of the first start gets a password, while no owner can sign in; undefined where one can, or where
 * there are several organizations, whose operator knows `owner link`.
 */
export const ownerUrlOf = async (settings: Settings): Promise<string | undefined> => {
  const foundation = await openFoundation(settings, { role: 'first start', poolSize: 1, connectTimeoutMs });
  const progress = createProjectionProgress({ pool: foundation.pool });
  try {
    await progress.waitFor(['organizations', 'users', 'named-owners'], await foundation.eventStore.head());
    const { rows } = await foundation.pool.query<{ id: string }>('select id from read_model.organization limit 2');
    const [organization, another] = rows;
    if (organization === undefined || another !== undefined) return undefined;
    const users = new UserQueries(poolQueries(foundation.pool), foundation.subjectKeys);
    const subject = await users.ownerWithoutSignIn(organization.id);
    if (subject === undefined) return undefined;
    const { sendAsOperator } = await import('#libs/application/operator-commands.js');
    const { MakeOwnerLink } = await import('#libs/application/users/make-owner-link.handler.js');
    const { token } = await sendAsOperator(
      foundation,
      { organizationId: organization.id, userAgent },
      (metadata) => new MakeOwnerLink(subject, metadata),
    );
    return `${publicUrlOf(settings)}/console/owner#${token}`;
  } finally {
    progress.close();
    await foundation.close();
  }
};
