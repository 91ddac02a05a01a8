import { join, resolve } from 'node:path';
import type { Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';

/**
 * Opens the blob store that the settings choose.
 * @param reserve bytes of the disk that blobs leave free; what belongs to the log itself leaves none
 */
export const openBlobStore = async (
  settings: Settings,
  keys: KeyVault,
  logger: Logger | undefined,
  reserve = 0,
): Promise<BlobStore> => {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, TRANSLEDGER_S3_REGION: region } = settings;
  if (bucket === undefined) {
    const { createDirectoryBlobStore } = await import('#libs/ports/blob-store/directory/directory-blob-store.js');
    return createDirectoryBlobStore({
      directory: join(resolve(settings.TRANSLEDGER_DATA_DIR), 'documents'),
      keys,
      reserve,
    });
  }
  const { createS3BlobStore } = await import('#libs/ports/blob-store/s3/s3-blob-store.js');
  return createS3BlobStore({
    bucket,
    region,
    keys,
    ...(endpoint === undefined ? {} : { endpoint }),
    onFault: (error) => logger?.warn({ err: error }, 'the blob store has a fault'),
  });
};
