import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { reach } from './reach.js';
import type { S3Place } from './s3-place.js';
import type { UnfinishedUploads } from './unfinished-uploads.js';

/** Minimum bytes of a part on S3; all but the last are of one length, as some servers require. 10,000 make 50 GB. */
export const partLength = 5 * 1_024 * 1_024;

/**
 * One object, sent in parts: while one is in flight the next is gathered, so that two parts are in memory. A small
 * object is one request. `Upload` of `@aws-sdk/lib-storage` does not fit: its parts take no abort signal, so that a
 * server that hangs holds up a caller that has aborted long ago, and the end cannot be kept back until the key is
 * there.
 */
export class ObjectWriter {
  private gathered: Uint8Array[] = [];
  private gatheredLength = 0;
  private partBuffer: Buffer | undefined;
  private uploadId: string | undefined;
  private readonly parts: CompletedPart[] = [];
  private sending: Promise<void> = Promise.resolve();
  private readonly stopped = new AbortController();

  constructor(
    private readonly place: S3Place,
    private readonly key: string,
    private readonly unfinished: UnfinishedUploads,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** @throws BlobStoreUnavailableError, BlobStoreFullError */
  async append(bytes: Uint8Array): Promise<void> {
    this.gathered.push(bytes);
    this.gatheredLength += bytes.length;
    if (this.gatheredLength > partLength) await this.startPart();
  }

  /** Makes the object visible. It must not be interrupted: its outcome would be unknown. */
  async finish(): Promise<void> {
    await this.sending;
    const { client, bucket } = this.place;
    const last = Buffer.concat(this.gathered);
    const address = { Bucket: bucket, Key: this.key };
    const { uploadId } = this;
    if (uploadId === undefined) {
      const command = new PutObjectCommand({ ...address, Body: last, ContentType: 'application/octet-stream' });
      await reach(this.place, () => client.send(command));
      return;
    }
    await this.sendPart(uploadId, last);
    const end = { ...address, UploadId: uploadId, MultipartUpload: { Parts: this.parts } };
    await reach(this.place, () => client.send(new CompleteMultipartUploadCommand(end)));
    this.unfinished.completed(uploadId);
  }

  /** Removes everything that was sent; an upload that the server cannot end now is ended by a sweep. */
  async discard(): Promise<void> {
    this.stopped.abort();
    await this.sending.catch(() => undefined);
    if (this.uploadId !== undefined) await this.unfinished.abort(this.key, this.uploadId);
  }

  private async startPart(): Promise<void> {
    await this.sending;
    const all = Buffer.concat(this.gathered);
    this.partBuffer ??= Buffer.allocUnsafeSlow(partLength);
    all.copy(this.partBuffer, 0, 0, partLength);
    this.gathered = [Buffer.from(all.subarray(partLength))];
    this.gatheredLength = all.length - partLength;
    this.sending = this.sendGathered(this.partBuffer);
    // Its error is thrown by the next append or the end; until then nobody listens.
    this.sending.catch(() => undefined);
  }

  private async sendGathered(part: Buffer): Promise<void> {
    this.uploadId ??= await this.unfinished.begin(this.key, this.abortSignal);
    await this.sendPart(this.uploadId, part, this.abortSignal);
  }

  private async sendPart(uploadId: string, body: Buffer, abortSignal?: AbortSignal): Promise<void> {
    const number = this.parts.length + 1;
    const command = new UploadPartCommand({
      Bucket: this.place.bucket,
      Key: this.key,
      UploadId: uploadId,
      PartNumber: number,
      Body: body,
    });
    const send = () => this.place.client.send(command, abortSignal === undefined ? {} : { abortSignal });
    const { ETag: tag } = await reach(this.place, send, { signal: abortSignal });
    this.parts.push({ PartNumber: number, ...(tag === undefined ? {} : { ETag: tag }) });
  }

  private get abortSignal(): AbortSignal {
    return this.signal === undefined ? this.stopped.signal : anySignal([this.signal, this.stopped.signal]);
  }
}
