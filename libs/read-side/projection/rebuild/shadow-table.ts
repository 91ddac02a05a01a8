import type { ClientBase, Pool } from 'pg';
import { quoteName, quoteTable } from '#libs/platform/postgres/identifiers.js';
import { inTransaction, inTransactionOn } from '#libs/platform/postgres/transaction.js';
import { type IndexBlueprint, readBlueprint, readGuards, type TableBlueprint } from '../rows/table-blueprint.js';
import { TableMismatchError } from '../rows/table-columns.js';
import type { RunnableProjection } from '../runner/runnable-projection.js';

const nameAndSchema = (table: string): { schema: string | undefined; name: string } => {
  const [first = '', second] = table.split('.');
  return second === undefined ? { schema: undefined, name: first } : { schema: first, name: second };
};

const inSchemaOf = (table: string, name: string): string => {
  const { schema } = nameAndSchema(table);
  return schema === undefined ? name : `${schema}.${name}`;
};

/** A table beside the live one of a projection: filled, it takes its place, or it stays where it is. */
export class ShadowTable {
  private readonly made = new Set<IndexBlueprint>();

  private constructor(
    private readonly projection: RunnableProjection,
    readonly table: string,
    /** Suffix of its indexes, since the live ones of the same schema keep their names until the swap. */
    private readonly suffix: string,
    private readonly blueprint: TableBlueprint,
  ) {}

  /** Creates the table, named by the token: a rebuild that lost its lease can never write into the next one's table. */
  static create(client: ClientBase, projection: RunnableProjection, token: bigint): Promise<ShadowTable> {
    const suffix = `_rebuild_${token}`;
    return ShadowTable.like(client, projection, projection.table + suffix, suffix);
  }

  /** Creates the table with the name of the live one in another schema, where it stays. */
  static createIn(client: ClientBase, projection: RunnableProjection, schema: string): Promise<ShadowTable> {
    return ShadowTable.like(client, projection, `${schema}.${nameAndSchema(projection.table).name}`, '');
  }

  private static async like(
    client: ClientBase,
    projection: RunnableProjection,
    table: string,
    suffix: string,
  ): Promise<ShadowTable> {
    const live = quoteTable(projection.table);
    const blueprint = await readBlueprint(client, projection.table);
    if (blueprint.indexes[0]?.constraint?.kind !== 'primary key')
      throw new TableMismatchError(`${projection.table} has no primary key`);
    const shadow = new ShadowTable(projection, table, suffix, blueprint);
    await client.query(`create table ${quoteTable(shadow.table)} (like ${live} including all excluding indexes)`);
    const { rows } = await client.query<{ options: string | null }>(
      `select array_to_string(reloptions, ', ') as options from pg_class where oid = to_regclass($1)`,
      [live],
    );
    const options = rows[0]?.options;
    if (options) await client.query(`alter table ${quoteTable(shadow.table)} set (${options})`);
    return shadow;
  }

  /** Drops the tables of interrupted rebuilds. */
  static async dropLeftovers(pool: Pool, projection: RunnableProjection): Promise<void> {
    const { name } = nameAndSchema(projection.table);
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind = 'r' and relnamespace = (select relnamespace from pg_class where oid = to_regclass($1))
         and starts_with(relname, $2) and substr(relname, length($2) + 1) ~ '^[0-9]+$'`,
      [quoteTable(projection.table), `${name}_rebuild_`],
    );
    for (const leftover of rows)
      await pool.query(`drop table if exists ${quoteTable(inSchemaOf(projection.table, leftover.name))}`);
    if (projection.derived !== undefined) await pool.query(projection.derived.removeStale);
  }

  async drop(pool: Pool): Promise<void> {
    await pool.query(`drop table if exists ${quoteTable(this.table)}`);
  }

  /** Adds the primary key, so that rows can be found by it from now on. */
  async addPrimaryKey(client: ClientBase): Promise<void> {
    const [primary] = this.blueprint.indexes;
    if (primary === undefined || this.made.has(primary)) return;
    await this.createIndex(client, primary);
    await this.attach(client, primary);
  }

  /**
   * Builds all indexes after the rows: maintained during the load, the ten of the audit log would more than double its
   * time. Two run at once, over the client and over one more connection: the serial part of one, merging and writing,
   * then runs beside the other. Rows are marked as visible to all before, so that the indexes alone answer whoever
   * counts.
   */
  async addIndexes(client: ClientBase, pool: Pool): Promise<void> {
    await client.query(`vacuum (freeze) ${quoteTable(this.table)}`);
    const { indexes, constraints } = this.blueprint;
    const missing = indexes.filter((index) => !this.made.has(index));
    const waiting = missing.values();
    const build = async (builder: ClientBase) => {
      await builder.query(`set local maintenance_work_mem = '128MB'; set local max_parallel_maintenance_workers = 0`);
      for (const index of waiting) await this.createIndex(builder, index);
    };
    await Promise.all([inTransactionOn(client, () => build(client)), inTransaction(pool, build)]);
    await inTransactionOn(client, async () => {
      for (const index of missing) await this.attach(client, index);
      for (const { name, definition, indexed } of constraints) {
        const constraint = indexed ? name + this.suffix : name;
        await client.query(
          `alter table ${quoteTable(this.table)} add constraint ${quoteName(constraint)} ${definition}`,
        );
      }
    });
    await pool.query(`analyze ${quoteTable(this.table)}`);
  }

  /** Derives what the rows up to now make due. */
  async derive(client: ClientBase | Pool): Promise<void> {
    const { derived } = this.projection;
    if (derived !== undefined) await client.query(derived.derive(this.table), [null]);
  }

  /**
   * Replaces the live table within the caller's transaction. Statements that name the table wait for
   * the commit and then find the new one, prepared ones too.
   */
  async takePlace(client: ClientBase): Promise<void> {
    const { table, guard } = this.projection;
    const live = quoteTable(table);
    await this.derive(client);
    // Guards of the live table are copied, and the required ones are restored even if they were removed there.
    for (const statement of guard?.(this.table) ?? []) await client.query(statement);
    await client.query(`lock table ${live} in access exclusive mode`);
    const guards = await readGuards(client, table);
    await client.query(`drop table ${live}`);
    await client.query(`alter table ${quoteTable(this.table)} rename to ${quoteName(nameAndSchema(table).name)}`);
    const { indexes, constraints } = this.blueprint;
    for (const { name } of [...indexes, ...constraints.filter(({ indexed }) => indexed)])
      await client.query(
        `alter index ${quoteTable(inSchemaOf(table, name + this.suffix))} rename to ${quoteName(name)}`,
      );
    for (const statement of guards) await client.query(statement);
  }

  private async createIndex(client: ClientBase, index: IndexBlueprint): Promise<void> {
    const { name, unique, definition } = index;
    await client.query(
      `create ${unique ? 'unique ' : ''}index ${quoteName(name + this.suffix)} on ${quoteTable(this.table)} ${definition}`,
    );
    this.made.add(index);
  }

  private async attach(client: ClientBase, { name, constraint }: IndexBlueprint): Promise<void> {
    if (constraint === undefined) return;
    const index = quoteName(name + this.suffix);
    await client.query(
      `alter table ${quoteTable(this.table)}
       add constraint ${index} ${constraint.kind} using index ${index} ${constraint.timing}`,
    );
  }
}
