import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import { reach } from './reach.js';
import { isMissing } from './s3-faults.js';
import type { S3Place } from './s3-place.js';

export interface UnfinishedUploadsOptions {
  place: S3Place;
  /** Prefix of our objects in the bucket. */
  prefix: string;
  /** Milliseconds after which an upload of another process counts as that of a dead one. */
  abandonedAfterMs: number;
  onFault: (error: Error) => void;
}

const abortWithinMs = 3_000;

/** Parts that were sent and belong to no object yet: S3 keeps them, unseen and paid for, until they are ended. */
export class UnfinishedUploads {
  private readonly ours = new Set<string>();
  /** Uploads that ended here, while the server could not be reached yet. */
  private readonly owed = new Map<string, string>();

  constructor(private readonly options: UnfinishedUploadsOptions) {}

  async begin(key: string, abortSignal: AbortSignal): Promise<string> {
    const { client, bucket } = this.options.place;
    const command = new CreateMultipartUploadCommand({
      Bucket: bucket,
      Key: key,
      ContentType: 'application/octet-stream',
    });
    const send = () => client.send(command, { abortSignal });
    const { UploadId: uploadId } = await reach(this.options.place, send, { signal: abortSignal });
    if (uploadId === undefined) throw new Error('An upload without an id');
    this.ours.add(uploadId);
    return uploadId;
  }

  completed(uploadId: string): void {
    this.ours.delete(uploadId);
  }

  /** Ends an upload. Never rejects: an upload that cannot be ended now is ended by a sweep. */
  async abort(key: string, uploadId: string): Promise<void> {
    try {
      await this.end(key, uploadId);
      this.owed.delete(uploadId);
      this.ours.delete(uploadId);
    } catch (error) {
      this.owed.set(uploadId, key);
      this.report(error);
    }
  }

  /** Ends the uploads that this process could not end, and those of dead processes. Never rejects. */
  async sweep(): Promise<void> {
    for (const [uploadId, key] of this.owed) await this.abort(key, uploadId);
    try {
      for await (const { Key: key, UploadId: uploadId, Initiated: begun } of this.listed()) {
        if (key === undefined || uploadId === undefined || this.ours.has(uploadId)) continue;
        if (!key.startsWith(this.options.prefix)) continue;
        if (begun === undefined || begun.getTime() > Date.now() - this.options.abandonedAfterMs) continue;
        await this.abort(key, uploadId);
      }
    } catch (error) {
      this.report(error);
    }
  }

  private report(error: unknown): void {
    if (error instanceof Error) this.options.onFault(error);
  }

  private async end(key: string, uploadId: string): Promise<void> {
    const { place } = this.options;
    const command = new AbortMultipartUploadCommand({ Bucket: place.bucket, Key: key, UploadId: uploadId });
    const signal = AbortSignal.timeout(abortWithinMs);
    const send = async (): Promise<void> => {
      try {
        await place.client.send(command, { abortSignal: signal });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    };
    await reach(place, send, { signal });
  }

  private async *listed(): AsyncGenerator<MultipartUpload> {
    const { place, prefix } = this.options;
    let next: { KeyMarker?: string; UploadIdMarker?: string } = {};
    for (;;) {
      const command = new ListMultipartUploadsCommand({ Bucket: place.bucket, Prefix: prefix, ...next });
      const page = await reach(place, () => place.client.send(command));
      yield* page.Uploads ?? [];
      if (page.IsTruncated !== true || page.NextKeyMarker === undefined) return;
      next = {
        KeyMarker: page.NextKeyMarker,
        ...(page.NextUploadIdMarker === undefined ? {} : { UploadIdMarker: page.NextUploadIdMarker }),
      };
    }
  }
}
