import { createPool } from '#libs/platform/postgres/pool.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { createDirectoryBlobStore } from '#libs/ports/blob-store/directory/directory-blob-store.js';
import { openPostgresKeyVault } from '#libs/ports/key-vault/postgres-key-vault.js';
import type { EventStore } from '../../event-store.port.js';
import { connectPostgresEventStore } from '../postgres-event-store.js';

export interface ArchivedLogOptions {
  connectionString: string;
  /** Folder of the blobs. */
  directory: string;
  appendTimeoutMs?: number;
}

/** A store of encrypted files, with its keys in the database that has the log. */
export const openBlobs = async ({ connectionString, directory }: ArchivedLogOptions) => {
  const pool = createPool({ connectionString, max: 2, applicationName: 'archives' });
  const keys = await openPostgresKeyVault({ pool, masterKey: Buffer.alloc(32, 7) });
  const blobs: BlobStore = await createDirectoryBlobStore({ directory, keys });
  return { blobs, close: () => pool.end() };
};

/** A log whose archives are in a folder; for processes of their own too. */
export const connectArchivedLog = async (options: ArchivedLogOptions): Promise<EventStore> => {
  const { directory, ...settings } = options;
  let opened: ReturnType<typeof openBlobs> | undefined;
  const archives = async () => {
    opened ??= openBlobs(options);
    return (await opened).blobs;
  };
  const store = await connectPostgresEventStore({ ...settings, archives });
  const close = store.close.bind(store);
  return Object.assign(store, {
    close: async () => {
      await close();
      const last = opened;
      opened = undefined;
      await (await last)?.close();
    },
  });
};
