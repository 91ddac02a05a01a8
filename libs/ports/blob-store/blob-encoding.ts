import { createCipheriv, createDecipheriv } from 'node:crypto';
import { SealBrokenError } from '#libs/ports/key-vault/key-vault.errors.js';
import { bindingOf, keyLength, seal, sealOverhead, unseal } from '#libs/ports/key-vault/sealed-bytes.js';
import { BlobCorruptError } from './blob-store.errors.js';
import type { BlobInfo } from './blob-store.port.js';

/** The kind under which the vault keeps the key of each blob. */
export const keyKind = 'blob';

/**
 * Stored form of a blob:
 *
 *     header   8 bytes, magic and version
 *     chunks   64 KiB of content each, the last one shorter (empty for an empty blob), with its tag
 *     footer   content key, size and SHA-256, sealed with the blob's key of the vault
 *
 * Chunks follow the STREAM construction: the nonce is the chunk's number and whether it is the last, so
 * that no chunk opens in another's place and no chunk but the last ends a blob. A content key is random
 * and used for one file only, which is what makes counting nonces safe. It stands at the end because the
 * blob's own key is made when the content is whole: an upload that breaks off never touches the vault.
 */
export const header = Buffer.from('TLBLOB\x00\x01', 'latin1');
export const chunkLength = 64 * 1_024;

/** The cipher of every file, on every engine. */
export const algorithm = 'aes-256-gcm';
const tagLength = 16;
const sha256Length = 32;
const sizeLength = 8;

export const sealedChunkLength = chunkLength + tagLength;
export const footerLength = sealOverhead + keyLength + sizeLength + sha256Length;

export interface ContentSummary {
  contentKey: Buffer;
  /** Bytes of the plain content. */
  size: number;
  sha256: Buffer;
}

export const chunkCount = (size: number): number => Math.max(1, Math.ceil(size / chunkLength));

export const sealedLength = (size: number): number =>
  header.length + size + chunkCount(size) * tagLength + footerLength;

/** Offset at which the sealed bytes of a chunk begin. */
export const chunkStart = (index: number): number => header.length + index * sealedChunkLength;

const nonceOf = (index: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
};

export const chunkBinding = (id: string): Buffer => Buffer.concat([header, bindingOf('blob chunk', id)]);
const footerBinding = (id: string): Buffer => Buffer.concat([header, bindingOf('blob footer', id)]);

/** Returns the encrypted bytes and their tag. */
export const sealChunk = (
  contentKey: Uint8Array,
  binding: Uint8Array,
  index: number,
  isLast: boolean,
  plain: Uint8Array,
): [Buffer, Buffer] => {
  const cipher = createCipheriv(algorithm, contentKey, nonceOf(index, isLast)).setAAD(binding);
  const encrypted = cipher.update(plain);
  cipher.final();
  return [encrypted, cipher.getAuthTag()];
};

/** Returns the plain bytes; undefined when the chunk is not the one that was written here. */
export const openChunk = (
  contentKey: Uint8Array,
  binding: Uint8Array,
  index: number,
  isLast: boolean,
  sealed: Uint8Array,
): Buffer | undefined => {
  const tagStart = sealed.length - tagLength;
  if (tagStart < 0) return undefined;
  const decipher = createDecipheriv(algorithm, contentKey, nonceOf(index, isLast), { authTagLength: tagLength })
    .setAAD(binding)
    .setAuthTag(sealed.subarray(tagStart));
  const plain = decipher.update(sealed.subarray(0, tagStart));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return plain;
};

export const sealFooter = (blobKey: Uint8Array, id: string, { contentKey, size, sha256 }: ContentSummary): Buffer => {
  const sizeBytes = Buffer.alloc(sizeLength);
  sizeBytes.writeBigUInt64BE(BigInt(size));
  return seal(blobKey, Buffer.concat([contentKey, sizeBytes, sha256]), footerBinding(id));
};

/**
 * @param length bytes of the whole stored blob
 * @throws BlobCorruptError
 */
export const openFooter = (blobKey: Uint8Array, id: string, sealed: Uint8Array, length: number): ContentSummary => {
  const summary = unsealFooter(blobKey, id, sealed);
  if (summary === undefined || length !== sealedLength(summary.size)) throw new BlobCorruptError(id);
  return summary;
};

const unsealFooter = (blobKey: Uint8Array, id: string, sealed: Uint8Array): ContentSummary | undefined => {
  try {
    const plain = unseal(blobKey, sealed, footerBinding(id));
    return {
      contentKey: plain.subarray(0, keyLength),
      size: Number(plain.readBigUInt64BE(keyLength)),
      sha256: plain.subarray(keyLength + sizeLength),
    };
  } catch (error) {
    if (error instanceof SealBrokenError) return undefined;
    throw error;
  }
};

export const infoOf = (id: string, { size, sha256 }: ContentSummary): BlobInfo => ({
  id,
  size,
  sha256: sha256.toString('hex'),
});
