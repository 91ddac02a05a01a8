import type { FileHandle } from 'node:fs/promises';

const batchLength = 1_024 * 1_024;

/**
 * Appends to a file in writes of 1 MiB; while one is in flight the next is filled. Measured with
 * test/bench/blob-store.bench.ts on 2 cores, fsync included: 350 MB/s encrypted and hashed, where a bare hashed copy
 * makes 440 MB/s.
 */
export class BatchedFileWriter {
  private filling = Buffer.allocUnsafeSlow(batchLength);
  private spare = Buffer.allocUnsafeSlow(batchLength);
  private filled = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly handle: FileHandle) {}

  async append(bytes: Uint8Array): Promise<void> {
    let taken = 0;
    while (taken < bytes.length) {
      const part = bytes.subarray(taken, taken + batchLength - this.filled);
      this.filling.set(part, this.filled);
      this.filled += part.length;
      taken += part.length;
      if (this.filled === batchLength) await this.startWriting();
    }
  }

  async flush(): Promise<void> {
    await this.startWriting();
    await this.writing;
  }

  private async startWriting(): Promise<void> {
    await this.writing;
    const batch = this.filling.subarray(0, this.filled);
    [this.filling, this.spare] = [this.spare, this.filling];
    this.filled = 0;
    // `writeFile` of a handle appends where the last write ended, and goes on after a short write.
    this.writing = this.handle.writeFile(batch);
    // Its error is thrown by the next append or flush; until then nobody listens.
    this.writing.catch(() => undefined);
  }
}
