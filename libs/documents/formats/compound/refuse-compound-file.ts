import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { readFully } from '#libs/documents/formats/source-file.js';

const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The stream that holds the zip archive of a password-protected Office document. */
const encryptedStream = Buffer.from('EncryptedPackage', 'utf16le');
const chunkSize = 1024 * 1024;

/**
 * Office keeps both its legacy documents and its encrypted ones in OLE compound files.
 * @throws FormatError where the file is one.
 */
export const refuseCompoundFile = async (file: SourceFile): Promise<void> => {
  const start = await readFully(file, 0, Math.min(compoundSignature.length, file.size));
  if (!compoundSignature.equals(start)) return;
  for (let at = 0; at < file.size; at += chunkSize) {
    const end = Math.min(at + chunkSize + encryptedStream.length, file.size);
    if (Buffer.from(await readFully(file, at, end)).includes(encryptedStream)) {
      throw new FormatError('encrypted', 'The document is protected by a password.');
    }
  }
  throw new FormatError('invalid', 'The file is a legacy binary Office document under another extension.');
};
