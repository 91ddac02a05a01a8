import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { footerLength } from '../blob-encoding.js';
import { isBlobId } from '../blob-store.port.js';
import { reach } from './reach.js';
import { isBeyondEnd, isMissing, isReplaced } from './s3-faults.js';
import type { S3Place } from './s3-place.js';

export interface StoredFooter {
  sealed: Buffer;
  /** Bytes of the whole object. */
  length: number;
  /** Tag of the object, a new one as soon as it is replaced. */
  tag: string;
}

const checkWithinMs = 2_000;

/** The objects of a bucket whose names are prefix and blob id. */
export class StoredObjects {
  constructor(
    private readonly place: S3Place,
    private readonly prefix: string,
    private readonly pageLength = 1_000,
  ) {}

  keyOf(id: string): string {
    return `${this.prefix}${id}`;
  }

  /** Reads the last bytes of the object. @returns undefined where there is none */
  async footerOf(id: string): Promise<StoredFooter | undefined> {
    const command = new GetObjectCommand({ ...this.addressOf(id), Range: `bytes=-${footerLength}` });
    return reach(this.place, async () => {
      try {
        const { Body: body, ContentRange: range, ETag: tag = '' } = await this.place.client.send(command);
        const sealed = await buffer(asReadable(body));
        return { sealed, length: Number(range?.split('/')[1] ?? sealed.length), tag };
      } catch (error) {
        if (isMissing(error)) return undefined;
        if (isBeyondEnd(error)) return { sealed: Buffer.alloc(0), length: 0, tag: '' };
        throw error;
      }
    });
  }

  /**
   * Reads bytes `from` (inclusive) to `to` (exclusive) of the object with this tag, which has them. @returns undefined
   * where it was replaced; s3proxy says this of a shorter object with 416, too
   */
  async bytesOf(id: string, tag: string, from: number, to: number, signal: AbortSignal): Promise<Readable | undefined> {
    const range = `bytes=${from}-${to - 1}`;
    const command = new GetObjectCommand({ ...this.addressOf(id), Range: range, IfMatch: tag });
    return reach(
      this.place,
      async () => {
        try {
          return asReadable((await this.place.client.send(command, { abortSignal: signal })).Body);
        } catch (error) {
          if (isReplaced(error) || isMissing(error) || isBeyondEnd(error)) return undefined;
          throw error;
        }
      },
      { signal },
    );
  }

  async remove(id: string): Promise<void> {
    await reach(this.place, () => this.place.client.send(new DeleteObjectCommand(this.addressOf(id))));
  }

  /** Ids of objects that were last written before this time, in the order of their names, behind `after`. */
  async *idsBefore(time: Date, after?: string): AsyncGenerator<string> {
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        Bucket: this.place.bucket,
        Prefix: this.prefix,
        MaxKeys: this.pageLength,
        ...(after === undefined ? {} : { StartAfter: this.keyOf(after) }),
        ...(token === undefined ? {} : { ContinuationToken: token }),
      });
      const page = await reach(this.place, () => this.place.client.send(command));
      for (const { Key: key = '', LastModified: written } of page.Contents ?? []) {
        const id = key.slice(this.prefix.length);
        if (isBlobId(id) && written !== undefined && written < time) yield id;
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  /** Sends one request. Rejects with one line that says what is wrong. */
  async check(): Promise<void> {
    const command = new ListObjectsV2Command({ Bucket: this.place.bucket, Prefix: this.prefix, MaxKeys: 1 });
    const abortSignal = AbortSignal.timeout(checkWithinMs);
    await reach(this.place, () => this.place.client.send(command, { abortSignal }), { patienceMs: 0 });
  }

  private addressOf(id: string): { Bucket: string; Key: string } {
    return { Bucket: this.place.bucket, Key: this.keyOf(id) };
  }
}

const asReadable = (body: unknown): Readable => {
  if (body instanceof Readable) return body;
  throw new Error('An answer without a body');
};
