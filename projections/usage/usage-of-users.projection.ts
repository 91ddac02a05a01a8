import { projection } from '#libs/read-side/projection/projection.port.js';
import { countedInto, dayOf, type UsageEventType } from './counted-acts.js';
import type { UsageOfUserEntity } from './usage-of-user.entity.js';

/** Acts and their characters of each organization, day and user. */
export const usageOfUsers = projection<UsageOfUserEntity, UsageEventType>({
  name: 'usage-of-users',
  version: 1,
  table: 'read_model.usage_of_user',
  primaryKey: ['organization_id', 'day', 'subject'],
  onFailure: 'park',
  handlers: countedInto((rows, metadata, _endpoint, amounts) => {
    const { organizationId: organization_id, subject } = metadata;
    rows.add({ organization_id, day: dayOf(metadata), subject }, { ...amounts });
  }),
});
