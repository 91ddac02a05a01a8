import type { PlainObjects } from '#libs/ports/blob-store/s3/plain-objects.js';
import type { S3PlaceOptions } from '#libs/ports/blob-store/s3/s3-place.js';

export type { PlainObjects };

/**
 * Opens a bucket for what leaves the service as it is.
 * @param onFault told when parts of an object that was discarded could not be removed
 */
export const openPlainObjects = async (
  place: S3PlaceOptions,
  onFault: (error: Error) => void,
): Promise<PlainObjects> => {
  const { PlainObjects } = await import('#libs/ports/blob-store/s3/plain-objects.js');
  return new PlainObjects(place, onFault);
};
