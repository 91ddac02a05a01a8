import { FormatError } from '../format.errors.js';
import type { SourceFile } from '../format.port.js';
import { readFully } from '../source-file.js';
import { type CompoundEntry, compoundEntries } from './compound-directory.js';

/** The stream that each kind of Office document of 1997 to 2003 has, and how it says that it has a password. */
const mainStreams: readonly { name: string; isProtected?: (head: DataView) => boolean }[] = [
  // Flags of the file information block (MS-DOC 2.5.2): encrypted, or obfuscated with a password.
  { name: 'WordDocument', isProtected: (head) => head.byteLength >= 12 && (head.getUint16(10, true) & 0x0100) !== 0 },
  { name: 'Workbook', isProtected: (head) => hasFilePass(head) },
  { name: 'Book', isProtected: (head) => hasFilePass(head) },
  { name: 'PowerPoint Document' },
];

const filePass = 0x002f;

/** Whether one of the first records of a workbook says that what follows is encrypted (MS-XLS 2.4.117). */
const hasFilePass = (head: DataView): boolean => {
  for (let at = 0; at + 4 <= head.byteLength; at += 4 + head.getUint16(at + 2, true)) {
    if (head.getUint16(at, true) === filePass) return true;
  }
  return false;
};

const headOf = async (file: SourceFile, { head }: CompoundEntry): Promise<DataView> => {
  const { start, end } = head.end > file.size ? { start: 0, end: 0 } : head;
  const bytes = end <= start ? new Uint8Array() : await readFully(file, start, end);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

const entriesOf = async (file: SourceFile): Promise<CompoundEntry[]> => {
  try {
    return await compoundEntries(file);
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
};

/**
 * The name of the stream that tells what kind of document a compound file is; undefined for any other, and for one that
 * cannot be read.
 * @throws FormatError where it is protected by a password
 */
export const compoundTypeOf = async (file: SourceFile): Promise<string | undefined> => {
  const entries = await entriesOf(file);
  const named = (name: string) => entries.find((entry) => entry.name === name);
  const main = mainStreams.find(({ name }) => named(name) !== undefined);
  const stream = main && named(main.name);
  const isProtected =
    named('EncryptedPackage') !== undefined ||
    named('EncryptedSummary') !== undefined ||
    (stream !== undefined && main?.isProtected?.(await headOf(file, stream)) === true);
  if (isProtected) throw new FormatError('encrypted', 'The document is protected by a password.');
  return main?.name;
};
