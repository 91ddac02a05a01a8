import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';

export interface ToldEvent {
  position: string;
  id: string;
  stream: string;
  revision: number;
  /** Webhooks of its organization that are subscribed to it and are older than it. */
  webhooks: string[];
}

const subscribed = `
  select t.position, t.id, t.stream, t.revision::integer as revision, array_agg(w.id order by w.created_at, w.id) as webhooks
    from read_model.told_event t
    join read_model.webhook w
      on w.organization_id = t.organization_id and w.events ? t.event and w.created_at <= t.recorded_at
   where t.position > $1 and t.recorded_at >= $2 and t.recorded_at <= $3
   group by t.position
   order by t.position
   limit $4`;

const scheduled = 'select id from read_model.webhook_delivery where id = any($1)';

export class ToldEventQueries {
  constructor(private readonly readModels: ReadModelQueries) {}

  /**
   * Events behind a place in the log, recorded in a period, its end inclusive, that webhooks are subscribed to, in the
   * order of the log. Reads `webhook` too.
   */
  subscribed(after: string, { from, until }: { from: string; until: string }, limit: number): Promise<ToldEvent[]> {
    return this.readModels.query<ToldEvent[]>(subscribed, [after, from, until, limit]);
  }

  /** Those of the deliveries that were scheduled. Reads `webhook_delivery`. */
  async scheduled(deliveryIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.readModels.query<{ id: string }[]>(scheduled, [deliveryIds]);
    return new Set(rows.map(({ id }) => id));
  }
}
