import type { SealedData, SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { erased, textIn } from '#libs/read-side/read-models/personal-data.js';
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

/** Users that a list by user has at most, those with the most characters. */
const maxUsers = 1_000;

const byUser = `
  select subject, sum(requests)::bigint as requests, sum(characters)::bigint as characters
    from read_model.usage_of_user
   where organization_id = $1 and day >= $2::date and day < $3::date
   group by subject order by characters desc, requests desc, subject limit ${maxUsers}`;

const byPair = `
  select source_language, target_language, sum(requests)::bigint as requests, sum(characters)::bigint as characters
    from read_model.usage_of_pair
   where organization_id = $1 and day >= $2::date and day < $3::date
   group by source_language, target_language order by characters desc, requests desc, source_language, target_language`;

/** A seal of each reference by which it may be known who it is. */
const sealsOf = `
  select distinct on (subject) subject, sealed from (
    select subject, sealed_user as sealed, 0 as rank from read_model.user_account
     where organization_id = $1 and subject = any($2)
    union all
    select subject, sealed_user, 1 from read_model.named_owner where organization_id = $1 and subject = any($2)
    union all
    select owner_subject, sealed_owner, 2 from read_model.api_key where organization_id = $1 and owner_subject = any($2)
    union all
    select first_owner_subject, sealed_first_owner, 3 from read_model.api_key
     where organization_id = $1 and first_owner_subject = any($2)) known
   order by subject, rank`;

const countsOf = ({ requests, characters }: Counts): Counts => ({ requests, characters });

export class UsageQueries {
  constructor(
    private readonly readModels: ReadModelQueries,
    private readonly subjectKeys: Pick<SubjectKeys, 'openMany'>,
  ) {}

  /** Usage by user, most characters first, in the same period; `[erased]` for all who are erased together. */
  async ofUsers(organizationId: string, start: string, end: string): Promise<(Counts & { user_id: string })[]> {
    const rows = await this.readModels.slowReads.answer(organizationId, () =>
      this.readModels.query<(Counts & { subject: string })[]>(byUser, [organizationId, start, end]),
    );
    if (rows.length === 0) return [];
    const subjects = rows.map(({ subject }) => subject);
    const seals = await this.readModels.query<SealedData[]>(sealsOf, [organizationId, subjects]);
    const opened = await this.subjectKeys.openMany(seals);
    const ids = new Map(seals.map(({ subject }, index) => [subject, textIn(opened[index], 'user_id')]));
    const sums = new Map<string, Counts>();
    for (const { subject, requests, characters } of rows) {
      const id = ids.get(subject) ?? erased;
      const sum = sums.get(id);
      sums.set(id, { requests: (sum?.requests ?? 0) + requests, characters: (sum?.characters ?? 0) + characters });
    }
    return [...sums].map(([user_id, counts]) => ({ user_id, ...counts }));
  }

  /** Translations by pair of languages, most characters first, in the same period. */
  ofPairs(
    organizationId: string,
    start: string,
    end: string,
  ): Promise<(Counts & { source_language: string; target_language: string })[]> {
    return this.readModels.slowReads.answer(organizationId, () =>
      this.readModels.query(byPair, [organizationId, start, end]),
    );
  }

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
