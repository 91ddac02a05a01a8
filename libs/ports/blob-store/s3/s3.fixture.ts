import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { vi } from 'vitest';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { type RunningS3Proxy, startS3Proxy } from '#test/servers/s3proxy.js';
import type { BlobStore } from '../blob-store.port.js';
import { createS3BlobStore, type S3BlobStoreOptions } from './s3-blob-store.js';

const bucket = 'documents';

/** A real S3 server with a bucket, seen from the server's side. */
export class S3Fixture {
  readonly keys = new InMemoryKeyVault();
  readonly client: S3Client;

  private constructor(
    readonly folder: string,
    public proxy: RunningS3Proxy,
  ) {
    this.client = new S3Client({ ...this.options, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' });
  }

  static async start(): Promise<S3Fixture> {
    const folder = await mkdtemp(join(tmpdir(), 'transledger-s3-'));
    const fixture = new S3Fixture(folder, await startS3Proxy({ folder }));
    await fixture.client.send(new CreateBucketCommand({ Bucket: bucket }));
    return fixture;
  }

  get options(): Omit<S3BlobStoreOptions, 'keys'> & { endpoint: string; region: string } {
    const { endpoint, accessKeyId, secretAccessKey } = this.proxy;
    return { bucket, endpoint, region: 'us-east-1', credentials: { accessKeyId, secretAccessKey } };
  }

  store(options: Partial<S3BlobStoreOptions> = {}): BlobStore {
    return createS3BlobStore({ ...this.options, keys: this.keys, ...options });
  }

  async object(key: string): Promise<Buffer> {
    const { Body: body } = await this.client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return Buffer.from((await body?.transformToByteArray()) ?? []);
  }

  async replace(key: string, bytes: Uint8Array): Promise<void> {
    await this.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes }));
  }

  async unfinishedUploads(): Promise<number> {
    return (await this.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads?.length ?? 0;
  }

  /** Resolves when the server has a part of an upload: its sender knows the upload's id by then. */
  async partArrived(): Promise<void> {
    const listed = async (): Promise<boolean> => {
      const { Uploads: uploads = [] } = await this.client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      for (const { Key, UploadId } of uploads) {
        const { Parts: parts = [] } = await this.client.send(new ListPartsCommand({ Bucket: bucket, Key, UploadId }));
        if (parts.length > 0) return true;
      }
      return false;
    };
    // s3proxy answers 500 to a listing while a part is being written.
    await vi.waitUntil(() => listed().catch(() => false), { timeout: 30_000 });
  }

  /** Paths of everything that the server keeps: objects, parts, and its own files. */
  async files(): Promise<string[]> {
    const entries = await readdir(join(this.folder, 'objects'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  async kill(): Promise<void> {
    await this.proxy.server.kill();
  }

  async restart(): Promise<void> {
    this.proxy = await startS3Proxy({ folder: this.folder, port: this.proxy.port });
  }

  async close(): Promise<void> {
    this.client.destroy();
    await this.proxy.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
