import { GetObjectCommand } from '@aws-sdk/client-s3';
import { reach } from './reach.js';
import { isMissing } from './s3-faults.js';
import type { S3Place } from './s3-place.js';

/** A small object as it is now. */
export interface ObjectText {
  text: string;
  /** A new one as soon as the object is replaced. */
  tag: string | undefined;
}

/** Reads a small object; undefined where there is none. @throws BlobStoreError */
export const readObjectText = (place: S3Place, key: string): Promise<ObjectText | undefined> =>
  reach(place, async () => {
    try {
      const command = new GetObjectCommand({ Bucket: place.bucket, Key: key });
      const { Body: body, ETag: tag } = await place.client.send(command);
      return { text: (await body?.transformToString()) ?? '', tag };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  });
