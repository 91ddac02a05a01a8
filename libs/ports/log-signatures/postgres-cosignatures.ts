import type { Pool } from 'pg';
import type { Cosignatures, CosignedHead, WitnessAnswer } from './cosignatures.port.js';

const keptSizes = 20;

/** Needs the tables of `migrateLogSignatures`. */
export class PostgresCosignatures implements Cosignatures {
  constructor(private readonly pool: Pool) {}

  async of({ organizationId, origin, size }: CosignedHead): Promise<string[]> {
    const { rows } = await this.pool.query<{ line: string }>(
      `select line from log_signatures.cosignature
        where organization_id = $1 and origin = $2 and size = $3 order by witness`,
      [organizationId, origin, size],
    );
    return rows.map(({ line }) => line);
  }

  async newestSize(organizationId: string, origin: string): Promise<number | undefined> {
    const { rows } = await this.pool.query<{ size: string | null }>(
      'select max(size) as size from log_signatures.cosignature where organization_id = $1 and origin = $2',
      [organizationId, origin],
    );
    const size = rows[0]?.size;
    return size === null || size === undefined ? undefined : Number(size);
  }

  async lastSizes(witness: string): Promise<ReadonlyMap<string, number>> {
    const { rows } = await this.pool.query<{ origin: string; size: string }>(
      'select origin, max(size) as size from log_signatures.cosignature where witness = $1 group by origin',
      [witness],
    );
    return new Map(rows.map(({ origin, size }) => [origin, Number(size)]));
  }

  async keep({ organizationId, origin, size }: CosignedHead, witness: string, line: string): Promise<void> {
    await this.pool.query(
      `insert into log_signatures.cosignature (organization_id, origin, size, witness, line) values ($1, $2, $3, $4, $5)
        on conflict (organization_id, origin, size, witness) do update set line = excluded.line`,
      [organizationId, origin, size, witness, line],
    );
    await this.pool.query(
      `delete from log_signatures.cosignature where organization_id = $1 and origin = $2 and witness = $3 and size <= (
         select size from log_signatures.cosignature where organization_id = $1 and origin = $2 and witness = $3
          order by size desc offset ${keptSizes} limit 1)`,
      [organizationId, origin, witness],
    );
  }

  async note(organizationId: string, witness: string, answer: WitnessAnswer): Promise<void> {
    await this.pool.query(
      `insert into log_signatures.witness_answer (witness, organization_id, answer, answered_at) values ($1, $2, $3, now())
        on conflict (witness, organization_id) do update set answer = excluded.answer, answered_at = excluded.answered_at`,
      [witness, organizationId, answer],
    );
  }

  async answers(): Promise<{ witness: string; answer: WitnessAnswer; logs: number }[]> {
    const { rows } = await this.pool.query<{ witness: string; answer: WitnessAnswer; logs: number }>(
      `select witness, answer, count(*)::int as logs from log_signatures.witness_answer
        group by witness, answer order by witness, answer`,
    );
    return rows;
  }
}
