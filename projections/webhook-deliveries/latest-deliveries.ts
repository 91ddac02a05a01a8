import type { Pool } from 'pg';

export interface DeliveryFilter {
  documentId?: string | undefined;
  status?: 'pending' | 'succeeded' | 'failed' | undefined;
}

/** A delivery with its last attempt, whose fields are null before there is one. */
export interface LatestDelivery {
  id: string;
  event: string;
  document_id: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  /** Status code of the last response; null without one. */
  status_code: number | null;
  /** Why the last attempt failed; null where it did not. */
  reason: string | null;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  created_at: string;
}

type Row = Omit<LatestDelivery, 'last_attempt_at' | 'next_attempt_at' | 'created_at'> &
  Record<'last_attempt_at' | 'next_attempt_at' | 'created_at', Date | null>;

const latest = `
  select d.id, d.event, d.document_id, d.status, d.next_attempt_at, d.created_at,
         coalesce(a.attempt, 0) as attempts, a.status_code, a.reason, a.attempted_at as last_attempt_at
    from read_model.webhook_delivery d
    left join lateral (
      select attempt, status_code, reason, attempted_at from read_model.webhook_attempt
       where delivery_id = d.id order by attempt desc limit 1) a on true
   where d.organization_id = $1 and ($2::text is null or d.document_id = $2) and ($3::text is null or d.status = $3)
   order by d.created_at desc, d.id desc
   limit $4`;

/** The newest deliveries of an organization, for the operator. Reads `webhook_delivery` and `webhook_attempt`. */
export const latestDeliveries = async (
  pool: Pick<Pool, 'query'>,
  organizationId: string,
  { documentId, status }: DeliveryFilter,
  limit: number,
): Promise<LatestDelivery[]> => {
  const values = [organizationId, documentId ?? null, status ?? null, limit];
  const { rows } = await pool.query<Row>(latest, values);
  return rows.map(({ last_attempt_at, next_attempt_at, created_at, ...row }) => ({
    ...row,
    last_attempt_at: last_attempt_at?.toISOString() ?? null,
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
    created_at: created_at?.toISOString() ?? '',
  }));
};
