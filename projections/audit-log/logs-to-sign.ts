import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';

export interface LogToSign {
  organizationId: string;
  /** Number of its entries. */
  size: number;
}

/** The logs that have another number of entries than was signed, unless nothing more of them is signed. */
export const logsToSign = async (readModels: Pick<ReadModelQueries, 'query'>): Promise<LogToSign[]> => {
  const rows = await readModels.query<{ organization_id: string; size: string | number }[]>(
    `select known.organization_id, coalesce(last.number + 1, 0) as size
       from (select id as organization_id from read_model.organization
              union select organization_id from log_signatures.signed_log) known
       left join lateral (
         select number from read_model.audit_log entry
          where entry.organization_id = known.organization_id order by number desc limit 1) last on true
       left join log_signatures.signed_log signed using (organization_id)
      where coalesce(last.number + 1, 0) <> coalesce(signed.size, 0) and signed.stopped_because is null`,
  );
  return rows.map(({ organization_id, size }) => ({ organizationId: organization_id, size: Number(size) }));
};
