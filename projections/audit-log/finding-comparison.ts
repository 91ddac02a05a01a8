import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { AuditLogEntity } from './audit-log.entity.js';
import { timesOf } from './audit-log.projection.js';
import { FaultError } from './audit-log-fault.js';
import { blockSize, countsOf, tallyTable } from './audit-log-tally.js';

interface KeptCount {
  dimension: string;
  value: string;
  resource: string;
  action: string;
  entries: string;
}

const log = 'read_model.audit_log';
const nameOf = ({ dimension, value, resource, action }: Omit<KeptCount, 'entries'>): string =>
  JSON.stringify([dimension, value, resource, action]);

/**
 * Compares the columns and tables by which entries are found with what the entries themselves say: a list by time skips an entry
 * whose `latest_at` was changed, and totals come from the tally.
 */
export class FindingComparison {
  private times: Pick<AuditLogEntity, 'latest_at' | 'lateness_ms'> | undefined;
  private counts = new Map<string, number>();

  constructor(
    private readonly readModels: Pick<ReadModelQueries, 'query'>,
    private readonly organizationId: string,
  ) {}

  /** Takes the entries one after the other, as the driver gives them. @throws FaultError */
  async append(entry: AuditLogEntity): Promise<void> {
    this.times = timesOf(new Date(entry.occurred_at).toISOString(), this.times);
    const { latest_at, lateness_ms } = this.times;
    if (new Date(entry.latest_at).getTime() !== Date.parse(latest_at) || Number(entry.lateness_ms) !== lateness_ms)
      throw new FaultError(entry.id, 'it can be found under another time');
    for (const count of countsOf(entry)) {
      const name = nameOf(count);
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    }
    const next = Number(entry.number) + 1;
    if (next % blockSize !== 0) return;
    await this.assertTallied(next / blockSize - 1);
    this.counts = new Map();
  }

  /** To be called when no entry comes any more. @throws FaultError where entries are counted that there are not */
  async assertNoMore(): Promise<void> {
    const [found] = await this.readModels.query<{ block: string }[]>(
      `select block from ${tallyTable} where log = '${log}'::regclass and organization_id = $1 and block not between 0 and (
         select coalesce(max(number) + 1, 0) / ${blockSize} - 1 from ${log} where organization_id = $1) limit 1`,
      [this.organizationId],
    );
    if (found !== undefined) throw new FaultError(undefined, 'more entries are counted than there are');
  }

  private async assertTallied(block: number): Promise<void> {
    const kept = await this.readModels.query<KeptCount[]>(
      `select dimension, value, resource, action, entries from ${tallyTable}
        where log = '${log}'::regclass and organization_id = $1 and block = $2`,
      [this.organizationId, block],
    );
    const isSame = kept.every((count) => this.counts.get(nameOf(count)) === Number(count.entries));
    if (isSame && kept.length === this.counts.size) return;
    const [first, last] = [block * blockSize, (block + 1) * blockSize - 1];
    throw new FaultError(undefined, `the totals that are kept of the entries ${first} to ${last} are not theirs`);
  }
}
