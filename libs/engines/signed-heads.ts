import { join, resolve } from 'node:path';
import type { Settings } from '#libs/platform/config/settings.js';
import { HeadParts } from '#libs/ports/signed-heads/head-parts.js';
import type { SignedHeads } from '#libs/ports/signed-heads/signed-heads.port.js';

/** Folder in the data folder that has what was signed last. */
export const signedHeadsFolder = 'signed-heads';

/** Opens the copy of what was signed, beside the stored documents: in their bucket, or in the data folder. */
export const openSignedHeads = async (settings: Settings): Promise<SignedHeads> => {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, TRANSLEDGER_S3_REGION: region } = settings;
  if (bucket === undefined) {
    const { DirectoryPartStorage } = await import('#libs/ports/signed-heads/directory-part-storage.js');
    return new HeadParts(new DirectoryPartStorage(join(resolve(settings.TRANSLEDGER_DATA_DIR), signedHeadsFolder)));
  }
  const { S3PartStorage } = await import('#libs/ports/signed-heads/s3-part-storage.js');
  return new HeadParts(new S3PartStorage({ bucket, region, ...(endpoint === undefined ? {} : { endpoint }) }));
};
