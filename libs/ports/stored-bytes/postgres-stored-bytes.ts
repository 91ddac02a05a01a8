import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import { StorageExceededError } from './stored-bytes.errors.js';
import type {
  FileOwner,
  KeptFile,
  StoredBytes,
  StoredBytesState,
  StoredContent,
  UnsettledFile,
  Wanted,
} from './stored-bytes.port.js';

export interface StoredBytesOptions {
  pool: Pool;
  /** Bytes that an organization may store; 0 is unlimited. */
  limitOf: (organizationId: string) => Promise<number>;
}

interface FileRow {
  blobId: string;
  contentId: string;
  stored: number;
  reserved: number;
  execution: string | null;
  isReleased: boolean;
}

const emptyFile = (blobId: string): FileRow => ({
  blobId,
  contentId: blobId,
  stored: 0,
  reserved: 0,
  execution: null,
  isReleased: false,
});

const selectFile = `
  select blob_id as "blobId", content_id as "contentId", stored::float8 as stored, reserved::float8 as reserved,
         execution, is_released as "isReleased"
    from stored_bytes.file where blob_id = $1`;

const saveFile = `
  insert into stored_bytes.file
    (blob_id, organization_id, document_id, content_id, sha256, stored, reserved, execution, is_released, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, false, now())
  on conflict (blob_id) do update
    set document_id = excluded.document_id, content_id = excluded.content_id, sha256 = excluded.sha256,
        stored = excluded.stored, reserved = excluded.reserved, execution = excluded.execution,
        is_released = false, changed_at = now()`;

/** A file of which nothing is stored, shared or reserved is none. */
const removeEmpty = `
  delete from stored_bytes.file
   where blob_id = $1 and stored = 0 and reserved = 0 and content_id = blob_id and sha256 is null`;

/** An equal file of the document that is stored under its own name. */
const selectEqual = `
  select blob_id as "blobId" from stored_bytes.file
   where document_id = $1 and sha256 = $2 and stored = $3 and content_id = blob_id and blob_id <> $4 and not is_released
   order by blob_id limit 1`;

const hasSharers = `select exists (
  select from stored_bytes.file where content_id = $1 and blob_id <> $1) as "hasSharers"`;

/**
 * Each change of an organization's files is one transaction, which holds the row of its sum: they come one after
 * another, and the sum is that of the files at any time.
 */
class PostgresStoredBytes implements StoredBytes {
  constructor(private readonly options: StoredBytesOptions) {}

  async reserve(owner: FileOwner, blobId: string, { execution, atLeast, upTo }: Wanted): Promise<number> {
    const limit = await this.options.limitOf(owner.organizationId);
    return this.changing(owner.organizationId, async (client, used) => {
      const file = await readFile(client, blobId);
      const { reserved } = file;
      const asked = atLeast - reserved;
      const room = limit === 0 ? Number.POSITIVE_INFINITY : Math.max(0, limit - used);
      if (asked > room) throw new StorageExceededError(asked, used, limit);
      const granted = Math.max(reserved, atLeast, Math.min(upTo, reserved + room));
      await client.query(
        `insert into stored_bytes.file (blob_id, organization_id, content_id, stored, reserved, execution)
         values ($1, $2, $1, 0, $3, $4)
         on conflict (blob_id) do update set reserved = $3, execution = $4, changed_at = now()`,
        [blobId, owner.organizationId, granted, execution],
      );
      return { result: granted, more: granted - reserved };
    });
  }

  async settle({ organizationId, documentId }: FileOwner, blobId: string, content: StoredContent): Promise<string> {
    const { size, sha256 } = content;
    return this.changing(organizationId, async (client) => {
      const before = await readFile(client, blobId);
      const { rows } =
        documentId === undefined
          ? { rows: [] }
          : await client.query<{ blobId: string }>(selectEqual, [documentId, sha256, size, blobId]);
      const contentId = rows[0]?.blobId ?? blobId;
      const isShared = contentId !== blobId;
      // What was written under its own name counts until it is removed.
      const after = isShared ? { stored: 0, reserved: size } : { stored: size, reserved: 0 };
      const row = [blobId, organizationId, documentId ?? null, contentId, sha256, after.stored, after.reserved, null];
      await client.query(saveFile, row);
      return { result: contentId, more: size - before.stored - before.reserved };
    });
  }

  async giveBack(blobId: string, execution?: string): Promise<void> {
    await this.changingOf(blobId, undefined, async (client) => {
      const file = await readFile(client, blobId);
      if (execution !== undefined && file.execution !== execution) return { result: undefined, more: 0 };
      const statement = 'update stored_bytes.file set reserved = 0, execution = null where blob_id = $1';
      await client.query(statement, [blobId]);
      await client.query(removeEmpty, [blobId]);
      return { result: undefined, more: -file.reserved };
    });
  }

  async contentOf(blobId: string): Promise<string | undefined> {
    const { rows } = await this.options.pool.query<FileRow>(selectFile, [blobId]);
    const { contentId, isReleased } = rows[0] ?? emptyFile(blobId);
    return isReleased ? undefined : contentId;
  }

  async unshare(blobId: string): Promise<string[]> {
    await this.options.pool.query(
      'update stored_bytes.file set sha256 = null where blob_id = $1 and content_id = $1 and sha256 is not null',
      [blobId],
    );
    const { rows } = await this.options.pool.query<{ blobId: string }>(
      `select blob_id as "blobId" from stored_bytes.file where content_id = $1 and blob_id <> $1 order by blob_id`,
      [blobId],
    );
    return rows.map((row) => row.blobId);
  }

  async moved(blobId: string, sharerId: string): Promise<void> {
    await this.changingOf(blobId, undefined, async (client) => {
      const { stored } = await readFile(client, blobId);
      const { rowCount } = await client.query(
        'update stored_bytes.file set content_id = blob_id, stored = $3 where blob_id = $2 and content_id = $1',
        [blobId, sharerId, stored],
      );
      await client.query(
        'update stored_bytes.file set content_id = $2 where content_id = $1 and blob_id not in ($1, $2)',
        [blobId, sharerId],
      );
      return { result: undefined, more: rowCount === 1 ? stored : 0 };
    });
  }

  async release(blobId: string): Promise<string[]> {
    return this.changingOf(blobId, [blobId], async (client) => {
      const { contentId, stored, reserved } = await readFile(client, blobId);
      if (contentId === blobId) {
        await client.query('update stored_bytes.file set is_released = true, changed_at = now() where blob_id = $1', [
          blobId,
        ]);
        return { result: (await isShared(client, blobId)) ? [] : [blobId], more: 0 };
      }
      await client.query('delete from stored_bytes.file where blob_id = $1', [blobId]);
      const content = await readFile(client, contentId);
      const isNeeded = !content.isReleased || (await isShared(client, contentId));
      return { result: isNeeded ? [blobId] : [blobId, contentId], more: -stored - reserved };
    });
  }

  async gone(blobIds: readonly string[]): Promise<void> {
    for (const blobId of blobIds) {
      await this.changingOf(blobId, undefined, async (client) => {
        const { rows } = await client.query<{ bytes: number }>(
          `delete from stored_bytes.file where blob_id = $1 and is_released
           returning (stored + reserved)::float8 as bytes`,
          [blobId],
        );
        return { result: undefined, more: -(rows[0]?.bytes ?? 0) };
      });
    }
  }

  async sharersOfReleased(time: Date, limit: number): Promise<KeptFile[]> {
    const { rows } = await this.options.pool.query<KeptFile>(
      `select sharer.blob_id as "blobId", sharer.document_id as "documentId"
         from stored_bytes.file released
         join stored_bytes.file sharer on sharer.content_id = released.blob_id and sharer.blob_id <> released.blob_id
        where released.is_released and released.changed_at < $1
        order by released.changed_at limit $2`,
      [time, limit],
    );
    return rows;
  }

  async state(organizationId: string): Promise<StoredBytesState> {
    const limit = await this.options.limitOf(organizationId);
    const { rows } = await this.options.pool.query<{ bytes: number }>(
      'select bytes::float8 as bytes from stored_bytes.total where organization_id = $1',
      [organizationId],
    );
    return { used: rows[0]?.bytes ?? 0, limit };
  }

  async uncounted(blobIds: readonly string[]): Promise<string[]> {
    const { rows } = await this.options.pool.query<{ blobId: string }>(
      `select asked as "blobId" from unnest($1::text[]) asked
        where not exists (select from stored_bytes.file where blob_id = asked)`,
      [blobIds],
    );
    return rows.map(({ blobId }) => blobId);
  }

  async adopt({ organizationId, documentId }: FileOwner, blobId: string, content: StoredContent): Promise<void> {
    await this.changing(organizationId, async (client) => {
      const { rowCount } = await client.query(
        `insert into stored_bytes.file (blob_id, organization_id, document_id, content_id, sha256, stored, reserved)
         values ($1, $2, $3, $1, $4, $5, 0) on conflict (blob_id) do nothing`,
        [blobId, organizationId, documentId ?? null, content.sha256, content.size],
      );
      return { result: undefined, more: rowCount === 1 ? content.size : 0 };
    });
  }

  async keepReserved(blobId: string): Promise<void> {
    await this.options.pool.query(
      'update stored_bytes.file set changed_at = now() where blob_id = $1 and reserved > 0 and not is_released',
      [blobId],
    );
  }

  async unsettledSince(time: Date, limit: number): Promise<UnsettledFile[]> {
    const { rows } = await this.options.pool.query<UnsettledFile>(
      `select blob_id as "blobId", organization_id as "organizationId", content_id as "contentId",
              is_released as "isReleased"
         from stored_bytes.file file
        where (reserved > 0 or is_released) and changed_at < $1
          and (reserved > 0 or not exists (
            select from stored_bytes.file sharer
             where sharer.content_id = file.blob_id and sharer.blob_id <> file.blob_id))
        order by changed_at limit $2`,
      [time, limit],
    );
    return rows;
  }

  async recount(): Promise<void> {
    const { rows } = await this.options.pool.query<{ organizationId: string }>(
      `select organization_id as "organizationId"
         from stored_bytes.total
         full join (
           select organization_id, sum(stored + reserved) as bytes from stored_bytes.file group by organization_id
         ) files using (organization_id)
        where coalesce(total.bytes, 0) <> coalesce(files.bytes, 0)`,
    );
    for (const { organizationId } of rows) {
      await this.changing(organizationId, async (client, used) => {
        const { rows: sums } = await client.query<{ bytes: number }>(
          `select coalesce(sum(stored + reserved), 0)::float8 as bytes
             from stored_bytes.file where organization_id = $1`,
          [organizationId],
        );
        return { result: undefined, more: (sums[0]?.bytes ?? used) - used };
      });
    }
  }

  /** Changes the organization that the file belongs to; `unknown` where nothing is known of the file. */
  private async changingOf<Result>(
    blobId: string,
    unknown: Result,
    change: (client: ClientBase, used: number) => Promise<{ result: Result; more: number }>,
  ): Promise<Result> {
    const statement = 'select organization_id as "organizationId" from stored_bytes.file where blob_id = $1';
    const { rows } = await this.options.pool.query<{ organizationId: string }>(statement, [blobId]);
    return rows[0] === undefined ? unknown : this.changing(rows[0].organizationId, change);
  }

  /** @param change gives its result, and by how much the sum of the organization is more afterwards */
  private changing<Result>(
    organizationId: string,
    change: (client: ClientBase, used: number) => Promise<{ result: Result; more: number }>,
  ): Promise<Result> {
    return inTransaction(this.options.pool, async (client) => {
      await client.query(
        'insert into stored_bytes.total (organization_id, bytes) values ($1, 0) on conflict (organization_id) do nothing',
        [organizationId],
      );
      const { rows } = await client.query<{ bytes: number }>(
        'select bytes::float8 as bytes from stored_bytes.total where organization_id = $1 for update',
        [organizationId],
      );
      const { result, more } = await change(client, rows[0]?.bytes ?? 0);
      if (more !== 0) {
        const statement = 'update stored_bytes.total set bytes = bytes + $2 where organization_id = $1';
        await client.query(statement, [organizationId, more]);
      }
      return result;
    });
  }
}

const readFile = async (client: ClientBase, blobId: string): Promise<FileRow> => {
  const { rows } = await client.query<FileRow>(selectFile, [blobId]);
  return rows[0] ?? emptyFile(blobId);
};

const isShared = async (client: ClientBase, blobId: string): Promise<boolean> => {
  const { rows } = await client.query<{ hasSharers: boolean }>(hasSharers, [blobId]);
  return rows[0]?.hasSharers === true;
};

/** Counts in tables of the database, which has the keys of the files too. */
export const openPostgresStoredBytes = (options: StoredBytesOptions): StoredBytes => new PostgresStoredBytes(options);
