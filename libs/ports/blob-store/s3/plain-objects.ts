import { readObjectText } from './object-text.js';
import { ObjectWriter } from './object-writer.js';
import { openPlace, type S3Place, type S3PlaceOptions } from './s3-place.js';
import { UnfinishedUploads } from './unfinished-uploads.js';

/** Objects of a bucket as they are, unsealed: for what leaves the service. */
export class PlainObjects {
  private readonly place: S3Place;
  private readonly unfinished: UnfinishedUploads;

  /** @param onFault told when parts of an object that was discarded could not be removed */
  constructor(options: S3PlaceOptions, onFault: (error: Error) => void) {
    this.place = openPlace(options);
    this.unfinished = new UnfinishedUploads({
      place: this.place,
      prefix: '',
      abandonedAfterMs: Number.POSITIVE_INFINITY,
      onFault,
    });
  }

  /** An object that is there once its writer has finished. */
  writer(key: string): ObjectWriter {
    return new ObjectWriter(this.place, key, this.unfinished, undefined);
  }

  /** A small object as text; undefined where there is none. @throws BlobStoreError */
  async read(key: string): Promise<string | undefined> {
    return (await readObjectText(this.place, key))?.text;
  }

  close(): void {
    this.place.client.destroy();
  }
}
