import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';

const charactersOfDay = `
  select coalesce(sum(characters), 0)::bigint as characters
    from read_model.usage
   where organization_id = $1 and day = $2::date`;

const charactersInWork = `
  select coalesce(sum(d.character_count), 0)::bigint as characters
    from read_model.document_translation t
    join read_model.document d on d.id = t.document_id
   where t.organization_id = $1 and t.status = 'processing'`;

/** Counts the characters that an organization's quota limits. */
export class CharactersQueries {
  constructor(private readonly readModels: ReadModelQueries) {}

  /** Characters of the day, `YYYY-MM-DD`, UTC. Reads `usage`. */
  ofDay(organizationId: string, day: string): Promise<number> {
    return this.sum(charactersOfDay, [organizationId, day]);
  }

  /** Characters of document translations that have not ended. Reads `documents` and `document-status`. */
  inWork(organizationId: string): Promise<number> {
    return this.sum(charactersInWork, [organizationId]);
  }

  private async sum(statement: string, values: readonly string[]): Promise<number> {
    const [row] = await this.readModels.query<{ characters: number }[]>(statement, [...values]);
    return row?.characters ?? 0;
  }
}
