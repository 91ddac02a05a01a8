import { type FileHandle, open } from 'node:fs/promises';
import type { SourceFile } from '#libs/documents/formats/format.port.js';

/** An open file of this machine as one that formats read. */
export const fileOfHandle = async (handle: FileHandle): Promise<SourceFile> => {
  const { size } = await handle.stat();
  return {
    size,
    read: async (start, end) => {
      const bytes = Buffer.alloc(end - start);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      return bytes.subarray(0, bytesRead);
    },
  };
};

/** A file of this machine as one that formats read; the caller closes its handle. */
export const fileOnDisk = async (path: string): Promise<SourceFile & { handle: FileHandle }> => {
  const handle = await open(path);
  return { handle, ...(await fileOfHandle(handle)) };
};
