import type { EventType } from '#libs/domain/domain-event.js';
import type { Projection } from '#libs/read-side/projection/projection.port.js';
import { FoldedRows } from '#libs/read-side/projection/rows/folded-rows.js';
import type { HistoryResource } from './history-resource.js';

/** The history of a resource that is one row of a read model. */
export const projectedHistory = <R extends object, Types extends EventType>(
  { category, idPrefix }: Pick<HistoryResource, 'category' | 'idPrefix'>,
  projection: Projection<R, Types>,
  stateOf: (row: R, time: string) => object,
): HistoryResource<R> => ({
  category,
  idPrefix,
  begin: () => {
    const folded = new FoldedRows(projection);
    return { apply: (event) => folded.apply(event), snapshot: () => folded.rows[0] };
  },
  show: async (_organizationId, moments) => moments.map(({ snapshot, time }) => stateOf(snapshot, time)),
});
