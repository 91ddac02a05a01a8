import type { DomainEvent } from '../decider.js';

/** The blob in which the entries of one version are kept, encrypted. Entries are texts, and so never in an event. */
export type StoredEntries = {
  blobId: string;
  entryCount: number;
  /** Bytes of the plain content. */
  sizeBytes: number;
  /** SHA-256 of the plain content, hex. */
  sha256: string;
};

/** The whole glossary as it is from an event on: the newest event of the stream holds all that is known. */
export type GlossaryVersion = StoredEntries & {
  glossaryId: string;
  organizationId: string;
  name: string;
  sourceLanguage: string;
  targetLanguage: string;
  /** `NN name` of EuroVoc: texts of this domain are translated with the glossary unless they name another. */
  domain: string | null;
  /** Version number, from 1. */
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type GlossaryEvent =
  | DomainEvent<'GlossaryCreated', GlossaryVersion>
  | DomainEvent<
      'GlossaryEntriesReplaced',
      GlossaryVersion & {
        /** Entries of versions that are kept no longer. */
        droppedBlobIds: string[];
      }
    >
  | DomainEvent<
      'GlossaryDeleted',
      { glossaryId: string; organizationId: string; blobIds: string[]; deletedAt: string }
    >;
