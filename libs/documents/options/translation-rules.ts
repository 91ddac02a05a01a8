import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { KeyRules } from '../formats/format.port.js';

/** The options of a translation that name things in the caller's file. Events hold only the id of their blob. */
export interface TranslationRules {
  keys?: KeyRules;
  /** Rules of ITS 2.0, as XML. */
  itsRules?: string;
}

export const hasRules = ({ keys, itsRules }: TranslationRules): boolean => keys !== undefined || itsRules !== undefined;

export const keepRules = async (
  blobs: Pick<BlobStore, 'put'>,
  blobId: string,
  rules: TranslationRules,
): Promise<void> => {
  await blobs.put(blobId, Readable.from([Buffer.from(JSON.stringify(rules))]));
};

/** The rules of a translation, none where its options name no blob. @throws BlobNotFoundError */
export const rulesOf = async (
  blobs: Pick<BlobStore, 'read'>,
  { rulesBlobId }: { rulesBlobId?: string },
): Promise<TranslationRules> => {
  if (rulesBlobId === undefined) return {};
  return JSON.parse(await text(await blobs.read(rulesBlobId)));
};
