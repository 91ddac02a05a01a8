import { projection } from '#libs/read-side/projection/projection.port.js';
import { countedInto, dayOf, type UsageEventType } from './counted-acts.js';
import type { UsageEntity } from './usage.entity.js';

/** Acts and their characters of each organization, day, key and endpoint. */
export const usage = projection<UsageEntity, UsageEventType>({
  name: 'usage',
  version: 2,
  table: 'read_model.usage',
  primaryKey: ['organization_id', 'day', 'key_id', 'endpoint'],
  onFailure: 'park',
  handlers: countedInto((rows, metadata, endpoint, amounts) => {
    const { organizationId: organization_id, keyId } = metadata;
    const key = { organization_id, day: dayOf(metadata), key_id: keyId ?? '', endpoint };
    if (amounts.requests === 0) {
      rows.add(key, { ...amounts }, { last_at: null });
      return;
    }
    rows.add(key, { ...amounts });
    rows.update(key, { last_at: metadata.occurredAt });
  }),
});
