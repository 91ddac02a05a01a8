import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A file of a model that is refused; the message is a sentence that names the file and what is wrong in it. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError';

  constructor(
    /** The path, or the name given to bytes. */
    readonly file: string,
    /** The mistake, as the end of a sentence. */
    readonly reason: string,
  ) {
    super(`${file} ${reason}.`);
  }
}

/** Bytes of a file of a model: its path, or the bytes themselves. */
export type ModelFile = string | Uint8Array;

/** Opens a file for reading. A pipe is opened too, without waiting for somebody to write into it, and is refused then. */
const openFile = (file: string): number => {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'for an unknown reason';
    throw new ModelFileError(file, `cannot be opened (${code})`);
  }
};

/** Bytes of a file that are read at a time where it is gone through. */
const partBytes = 65_536;

/** Bytes at a place of a file, read when they are asked for: a file of 44 MB is never in memory twice. */
export class ByteSource {
  private constructor(
    readonly name: string,
    /** Number of bytes. */
    readonly size: number,
    private readonly readAt: (position: number, into: Uint8Array) => void,
    /** Frees the file. */
    readonly close: () => void,
  ) {}

  static open(file: ModelFile, title: string): ByteSource {
    if (typeof file !== 'string') {
      const copy = (position: number, into: Uint8Array): void =>
        into.set(file.subarray(position, position + into.length));
      return new ByteSource(title, file.length, copy, () => {});
    }
    const descriptor = openFile(file);
    const read = (position: number, into: Uint8Array): void => {
      for (let done = 0; done < into.length; ) {
        const count = readSync(descriptor, into, done, into.length - done, position + done);
        if (count === 0) throw new ModelFileError(file, 'ended while it was read');
        done += count;
      }
    };
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) {
      closeSync(descriptor);
      throw new ModelFileError(file, 'is not a file');
    }
    return new ByteSource(file, stats.size, read, () => closeSync(descriptor));
  }

  /** Fills `into` with the bytes from `position` on; a place beyond the end is refused. */
  read(position: number, into: Uint8Array): void {
    if (position + into.length > this.size) this.cut(position + into.length);
    this.readAt(position, into);
  }

  /** The bytes from `position` on, as a view. */
  view(position: number, length: number): DataView {
    if (position + length > this.size) this.cut(position + length);
    const bytes = new Uint8Array(length);
    this.read(position, bytes);
    return new DataView(bytes.buffer);
  }

  /** Parts of the bytes from `position` on, one after the other. Their view is the same, so each holds until the next. */
  *parts(position: number, length: number): Generator<DataView> {
    if (position + length > this.size) this.cut(position + length);
    const bytes = new Uint8Array(partBytes);
    for (let done = 0; done < length; done += partBytes) {
      const part = bytes.subarray(0, Math.min(partBytes, length - done));
      this.read(position + done, part);
      yield new DataView(bytes.buffer, 0, part.length);
    }
  }

  private cut(end: number): never {
    return this.refuse(`is cut: it ends at byte ${this.size}, and says that there is something up to ${end}`);
  }

  /** Throws a `ModelFileError` about this file. */
  refuse(reason: string): never {
    throw new ModelFileError(this.name, reason);
  }
}

/** A number of 64 bits without sign; one beyond 2 ** 53 becomes so large that every bound refuses it. */
export const readUint64 = (view: DataView, offset: number): number =>
  view.getUint32(offset + 4, true) * 2 ** 32 + view.getUint32(offset, true);
