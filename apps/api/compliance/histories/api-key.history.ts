import { apiKey } from '#libs/domain/api-key/api-key.decider.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { FoldedRows } from '#libs/read-side/projection/rows/folded-rows.js';
import type { ApiKeyEntity } from '#projections/api-keys/api-key.entity.js';
import { toGrantedKeys } from '#projections/api-keys/api-key-record.js';
import { apiKeys } from '#projections/api-keys/api-keys.projection.js';
import type { HistoryResource } from './history-resource.js';

/** A key with its maker and its owner, as long as these are not erased. */
export const apiKeyHistory = ({
  subjectKeys,
}: {
  subjectKeys: Pick<SubjectKeys, 'openMany'>;
}): HistoryResource<ApiKeyEntity> => ({
  category: apiKey.category,
  idPrefix: 'key',
  begin: () => {
    const folded = new FoldedRows(apiKeys);
    return { apply: (event) => folded.apply(event), snapshot: () => folded.rows[0] };
  },
  show: async (_organizationId, moments) =>
    toGrantedKeys(
      subjectKeys,
      moments.map(({ snapshot: row, time: now }) => ({ row, now })),
    ),
});
