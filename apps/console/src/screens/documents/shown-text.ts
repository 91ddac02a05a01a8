import type { Download } from '@transledger/sdk';

/** Bytes of a file that are shown: some hundred pages. */
export const maxShownBytes = 512 * 1024;

export interface ShownText {
  text: string;
  /** Whether the file goes on. */
  isCut: boolean;
}

const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** The encoding by the mark at the beginning, else UTF-8 where it is that, else that of old Windows files, which has a sign for each byte. */
const encodingOf = (bytes: Uint8Array): string =>
  marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ??
  (isUtf8(bytes) ? 'utf-8' : 'windows-1252');

/** The beginning of a file as text; the rest of a long one is not received. */
export const shownTextOf = async (download: Pick<Download, typeof Symbol.asyncIterator>): Promise<ShownText> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of download) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxShownBytes) break;
  }
  const bytes = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer()).subarray(0, maxShownBytes);
  // A character that the cut parts is left out.
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: size > maxShownBytes });
  return { text, isCut: size > maxShownBytes };
};
