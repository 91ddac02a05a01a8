import type { Pool } from 'pg';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { quoteName } from '#libs/platform/postgres/identifiers.js';

/** How the comment of a schema begins that a replay has made. */
const mark = 'transledger replay';

/** The schema of a replay cannot be made. */
export class ReplaySchemaError extends PlainError {
  override readonly name = 'ReplaySchemaError';
}

/** A schema of its own in which a replay builds its tables; until it is complete, its comment says that it is not. */
export class ReplaySchema {
  private constructor(
    private readonly pool: Pool,
    readonly name: string,
  ) {}

  /**
   * Creates the schema. With `replace`, one of that name that another replay has made is dropped before; one of somebody
   * else never is.
   * @throws ReplaySchemaError
   */
  static async create(pool: Pool, name: string, replace: boolean): Promise<ReplaySchema> {
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name) || name.startsWith('pg_'))
      throw new ReplaySchemaError(`"${name}" is no name for a schema: small letters, digits and _, at most 63`);
    const { rows } = await pool.query<{ comment: string | null }>(
      `select obj_description(oid, 'pg_namespace') as comment from pg_namespace where nspname = $1`,
      [name],
    );
    const [existing] = rows;
    const schema = new ReplaySchema(pool, name);
    if (existing !== undefined) {
      if (!existing.comment?.startsWith(mark))
        throw new ReplaySchemaError(`The schema ${name} exists, and is not of a replay: choose another name`);
      if (!replace) throw new ReplaySchemaError(`The schema ${name} exists (${existing.comment}): --replace drops it`);
      await schema.drop();
    }
    await pool.query(`create schema ${quoteName(name)}`);
    await schema.comment('incomplete: it was broken off, or still goes on');
    return schema;
  }

  async complete(what: string): Promise<void> {
    await this.comment(what);
  }

  async drop(): Promise<void> {
    await this.pool.query(`drop schema if exists ${quoteName(this.name)} cascade`);
  }

  private async comment(text: string): Promise<void> {
    await this.pool.query(`comment on schema ${quoteName(this.name)} is '${mark}, ${text.replaceAll("'", "''")}'`);
  }
}
