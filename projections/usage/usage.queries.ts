import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';
import type { UsageEndpoint } from './usage.entity.js';

interface Counts {
  requests: number;
  characters: number;
}

export interface UsageOfPeriod extends Counts {
  /** Days with usage, oldest first; `date` is `YYYY-MM-DD`. */
  by_day: (Counts & { date: string })[];
  /** Keys with usage, most characters first; `key_id` is null for requests without a key. */
  by_key: (Counts & { key_id: string | null })[];
  by_endpoint: (Counts & { endpoint: UsageEndpoint })[];
}

interface GroupedRow extends Counts {
  date: string | null;
  /** Empty for requests without a key, null in rows of another group. */
  key_id: string | null;
  endpoint: UsageEndpoint | null;
}

const groups = `
  select day::text as date, key_id, endpoint,
         coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(characters), 0)::bigint as characters
    from read_model.usage
   where organization_id = $1 and day >= $2::date and day < $3::date
   group by grouping sets ((), (day), (key_id), (endpoint))
   order by day, characters desc, requests desc, key_id, endpoint`;

const countsOf = ({ requests, characters }: Counts): Counts => ({ requests, characters });

export class UsageQueries {
  constructor(private readonly readModels: ReadModelQueries) {}

  /** Usage from `start`, inclusive, to `end`, exclusive: both `YYYY-MM-DD`, UTC. */
  async ofPeriod(organizationId: string, start: string, end: string): Promise<UsageOfPeriod> {
    const rows = await this.readModels.slowReads.answer(organizationId, () =>
      this.readModels.query<GroupedRow[]>(groups, [organizationId, start, end]),
    );
    const total = rows.find((row) => row.date === null && row.key_id === null && row.endpoint === null);
    return {
      requests: total?.requests ?? 0,
      characters: total?.characters ?? 0,
      by_day: rows.flatMap(({ date, ...row }) => (date === null ? [] : [{ date, ...countsOf(row) }])),
      by_key: rows.flatMap(({ key_id, ...row }) =>
        key_id === null ? [] : [{ key_id: key_id === '' ? null : key_id, ...countsOf(row) }],
      ),
      by_endpoint: rows.flatMap(({ endpoint, ...row }) => (endpoint === null ? [] : [{ endpoint, ...countsOf(row) }])),
    };
  }
}
