import { PutObjectCommand } from '@aws-sdk/client-s3';
import { readObjectText } from '../blob-store/s3/object-text.js';
import { reach } from '../blob-store/s3/reach.js';
import { isMissing, isReplaced } from '../blob-store/s3/s3-faults.js';
import { openPlace, type S3Place, type S3PlaceOptions } from '../blob-store/s3/s3-place.js';
import type { PartStorage, StoredPart } from './head-parts.js';

/** Blobs have no `/` in their ids: no sweep of theirs sees these. */
const prefix = 'signed-heads/';

/** An object a part, replaced on condition that it still is the one that was read. */
export class S3PartStorage implements PartStorage {
  private readonly place: S3Place;

  constructor(options: S3PlaceOptions) {
    this.place = openPlace(options);
  }

  read(part: number): Promise<StoredPart | undefined> {
    return readObjectText(this.place, this.addressOf(part).Key);
  }

  replace(part: number, text: string, before: StoredPart | undefined): Promise<boolean> {
    const command = new PutObjectCommand({
      ...this.addressOf(part),
      Body: text,
      ContentType: 'application/json',
      ...(before === undefined ? { IfNoneMatch: '*' } : { IfMatch: before.tag }),
    });
    return reach(this.place, async () => {
      try {
        await this.place.client.send(command);
        return true;
      } catch (error) {
        if (isReplaced(error) || isMissing(error)) return false;
        throw error;
      }
    });
  }

  private addressOf(part: number): { Bucket: string; Key: string } {
    return { Bucket: this.place.bucket, Key: `${prefix}${part.toString(16)}.json` };
  }
}
