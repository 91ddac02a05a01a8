import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlob, CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { FileOwner } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import type { KeyRules } from '../formats/format.port.js';

/** The options of a translation that name things in the caller's file. Events hold only the id of their blob. */
export interface TranslationRules {
  keys?: KeyRules;
  /** Rules of ITS 2.0, as XML. */
  itsRules?: string;
}

export const hasRules = ({ keys, itsRules }: TranslationRules): boolean => keys !== undefined || itsRules !== undefined;

export const keepRules = async (
  blobs: Pick<CountedBlobStore, 'put'>,
  blobId: string,
  rules: TranslationRules,
  { organizationId }: FileOwner,
): Promise<CountedBlob> => {
  const owner = { organizationId };
  return blobs.put(blobId, Readable.from([Buffer.from(JSON.stringify(rules))]), { owner });
};

/** The rules of a translation, none where its options name no blob. @throws BlobNotFoundError */
export const rulesOf = async (
  blobs: Pick<BlobStore, 'read'>,
  { rulesBlobId }: { rulesBlobId?: string },
): Promise<TranslationRules> => {
  if (rulesBlobId === undefined) return {};
  return JSON.parse(await text(await blobs.read(rulesBlobId)));
};
